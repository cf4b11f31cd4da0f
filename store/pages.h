/* SPDX-License-Identifier: ISC */
/* What the pages of a folder tell of matches, and which are out of date. */
#ifndef STORE_PAGES_H
#define STORE_PAGES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

struct page_row {
	int64_t number; /* of the match */
	char *site;
	char *stamp; /* of what its pages were made of */
	bool listed; /* lists tell of it, too */
	char *status; /* "running", "over", "ended" */
	char *game;
	int64_t ended;
	char *summary; /* JSON */
};
void page_row_free(struct page_row *);

/* ---- folders ---- */

/*
 * Is that folder known, as made of that?  If it is not, all its pages are out
 * of date, and *anew is true until store_site_made says that all are made.
 * Others that lay in the same place are forgotten.
 */
int store_site_begin(struct store *, const char *site, const char *dir,
    const char *made, bool *anew);
int store_site_made(
    struct store *, const char *site, const char *dir, const char *made);
/* All pages of it are out of date. */
int store_site_again(struct store *, const char *site);
/* Those of the matches of that series are. */
int store_site_series(struct store *, const char *site, int64_t series);

/* ---- what is out of date ---- */

/* A match that stands otherwise than its pages show. */
struct stale_row {
	int64_t number;
	char *stamp; /* of how it stands */
	bool known; /* there is a row that tells of its pages */
};
void stale_row_free(struct stale_row *);
/* Each match that is to have pages has a row from now on: pages whose writer
 * was killed are found by it when they must go. */
int store_pages_begin(struct store *, const char *site);
/* struct stale_row *, by number; replays: also those that have none. */
GPtrArray *store_pages_stale(struct store *, const char *site, bool replays);
/* The stamp of a match whose pages have no replay, newly allocated. */
char *store_page_bare(const char *stamp);
/* Numbers of matches whose pages must go: GArray of int64_t. */
GArray *store_pages_gone(struct store *, const char *site);
int store_page_put(struct store *, const struct page_row *);
int store_page_drop(struct store *, const char *site, int64_t number);

/* Another number after each change, by whichever process. */
int store_pages_moment(struct store *, int64_t *moment);

/* ---- lists: struct page_row * ---- */

/* Lists do not tell of these yet. */
GPtrArray *store_pages_unlisted(struct store *, const char *site);
int store_pages_listed(struct store *, const char *site);
/* So many in that state, the latest first. */
GPtrArray *store_pages_recent(
    struct store *, const char *site, const char *status, int most);
GPtrArray *store_pages_between(
    struct store *, const char *site, int64_t first, int64_t last);
/* In which that person has a seat, the latest first. */
GPtrArray *store_pages_of(struct store *, const char *site, int64_t person);
int store_pages_count(
    struct store *, const char *site, const char *status, int64_t *n);
/* Hundreds in which there are any: GArray of int64_t. */
GArray *store_pages_hundreds(struct store *, const char *site);
/* Those of a game that are over, one after the other. */
typedef void page_seen(void *arg, const struct page_row *);
int store_pages_over(
    struct store *, const char *site, const char *game, page_seen *, void *arg);
/* Matches that gather their players and that pages may show: GArray of int64_t.
 */
GArray *store_pages_mustering(struct store *);

#endif

/* SPDX-License-Identifier: ISC */
/* What an organiser must know of. */
#ifndef STORE_OVERVIEW_H
#define STORE_OVERVIEW_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

struct overview {
	int64_t mails; /* not handled yet */
	int64_t mails_since; /* when the oldest of them came */
	int64_t held, dead; /* mails */
	int64_t letters; /* that wait */
	int64_t letters_since; /* when the oldest of them was written */
	int64_t given_up; /* letters, as store_given_up has them */
	int64_t newest; /* the latest time that stands in a queue, or 0 */
};
int store_overview(struct store *, struct overview *);
/* Ids of mails that are held or dead, newest first: GArray of int64_t. */
GArray *store_set_aside(struct store *, int max);
/*
 * The same of letters that are dead: not of those that the organiser dropped,
 * nor of those to an address to which a person's letters do not go any more or
 * do not arrive.
 */
GArray *store_given_up(struct store *, int max);
/* How many mails handled after since went without an answer for their number.
 */
int store_suppressed(struct store *, int64_t since, int64_t *n);
/* A person to whom letters do not get through. */
struct undeliverable_row {
	int64_t person;
	char *name, *address;
	int64_t since;
};
void undeliverable_row_free(struct undeliverable_row *);
/* struct undeliverable_row *, newest first */
GPtrArray *store_undeliverable(struct store *);
/* What waits for the organiser's approval: a person, or a match that a person
 * has made. */
struct unapproved_row {
	bool is_match;
	int64_t id;
	char *name;
	int64_t since;
};
void unapproved_row_free(struct unapproved_row *);
/* struct unapproved_row *, people first, of those that came by then. */
GPtrArray *store_unapproved(struct store *, int64_t until);
/* The domain for which the newest letter was written, newly allocated; NULL:
 * there is none. */
int store_newest_domain(struct store *, char **domain);
/* Letters of that kind to that address that have not left need not. */
int store_outbox_forestall(
    struct store *, const char *address, const char *kind);

#endif

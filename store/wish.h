/* SPDX-License-Identifier: ISC */
/* Wishes that wait for a code. */
#ifndef STORE_WISH_H
#define STORE_WISH_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

enum wish_kind { WISH_STRANGER, WISH_PERSON, WISH_INVITE };
struct wish_row {
	int64_t id;
	enum wish_kind kind;
	char *address; /* where it was asked */
	int64_t
	    person; /* the wisher, or the person who invites; 0: a stranger's */
	int64_t match; /* INVITE: into which; else 0 */
	char *name; /* or "" */
	char *lines; /* JSON: a list (app/players/wish_lines.c) */
	int64_t asked, closed; /* closed 0: it is open */
	bool again; /* asked once more: the answer said neither yes nor no */
	char *language; /* STRANGER: that of the mail; INVITE: of the letter */
};
void wish_row_free(struct wish_row *);
/* Sets id. */
int store_wish_add(struct store *, struct wish_row *);
/* person, lines, closed, again */
int store_wish_update(struct store *, const struct wish_row *);
/* Open ones that were asked there after since: struct wish_row *. */
GPtrArray *store_wishes_at(struct store *, const char *address, int64_t since);
/* Was anything asked there after since, answered or not? */
int store_wish_asked(
    struct store *, const char *address, int64_t since, bool *asked);
/* Open ones of a person: what waits until the organiser lets the person in. */
GPtrArray *store_wishes_of(struct store *, int64_t person, enum wish_kind);
/* Was somebody invited into that match at that address? */
int store_wish_invited(
    struct store *, int64_t match, const char *address, bool *invited);
/* How many strangers (and, unknown or not, people invited) since then. */
int store_wishes_since(struct store *, int64_t since, int64_t *n);
/* How many of that kind by a person since then. */
int store_wishes_by(
    struct store *, int64_t person, enum wish_kind, int64_t since, int64_t *n);

#endif

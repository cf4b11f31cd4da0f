/* SPDX-License-Identifier: ISC */
/* Hints that players ask for: wanted ones, and a log of those given. */
#ifndef STORE_MATCHES_HINTS_H
#define STORE_MATCHES_HINTS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

struct hint_row {
	int64_t id, match;
	int seat;
	int64_t inbox; /* the mail that asked for it */
	int64_t due; /* when it is thought of; 0: it was given */
	/* Of one that was given: the seat's move before that decision (0:
	 * none), and the number under which the table was told.  Of one that
	 * is wanted: 0, and how often it failed. */
	int64_t event, n;
};
/* Sets id. */
int store_hint_add(struct store *, struct hint_row *);
/* due, event, n */
int store_hint_update(struct store *, const struct hint_row *);
int store_hint_drop(struct store *, int64_t id);
/* Those that are still wanted there: the player has left the seat. */
int store_hints_forget(struct store *, int64_t match, int seat);
/* GArray of struct hint_row: all of a seat, in the order of their asking. */
GArray *store_hints(struct store *, int64_t match, int seat);
#define HINT_PUT_OFF 600 /* seconds: none is due later than so */
/* The one that is to be thought of first by now.  Sets *found. */
int store_hint_due(struct store *, int64_t now, struct hint_row *, bool *found);
/* As it stands now, if it does: id is given. */
int store_hint_again(struct store *, struct hint_row *, bool *found);

#endif

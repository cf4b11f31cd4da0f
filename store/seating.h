/* SPDX-License-Identifier: ISC */
/*
 * What turnpost keeps of people and seats: who held one, who would take one
 * over, who is away.  Part of store/store.h.
 */
#ifndef STORE_SEATING_H
#define STORE_SEATING_H

#include "store/store.h"

/* ---- holders.c ---- */

/* Who held a seat, and from when to when. */
struct holder_row {
	int64_t id, match;
	int seat;
	int64_t person;
	char *name; /* in this match */
	int64_t since, until; /* until 0: she does */
	/* The event that she came after; -1: from the beginning. */
	int64_t after;
};
void holder_row_free(struct holder_row *);
/* Sets id. */
int store_holder_add(struct store *, struct holder_row *);
/* Whoever holds the seat does no longer; fine if nobody does. */
int store_holder_leave(struct store *, int64_t match, int seat, int64_t now);
/* Of a match, in the order in which they came: struct holder_row *. */
GPtrArray *store_holders(struct store *, int64_t match);
/* Of a person in a match, the same. */
GPtrArray *store_holders_of(struct store *, int64_t person, int64_t match);
/* Of all that a person left, in matches that are not over. */
GPtrArray *store_holders_left(struct store *, int64_t person);
/* The match in which somebody sat down last; 0: in none. */
int store_holder_last(struct store *, int64_t person, int64_t *match);

/* ---- standins.c ---- */

/* She would take over a seat of that game, or ("") of any. */
int store_standby_set(
    struct store *, int64_t person, const char *game, int64_t now);
/* Of none any more; fine if she never would. */
int store_standby_drop(struct store *, int64_t person);
/* Of which games she would: char *. */
GPtrArray *store_standby_of(struct store *, int64_t person);
/* Who would, those who said so first at the front: GArray of int64_t. */
GArray *store_standbys(struct store *, const char *game);

/* A seat was offered to a person. */
struct offer_row {
	int64_t id, match;
	int seat;
	int epoch; /* of the seat: another one, and it is free no longer */
	int64_t person, at;
	int64_t due; /* she is away and asked then; 0: she was, or is not */
};
/* Sets id. */
int store_offer_add(struct store *, struct offer_row *);
/* What she was offered, the newest first, at most max: struct offer_row *. */
GPtrArray *store_offers(struct store *, int64_t person, int max);
/* due, anew. */
int store_offer_later(struct store *, int64_t id, int64_t due);
/* Those to be made at or before now: struct offer_row *. */
GPtrArray *store_offers_due(struct store *, int64_t now);
/* She is back: hers are due now. */
int store_offers_hurry(struct store *, int64_t person, int64_t now);

/* ---- absences.c ---- */

/* When a person is away. */
struct absence_row {
	int64_t id, person;
	int64_t since, until; /* until is the first second she is back */
	int64_t made; /* when she said so */
};
/* Sets id. */
int store_absence_add(struct store *, struct absence_row *);
/* since, until */
int store_absence_update(struct store *, const struct absence_row *);
int store_absence_drop(struct store *, int64_t id);
/* Of a person, by since: struct absence_row *; NULL on error. */
GPtrArray *store_absences(struct store *, int64_t person);

#endif

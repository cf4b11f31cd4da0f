/* SPDX-License-Identifier: ISC */
/* Matches that people make, join and leave by mail. */
#ifndef APP_PLAYERS_SIGNUP_JOIN_H
#define APP_PLAYERS_SIGNUP_JOIN_H

#include "store/matches/signup.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct match_row;
struct signup;
struct table;

/* A match that somebody names by its number. */
struct joining {
	struct match_row *row; /* NULL: there is none */
	struct signup_row signup;
	GPtrArray *seats;
	bool known; /* the person may know of it */
};
int joining_find(struct signup *, int64_t match, struct joining *);
void joining_clear(struct joining *);

/* The sender of the mail takes the next seat, by the name of now. */
int joining_sit(struct signup *, struct joining *);
/* -1: the person has none. */
int joining_seat(const struct joining *, int64_t person);
/* What happens at this table is of this mail: of that in it. */
struct table *signup_table(struct signup *, int64_t match, const char *what);
/* May the person know of it?  Others hear that there is none. */
int signup_visible(struct signup *, const struct match_row *,
    const struct signup_row *, bool *visible);

/* That line cannot be done, as the match is over or called off. */
int signup_refuse_past(struct signup *, int64_t match);

/* ---- leave.c ---- */

int signup_leave_match(struct signup *, int64_t match);
/*
 * Somebody else sits where the maker of the match did, or nobody: it is the
 * next player's, and all are told.
 */
int signup_pass(struct table *, int64_t leaver);

#endif

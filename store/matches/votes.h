/* SPDX-License-Identifier: ISC */
/* What tables vote on. */
#ifndef STORE_MATCHES_VOTES_H
#define STORE_MATCHES_VOTES_H

#include "store/matches/actions.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

struct vote_row {
	int64_t id, match;
	int n; /* its number in that match, from 1 */
	enum match_action kind;
	/* seconds (EXTEND, PAUSE), or a seat (REPLACE, ROBOT) */
	int64_t about;
	char *level; /* ROBOT: a word of robot/level.h; NULL: off */
	int64_t whom; /* REPLACE: the holder of that seat when it was opened; or
			 0 */
	int seat; /* whose player asked */
	int64_t event; /* the number under which all were told */
	int64_t opened, closed; /* closed 0: it is open */
	bool passed;
};
void vote_row_free(struct vote_row *);
/* Sets id and n. */
int store_vote_add(struct store *, struct vote_row *);
/* NULL if there is none (err untouched: code 0) or on an error. */
struct vote_row *store_vote(struct store *, int64_t id);
/* Open ones of a match, oldest first: struct vote_row *. */
GPtrArray *store_votes_open(struct store *, int64_t match);
/* How many that seat opened after since, up to now. */
int store_votes_since(struct store *, int64_t match, int seat, int64_t since,
    int64_t now, int64_t *n);
/* closed, passed */
int store_vote_update(struct store *, const struct vote_row *);

struct ballot_row {
	int64_t vote;
	int seat;
	int64_t person; /* its holder then */
	bool yes;
};
/* In the place of the one of that seat. */
int store_ballot_set(struct store *, const struct ballot_row *);
/* By seat: GArray of struct ballot_row. */
GArray *store_ballots(struct store *, int64_t vote);

#endif

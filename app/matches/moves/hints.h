/* SPDX-License-Identifier: ISC */
/*
 * Hints: what a robot would do in the place of a player who asks, by what
 * that seat alone knows.
 */
#ifndef APP_MATCHES_MOVES_HINTS_H
#define APP_MATCHES_MOVES_HINTS_H

#include "core/decision.h"
#include "robot/compare.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct hint_row;
struct table;

#define HINT_MOVES 3 /* at most */

/* A move that a robot thought of, and what it promises. */
struct advice {
	struct move move;
	struct outlook outlook;
};

/* Has the table agreed that this seat's player may have any, and do robots
 * think in this home at all (robots: think)? */
bool hints_agreed(struct table *, int seat);
/* How many the seat's player may still have; -1: any number. */
int hints_left(struct table *, int seat, int *left);
/* *why: the key of the sentence that says why there is none now, or NULL. */
int hint_refusal(struct table *, int seat, const char **why);
/* By that mail: it is wanted, and steps/think_hint.c gives it. */
int hint_want(struct table *, int seat, int64_t inbox);
/*
 * Struct advice, best first, of a seat that is asked, with so many iterations
 * of thought.  Takes its time, so it is not called with a lock; the same
 * whenever it is asked in the same state.
 */
GArray *hint_ponder(struct table *, int seat, uint32_t iterations);
/* It is given: that is logged, and the table is told, once for a decision.
 * *told: so other players or onlookers will hear of it. */
int hint_give(struct table *, struct hint_row *, bool *told);

#endif

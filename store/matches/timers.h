/* SPDX-License-Identifier: ISC */
/* When something is to be done. */
#ifndef STORE_MATCHES_TIMERS_H
#define STORE_MATCHES_TIMERS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* Derived: when something is to be done. */
enum timer_kind {
	TIMER_DECIDE, /* a seat must have decided */
	TIMER_REMIND, /* it is reminded */
	TIMER_PLAN, /* what it has sent is made: the settle delay is over */
	TIMER_MUSTER, /* all must have said that they are ready */
	TIMER_OFFER, /* an open seat is offered no longer */
	TIMER_RETURN, /* its first holder may no longer come back */
	TIMER_VOTE, /* a vote closes; n is its number */
	TIMER_PAUSE, /* a pause ends by itself */
	TIMER_TALK, /* what was said without a name is told */
	TIMER_ROBOT, /* a robot is to think about a move; n: robot_for */
	TIMER_KINDS /* how many */
};
enum robot_for { ROBOT_FOR_ITSELF, ROBOT_FOR_MISSED };
struct timer_row {
	int64_t match;
	int seat; /* -1: it is the match's */
	enum timer_kind kind;
	int64_t n; /* apart from others of the kind; 0 if there is but one */
	int64_t asked; /* since when it is so */
	int64_t start; /* if not 0, time counts from here instead */
	int64_t extra; /* seconds beyond the policy's, or short of it */
	int64_t due;
};
/* When something of a match is due. */
struct deadline_row {
	int64_t due, match;
};
/* In the place of the one with that match, seat, kind and n. */
int store_timer_set(struct store *, const struct timer_row *);
/* All of that kind of the seat; fine if there is none. */
int store_timer_clear(struct store *, int64_t match, int seat, enum timer_kind);
/* The same of the one with that n. */
int store_timer_clear_one(struct store *, const struct timer_row *);
/* All of a match. */
int store_timers_clear(struct store *, int64_t match);
/* The earliest of that kind of the seat.  Sets *found. */
int store_timer(struct store *, int64_t match, int seat, enum timer_kind,
    struct timer_row *, bool *found);
/* As it stands now, if it does: match, seat, kind and n are given. */
int store_timer_again(struct store *, struct timer_row *, bool *found);
/* GArray of struct timer_row: all of a match. */
GArray *store_timers(struct store *, int64_t match);
/* All matches that have any: GArray of int64_t. */
GArray *store_timer_matches(struct store *);
/* The same, due at or before now, earliest first, at most max.  Decisions
 * have the whole second: they are due before now. */
GArray *store_timers_due(struct store *, int64_t now, int max);

/* The robot that is to think first by now.  Where none thinks: the first whose
 * match can go on without, because only a policy wanted it to (a seat of a
 * level of its own cannot).  skip: so many that come before are left out.  Sets
 * *found. */
int store_timer_robot(struct store *, int64_t now, bool thinks, int skip,
    struct timer_row *, bool *found);
/* So many matches wait for a robot's thought. */
int store_robots_awaited(struct store *, int64_t *matches);

/* GArray of struct deadline_row, by due and match: those of the two kinds,
 * which may be the same, behind that one; at most max.  A match may be there
 * more than once. */
GArray *store_deadlines(struct store *, enum timer_kind, enum timer_kind,
    const struct deadline_row *behind, int max);

/* When the next timer is due, or a letter to be written; 0: never.  Without
 * robots, what only a robot can do is never due. */
int store_next_due(struct store *, bool robots, int64_t *at);

#endif

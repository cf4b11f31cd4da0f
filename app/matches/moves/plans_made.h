/* SPDX-License-Identifier: ISC */
/* Plans that are made, and those of the mail at hand. */
#ifndef APP_MATCHES_MOVES_PLANS_MADE_H
#define APP_MATCHES_MOVES_PLANS_MADE_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct phrase;
struct reply;
struct request;
struct table;
struct timer_row;
struct tryout;

/* ---- plans_run.c: when they are made ---- */

/*
 * After anything that changed: plans that are surprised are dropped, and for
 * seats that are asked it is noted when theirs act; *again: one did at once.
 */
int plans_settle(struct table *, bool *again);
/* Make what answers the seat; *made: something was.  If it cannot be made it
 * is dropped, and the seat will be told. */
int plans_make(struct table *, int seat, bool *made);
/* TIMER_PLAN */
int plans_due(struct table *, const struct timer_row *);
/* What the seat heard since that number: struct say. */
GArray *plans_heard(const struct table *, int seat, int64_t after);

/* ---- plans_now.c ---- */

/* What of the plan answers the decision that is asked now is tried with the
 * mail's moves: matches/moves/plans_now.c. */
void tryout_plan_now(struct tryout *);
/* Say no longer what these items of understood say. */
void tryout_unsay(struct reply *, const json_t *items);
/* The same of the lines of this mail's plan if that was dropped since. */
void plans_unsay(const struct table *, int seat, struct reply *);
/* What was planned before and is among the first n moves is not dropped. */
void plans_keep_sent(const struct tryout *, guint n, json_t *dropped);
/* Why that move is refused (taken over, given back): it only comes too early
 * if the seat's order of before would let it follow. */
struct phrase *plans_too_early(
    const struct tryout *, const struct request *, struct phrase *why);

#endif

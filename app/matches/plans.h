/* SPDX-License-Identifier: ISC */
/*
 * Orders, which are moves that can still be changed, and plans, which are what
 * is to be done at later turns (matches/plan.h).  Both are secret to all
 * others, and so is that there are any.
 */
#ifndef APP_MATCHES_PLANS_H
#define APP_MATCHES_PLANS_H

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

/* ---- plans.c ---- */

/* More steps no plan may have. */
#define PLAN_MAX 24
/* A plan acts so many seconds after its owner was asked, besides the time in
 * which moves settle: as a player does who answers soon. */
#define PLAN_LEAST 120
#define PLAN_MOST 480

/* Into a new table, and out of one. */
int plans_load(struct table *);
void plans_free(struct table *);
/*
 * A mail's steps take the place of the plan and of what its player was to be
 * told. What is no longer to be made goes to the list dropped, as steps (an
 * order's moves, too): plans_told tells it.
 */
int plans_replace(struct table *, int seat, json_t *steps, bool careful,
    int64_t inbox, json_t *dropped);
/* These moves (a list of texts) take the place of the seat's order; none:
 * dropped. */
int plans_order(struct table *, int seat, json_t *moves, bool held,
    int64_t inbox, json_t *dropped);
/* Drop both, and more steps that were to come. */
int plans_cancel(struct table *, int seat, json_t *more, json_t *dropped);
/* What would be made next waits for the deadline; *any: there is something. */
int plans_defer(struct table *, int seat, bool *any);
/* As if the seat had never sent any. */
int plans_forget(struct table *, int seat);
/* Its last move is taken back, so that what follows it is dropped. */
int plans_undone(struct table *, int seat);
/* The match is about to go back: a player who was told why a plan was dropped
 * hears no more of it. */
int plans_told_of(struct table *);
/* The match went back: nobody's order counts any more. */
int plans_drop_orders(struct table *);
/* All that waits is dropped; way: what could not be made, or NULL. */
int plans_stop(
    struct table *, int seat, const json_t *way, const struct phrase *why);
/* The same for a reason that needs no more words. */
int plans_stop_by(struct table *, int seat, const char *key);
/* Was the player told enough, so that what waits answers what the seat is
 * asked? */
bool plans_answered(const struct table *, int seat);

/* ---- plans_now.c ---- */

/* plans_now.c: it came when the seat was asked for the decision that it is
 * still asked for, and is for the one behind that. */
bool plans_later(const struct table *, int seat);

/* ---- plans.c ---- */

/* So long what waits of a seat that is asked does so, where others could tell.
 */
int64_t plans_delay(const struct table *, int seat);
/* The same for what that seat has sent: an order waits for "settle" alone. */
int64_t plans_wait(const struct table *, int seat);
/* After the fields of a plan changed. */
int plans_store(struct table *, int seat);

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
 * mail's moves: matches/plans_now.c. */
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

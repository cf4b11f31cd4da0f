/* SPDX-License-Identifier: ISC */
/*
 * Orders, which are moves that can still be changed, and plans, which are what
 * is to be done at later turns (matches/table/plan.h).  Both are secret to all
 * others, and so is that there are any.
 */
#ifndef APP_MATCHES_TABLE_PLANS_H
#define APP_MATCHES_TABLE_PLANS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct phrase;
struct table;

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
 * order's moves, too): plans_told (letters/context/plans_context.h) tells it.
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

/* Did what the seat sent come when it was asked for the decision that it is
 * still asked for, and is it for the one behind that? */
bool plans_later(const struct table *, int seat);

/* So long what waits of a seat that is asked does so, where others could tell.
 */
int64_t plans_delay(const struct table *, int seat);
/* The same for what that seat has sent: an order waits for "settle" alone. */
int64_t plans_wait(const struct table *, int seat);
/* After the fields of a plan changed. */
int plans_store(struct table *, int seat);

#endif

/* SPDX-License-Identifier: ISC */
/* What becomes of a match in which somebody does not answer. */
#ifndef APP_MATCHES_DEADLINES_H
#define APP_MATCHES_DEADLINES_H

#include "core/decision.h"
#include "policy/policy.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct reader;
struct seat_row;
struct table;
struct timer_row;

/* ---- muster.c: before the first decision ---- */

/* Time to answer begins, or to find players while a seat is free; also anew
 * when somebody has come or gone. */
int muster_begin(struct table *);
/* How many seats nobody has. */
int muster_free(const struct table *);
/* A player did not answer the invitation.  Nobody is asked while a seat is
 * free. */
seatset muster_missing(const struct table *);
/* It starts if nobody is missing and no seat is free. */
int muster_settle(struct table *);
/* The player does not take part. */
int muster_decline(struct table *, int seat);
/* The time to answer is over. */
int muster_time_up(struct table *, const struct timer_row *);
/* By when all must have answered; 0: nobody knows. */
int muster_until(struct table *, int64_t *until);

/* ---- deadlines.c: when it is somebody's turn ---- */

/* The deadline of a decision has come. */
int missed_time_up(struct table *, const struct timer_row *);
/* Must a robot still think of the move for the seat that missed its deadline,
 * as that timer (ROBOT_FOR_MISSED) said?  Then the deadline's time is up once
 * it has. */
int missed_thinks(struct table *, const struct timer_row *, bool *thinks);
/* Did the seat miss its deadline, and must a robot think of its move? */
int missed_robot(struct table *, int seat, bool *thinks);
/* What others hear of it when it is time; *opened: so is the seat now. */
int missed_settle(struct table *, bool *opened);
/* So many deadlines in a row, as all may know it: while others decide the same,
 * the count is that of before; reveal: as it is. */
int missed_shown(const struct seat_row *, bool reveal);
/* "default", "robot", "wait", "takeover": for templates. */
const char *missed_word(const struct table *);
/* What follows if the seat does not answer in time. */
void missed_context(const struct reader *, json_t *context);

#endif

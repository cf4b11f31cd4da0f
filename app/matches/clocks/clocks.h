/* SPDX-License-Identifier: ISC */
/* By when things must be done. */
#ifndef APP_MATCHES_CLOCKS_CLOCKS_H
#define APP_MATCHES_CLOCKS_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

struct home;
struct span;
struct store;
struct table;
struct timer_row;

/* ---- clocks.c: by when things must be done ---- */

/*
 * A deadline's second belongs to it: the step tick looks at TIMER_DECIDE when
 * due is past.  What stands still is due at CLOCK_NEVER (policy/clock.h).
 */
/* After a change: the deadlines of all seats. */
int clocks_settle(struct table *);
/*
 * What every timer of the match says of its time, looked at anew: after a
 * stop, an absence.  Reminders and ends of pauses stay.
 */
int clocks_again(struct table *);
/* Its clocks stand still, but for votes; both are fine if it is so.  Nobody
 * is told. */
int clocks_pause(struct table *);
int clocks_resume(struct table *);
/* More time for what that seat (-1: all) is asked; from now on, if the
 * deadline is past. */
int clocks_extend(struct table *, int seat, int64_t seconds);
/* The same for one timer, of any kind, and counted from that moment (say, its
 * due): it is set. */
int clocks_grant(struct table *, struct timer_row *, int64_t from, struct span);
/* The full time anew for what the seat is asked. */
int clocks_restart(struct table *, int seat);
/* Is it over?  A player who must decide has the whole second. */
bool clocks_passed(const struct table *, const struct timer_row *);
/* The same as clocks_again; *moved: one of them is another now. */
int clocks_moved(struct table *, bool *moved);
/* The clock was set back: what was left of each at from is left at now. */
int clocks_shift(struct table *, int64_t from, bool *moved);

/* ---- outage.c ---- */

/* When a step last ran, up to a minute before it did; 0: none ever. */
int outage_pulse(struct store *, int64_t *at);
/* Was the home down since its last step, or its clock set back? */
int outage_look(struct home *);
/* It was not down until now, whatever the clock says. */
int outage_none(struct home *);

#endif

/* SPDX-License-Identifier: ISC */
/* The calendar of a match, with the hours in which its clocks stood still. */
#ifndef APP_MATCHES_CLOCKS_STOPS_H
#define APP_MATCHES_CLOCKS_STOPS_H

#include <stdbool.h>
#include <stdint.h>

struct calendar;
struct span;
struct table;

/* For what begins at from or later: stops of the home, and (all) those of the
 * match.  NULL: the store. */
struct calendar *stops_calendar(struct table *, bool all, int64_t from);
/*
 * When a span from there on ends, whether the match is paused or not.  A timer
 * with asked (or start) = from and that due is looked after by clocks_again if
 * the span is its kind's of the policy: muster, offer, return, vote.
 */
int64_t stops_after(struct table *, int64_t from, struct span);

#endif

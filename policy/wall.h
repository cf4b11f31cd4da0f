/* SPDX-License-Identifier: ISC */
/*
 * A time zone, looked at through one number: what its clocks on the wall show
 * at a moment, in seconds since 1970 as if they were UTC.  Moments are UTC
 * seconds; days are counted from 1970-01-01, which is 0.
 */
#ifndef POLICY_WALL_H
#define POLICY_WALL_H

#include <glib.h>
#include <stdint.h>

struct wall {
	int date; /* 20261224 */
	int weekday; /* 0: Monday */
	int minute, second; /* of the day; of the minute */
	char zone[16]; /* "CET" */
};
/* zone: an IANA name, else UTC is meant. */
void wall_at(const char *zone, int64_t at, struct wall *);

/* The zone of such a name; the caller unrefs it. */
GTimeZone *wall_zone(const char *name);
/* What its clocks show then. */
int64_t wall_shown(GTimeZone *, int64_t at);
/* What it has shown at most, up to that moment. */
int64_t wall_so_far(GTimeZone *, int64_t at);
/* The first moment behind at, up to end, in which its clocks have been changed;
 * if they are not, end. */
int64_t wall_change(GTimeZone *, int64_t at, int64_t end);

/* The first moment, from at on, at which they show that or more. */
int64_t wall_reach(GTimeZone *, int64_t at, int64_t shown);

/* The day of what is shown, which may be before 1970. */
int64_t wall_day(int64_t shown);
/* The moment at which it begins there. */
int64_t wall_day_start(GTimeZone *, int64_t day);
int wall_weekday(int64_t day); /* 0: Monday */
int wall_date(int64_t day); /* 20261224 */

#endif

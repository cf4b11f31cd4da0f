/* SPDX-License-Identifier: ISC */
/* When people are away. */
#ifndef APP_MATCHES_CLOCKS_AWAY_H
#define APP_MATCHES_CLOCKS_AWAY_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct home;
struct person;
struct table;

/* The days off by which the player counts. */
GTimeZone *away_zone(const struct home *, const struct person *);
/* When that day begins there, and which one it is at that moment. */
int64_t away_midnight(GTimeZone *, const GDate *);
void away_day(GTimeZone *, int64_t at, GDate *);
/* until (or NULL): the end of it. */
int away_now(struct home *, int64_t person, bool *away, int64_t *until);
/* From when an absence counts at that table that was said at made. */
int64_t away_counts_from(struct table *, int64_t since, int64_t made);
/* When the player's clocks stand still there: struct off; NULL on an error. */
GArray *away_offs(struct table *, int64_t person);
/* Do deadlines of that person stand still at the table now? */
int away_stands_still(struct table *, int64_t person, bool *still);

#endif

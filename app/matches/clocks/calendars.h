/* SPDX-License-Identifier: ISC */
/* By what a timer's time runs. */
#ifndef APP_MATCHES_CLOCKS_CALENDARS_H
#define APP_MATCHES_CLOCKS_CALENDARS_H

#include <stdint.h>

struct calendar;
struct span;
struct table;
struct timer_row;

/* The calendar for a timer's time since it was asked; NULL: the store. */
struct calendar *clocks_calendar(struct table *, const struct timer_row *);
/* The same since from. */
struct calendar *clocks_calendar_from(
    struct table *, const struct timer_row *, int64_t from);
/* When a span from there on ends for that seat's player, whose absences
 * count. */
int64_t clocks_after(struct table *, int seat, int64_t from, struct span);

#endif

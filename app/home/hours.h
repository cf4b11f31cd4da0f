/* SPDX-License-Identifier: ISC */
/* Hours of a reader's day.  Moments are UTC seconds, minutes those of a day. */
#ifndef APP_HOME_HOURS_H
#define APP_HOME_HOURS_H

#include <glib.h>
#include <stdint.h>

struct policy;

/* When the person's clock shows that minute of the day next, behind now. */
int64_t hours_next(GTimeZone *, int64_t now, int minute);
/* Then, or the end of the quiet hours in which it lies. */
int64_t hours_loud(const struct policy *, GTimeZone *, int64_t at);
/* Then, or a quarter of an hour before the quiet hours in which it lies. */
int64_t hours_before_quiet(const struct policy *, GTimeZone *, int64_t at);

#endif

/* SPDX-License-Identifier: ISC */
/*
 * When a stretch of time that begins at a moment is over, by the calendar
 * that a table agreed on and the hours in which its clocks stood still.  Pure:
 * times are UTC seconds, and nothing but the arguments decides.
 *
 * Hours of days off do not count.  "3d" is three times 24 hours of what is
 * left, also where a clock change makes a day longer or shorter; "2 working
 * days" ends two of the days that count later, at the same hour of the clock
 * (of a day off: at the start of a day).  No deadline lies on a day off, in
 * quiet hours or in the evening behind the latest hour: it moves on to the
 * next moment that is none of these, never back.
 */
#ifndef POLICY_CLOCK_H
#define POLICY_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct calendar;
struct policy;
struct span;

/* The year 10000: of what stands still. */
#define CLOCK_NEVER INT64_C(253402300800)
/* When a day begins for those who have a latest hour, but no quiet ones. */
#define CLOCK_MORNING (8 * 60)

/* Clocks stood still, or will, from since until just before until. */
struct off {
	int64_t since, until; /* CLOCK_NEVER: nobody knows */
};

/* policy must last; home_zone holds where it names none. */
struct calendar *calendar_new(const struct policy *, const char *home_zone);
void calendar_free(struct calendar *);
/* They count for all that is asked from now on; until NEVER if it is 0. */
void calendar_stop(struct calendar *, int64_t since, int64_t until);

/*
 * When the span, and so many seconds more or less, is over that began at
 * from.  Of each stop in between what was left when it began is left at its
 * end.
 */
int64_t calendar_after(
    const struct calendar *, int64_t from, struct span, int64_t extra);
/* The seconds between that count; stops are not looked at. */
int64_t calendar_counted(const struct calendar *, int64_t from, int64_t to);
/*
 * Those beyond span by which it ends not at its own time, but at to (which is
 * not before from): calendar_after gives to back, or the next moment that can
 * be a deadline.
 */
int64_t calendar_extra(
    const struct calendar *, int64_t from, struct span, int64_t to);
/*
 * When so many percent are left of the time that runs between from and due: a
 * moment at which it runs.
 */
int64_t calendar_share(
    const struct calendar *, int64_t from, int64_t due, int percent);
/* Then, or when clocks go on that stand still then; days_off: also those that
 * do so as a day is off. */
int64_t calendar_going(const struct calendar *, int64_t at, bool days_off);
/* Can it be a deadline? */
bool calendar_fits(const struct calendar *, int64_t at);

#endif

/* SPDX-License-Identifier: ISC */
/* Deadlines by a calendar. */
#include "policy/clock.h"

#include "base/seconds.h"
#include "policy/hours.h"
#include "policy/policy.h"
#include "policy/span.h"
#include "policy/wall.h"

#include <glib.h>
#include <string.h>

/* A calendar that is searched for longer has days off for ever. */
#define DAYS_MAX 4000

struct calendar {
	const struct policy *policy;
	GTimeZone *zone;
	GArray *stops; /* struct off, by since, none touches another */
	int night_from, night_to; /* behind the latest hour; equal: none */
};

/* ---- a calendar ---- */

/*
 * The evening behind the latest hour is over when the quiet hours are, else in
 * the morning.  Quiet hours that leave nothing of the day before the latest
 * hour win against it.
 */
static void
set_night(struct calendar *c)
{
	const struct policy *p = c->policy;
	bool quiet = p->quiet_from != p->quiet_to;
	bool by_night =
	    quiet && (p->quiet_from > p->quiet_to || p->quiet_from == 0);
	int morning = by_night ? p->quiet_to : CLOCK_MORNING;

	if (p->latest == -1 || p->latest >= MINUTES_A_DAY)
		return;
	if (morning >= p->latest && by_night)
		return;
	if (morning >= p->latest)
		morning = 0;
	if (quiet && p->quiet_from <= morning && p->quiet_to > p->latest)
		return;
	c->night_from = p->latest;
	c->night_to = morning;
}

struct calendar *
calendar_new(const struct policy *policy, const char *home_zone)
{
	struct calendar *c = g_new0(struct calendar, 1);

	c->policy = policy;
	c->zone = wall_zone(policy->zone[0] != '\0' ? policy->zone : home_zone);
	c->stops = g_array_new(FALSE, FALSE, sizeof(struct off));
	set_night(c);
	return c;
}

void
calendar_free(struct calendar *c)
{
	if (c == NULL)
		return;
	g_time_zone_unref(c->zone);
	g_array_unref(c->stops);
	g_free(c);
}

/* Those that touch become one. */
void
calendar_stop(struct calendar *c, int64_t since, int64_t until)
{
	struct off new = { since, until == 0 ? CLOCK_NEVER : until };
	guint i = 0;

	if (new.until <= new.since)
		return;
	while (i < c->stops->len) {
		const struct off *old = &g_array_index(c->stops, struct off, i);

		if (old->until < new.since) {
			i++;
			continue;
		}
		if (old->since > new.until)
			break;
		new.since = MIN(new.since, old->since);
		new.until = MAX(new.until, old->until);
		g_array_remove_index(c->stops, i);
	}
	g_array_insert_val(c->stops, i, new);
}

static bool
day_off(const struct calendar *c, int64_t day)
{
	const struct policy *p = c->policy;
	int date;

	if (p->days_off & 1U << wall_weekday(day))
		return true;
	if (p->ndates_off == 0)
		return false;
	date = wall_date(day);
	for (int i = 0; i < p->ndates_off; i++)
		if (date >= p->dates_off[i].first &&
		    date <= p->dates_off[i].last)
			return true;
	return false;
}

/* From from until just before to, both minutes of the day; *end: behind how
 * many seconds of that day it is over, 0 if it is not now. */
static void
hours_off(int from, int to, int64_t second, int64_t *end)
{
	int64_t begin = from * 60, over = to * 60;

	if (from == to)
		return;
	if (begin < over ? second >= begin && second < over : second < over)
		*end = MAX(*end, over);
	else if (begin > over && second >= begin)
		*end = MAX(*end, DAY + over);
}

/* Until what the wall shows there is no deadline; 0: there may be one. */
static int64_t
barred_until(const struct calendar *c, int64_t at)
{
	int64_t shown = wall_shown(c->zone, at);
	int64_t day = wall_day(shown), second = shown - day * DAY, end = 0;

	if (day_off(c, day))
		return (day + 1) * DAY;
	hours_off(c->policy->quiet_from, c->policy->quiet_to, second, &end);
	/* The latest hour itself can be a deadline. */
	if (second != c->night_from * 60)
		hours_off(c->night_from, c->night_to, second, &end);
	return end == 0 ? 0 : day * DAY + end;
}

bool
calendar_fits(const struct calendar *c, int64_t at)
{
	return barred_until(c, at) == 0;
}

/* The next moment that can be a deadline. */
static int64_t
fitting(const struct calendar *c, int64_t at)
{
	int64_t end = at + DAYS_MAX * DAY, until;

	while (at < end && (until = barred_until(c, at)) != 0)
		at = wall_change(
		    c->zone, at, at + until - wall_shown(c->zone, at));
	return at < end ? at : CLOCK_NEVER;
}

/* ---- stretches of time ---- */

static bool
all_days_count(const struct calendar *c)
{
	return c->policy->days_off == 0 && c->policy->ndates_off == 0;
}

/* The day in which that moment counts, and when it is over. */
static int64_t
day_at(const struct calendar *c, int64_t at, int64_t *end)
{
	int64_t day = wall_day(wall_so_far(c->zone, at));

	*end = wall_day_start(c->zone, day + 1);
	return day;
}

int64_t
calendar_counted(const struct calendar *c, int64_t from, int64_t to)
{
	int64_t sum = 0, end;

	if (all_days_count(c))
		return MAX(0, to - from);
	for (int64_t at = from; at < to; at = end) {
		bool off = day_off(c, day_at(c, at, &end));

		end = MIN(end, to);
		sum += off ? 0 : end - at;
	}
	return sum;
}

/* The moment by which so many seconds have counted. */
static int64_t
forward(const struct calendar *c, int64_t at, int64_t seconds)
{
	int64_t end;

	if (all_days_count(c))
		return at + seconds;
	for (int idle = 0; idle < DAYS_MAX; at = end) {
		if (day_off(c, day_at(c, at, &end))) {
			idle++;
			continue;
		}
		if (seconds <= end - at)
			return at + seconds;
		seconds -= end - at;
		idle = 0;
	}
	return CLOCK_NEVER;
}

/* The same hour, so many of the days later that count. */
static int64_t
working_days(const struct calendar *c, int64_t at, int n)
{
	int64_t start = at, end, day, second;

	at = forward(c, at, 1) - 1;
	if (at >= CLOCK_NEVER - 1)
		return CLOCK_NEVER;
	day = day_at(c, at, &end);
	second = wall_so_far(c->zone, at) - day * DAY;
	for (int idle = 0; n > 0; idle++) {
		if (idle == DAYS_MAX)
			return CLOCK_NEVER;
		start = end;
		end = wall_day_start(c->zone, ++day + 1);
		/* a day that a zone left out is none */
		if (start < end && !day_off(c, day)) {
			n--;
			idle = 0;
		}
	}
	return wall_reach(c->zone, start, day * DAY + second);
}

/* Where the span alone ends. */
static int64_t
span_end(const struct calendar *c, int64_t from, struct span span)
{
	return span.working_days > 0 ? working_days(c, from, span.working_days)
				     : forward(c, from, span.seconds);
}

static int64_t
with_extra(
    const struct calendar *c, int64_t from, struct span span, int64_t extra)
{
	int64_t at = span_end(c, from, span);

	if (at >= CLOCK_NEVER || extra == 0)
		return at;
	return forward(c, from, MAX(0, calendar_counted(c, from, at) + extra));
}

/* What begins while clocks stand still begins when they go on. */
static int64_t
going(const struct calendar *c, int64_t at)
{
	for (guint i = 0; i < c->stops->len; i++) {
		const struct off *stop =
		    &g_array_index(c->stops, struct off, i);

		if (stop->since <= at && at < stop->until)
			return stop->until;
	}
	return at;
}

int64_t
calendar_after(
    const struct calendar *c, int64_t from, struct span span, int64_t extra)
{
	int64_t due;

	from = going(c, from);
	if (from >= CLOCK_NEVER)
		return CLOCK_NEVER;
	due = with_extra(c, from, span, extra);
	if (due < CLOCK_NEVER)
		due = fitting(c, due);
	for (guint i = 0; i < c->stops->len && due < CLOCK_NEVER; i++) {
		const struct off *stop =
		    &g_array_index(c->stops, struct off, i);
		int64_t left;

		if (stop->until <= from || stop->since > due)
			continue;
		if (stop->until >= CLOCK_NEVER)
			return CLOCK_NEVER;
		left = calendar_counted(c, stop->since, due);
		due = forward(c, stop->until, left);
		if (due < CLOCK_NEVER)
			due = fitting(c, due);
	}
	return MIN(due, CLOCK_NEVER);
}

/* What counts between them, without what fell into stops. */
static int64_t
counted_between_stops(const struct calendar *c, int64_t from, int64_t to)
{
	int64_t sum = calendar_counted(c, from, to);

	for (guint i = 0; i < c->stops->len; i++) {
		const struct off *stop =
		    &g_array_index(c->stops, struct off, i);
		int64_t begin = MAX(stop->since, from);
		int64_t end = MIN(stop->until, to);

		if (begin < end)
			sum -= calendar_counted(c, begin, end);
	}
	return sum;
}

int64_t
calendar_extra(
    const struct calendar *c, int64_t from, struct span span, int64_t to)
{
	int64_t end;

	from = going(c, from);
	if (from >= CLOCK_NEVER)
		return 0;
	end = span_end(c, from, span);
	if (end >= CLOCK_NEVER)
		return 0;
	return counted_between_stops(c, from, to) -
	       calendar_counted(c, from, end);
}

int64_t
calendar_share(const struct calendar *c, int64_t from, int64_t due, int percent)
{
	int64_t all, at;

	if (due >= CLOCK_NEVER)
		return CLOCK_NEVER;
	all = counted_between_stops(c, from, due);
	/* the second behind it runs, too */
	at = forward(c, going(c, from), all - all * percent / 100 + 1);
	for (guint i = 0; i < c->stops->len && at < CLOCK_NEVER; i++) {
		const struct off *stop =
		    &g_array_index(c->stops, struct off, i);

		if (stop->until <= from || stop->since <= from ||
		    stop->since >= at)
			continue;
		at = forward(
		    c, stop->until, calendar_counted(c, stop->since, at));
	}
	return at >= CLOCK_NEVER ? CLOCK_NEVER : at - 1;
}

int64_t
calendar_going(const struct calendar *c, int64_t at, bool days_off)
{
	int64_t end;

	for (int idle = 0; idle < DAYS_MAX; idle++) {
		at = going(c, at);
		if (at >= CLOCK_NEVER)
			return CLOCK_NEVER;
		if (!days_off || !day_off(c, day_at(c, at, &end)))
			return at;
		at = end;
	}
	return CLOCK_NEVER;
}

/* SPDX-License-Identifier: ISC */
/*
 * Deadlines by a calendar.  A zone is looked at through one number: what its
 * clocks on the wall show at a moment, in seconds since 1970 as if they were
 * UTC ("wall").  It falls back when an hour comes twice and jumps when one is
 * left out; where something must only ever grow, its greatest value so far is
 * taken instead.
 */
#include "policy/clock.h"

#include "policy/hours.h"
#include "policy/policy.h"
#include "policy/span.h"

#include <glib.h>
#include <string.h>

#define DAY INT64_C(86400)
/* No zone changes its clocks twice within that time, nor by more. */
#define CHANGE_MAX (26 * 3600)
/* 1970-01-01 among GLib's days, and as a weekday. */
#define EPOCH_JULIAN 719163
#define EPOCH_WEEKDAY 3
/* A calendar that is searched for longer has days off for ever. */
#define DAYS_MAX 4000

struct calendar {
	const struct policy *policy;
	GTimeZone *zone;
	GArray *stops; /* struct off, by since, none touches another */
	int night_from, night_to; /* behind the latest hour; equal: none */
};

/* ---- zones ---- */

static GTimeZone *
zone_get(const char *name)
{
	GTimeZone *zone = name == NULL || name[0] == '\0'
			      ? NULL
			      : g_time_zone_new_identifier(name);

	return zone != NULL ? zone : g_time_zone_new_utc();
}

static gint
interval_at(GTimeZone *zone, int64_t at)
{
	return g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, at);
}

static int64_t
wall(GTimeZone *zone, int64_t at)
{
	return at + g_time_zone_get_offset(zone, interval_at(zone, at));
}

/* The first moment behind at, up to end, in another interval; else end. */
static int64_t
next_change(GTimeZone *zone, int64_t at, int64_t end)
{
	gint here = interval_at(zone, at);
	int64_t low = at, high = end;

	if (end <= at || interval_at(zone, end) == here)
		return end;
	while (high - low > 1) {
		int64_t middle = low + (high - low) / 2;

		if (interval_at(zone, middle) == here)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* What it has shown at most, up to that moment. */
static int64_t
wall_so_far(GTimeZone *zone, int64_t at)
{
	int64_t most = wall(zone, at);
	int64_t change = next_change(zone, at - CHANGE_MAX, at + 1);

	return change > at ? most : MAX(most, wall(zone, change - 1) + 1);
}

/* The first moment, from at on, at which it shows that or more. */
static int64_t
reach(GTimeZone *zone, int64_t at, int64_t shown)
{
	while (wall(zone, at) < shown)
		at = next_change(zone, at, at + shown - wall(zone, at));
	return at;
}

static int64_t
day_of(int64_t shown)
{
	return shown >= 0 ? shown / DAY : -((DAY - 1 - shown) / DAY);
}

static int64_t
day_start(GTimeZone *zone, int64_t day)
{
	return reach(zone, day * DAY - CHANGE_MAX, day * DAY);
}

static int
weekday_of(int64_t day)
{
	return (int)(((day + EPOCH_WEEKDAY) % 7 + 7) % 7);
}

static int
date_of(int64_t day)
{
	GDate date;

	g_date_clear(&date, 1);
	g_date_set_julian(&date, (guint32)(day + EPOCH_JULIAN));
	return g_date_get_year(&date) * 10000 +
	       (int)g_date_get_month(&date) * 100 + g_date_get_day(&date);
}

void
wall_at(const char *name, int64_t at, struct wall *w)
{
	g_autoptr(GTimeZone) zone = zone_get(name);
	int64_t shown = wall(zone, at);
	int64_t day = day_of(shown), second = shown - day * DAY;

	w->date = date_of(day);
	w->weekday = weekday_of(day);
	w->minute = (int)(second / 60);
	w->second = (int)(second % 60);
	g_strlcpy(w->zone,
	    g_time_zone_get_abbreviation(zone, interval_at(zone, at)),
	    sizeof(w->zone));
}

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
	c->zone = zone_get(policy->zone[0] != '\0' ? policy->zone : home_zone);
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

	if (p->days_off & 1U << weekday_of(day))
		return true;
	if (p->ndates_off == 0)
		return false;
	date = date_of(day);
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
	int64_t shown = wall(c->zone, at);
	int64_t day = day_of(shown), second = shown - day * DAY, end = 0;

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
		at = next_change(c->zone, at, at + until - wall(c->zone, at));
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
	int64_t day = day_of(wall_so_far(c->zone, at));

	*end = day_start(c->zone, day + 1);
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
		end = day_start(c->zone, ++day + 1);
		/* a day that a zone left out is none */
		if (start < end && !day_off(c, day)) {
			n--;
			idle = 0;
		}
	}
	return reach(c->zone, start, day * DAY + second);
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

/* SPDX-License-Identifier: ISC */
/* Hours of a reader's day: when the clock on her wall shows what. */
#include "app/home/hours.h"

#include "base/seconds.h"
#include "policy/policy.h"

#define ROUND (15 * 60) /* as often as cron runs the steps, at least */

static GDateTime *
local(GTimeZone *zone, int64_t at)
{
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at);

	return g_date_time_to_timezone(utc, zone);
}

/* On that day, or on one of those behind it; a time that the change of clocks
 * leaves out is as much later. */
static int64_t
on_day(GTimeZone *zone, GDateTime *day, int days, int minute)
{
	g_autoptr(GDateTime) then = g_date_time_add_days(day, days);
	g_autoptr(GDateTime) at = g_date_time_new(zone,
	    g_date_time_get_year(then), g_date_time_get_month(then),
	    g_date_time_get_day_of_month(then), minute / 60, minute % 60, 0);

	return g_date_time_to_unix(at);
}

int64_t
hours_next(GTimeZone *zone, int64_t now, int minute)
{
	g_autoptr(GDateTime) day = local(zone, now);
	int64_t at = 0;

	for (int i = 0; i < 3; i++) {
		at = on_day(zone, day, i, minute);
		if (at > now)
			return at;
	}
	return at;
}

static bool
is_quiet(const struct policy *policy, GTimeZone *zone, int64_t at)
{
	g_autoptr(GDateTime) day = local(zone, at);
	int minute =
	    g_date_time_get_hour(day) * 60 + g_date_time_get_minute(day);
	int from = policy->quiet_from, to = policy->quiet_to;

	if (from == to)
		return false;
	return from < to ? minute >= from && minute < to
			 : minute >= from || minute < to;
}

int64_t
hours_loud(const struct policy *policy, GTimeZone *zone, int64_t at)
{
	return is_quiet(policy, zone, at)
		   ? hours_next(zone, at, policy->quiet_to)
		   : at;
}

int64_t
hours_before_quiet(const struct policy *policy, GTimeZone *zone, int64_t at)
{
	int64_t begun = at - DAY;

	if (!is_quiet(policy, zone, at))
		return at;
	begun = hours_next(zone, begun, policy->quiet_from);
	return MIN(begun, at) - ROUND;
}

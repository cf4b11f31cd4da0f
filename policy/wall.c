/* SPDX-License-Identifier: ISC */
/*
 * What clocks on the wall show.  They fall back when an hour comes twice and
 * jump when one is left out; where something must only ever grow, the greatest
 * value so far is taken instead (wall_so_far).
 */
#include "policy/wall.h"

#include "base/seconds.h"

/* No zone changes its clocks twice within that time, nor by more. */
#define CHANGE_MAX (26 * 3600)
/* 1970-01-01 among GLib's days, and as a weekday. */
#define EPOCH_JULIAN 719163
#define EPOCH_WEEKDAY 3

GTimeZone *
wall_zone(const char *name)
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

int64_t
wall_shown(GTimeZone *zone, int64_t at)
{
	return at + g_time_zone_get_offset(zone, interval_at(zone, at));
}

int64_t
wall_change(GTimeZone *zone, int64_t at, int64_t end)
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

int64_t
wall_so_far(GTimeZone *zone, int64_t at)
{
	int64_t most = wall_shown(zone, at);
	int64_t change = wall_change(zone, at - CHANGE_MAX, at + 1);

	return change > at ? most : MAX(most, wall_shown(zone, change - 1) + 1);
}

int64_t
wall_reach(GTimeZone *zone, int64_t at, int64_t shown)
{
	while (wall_shown(zone, at) < shown)
		at = wall_change(zone, at, at + shown - wall_shown(zone, at));
	return at;
}

int64_t
wall_day(int64_t shown)
{
	return shown >= 0 ? shown / DAY : -((DAY - 1 - shown) / DAY);
}

int64_t
wall_day_start(GTimeZone *zone, int64_t day)
{
	return wall_reach(zone, day * DAY - CHANGE_MAX, day * DAY);
}

int
wall_weekday(int64_t day)
{
	return (int)(((day + EPOCH_WEEKDAY) % 7 + 7) % 7);
}

int
wall_date(int64_t day)
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
	g_autoptr(GTimeZone) zone = wall_zone(name);
	int64_t shown = wall_shown(zone, at);
	int64_t day = wall_day(shown), second = shown - day * DAY;

	w->date = wall_date(day);
	w->weekday = wall_weekday(day);
	w->minute = (int)(second / 60);
	w->second = (int)(second % 60);
	g_strlcpy(w->zone,
	    g_time_zone_get_abbreviation(zone, interval_at(zone, at)),
	    sizeof(w->zone));
}

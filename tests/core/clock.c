/* SPDX-License-Identifier: ISC */
/* When time is up: examples by hand, and a whole year as GLib has it. */
#include "base/err.h"
#include "policy/clock.h"
#include "policy/wall.h"
#include "policy/policy.h"
#include "policy/policy_text.h"
#include "policy/span.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <glib.h>

#define QUARTER 900

/* "days-off=sat, sun; latest=21:00" */
static void
read_policy(struct policy *p, const char *keys)
{
	g_auto(GStrv) parts = g_strsplit(keys, ";", -1);
	struct err e = { 0 };

	policy_default(p);
	for (int i = 0; parts[i] != NULL; i++) {
		g_auto(GStrv) pair = g_strsplit(parts[i], "=", 2);

		if (pair[0] == NULL || pair[1] == NULL)
			continue;
		if (policy_set(p, g_strstrip(pair[0]), pair[1], &e) == -1)
			fail_msg("%s", e.text);
	}
}

/* "2026-03-29 12:00" in that zone. */
static int64_t
moment(const char *zone, const char *text)
{
	g_autoptr(GTimeZone) tz = g_time_zone_new_identifier(zone);
	g_autofree char *iso =
	    g_strdup_printf("%.10sT%.5s:00", text, text + 11);
	g_autoptr(GDateTime) when = g_date_time_new_from_iso8601(iso, tz);

	assert_non_null(when);
	return g_date_time_to_unix(when);
}

static char *
shown(const char *zone, int64_t at)
{
	struct wall w;

	if (at >= CLOCK_NEVER)
		return g_strdup("never");
	wall_at(zone, at, &w);
	return g_strdup_printf("%04d-%02d-%02d %02d:%02d:%02d %s",
	    w.date / 10000, w.date / 100 % 100, w.date % 100, w.minute / 60,
	    w.minute % 60, w.second, w.zone);
}

static int64_t
after(const char *zone, const char *keys, const char *asked, const char *span,
    int64_t extra)
{
	g_autofree char *all = g_strconcat("zone=", zone, ";", keys, NULL);
	struct policy p;
	struct calendar *c;
	struct span s;
	int64_t due;

	read_policy(&p, all);
	assert_true(span_read(span, &s));
	c = calendar_new(&p, "UTC");
	due = calendar_after(c, moment(zone, asked), s, extra);
	calendar_free(c);
	return due;
}

/* ---- by hand ---- */

struct example {
	const char *zone, *keys, *asked, *span, *due;
};

static void
check_examples(const struct example *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct example *x = &list[i];
		g_autofree char *got = shown(
		    x->zone, after(x->zone, x->keys, x->asked, x->span, 0));

		if (strcmp(got, x->due) != 0)
			print_message("%s, %s, %s + %s\n", x->zone, x->keys,
			    x->asked, x->span);
		assert_string_equal(got, x->due);
	}
}
#define CHECK(list) check_examples(list, G_N_ELEMENTS(list))
#define WEEKEND "days-off=sat, sun"

static void
days_off(void **state)
{
	static const struct example list[] = {
		{ "UTC", "", "2026-11-20 18:00", "36h",
		    "2026-11-22 06:00:00 UTC" },
		/* Friday evening to Tuesday morning */
		{ "UTC", WEEKEND, "2026-11-20 18:00", "36h",
		    "2026-11-24 06:00:00 UTC" },
		{ "UTC", WEEKEND, "2026-11-20 18:00", "2 working days",
		    "2026-11-24 18:00:00 UTC" },
		/* asked on a Saturday is asked on Monday */
		{ "UTC", WEEKEND, "2026-11-21 10:00", "24h",
		    "2026-11-24 00:00:00 UTC" },
		{ "UTC", WEEKEND, "2026-11-21 10:00", "1 working day",
		    "2026-11-24 00:00:00 UTC" },
		/* the end of a Friday is no Saturday's first second */
		{ "UTC", WEEKEND, "2026-11-20 12:00", "12h",
		    "2026-11-23 00:00:00 UTC" },
		{ "UTC", "dates-off=2026-12-24 to 2026-12-26, 2027-01-01",
		    "2026-12-23 12:00", "2d", "2026-12-28 12:00:00 UTC" },
		{ "UTC", WEEKEND ";dates-off=2026-12-24 to 2026-12-25",
		    "2026-12-23 12:00", "2 working days",
		    "2026-12-29 12:00:00 UTC" },
		{ "UTC", "dates-off=2026-12-24 to 2027-01-03",
		    "2026-12-23 12:00", "1d", "2027-01-04 12:00:00 UTC" },
		{ "UTC", "days-off=mon, tue, wed, thu, fri, sat, sun",
		    "2026-12-23 12:00", "1d", "never" },
		{ "UTC", "days-off=mon, tue, wed, thu, fri, sat, sun",
		    "2026-12-23 12:00", "1 working day", "never" },
		/* days are those of the match's zone */
		{ "Asia/Kolkata", WEEKEND, "2026-11-20 23:00", "2h",
		    "2026-11-23 01:00:00 IST" },
	};

	(void)state;
	CHECK(list);
}

static void
hours_of_the_day(void **state)
{
	static const struct example list[] = {
		{ "UTC", "quiet=22:00-07:00", "2026-11-20 23:30", "24h",
		    "2026-11-22 07:00:00 UTC" },
		{ "UTC", "quiet=22:00-07:00", "2026-11-20 21:59", "24h",
		    "2026-11-21 21:59:00 UTC" },
		{ "UTC", "quiet=22:00-07:00", "2026-11-20 22:00", "24h",
		    "2026-11-22 07:00:00 UTC" },
		{ "UTC", "quiet=22:00-07:00", "2026-11-20 07:00", "24h",
		    "2026-11-21 07:00:00 UTC" },
		{ "UTC", "quiet=12:00-14:00", "2026-11-20 13:00", "24h",
		    "2026-11-21 14:00:00 UTC" },
		/* the latest hour itself is not too late */
		{ "UTC", "latest=21:00", "2026-11-20 21:00", "24h",
		    "2026-11-21 21:00:00 UTC" },
		{ "UTC", "latest=21:00", "2026-11-20 21:01", "24h",
		    "2026-11-22 08:00:00 UTC" },
		{ "UTC", "latest=21:00", "2026-11-20 03:00", "24h",
		    "2026-11-21 08:00:00 UTC" },
		{ "UTC", "latest=24:00", "2026-11-20 03:00", "24h",
		    "2026-11-21 03:00:00 UTC" },
		{ "UTC", "latest=06:00", "2026-11-20 05:00", "24h",
		    "2026-11-21 05:00:00 UTC" },
		{ "UTC", "latest=06:00", "2026-11-20 07:00", "24h",
		    "2026-11-22 00:00:00 UTC" },
		/* the quiet hours say when the morning is */
		{ "UTC", "latest=21:00;quiet=23:00-06:30", "2026-11-20 21:30",
		    "24h", "2026-11-22 06:30:00 UTC" },
		{ "UTC", "latest=21:00;quiet=23:00-06:30;" WEEKEND,
		    "2026-11-19 21:30", "24h", "2026-11-23 06:30:00 UTC" },
		/* what leaves no hour at all is not obeyed */
		{ "UTC", "latest=06:00;quiet=22:00-07:00", "2026-11-20 12:00",
		    "24h", "2026-11-21 12:00:00 UTC" },
		{ "UTC", "latest=20:00;quiet=07:00-21:00", "2026-11-20 12:00",
		    "24h", "2026-11-21 21:00:00 UTC" },
	};

	(void)state;
	CHECK(list);
}

static void
clock_changes(void **state)
{
	static const struct example list[] = {
		/* a day of 23 hours */
		{ "Europe/Berlin", "", "2026-03-28 12:00", "24h",
		    "2026-03-29 13:00:00 CEST" },
		{ "Europe/Berlin", "", "2026-03-28 12:00", "1 working day",
		    "2026-03-29 12:00:00 CEST" },
		/* an hour that does not exist */
		{ "Europe/Berlin", "", "2026-03-28 02:30", "1 working day",
		    "2026-03-29 03:00:00 CEST" },
		{ "Europe/Berlin", "", "2026-03-29 01:30", "1h",
		    "2026-03-29 03:30:00 CEST" },
		/* a day of 25 hours, and an hour that comes twice */
		{ "Europe/Berlin", "", "2026-10-24 12:00", "24h",
		    "2026-10-25 11:00:00 CET" },
		{ "Europe/Berlin", "", "2026-10-24 12:00", "1 working day",
		    "2026-10-25 12:00:00 CET" },
		{ "Europe/Berlin", "", "2026-10-25 00:30", "3h",
		    "2026-10-25 02:30:00 CET" },
		/* quiet hours that end in a missing hour, or begin in a
		 * double one */
		{ "Europe/Berlin", "quiet=22:00-02:30", "2026-03-28 23:00",
		    "1h", "2026-03-29 03:00:00 CEST" },
		{ "Europe/Berlin", "quiet=02:30-07:00", "2026-10-25 01:45",
		    "1h", "2026-10-25 02:00:00 CET" },
		{ "Europe/Berlin", WEEKEND, "2026-03-27 12:00", "24h",
		    "2026-03-30 12:00:00 CEST" },
		{ "America/New_York", "", "2026-03-07 12:00", "24h",
		    "2026-03-08 13:00:00 EDT" },
		{ "America/New_York", "", "2026-11-01 00:30", "2h",
		    "2026-11-01 01:30:00 EST" },
		/* half an hour */
		{ "Australia/Lord_Howe", "", "2026-04-04 12:00", "24h",
		    "2026-04-05 11:30:00 +1030" },
		{ "Australia/Lord_Howe", "", "2026-04-04 12:00",
		    "1 working day", "2026-04-05 12:00:00 +1030" },
		{ "Australia/Lord_Howe", "", "2026-10-03 12:00", "24h",
		    "2026-10-04 12:30:00 +11" },
		/* midnight does not exist */
		{ "Africa/Cairo", "days-off=thu", "2026-04-22 12:00", "13h",
		    "2026-04-24 02:00:00 EEST" },
		/* Samoa left out 30 December 2011 */
		{ "Pacific/Apia", "", "2011-12-29 12:00", "24h",
		    "2011-12-31 12:00:00 +14" },
		{ "Pacific/Apia", "", "2011-12-29 12:00", "1 working day",
		    "2011-12-31 12:00:00 +14" },
		{ "Pacific/Apia", "days-off=sat, sun", "2011-12-29 12:00",
		    "1 working day", "2012-01-02 12:00:00 +14" },
		/* leap days */
		{ "UTC", "", "2028-02-28 12:00", "2 working days",
		    "2028-03-01 12:00:00 UTC" },
		{ "UTC", "", "2028-02-28 12:00", "2d",
		    "2028-03-01 12:00:00 UTC" },
		{ "UTC", "", "2027-02-28 12:00", "2d",
		    "2027-03-02 12:00:00 UTC" },
		{ "UTC", "dates-off=2028-02-29", "2028-02-28 12:00", "1d",
		    "2028-03-01 12:00:00 UTC" },
	};

	(void)state;
	CHECK(list);
}

/* ---- more time, and clocks that stand still ---- */

struct bench {
	struct policy policy;
	struct calendar *c;
};

static void
bench_set(struct bench *b, const char *keys)
{
	read_policy(&b->policy, keys);
	calendar_free(b->c);
	b->c = calendar_new(&b->policy, "UTC");
}

static void
bench_stop(struct bench *b, const char *since, const char *until)
{
	calendar_stop(b->c, moment("UTC", since),
	    until == NULL ? 0 : moment("UTC", until));
}

static void
bench_due(struct bench *b, const char *asked, const char *span, int64_t extra,
    const char *due)
{
	struct span s;
	g_autofree char *got = NULL;

	assert_true(span_read(span, &s));
	got =
	    shown("UTC", calendar_after(b->c, moment("UTC", asked), s, extra));
	if (!g_str_has_prefix(got, due))
		fail_msg("%s, not %s", got, due);
}

static void
stops(void **state)
{
	struct bench b = { .c = NULL };

	(void)state;
	bench_set(&b, "");
	bench_stop(&b, "2026-11-05 12:00", "2026-11-07 12:00");
	/* before, over it, within it, behind it */
	bench_due(&b, "2026-11-01 12:00", "1d", 0, "2026-11-02 12:00");
	bench_due(&b, "2026-11-04 12:00", "3d", 0, "2026-11-09 12:00");
	bench_due(&b, "2026-11-06 12:00", "3d", 0, "2026-11-10 12:00");
	bench_due(&b, "2026-11-07 12:00", "3d", 0, "2026-11-10 12:00");
	/* it begins with the deadline */
	bench_due(&b, "2026-11-04 12:00", "1d", 0, "2026-11-07 12:00");
	/* two that overlap are one, a third is another */
	bench_stop(&b, "2026-11-07 00:00", "2026-11-08 12:00");
	bench_stop(&b, "2026-11-09 12:00", "2026-11-10 12:00");
	bench_stop(&b, "2026-11-01 00:00", "2026-11-01 00:00");
	bench_due(&b, "2026-11-04 12:00", "3d", 0, "2026-11-11 12:00");
	bench_stop(&b, "2026-11-20 12:00", NULL);
	bench_due(&b, "2026-11-19 12:00", "3d", 0, "never");
	bench_due(&b, "2026-11-16 12:00", "3d", 0, "2026-11-19 12:00");
	/* what was left is left, also of the hours up to a moved deadline */
	bench_set(&b, "latest=21:00");
	bench_due(&b, "2026-11-01 23:00", "1d", 0, "2026-11-03 08:00");
	bench_stop(&b, "2026-11-03 05:00", "2026-11-05 10:00");
	bench_due(&b, "2026-11-01 23:00", "1d", 0, "2026-11-05 13:00");
	/* days off within a stop are no time lost */
	bench_set(&b, WEEKEND);
	bench_stop(&b, "2026-11-20 12:00", "2026-11-23 12:00");
	bench_due(&b, "2026-11-20 00:00", "2d", 0, "2026-11-25 00:00");
	bench_due(
	    &b, "2026-11-20 00:00", "2 working days", 0, "2026-11-25 00:00");
	calendar_free(b.c);
}

static void
bench_share(struct bench *b, const char *asked, const char *span, int percent,
    const char *want)
{
	struct span s;
	int64_t from = moment("UTC", asked);
	g_autofree char *got = NULL;

	assert_true(span_read(span, &s));
	got = shown("UTC", calendar_share(b->c, from,
			       calendar_after(b->c, from, s, 0), percent));
	if (!g_str_has_prefix(got, want))
		fail_msg("%s, not %s", got, want);
}

static void
shares(void **state)
{
	struct bench b = { .c = NULL };

	(void)state;
	bench_set(&b, "");
	bench_share(&b, "2026-11-01 12:00", "2d", 50, "2026-11-02 12:00:00");
	bench_share(&b, "2026-11-01 12:00", "2d", 100, "2026-11-01 12:00:00");
	bench_stop(&b, "2026-11-05 12:00", "2026-11-07 12:00");
	/* a stop in its first half, in its second, in its very middle */
	bench_share(&b, "2026-11-05 00:00", "2d", 50, "2026-11-08 00:00:00");
	bench_share(&b, "2026-11-04 00:00", "2d", 50, "2026-11-05 00:00:00");
	bench_share(&b, "2026-11-04 12:00", "2d", 50, "2026-11-07 12:00:00");
	/* asked within it */
	bench_share(&b, "2026-11-06 00:00", "2d", 50, "2026-11-08 12:00:00");
	bench_share(&b, "2026-11-06 00:00", "2d", 100, "2026-11-07 12:00:00");
	bench_stop(&b, "2026-11-08 00:00", "2026-11-09 00:00");
	bench_share(&b, "2026-11-06 00:00", "1d", 50, "2026-11-09 00:00:00");
	/* Friday noon to Monday noon */
	bench_set(&b, WEEKEND);
	bench_share(&b, "2026-11-20 12:00", "1d", 75, "2026-11-20 18:00:00");
	bench_share(&b, "2026-11-20 12:00", "1d", 50, "2026-11-23 00:00:00");
	bench_share(&b, "2026-11-20 12:00", "1d", 25, "2026-11-23 06:00:00");
	assert_int_equal(
	    calendar_going(b.c, moment("UTC", "2026-11-21 10:00"), true),
	    moment("UTC", "2026-11-23 00:00"));
	assert_int_equal(
	    calendar_going(b.c, moment("UTC", "2026-11-21 10:00"), false),
	    moment("UTC", "2026-11-21 10:00"));
	bench_stop(&b, "2026-11-20 12:00", "2026-11-21 12:00");
	assert_int_equal(
	    calendar_going(b.c, moment("UTC", "2026-11-20 13:00"), true),
	    moment("UTC", "2026-11-23 00:00"));
	bench_stop(&b, "2026-11-24 00:00", NULL);
	bench_share(&b, "2026-11-23 12:00", "1d", 50, "never");
	calendar_free(b.c);
}

static void
more_time(void **state)
{
	struct bench b = { .c = NULL };
	const struct span three = { .seconds = 3 * 86400 };
	int64_t asked = moment("UTC", "2026-11-20 12:00");

	(void)state;
	bench_set(&b, WEEKEND);
	bench_due(&b, "2026-11-20 12:00", "3d", 0, "2026-11-25 12:00");
	bench_due(&b, "2026-11-20 12:00", "3d", 86400, "2026-11-26 12:00");
	bench_due(&b, "2026-11-20 12:00", "3d", 3 * 86400, "2026-11-30 12:00");
	bench_due(&b, "2026-11-20 12:00", "3d", -86400, "2026-11-24 12:00");
	bench_due(&b, "2026-11-20 12:00", "3d", -9 * 86400, "2026-11-20 12:00");
	for (int hours = 0; hours < 400; hours += 7) {
		int64_t to = asked + hours * 3600;
		int64_t extra = calendar_extra(b.c, asked, three, to);
		int64_t due = calendar_after(b.c, asked, three, extra);

		assert_true(due >= to);
		assert_true(due == to || !calendar_fits(b.c, to));
	}
	/* hours in stops are not counted twice */
	bench_stop(&b, "2026-11-23 12:00", "2026-11-24 12:00");
	assert_int_equal(calendar_extra(b.c, asked, three,
			     moment("UTC", "2026-11-27 12:00")),
	    86400);
	bench_due(&b, "2026-11-20 12:00", "3d", 86400, "2026-11-27 12:00");
	calendar_free(b.c);
}

/* ---- what must hold at every quarter of an hour ---- */

#define QUARTERS (400 * 96)
struct year {
	const char *zone;
	int64_t begin;
	unsigned char weekday[QUARTERS];
	short minute[QUARTERS];
	int counted[QUARTERS + 1]; /* quarters before that one */
	bool fits[QUARTERS];
};

/* As GLib has it, without a line of policy/clock.c. */
static void
year_look(struct year *y, const char *zone, int year)
{
	g_autoptr(GTimeZone) tz = g_time_zone_new_identifier(zone);
	g_autoptr(GDateTime) first = g_date_time_new(tz, year, 1, 1, 0, 0, 0);

	y->zone = zone;
	y->begin = g_date_time_to_unix(first);
	for (int i = 0; i < QUARTERS; i++) {
		g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(
		    y->begin + (int64_t)i * QUARTER);
		g_autoptr(GDateTime) local = g_date_time_to_timezone(utc, tz);

		y->weekday[i] =
		    (unsigned char)(g_date_time_get_day_of_week(local) - 1);
		y->minute[i] = (short)(g_date_time_get_hour(local) * 60 +
				       g_date_time_get_minute(local));
	}
}

static bool
within(int from, int to, int minute)
{
	return from < to ? minute >= from && minute < to
			 : from > to && (minute >= from || minute < to);
}

static void
year_count(struct year *y, const struct policy *p)
{
	for (int i = 0; i < QUARTERS; i++) {
		bool off = (p->days_off & 1U << y->weekday[i]) != 0;

		y->counted[i + 1] = y->counted[i] + !off;
		y->fits[i] =
		    !off && !within(p->quiet_from, p->quiet_to, y->minute[i]) &&
		    (p->latest == -1 || y->minute[i] <= p->latest);
	}
}

static void
check_due(const struct year *y, int asked, int quarters, int64_t due)
{
	int64_t at = due - y->begin;
	int i = (int)(at / QUARTER);

	assert_int_equal(at % QUARTER, 0);
	assert_in_range(i, asked, QUARTERS - 1);
	if (y->counted[i] - y->counted[asked] < quarters || !y->fits[i])
		fail_msg("%s: asked %d, due %d after %d quarters", y->zone,
		    asked, i, y->counted[i] - y->counted[asked]);
	/* and it is the first such moment, but for evenings, which last
	 * longer than they must */
	while (--i > asked && y->counted[i] - y->counted[asked] >= quarters)
		if (y->fits[i] && y->minute[i] >= CLOCK_MORNING)
			fail_msg("%s: asked %d, could be due at %d", y->zone,
			    asked, i);
}

static void
check_year(struct year *y, const char *keys, const char *span)
{
	g_autofree char *all = g_strconcat("zone=", y->zone, ";", keys, NULL);
	struct policy p;
	struct calendar *c;
	struct span s;
	int64_t before = 0;

	read_policy(&p, all);
	assert_true(span_read(span, &s));
	c = calendar_new(&p, "UTC");
	year_count(y, &p);
	for (int i = 0; i < 366 * 96; i++) {
		int64_t asked = y->begin + (int64_t)i * QUARTER, due;

		/* every quarter near changes would take long elsewhere */
		if (i % 5 != 0 && i % 96 > 12)
			continue;
		due = calendar_after(c, asked, s, 0);
		if (due < before || !calendar_fits(c, due)) {
			g_autofree char *at = shown(y->zone, asked);
			g_autofree char *got = shown(y->zone, due);

			fail_msg("%s + %s, %s: %s", at, span, keys, got);
		}
		before = due;
		if (s.working_days == 0)
			check_due(y, i, (int)(s.seconds / QUARTER), due);
	}
	calendar_free(c);
}

static void
a_year(void **state)
{
	static const struct {
		const char *zone;
		int year;
	} zones[] = { { "UTC", 2028 }, { "Europe/Berlin", 2026 },
		{ "America/New_York", 2026 }, { "Asia/Kolkata", 2026 },
		{ "Australia/Lord_Howe", 2026 }, { "Pacific/Apia", 2011 } };
	static const char *const policies[][2] = { { "", "36h" },
		{ WEEKEND, "3d" }, { WEEKEND, "2 working days" },
		{ "quiet=22:00-07:00", "6h" }, { "latest=21:00", "24h" },
		{ "days-off=fri;quiet=01:30-02:30;latest=20:00", "90m" },
		{ "", "1 working day" } };
	struct year *y = g_new0(struct year, 1);

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(zones); i++) {
		year_look(y, zones[i].zone, zones[i].year);
		for (size_t k = 0; k < G_N_ELEMENTS(policies); k++)
			check_year(y, policies[k][0], policies[k][1]);
	}
	g_free(y);
}

/* Stops: never within one, never less than promised, and between those who
 * are asked while no stop begins the earlier one is not later. */
static void
a_year_of_stops(void **state)
{
	struct bench b = { .c = NULL };
	int64_t begin = moment("UTC", "2026-01-01 00:00"), before = 0;
	GRand *random = g_rand_new_with_seed(5);
	struct off off[40];

	(void)state;
	bench_set(&b, WEEKEND ";latest=21:00;zone=Europe/Berlin");
	for (int i = 0; i < 40; i++) {
		off[i].since = begin + i * INT64_C(800000) +
			       g_rand_int_range(random, 0, 400000);
		off[i].until =
		    off[i].since + g_rand_int_range(random, 1, 300000);
		calendar_stop(b.c, off[i].since, off[i].until);
	}
	for (int64_t asked = begin; asked < begin + 360 * 86400;
	     asked += 6007) {
		const struct span span = { .seconds = 2 * 86400 };
		int64_t due = calendar_after(b.c, asked, span, 0);
		int64_t counted = calendar_counted(b.c, asked, due);

		assert_true(calendar_fits(b.c, due));
		for (int i = 0; i < 40; i++) {
			int64_t from = MAX(off[i].since, asked);

			assert_false(due >= off[i].since && due < off[i].until);
			if (from < MIN(off[i].until, due))
				counted -= calendar_counted(
				    b.c, from, MIN(off[i].until, due));
			if (off[i].since > asked - 6007 &&
			    off[i].since <= asked)
				before = 0;
		}
		assert_true(counted >= span.seconds);
		assert_true(due >= before);
		before = due;
	}
	calendar_free(b.c);
	g_rand_free(random);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(days_off),
		cmocka_unit_test(hours_of_the_day),
		cmocka_unit_test(clock_changes),
		cmocka_unit_test(stops),
		cmocka_unit_test(shares),
		cmocka_unit_test(more_time),
		cmocka_unit_test(a_year),
		cmocka_unit_test(a_year_of_stops),
	};

	return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}

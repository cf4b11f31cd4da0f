/* SPDX-License-Identifier: ISC */
/*
 * Absences: a person says once, for all matches, from when to when the person
 * is away, by days of the person's own zone.  What that means is up to each
 * table: how long before it must be said, and how many days of a year stop the
 * person's clocks.  What people say is in players/seats/absences.c.
 */
#include "app/matches/clocks/away.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/clocks/stops.h"
#include "app/matches/table/table.h"
#include "policy/clock.h"
#include "policy/span.h"
#include "store/matches/matches.h"
#include "store/people/absences.h"
#include "store/people/people.h"

GTimeZone *
away_zone(const struct home *home, const struct person *person)
{
	const char *name =
	    person->zone[0] != '\0' ? person->zone : home->config->zone;
	GTimeZone *zone = g_time_zone_new_identifier(name);

	return zone != NULL ? zone : g_time_zone_new_utc();
}

int64_t
away_midnight(GTimeZone *zone, const GDate *day)
{
	g_autoptr(GDateTime) local = g_date_time_new(zone, g_date_get_year(day),
	    (int)g_date_get_month(day), g_date_get_day(day), 0, 0, 0);

	return local == NULL ? 0 : g_date_time_to_unix(local);
}

void
away_day(GTimeZone *zone, int64_t at, GDate *day)
{
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at);
	g_autoptr(GDateTime) local = g_date_time_to_timezone(utc, zone);
	int y, m, d;

	g_date_time_get_ymd(local, &y, &m, &d);
	g_date_clear(day, 1);
	g_date_set_dmy(day, (GDateDay)d, (GDateMonth)m, (GDateYear)y);
}

int
away_now(struct home *home, int64_t person, bool *away, int64_t *until)
{
	g_autoptr(GPtrArray) rows = store_absences(home->store, person);

	*away = false;
	if (rows == NULL)
		return -1;
	/* One may begin where another one ends. */
	for (guint i = 0; i < rows->len; i++) {
		const struct absence_row *a = rows->pdata[i];
		int64_t at = *away && until != NULL ? *until : home->now;

		if (a->since > at || a->until <= at)
			continue;
		*away = true;
		if (until != NULL)
			*until = a->until;
	}
	return 0;
}

/* ---- what of them counts at a table ---- */

/* Days of a year that were counted already. */
struct count {
	GTimeZone *zone;
	int year, days, max;
	GDate last; /* the last one of them */
};

/* May one more day count? */
static bool
count_day(struct count *c, const GDate *day)
{
	if (c->year != g_date_get_year(day)) {
		c->year = g_date_get_year(day);
		c->days = 0;
	}
	if (g_date_valid(&c->last) && g_date_compare(&c->last, day) == 0)
		return true;
	if (c->days >= c->max)
		return false;
	c->days++;
	c->last = *day;
	return true;
}

static void
add_off(GArray *offs, int64_t since, int64_t until)
{
	struct off *last =
	    offs->len == 0 ? NULL
			   : &g_array_index(offs, struct off, offs->len - 1);
	const struct off off = { since, until };

	if (since >= until)
		return;
	if (last != NULL && last->until == since)
		last->until = until;
	else
		g_array_append_val(offs, off);
}

/* Day by day, for as long as the year has days to spare. */
static void
add_days(struct count *c, int64_t since, int64_t until, GArray *offs)
{
	while (since < until) {
		int64_t end;
		GDate day, next;

		away_day(c->zone, since, &day);
		next = day;
		g_date_add_days(&next, 1);
		end = MIN(away_midnight(c->zone, &next), until);
		if (end <= since)
			return;
		if (count_day(c, &day))
			add_off(offs, since, end);
		since = end;
	}
}

int64_t
away_counts_from(struct table *t, int64_t since, int64_t made)
{
	int64_t notice = made;

	if (span_any(t->policy.away_notice))
		notice = stops_after(t, made, t->policy.away_notice);
	return MAX(since, notice);
}

GArray *
away_offs(struct table *t, int64_t id)
{
	struct store *store = t->home->store;
	g_autoptr(GPtrArray) rows =
	    store_absences_look(store, t->row->id, id) == -1
		? NULL
		: store_absences(store, id);
	GArray *offs = g_array_new(FALSE, FALSE, sizeof(struct off));
	struct count count = { .max = t->policy.away_days };
	struct person *person;

	if (rows == NULL) {
		g_array_unref(offs);
		return NULL;
	}
	if (rows->len == 0 || count.max == 0)
		return offs;
	if ((person = store_person(t->home->store, id)) == NULL) {
		g_array_unref(offs);
		return NULL;
	}
	count.zone = away_zone(t->home, person);
	g_date_clear(&count.last, 1);
	for (guint i = 0; i < rows->len; i++) {
		const struct absence_row *a = rows->pdata[i];

		add_days(&count, away_counts_from(t, a->since, a->made),
		    a->until, offs);
	}
	g_time_zone_unref(count.zone);
	person_free(person);
	return offs;
}

int
away_stands_still(struct table *t, int64_t person, bool *still)
{
	g_autoptr(GArray) offs = away_offs(t, person);

	*still = false;
	if (offs == NULL)
		return -1;
	/* the time of a muster runs for all */
	if (t->row->status != STATUS_RUNNING)
		return 0;
	for (guint i = 0; i < offs->len; i++) {
		const struct off *off = &g_array_index(offs, struct off, i);

		*still |=
		    off->since <= t->home->now && t->home->now < off->until;
	}
	return 0;
}

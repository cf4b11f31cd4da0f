/* SPDX-License-Identifier: ISC */
/*
 * The letter about a year, for a person who said "yearbook on".  It is due in
 * the morning of 2 January, when the year is over everywhere.  That the next
 * one is due a year later is written in the same transaction that queues the
 * letter, so there is one for each year.
 */
#include "app/players/people/yearbook.h"

#include "app/home/config.h"
#include "app/home/due.h"
#include "app/home/home.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply_lines.h"
#include "base/checkpoint.h"
#include "parse/request.h"
#include "store/matches/results.h"
#include "store/people/people.h"
#include "store/people/yearbook.h"

#include <string.h>

enum { DUE_DAY = 2, DUE_HOUR = 8 }; /* of January, by the person's clock */
#define PUT_OFF 60 /* seconds */

/* ---- when ---- */

static GTimeZone *
zone_of(const struct home *home, const struct person *p)
{
	const char *name = p->zone[0] != '\0' ? p->zone : home->config->zone;
	GTimeZone *zone = g_time_zone_new_identifier(name);

	return zone != NULL ? zone : g_time_zone_new_utc();
}

/* In January. */
static int64_t
moment_of(GTimeZone *zone, int year, int day, int hour)
{
	g_autoptr(GDateTime) at =
	    g_date_time_new(zone, year, 1, day, hour, 0, 0);

	return g_date_time_to_unix(at);
}

static int
year_at(GTimeZone *zone, int64_t moment)
{
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(moment);
	g_autoptr(GDateTime) there = g_date_time_to_timezone(utc, zone);

	return g_date_time_get_year(there);
}

/* ---- the wish ---- */

/* The first letter is the next one that anybody in that zone gets; for a player
 * with one due already nothing changes. */
static int
want(struct home *home, int64_t person)
{
	struct person *p;
	g_autoptr(GTimeZone) zone = NULL;
	int64_t due;
	int year;

	if (store_yearbook(home->store, person, &due) == -1)
		return -1;
	if (due != 0)
		return 0;
	if ((p = store_person(home->store, person)) == NULL)
		return -1;
	zone = zone_of(home, p);
	person_free(p);
	year = year_at(zone, home->now);
	due = moment_of(zone, year, DUE_DAY, DUE_HOUR);
	/* on the first day of a year the one about the last is not due yet */
	if (due <= home->now)
		due = moment_of(zone, year + 1, DUE_DAY, DUE_HOUR);
	return store_yearbook_set(home->store, person, due);
}

int
command_yearbook(const struct sender *s, const struct request *q)
{
	bool on = strcmp(q->text, "on") == 0;

	reply_note(
	    s->reply, q->line, on ? "yearbook-on" : "yearbook-off", NULL);
	return on ? want(s->home, s->person)
		  : store_yearbook_set(s->home->store, s->person, 0);
}

/* ---- the letter ---- */

static int
write_letter(
    struct home *home, const struct person *p, const struct year *year, int *n)
{
	struct reader reader = reader_person(home, p);
	g_autoptr(GPtrArray) results = NULL;
	int r;

	results =
	    store_results_between(home->store, p->id, year->from, year->until);
	if (results == NULL)
		return -1;
	if (results->len == 0)
		return 0;
	r = letter_to(
	    &reader, "yearbook", yearbook_context(home, p, year, results));
	*n += r == 0;
	return r;
}

/* A year goes by the zone where the person lives when it is told: matches that
 * ended within hours of its first moment may be told twice, or not at all, by a
 * person who moved far in between.  Nothing is told to an address that mail
 * does not reach: the year passes. */
static int
pass_year(struct home *home, const struct person *p, int64_t due, int *n)
{
	g_autoptr(GTimeZone) zone = zone_of(home, p);
	int now = year_at(zone, due);
	const struct year year = { now - 1, moment_of(zone, now - 1, 1, 0),
		moment_of(zone, now, 1, 0) };

	if (store_yearbook_set(home->store, p->id,
		moment_of(zone, now + 1, DUE_DAY, DUE_HOUR)) == -1)
		return -1;
	return p->undeliverable == 0 ? write_letter(home, p, &year, n) : 0;
}

static int
write_person(struct home *home, void *data, int *n)
{
	const struct yearbook_row *row = data;
	struct person *p;
	int64_t due, missing;
	int r;

	if (store_yearbook(home->store, row->person, &due) == -1 ||
	    store_results_missing(home->store, &missing) == -1)
		return -1;
	/* it is wanted no more since it was looked for */
	if (due != row->due)
		return 0;
	/* finding them takes longer than anybody is to wait for this
	 * transaction: ticks do it, some at a time */
	if (missing != 0)
		return store_yearbook_set(
		    home->store, row->person, home->now + PUT_OFF);
	if ((p = store_person(home->store, row->person)) == NULL)
		return -1;
	r = pass_year(home, p, due, n);
	person_free(p);
	checkpoint("wrote about a year, before the commit");
	return r;
}

static int
put_off(struct home *home, const void *data, int64_t at)
{
	const struct yearbook_row *row = data;

	return store_yearbook_set(home->store, row->person, at);
}

const struct due_kind due_yearbooks = { store_yearbooks_due,
	offsetof(struct yearbook_row, match),
	offsetof(struct yearbook_row, person), write_person, put_off, false };

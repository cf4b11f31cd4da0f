/* SPDX-License-Identifier: ISC */
/*
 * Rounds of a series.  All rounds that are left are planned at once
 * (series/seating.h), anew whenever somebody has come or gone; the same seed
 * gives the same plan again, so that no plan is kept.
 */
#include "app/series/rounds.h"

#include "app/home/home.h"
#include "app/series/course.h"
#include "base/log.h"
#include "series/seating.h"

#include <string.h>

#define ROBOT(i) (SERIES_PEOPLE - 1 - (i)) /* a number that no person has */

/* ---- who is there ---- */

/* People, and robots that fill the last tables; how many they are. */
static int
gather(const struct course *c, int *people, int *robots)
{
	int n = course_active(c, people);
	struct seating_shape shape;

	*robots = 0;
	if (c->row->robots == NULL || n < 2)
		return n;
	while (
	    !seating_shape(n + *robots, c->row->least, c->row->most, &shape) ||
	    shape.resting > 0)
		++*robots;
	for (int i = 0; i < *robots; i++)
		people[n + i] = ROBOT(i);
	return n + *robots;
}

bool
round_possible(const struct course *c)
{
	int people[SERIES_PEOPLE], robots;
	struct seating_shape shape;
	int n = gather(c, people, &robots);

	return seating_shape(n, c->row->least, c->row->most, &shape);
}

int
round_needs(const struct course *c)
{
	return c->row->robots == NULL ? c->row->least : 2;
}

/* ---- who sat where ---- */

static void
read_round(const struct course *c, int number, struct seating_round *round)
{
	int robots = 0;

	memset(round, 0, sizeof(*round));
	for (guint i = 0; i < c->seats->len; i++) {
		const struct series_seat_row *row =
		    &g_array_index(c->seats, struct series_seat_row, i);
		int t = row->n - 1;

		if (row->round != number || t < 0 || t >= SERIES_PEOPLE ||
		    round->seats[t] == SERIES_SEATS)
			continue;
		round->tables = MAX(round->tables, t + 1);
		round->who[t][round->seats[t]++] =
		    row->person == 0 ? ROBOT(robots++)
				     : course_find(c, row->person);
	}
}

static struct seating *
past_of(const struct course *c, int before)
{
	struct seating *past = seating_new();
	g_autofree struct seating_round *round =
	    g_new0(struct seating_round, 1);

	for (int number = 1; number < before; number++) {
		int people[SERIES_PEOPLE], n = 0;

		for (int i = 0; i < (int)c->entrants->len; i++)
			if (course_was_in(c, i, number))
				people[n++] = i;
		read_round(c, number, round);
		seating_add(past, people, n, round);
	}
	return past;
}

/* ---- a round begins ---- */

static int
keep_table(struct course *c, const struct seating_round *round, int t)
{
	const struct series_table_row table = {
		.series = c->row->id,
		.round = c->row->round,
		.n = t + 1,
		.status = SERIES_TABLE_NEW,
	};

	if (store_series_table_set(c->home->store, &table) == -1)
		return -1;
	g_array_append_val(c->tables, table);
	for (int i = 0; i < round->seats[t]; i++) {
		int who = round->who[t][i];
		struct series_seat_row seat = {
			.series = c->row->id,
			.round = c->row->round,
			.n = t + 1,
			.seat = i,
		};

		if (who < (int)c->entrants->len)
			seat.person = course_entrant(c, who)->person;
		if (store_series_seat_set(c->home->store, &seat) == -1)
			return -1;
		g_array_append_val(c->seats, seat);
	}
	return 0;
}

/* Those who are there for the first time; people who have come back, but wait
 * for a place, are to come. */
static int
keep_people(struct course *c)
{
	for (int i = 0; i < (int)c->entrants->len; i++) {
		struct entrant_row *e = course_entrant(c, i);
		bool waits = course_waits(c, i);
		int since = e->since;

		if (e->gone != 0)
			continue;
		if (!waits && since == 0)
			since = c->row->round;
		if (waits && since != 0)
			since = c->row->round + 1;
		if (since == e->since)
			continue;
		e->since = since;
		if (store_entrant_set(c->home->store, e) == -1)
			return -1;
	}
	return 0;
}

static int
keep_round(struct course *c, const struct seating_round *round)
{
	const struct series_round_row row = { .series = c->row->id,
		.round = c->row->round,
		.began = c->home->now };

	if (store_series_round_set(c->home->store, &row) == -1)
		return -1;
	g_array_append_val(c->rounds, row);
	for (int t = 0; t < round->tables; t++)
		if (keep_table(c, round, t) == -1)
			return -1;
	return 0;
}

int
round_begin(struct course *c, struct course_news *news)
{
	struct series_row *row = c->row;
	int people[SERIES_PEOPLE], robots, all = gather(c, people, &robots);
	g_autofree struct seating_round *plan =
	    g_new0(struct seating_round, (gsize)row->rounds);
	struct seating *past;

	row->round++;
	if (row->planned == 0)
		row->planned = row->round;
	past = past_of(c, row->planned);
	seating_plan(past, people, all, row->least, row->most,
	    (uint64_t)row->seed + (uint64_t)row->planned - 1, plan,
	    row->rounds - row->planned + 1);
	seating_free(past);
	if (row->state == SERIES_OPEN)
		row->began_with = all - robots;
	row->state = SERIES_RUNNING;
	row->due = row->round < row->rounds ? c->home->now + row->span : 0;
	news->began = row->round;
	news->half = (all - robots) * 2 <= row->began_with;
	log_info("series-round", "series %lld: round %d begins with %d people",
	    (long long)row->id, row->round, all - robots);
	if (keep_people(c) == -1 ||
	    keep_round(c, &plan[row->round - row->planned]) == -1)
		return -1;
	return store_series_update(c->home->store, row);
}

/* ---- what is due ---- */

static bool
is_over(const struct course *c, int round)
{
	for (guint i = 0; i < c->tables->len; i++) {
		const struct series_table_row *table =
		    &g_array_index(c->tables, struct series_table_row, i);

		if (table->round == round &&
		    (table->status == SERIES_TABLE_NEW ||
			table->status == SERIES_TABLE_PLAYING))
			return false;
	}
	return true;
}

/* Rounds whose last table is over; *left: some are not. */
static int
end_rounds(struct course *c, struct course_news *news, bool *left)
{
	*left = false;
	for (guint i = 0; i < c->rounds->len; i++) {
		struct series_round_row *round =
		    &g_array_index(c->rounds, struct series_round_row, i);

		if (round->ended != 0)
			continue;
		if (!is_over(c, round->round)) {
			*left = true;
			continue;
		}
		round->ended = c->home->now;
		news->ended[news->nended++] = round->round;
		log_info("series-round-over", "series %lld: round %d is over",
		    (long long)c->row->id, round->round);
		if (store_series_round_set(c->home->store, round) == -1)
			return -1;
	}
	return 0;
}

static bool
last_is_over(const struct course *c)
{
	return c->rounds->len > 0 &&
	       g_array_index(
		   c->rounds, struct series_round_row, c->rounds->len - 1)
		       .ended != 0;
}

static int
end(struct course *c, struct course_news *news, enum series_state state)
{
	c->row->state = state;
	c->row->ended = c->home->now;
	c->row->due = 0;
	news->over = true;
	log_info("series-over", "series %lld: %s", (long long)c->row->id,
	    news->too_few >= 0 ? "ends, for too few people are left"
			       : "is over");
	return store_series_update(c->home->store, c->row);
}

static int
begin_if_possible(struct course *c, struct course_news *news)
{
	int people[SERIES_PEOPLE];

	if (round_possible(c))
		return round_begin(c, news);
	news->too_few = course_active(c, people);
	return end(c, news,
	    c->row->state == SERIES_OPEN ? SERIES_STOPPED : SERIES_OVER);
}

int
round_advance(struct course *c, struct course_news *news)
{
	struct series_row *row = c->row;
	bool left, due = row->due > 0 && row->due <= c->home->now;

	*news = (struct course_news){ .too_few = -1 };
	if (row->state == SERIES_OPEN)
		return due ? begin_if_possible(c, news) : 0;
	if (row->state != SERIES_RUNNING)
		return 0;
	if (end_rounds(c, news, &left) == -1)
		return -1;
	if (row->round == row->rounds)
		return left ? 0 : end(c, news, SERIES_OVER);
	if (!due && !(!row->by_date && last_is_over(c)) &&
	    (row->due > 0 || left))
		return 0;
	if (left && !round_possible(c)) {
		/* what is being played still counts */
		row->due = 0;
		return store_series_update(c->home->store, row);
	}
	return begin_if_possible(c, news);
}

/* SPDX-License-Identifier: ISC */
/*
 * A series without matches: rounds are seated one after the other, and people
 * leave between them.
 */
#include "sim/series.h"

#include "base/err.h"
#include "series/rule.h"
#include "series/seating.h"
#include "series/standings.h"

#include <string.h>

struct course {
	const struct series_options *o;
	struct seating *past;
	struct seating_round *plan; /* of all rounds, as planned last */
	int planned; /* the first round of that plan */
	int people[SERIES_PEOPLE], n; /* those that still take part */
	GRand *chance;
	json_t *rounds;
	GRand *luck; /* at tables, so that these are the same without a rule */
	struct series_standings *standings; /* NULL: nothing is scored */
};

static int
check(const struct series_options *o, struct err *e)
{
	struct seating_shape shape;

	if (o->least < 2 || o->most < o->least || o->most > SERIES_SEATS)
		return err_set(e, ERR_FORMAT,
		    "a table has 2 to %d seats, as in --seats 4 or --seats "
		    "3-4",
		    SERIES_SEATS);
	if (o->rounds < 1 || o->rounds > SERIES_ROUNDS)
		return err_set(e, ERR_FORMAT, "a series has 1 to %d rounds",
		    SERIES_ROUNDS);
	if (o->people < 0 || o->people > SERIES_PEOPLE)
		return err_set(e, ERR_FORMAT, "a series has at most %d people",
		    SERIES_PEOPLE);
	if (!seating_shape(o->people, o->least, o->most, &shape))
		return err_set(e, ERR_FORMAT,
		    "%d people are too few for a series: a table needs %d",
		    o->people, o->least);
	if (o->leave < 0 || o->leave > o->people)
		return err_set(
		    e, ERR_FORMAT, "no more people can leave than take part");
	return 0;
}

static json_t *
numbers(const int *who, int n)
{
	json_t *list = json_array();

	for (int i = 0; i < n; i++)
		json_array_append_new(list, json_integer(who[i] + 1));
	return list;
}

static bool
has_table(const struct seating_round *round, int person)
{
	for (int t = 0; t < round->tables; t++)
		for (int i = 0; i < round->seats[t]; i++)
			if (round->who[t][i] == person)
				return true;
	return false;
}

static json_t *
round_json(
    const struct course *course, int number, const struct seating_round *round)
{
	json_t *tables = json_array(), *resting = json_array();

	for (int t = 0; t < round->tables; t++)
		json_array_append_new(
		    tables, numbers(round->who[t], round->seats[t]));
	for (int i = 0; i < course->n; i++)
		if (!has_table(round, course->people[i]))
			json_array_append_new(
			    resting, json_integer(course->people[i] + 1));
	return json_pack("{s:i, s:o, s:o, s:[]}", "round", number + 1, "tables",
	    tables, "resting", resting, "left");
}

/* A few of those who take part; what is left of the series is planned anew. */
static void
leave(struct course *course, int round, int many, json_t *left)
{
	for (int i = 0; i < many; i++) {
		int at = g_rand_int_range(course->chance, 0, course->n);

		json_array_append_new(
		    left, json_integer(course->people[at] + 1));
		memmove(&course->people[at], &course->people[at + 1],
		    (size_t)(--course->n - at) * sizeof(course->people[0]));
	}
	if (many > 0)
		course->planned = round + 1;
}

/* ---- how tables end ---- */

/* A player with a lower number is better, by half a win's luck at most. */
static void
play_table(struct course *course, const int *who, int n)
{
	struct series_seat seats[SERIES_SEATS] = { 0 };

	for (int i = 0; i < n; i++) {
		int better =
		    10 * (course->o->people - who[i]) / course->o->people;

		seats[i].who = who[i];
		seats[i].score = better + g_rand_int_range(course->luck, 0, 20);
	}
	for (int i = 0; i < n; i++) {
		seats[i].place = 1;
		for (int k = 0; k < n; k++)
			seats[i].place += seats[k].score > seats[i].score;
	}
	series_add_table(course->standings, seats, n, true);
}

static void
score(struct course *course, const struct seating_round *round)
{
	if (course->standings == NULL)
		return;
	for (int t = 0; t < round->tables; t++)
		play_table(course, round->who[t], round->seats[t]);
	for (int person = 0; person < course->o->people; person++) {
		bool there = false;

		for (int i = 0; i < course->n; i++)
			there |= course->people[i] == person;
		if (!has_table(round, person))
			series_add_without(course->standings, person, !there);
	}
}

static json_t *
standings_json(const struct course *course)
{
	struct series_standing out[SERIES_PEOPLE];
	int people[SERIES_PEOPLE] = { 0 };
	json_t *list = json_array();

	for (int i = 0; i < course->o->people; i++)
		people[i] = i;
	series_rank(course->standings, people, course->o->people, out);
	for (int i = 0; i < course->o->people; i++) {
		g_autofree char *points = series_points_text(out[i].points);

		json_array_append_new(list,
		    json_pack("{s:i, s:i, s:s, s:i, s:i}", "place",
			out[i].place, "person", out[i].who + 1, "points",
			points, "tables", out[i].tables, "wins", out[i].wins));
	}
	return list;
}

static void
plan_rest(struct course *course, int round)
{
	seating_plan(course->past, course->people, course->n, course->o->least,
	    course->o->most, course->o->seed + (uint64_t)round, course->plan,
	    course->o->rounds - round);
	course->planned = round;
}

static int
play(struct course *course, const int *leaving, struct err *e)
{
	const struct series_options *o = course->o;

	for (int r = 0; r < o->rounds; r++) {
		const struct seating_round *round;
		struct seating_shape shape;
		json_t *item;

		if (!seating_shape(course->n, o->least, o->most, &shape))
			return err_set(e, ERR_CLASH,
			    "after round %d only %d of %d people are left, and "
			    "a table needs %d: the series would end there",
			    r, course->n, o->people, o->least);
		if (course->planned == r)
			plan_rest(course, r);
		round = &course->plan[r - course->planned];
		seating_add(course->past, course->people, course->n, round);
		score(course, round);
		item = round_json(course, r, round);
		json_array_append_new(course->rounds, item);
		leave(course, r, leaving[r], json_object_get(item, "left"));
	}
	return 0;
}

/* ---- what came of it ---- */

struct range {
	int least, most;
};

static void
widen(struct range *range, int n)
{
	range->least = MIN(range->least, n);
	range->most = MAX(range->most, n);
}

static json_t *
range_json(const struct range *range)
{
	return json_pack(
	    "{s:i, s:i}", "least", range->least, "most", range->most);
}

/* How many pairs have met so often; *even: nobody could have met more evenly
 * with so many meetings. */
static json_t *
met_json(const struct course *course, bool *even)
{
	int pairs[SERIES_ROUNDS + 1] = { 0 };
	struct range range = { SERIES_ROUNDS, 0 };
	json_t *list = json_array();

	for (int i = 0; i < course->n; i++)
		for (int k = 0; k < i; k++) {
			int n = seating_met(
			    course->past, course->people[i], course->people[k]);

			pairs[n]++;
			widen(&range, n);
		}
	for (int n = range.least; n <= range.most; n++)
		json_array_append_new(list,
		    json_pack("{s:i, s:i}", "times", n, "pairs", pairs[n]));
	*even = range.most - range.least <= 1;
	return list;
}

static json_t *
report(const struct course *course)
{
	struct range places = { SERIES_ROUNDS, 0 };
	struct range rests = { SERIES_ROUNDS, 0 };
	json_t *met;
	bool even;

	for (int i = 0; i < course->n; i++) {
		widen(&rests, seating_rested(course->past, course->people[i]));
		/* the last place is not at all tables */
		for (int place = 0; place < course->o->least; place++)
			widen(&places, seating_sat(course->past,
					   course->people[i], place));
	}
	met = met_json(course, &even);
	return json_pack("{s:i, s:O, s:o, s:b, s:o, s:o}", "people",
	    course->o->people, "rounds", course->rounds, "met", met, "even",
	    even, "places", range_json(&places), "rests", range_json(&rests));
}

json_t *
series_try(const struct series_options *o, struct err *e)
{
	int leaving[SERIES_ROUNDS] = { 0 };
	struct course course = { .o = o, .n = o->people };
	json_t *result = NULL;

	if (check(o, e) == -1)
		return NULL;
	for (int i = 0; i < o->people; i++)
		course.people[i] = i;
	course.chance = g_rand_new_with_seed((guint32)o->seed);
	/* after the last round nobody needs to leave */
	for (int i = 0; i < o->leave && o->rounds > 1; i++)
		leaving[g_rand_int_range(course.chance, 0, o->rounds - 1)]++;
	course.past = seating_new();
	course.plan = g_new0(struct seating_round, (gsize)o->rounds);
	course.rounds = json_array();
	course.luck = g_rand_new_with_seed((guint32)o->seed + 1);
	if (o->rule != NULL)
		course.standings = series_standings_new(o->rule);
	if (play(&course, leaving, e) == 0)
		result = report(&course);
	if (result != NULL && o->rule != NULL)
		json_object_set_new(
		    result, "standings", standings_json(&course));
	series_standings_free(course.standings);
	g_rand_free(course.luck);
	json_decref(course.rounds);
	g_free(course.plan);
	seating_free(course.past);
	g_rand_free(course.chance);
	return result;
}

/* ---- for people ---- */

static void
add_numbers(GString *out, const json_t *list)
{
	const json_t *number;
	size_t i;

	json_array_foreach(list, i, number) g_string_append_printf(
	    out, " %2d", (int)json_integer_value(number));
	g_string_append_c(out, '\n');
}

static void
add_some(GString *out, const json_t *round, const char *key)
{
	const json_t *list = json_object_get(round, key);

	if (json_array_size(list) == 0)
		return;
	g_string_append_printf(out, "  %-8s", key);
	add_numbers(out, list);
}

/* To the end of the line. */
static void
add_times(GString *out, int n)
{
	if (n == 1)
		g_string_append(out, " once\n");
	else
		g_string_append_printf(out, " %d times\n", n);
}

static void
add_range(GString *out, const json_t *result, const char *key, const char *said)
{
	const json_t *range = json_object_get(result, key);
	int least = (int)json_integer_value(json_object_get(range, "least"));
	int most = (int)json_integer_value(json_object_get(range, "most"));

	g_string_append(out, said);
	if (least < most)
		g_string_append_printf(out, " %d to %d times\n", least, most);
	else
		add_times(out, most);
}

static void
add_pairs(GString *out, const json_t *met)
{
	int pairs = (int)json_integer_value(json_object_get(met, "pairs"));
	int times = (int)json_integer_value(json_object_get(met, "times"));

	g_string_append_printf(
	    out, pairs == 1 ? "%d pair meets" : "%d pairs meet", pairs);
	add_times(out, times);
}

static void
add_standings(GString *out, const json_t *list)
{
	const json_t *item;
	size_t i;

	if (list == NULL)
		return;
	g_string_append(out, "\nplace  person  points  tables  won\n");
	json_array_foreach(list, i, item)
	{
		const char *points =
		    json_string_value(json_object_get(item, "points"));

		g_string_append_printf(out, "%5d  %6d  %6s  %6d  %3d\n",
		    (int)json_integer_value(json_object_get(item, "place")),
		    (int)json_integer_value(json_object_get(item, "person")),
		    points,
		    (int)json_integer_value(json_object_get(item, "tables")),
		    (int)json_integer_value(json_object_get(item, "wins")));
	}
}

char *
series_text(const json_t *result)
{
	GString *out = g_string_new(NULL);
	const json_t *round, *table, *met;
	size_t i, k;

	json_array_foreach(json_object_get(result, "rounds"), i, round)
	{
		g_string_append_printf(out, "round %zu\n", i + 1);
		json_array_foreach(json_object_get(round, "tables"), k, table)
		{
			g_string_append_printf(out, "  table %2zu", k + 1);
			add_numbers(out, table);
		}
		add_some(out, round, "resting");
		add_some(out, round, "left");
	}
	g_string_append_c(out, '\n');
	json_array_foreach(json_object_get(result, "met"), i, met)
	    add_pairs(out, met);
	add_range(out, result, "places", "each sits in each place");
	add_range(out, result, "rests", "each rests");
	if (json_is_true(json_object_get(result, "even")))
		g_string_append(out, "meetings cannot be more even\n");
	add_standings(out, json_object_get(result, "standings"));
	return g_string_free(out, FALSE);
}

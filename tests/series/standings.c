/* SPDX-License-Identifier: ISC */
/*
 * Rules of series and what they make of tables: places that are shared, rounds
 * without a table, what decides between equal points; rules that are none.
 */
#include "series/rule.h"
#include "series/standings.h"

#include "base/err.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static struct series_rule
rule_of(const char *text)
{
	struct series_rule rule;
	struct err e = { 0 };

	if (series_rule_read(&rule, text, strlen(text), "x", &e) == -1)
		fail_msg("%s", e.text);
	return rule;
}

static void
refused(const char *text, const char *piece)
{
	struct series_rule rule;
	struct err e = { 0 };

	assert_int_equal(
	    series_rule_read(&rule, text, strlen(text), "x", &e), -1);
	assert_int_equal(e.code, ERR_FORMAT);
	if (strstr(e.text, piece) == NULL)
		fail_msg("%s", e.text);
}

static void
rules_are_read(void **state)
{
	struct series_rule rule;

	(void)state;
	for (size_t i = 0; series_rule_name(i) != NULL; i++) {
		g_autofree char *text = NULL, *again = NULL;
		struct series_rule back;

		assert_true(series_rule_built_in(series_rule_name(i), &rule));
		text = series_rule_text(&rule);
		back = rule_of(text);
		again = series_rule_text(&back);
		assert_string_equal(text, again);
		assert_memory_equal(&rule, &back, sizeof(rule));
	}
	assert_false(series_rule_built_in("chess", &rule));
	rule = rule_of("points: [5, 3]\nequal: best\nrest: 1\n"
		       "tie-breaks: [score]\n");
	assert_int_equal(rule.npoints, 2);
	assert_false(rule.shares);
	assert_int_equal(rule.rest, 1);
	assert_int_equal(rule.absent, 0);
	assert_int_equal(rule.nties, 1);
}

static void
rules_are_refused(void **state)
{
	(void)state;
	refused("rest: 1\n", "x:1: a rule needs points");
	refused("- points\n", "x:1: a rule needs points");
	refused("points: []\n", "up to 6 places");
	refused("points: [1, 1, 1, 1, 1, 1, 1]\n", "up to 6 places");
	refused("points: wins\n", "up to 6 places");
	refused("points: [1, 2]\n", "may not give more points");
	refused("points: [-1]\n", "whole numbers from 0 to 1000");
	refused("points: [1001]\n", "whole numbers from 0 to 1000");
	refused("points: [1.5]\n", "whole numbers from 0 to 1000");
	refused("points: [1]\nequal: yes\n", "x:2: equal must be");
	refused("points: [1]\nrest: many\n", "x:2: points are whole");
	refused("points: [1]\ntie-breaks: wins\n", "x:2: tie-breaks must be");
	refused("points: [1]\ntie-breaks: [luck]\n", "a tie-break is");
	refused("points: [1]\ntie-breaks: [wins, wins]\n", "each once");
	refused("points: [1]\nbonus: 1\n", "x:2: a rule has no \"bonus\"");
	refused("points: [1\n", "x:");
}

static void
points_are_written(void **state)
{
	static const struct {
		int sixtieths;
		const char *text;
	} cases[] = { { 0, "0" }, { 60, "1" }, { 90, "1.5" }, { 160, "2.67" },
		{ 140, "2.33" }, { 630, "10.5" }, { -90, "-1.5" },
		{ 3, "0.05" }, { 1800000000, "30000000" } };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text = series_points_text(cases[i].sixtieths);

		assert_string_equal(text, cases[i].text);
	}
}

/* ---- standings ---- */

/* The places of people 0, 1, 2, ...: "121" has the first and third win. */
static void
add(struct series_standings *s, const char *places, bool finished)
{
	struct series_seat seats[SERIES_SEATS] = { 0 };
	int n = (int)strlen(places);

	for (int i = 0; i < n; i++)
		seats[i] = (struct series_seat){ .who = i,
			.place = places[i] - '0',
			.score = 20 - places[i] + '0' };
	series_add_table(s, seats, n, finished);
}

static void
ranked(const struct series_standings *s, int n, struct series_standing *by_who,
    struct series_standing *out)
{
	int people[SERIES_PEOPLE] = { 0 };

	for (int i = 0; i < n; i++)
		people[i] = i;
	series_rank(s, people, n, out);
	for (int i = 0; i < n; i++)
		by_who[out[i].who] = out[i];
}

static void
places_give_points(void **state)
{
	struct series_rule rule = rule_of("points: [4, 2, 1, 0]\n");
	struct series_standings *s = series_standings_new(&rule);
	struct series_standing by[SERIES_PEOPLE], out[SERIES_PEOPLE];

	(void)state;
	add(s, "1234", true);
	add(s, "1134", true); /* 4 + 2 are shared */
	add(s, "1222", true); /* 2 + 1 + 0 are shared */
	ranked(s, 4, by, out);
	assert_int_equal(by[0].points, 60 * (4 + 3 + 4));
	assert_int_equal(by[1].points, 60 * (2 + 3 + 1));
	assert_int_equal(by[2].points, 60 * (1 + 1 + 1));
	assert_int_equal(by[3].points, 60 * (0 + 0 + 1));
	assert_int_equal(by[0].wins, 3);
	assert_int_equal(by[1].wins, 1);
	assert_int_equal(by[3].tables, 3);
	assert_int_equal(by[0].score, 3 * 19);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(out[i].who, i);
		assert_int_equal(out[i].place, i + 1);
	}
	series_standings_free(s);

	rule.shares = false;
	s = series_standings_new(&rule);
	add(s, "1134", true);
	ranked(s, 4, by, out);
	assert_int_equal(by[0].points, 60 * 4);
	assert_int_equal(by[1].points, 60 * 4);
	assert_int_equal(out[1].place, 1);
	assert_int_equal(out[2].place, 3);
	series_standings_free(s);

	/* of a seat without a place nothing is known */
	s = series_standings_new(&rule);
	add(s, "0123", true);
	ranked(s, 4, by, out);
	assert_int_equal(by[0].points, 0);
	assert_int_equal(by[1].points, 60 * 4);
	series_standings_free(s);
}

static void
scores_are_points(void **state)
{
	struct series_rule rule;
	struct series_standings *s;
	struct series_standing by[SERIES_PEOPLE], out[SERIES_PEOPLE];

	(void)state;
	assert_true(series_rule_built_in("score", &rule));
	s = series_standings_new(&rule);
	add(s, "321", true);
	ranked(s, 3, by, out);
	assert_int_equal(by[0].points, 60 * 17);
	assert_int_equal(by[2].points, 60 * 19);
	assert_int_equal(out[0].who, 2);
	series_standings_free(s);
}

static void
rounds_without_a_table(void **state)
{
	struct series_rule rule =
	    rule_of("points: [5]\nrest: 3\nabsent: 1\nunfinished: 2\n");
	struct series_standings *s = series_standings_new(&rule);
	struct series_standing by[SERIES_PEOPLE], out[SERIES_PEOPLE];
	const struct series_seat given_up[] = {
		{ .who = 0, .place = 1, .gave_up = true },
		{ .who = 1, .place = 2 },
		{ .who = -1, .place = 3 },
	};

	(void)state;
	series_add_without(s, 2, false);
	series_add_without(s, 3, true);
	add(s, "1234", false);
	series_add_table(s, given_up, 3, true);
	ranked(s, 4, by, out);
	assert_int_equal(by[0].points, 60 * (2 + 1));
	assert_int_equal(by[0].tables, 0);
	assert_int_equal(by[0].wins, 0);
	assert_int_equal(by[1].points, 60 * 2);
	assert_int_equal(by[1].tables, 1);
	assert_int_equal(by[2].points, 60 * (3 + 2));
	assert_int_equal(by[3].points, 60 * (1 + 2));
	series_standings_free(s);
}

static void
ties_are_broken(void **state)
{
	/* a person who wins once has as many points as one who is second
	 * twice */
	struct series_rule rule = rule_of("points: [2, 1]\n");
	struct series_standings *s = series_standings_new(&rule);
	struct series_standing by[SERIES_PEOPLE], out[SERIES_PEOPLE];

	(void)state;
	add(s, "12", true);
	add(s, "32", true);
	ranked(s, 2, by, out);
	assert_int_equal(by[0].points, by[1].points);
	assert_int_equal(out[0].place, 1);
	assert_int_equal(out[1].place, 1);
	series_standings_free(s);

	rule = rule_of("points: [2, 1]\ntie-breaks: [wins]\n");
	s = series_standings_new(&rule);
	add(s, "12", true);
	add(s, "32", true);
	ranked(s, 2, by, out);
	assert_int_equal(out[0].who, 0);
	assert_int_equal(out[1].place, 2);
	series_standings_free(s);

	rule = rule_of("points: [2, 1]\ntie-breaks: [score]\n");
	s = series_standings_new(&rule);
	add(s, "12", true);
	add(s, "42", true);
	ranked(s, 2, by, out);
	assert_int_equal(out[0].who, 1);
	assert_true(series_tied_by(&rule, SERIES_TIE_SCORE, out, 2));
	assert_false(series_tied_by(&rule, SERIES_TIE_WINS, out, 2));
	series_standings_free(s);
}

static void
opponents_count(void **state)
{
	struct series_rule rule =
	    rule_of("points: [2]\ntie-breaks: [opponents]\n");
	struct series_standings *s = series_standings_new(&rule);
	struct series_standing by[SERIES_PEOPLE], out[SERIES_PEOPLE];
	const struct series_seat tables[][2] = {
		{ { .who = 0, .place = 1 }, { .who = 1, .place = 2 } },
		{ { .who = 3, .place = 1 }, { .who = 2, .place = 2 } },
		{ { .who = 0, .place = 1 }, { .who = 2, .place = 2 } },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
		series_add_table(s, tables[i], 2, true);
	ranked(s, 4, by, out);
	/* 2 has lost to both winners, 1 only to one */
	assert_int_equal(by[2].opponents, 60 * (2 + 4));
	assert_int_equal(by[1].opponents, 60 * 4);
	assert_int_equal(out[2].who, 2);
	assert_int_equal(out[3].who, 1);
	assert_true(series_tied_by(&rule, SERIES_TIE_OPPONENTS, out, 4));
	assert_false(series_tied_by(&rule, SERIES_TIE_OPPONENTS, out, 2));
	assert_false(series_tied_by(&rule, SERIES_TIE_SCORE, out, 4));
	series_standings_free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_are_read),
		cmocka_unit_test(rules_are_refused),
		cmocka_unit_test(points_are_written),
		cmocka_unit_test(places_give_points),
		cmocka_unit_test(scores_are_points),
		cmocka_unit_test(rounds_without_a_table),
		cmocka_unit_test(ties_are_broken),
		cmocka_unit_test(opponents_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

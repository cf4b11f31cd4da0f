/* SPDX-License-Identifier: ISC */
/*
 * An arena is fair and can be repeated: rotations are complete, contestants
 * know what their seats know, and the same seed gives the same bytes.
 */
#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/inner.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "games/games.h"
#include "sim/arena.h"
#include "sim/arena_inner.h"
#include "robot/level.h"
#include "sim/contestants.h"
#include "sim/sample.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static int64_t
no_time(void)
{
	return 0;
}

static const struct arena_options small = { .game = "mutineer",
	.seats = "20,flat:1,greedy",
	.matches = 7,
	.seed = 3,
	.jobs = 1,
	.cpu = no_time };

static bool
near(double a, double b)
{
	return fabs(a - b) < 0.0005;
}

/* ---- intervals ---- */

/* Quantiles from a table of Student's t. */
static void
test_student(void **state)
{
	(void)state;
	assert_true(near(student_t(1), 12.7062));
	assert_true(near(student_t(4), 2.7764));
	assert_true(near(student_t(10), 2.2281));
	assert_true(near(student_t(11), 2.2010));
	assert_true(near(student_t(19), 2.0930));
	assert_true(near(student_t(30), 2.0423));
	assert_true(near(student_t(1000), 1.9623));
}

static void
test_interval(void **state)
{
	const double value[] = { 1, 2, 3, 4, 5 };
	struct interval found = interval_of(value, 5);

	(void)state;
	/* 2.7764 * sqrt(2.5 / 5) */
	assert_true(found.known && near(found.mean, 3));
	assert_true(near(found.off, 1.9632));
	assert_false(interval_of(value, 1).known);
}

/* Three matches of a deal are one value. */
static void
test_deals_count(void **state)
{
	struct sample *s = sample_new();
	json_t *found;

	(void)state;
	for (int k = 0; k < 3; k++)
		sample_add(s, 0, k);
	sample_add(s, 4, 3);
	found = sample_json(s);
	assert_int_equal(s->n, 4);
	/* of 1 and 3: 12.7062 * sqrt(2 / 2) */
	assert_true(near(json_real_value(json_object_get(found, "mean")), 2));
	assert_true(
	    near(json_real_value(json_object_get(found, "off")), 12.7062));
	json_decref(found);
	sample_free(s);
}

/* ---- contestants ---- */

static void
test_names(void **state)
{
	static const char *const wrong[] = { "", "0", "1000001", "flat:0",
		"flat:10001", "flat:", "flat:4x", "flat", "Greedy", "-5",
		"99999999999999999999", NULL };
	struct contestant c;
	struct err e = { 0 };

	(void)state;
	for (int i = 0; wrong[i] != NULL; i++) {
		e.text[0] = '\0';
		assert_int_equal(contestant_read(wrong[i], &c, &e), -1);
		assert_int_equal(e.code, ERR_FORMAT);
		assert_int_not_equal(strlen(e.text), 0);
	}
	assert_int_equal(contestant_read("flat:10000", &c, &e), 0);
	assert_int_equal(c.kind, CONTESTANT_FLAT);
	assert_int_equal(c.n, 10000);
	g_free(c.name);
	assert_int_equal(contestant_read("easy", &c, &e), 0);
	assert_int_equal(c.kind, CONTESTANT_LEVEL);
	assert_int_equal(c.n, ROBOT_EASY);
	g_free(c.name);
	assert_int_equal(contestant_read("700", &c, &e), 0);
	assert_int_equal(c.kind, CONTESTANT_ROBOT);
	assert_int_equal(c.n, 700);
	g_free(c.name);
}

static struct match *
new_match(const char *game, unsigned char deal)
{
	static char *names[] = { (char *)"A", (char *)"B", (char *)"C", NULL };
	struct opening opening = { .game = game_find(game),
		.names = names,
		.seats = 3,
		.seed = { deal } };
	json_t *data = NULL;
	struct match *match;

	assert_int_equal(game_data(opening.game, NULL, &data, NULL), 0);
	opening.data = data;
	match = match_start(&opening, NULL, NULL, NULL);
	assert_non_null(match);
	json_decref(data);
	return match;
}

static int
asked_seat(const struct match *match)
{
	int seat = 0;

	while (!(match_to_act(match) & SEAT(seat)))
		seat++;
	return seat;
}

/* The same in a match with other hidden things and other luck to come. */
static void
compare_with_twin(const struct contestant *c, const struct match *match,
    int seat, unsigned char n)
{
	unsigned char seed[SEED_SIZE] = { 'c', n }, other[SEED_SIZE] = { n };
	struct chance *chance = chance_new(other);
	struct match *twin = match_copy(match);
	uint64_t before = match_hash(match);
	struct move a, b;

	memset(twin->seed, n + 1, SEED_SIZE);
	chance_begin(&twin->chance, twin->seed);
	match_game(match)->resample(twin->state, seat, chance);
	a = contestant_choose(c, match, seat, seed);
	b = contestant_choose(c, twin, seat, seed);
	assert_memory_equal(&a, &b, sizeof(a));
	assert_int_equal(match_hash(match), before);
	assert_null(match_refusal(match, seat, &a));
	match_free(twin);
	chance_free(chance);
}

/* Of slow ones not all moves; greed shows where hidden things bring points. */
static void
compare_in_a_match(const char *game, unsigned char deal)
{
	const struct contestant known[] = { { .kind = CONTESTANT_GREEDY },
		{ .kind = CONTESTANT_RANDOM },
		{ .kind = CONTESTANT_FLAT, .n = 2 },
		{ .kind = CONTESTANT_ROBOT, .n = 10 } };
	const struct contestant mover = { .kind = CONTESTANT_RANDOM };
	struct match *match = new_match(game, deal);

	for (unsigned char n = 0; n < 150 && !match_over(match); n++) {
		unsigned char seed[SEED_SIZE] = { 'm', n };
		int seat = asked_seat(match);
		struct move move = contestant_choose(&mover, match, seat, seed);
		size_t kinds = n % 16 == 0 ? G_N_ELEMENTS(known) : 1;

		for (size_t k = 0; k < kinds; k++)
			compare_with_twin(&known[k], match, seat, n);
		match_play(match, seat, &move, NULL);
	}
	match_free(match);
}

static void
test_honest(void **state)
{
	(void)state;
	for (unsigned char deal = 0; deal < 6; deal++) {
		compare_in_a_match("mutineer", deal);
		compare_in_a_match("hexxi", deal);
		compare_in_a_match("fourth-bridge", deal);
	}
}

/* Most points, where nothing hidden has a say; false: all bring the same. */
static bool
check_greed(const struct match *match, int seat, const struct move *chosen,
    struct chance *chance)
{
	g_autoptr(GArray) legal = match_legal(match, seat);
	int32_t least = INT32_MAX, most = INT32_MIN, got = 0;

	for (guint i = 0; i < legal->len; i++) {
		const struct move *move = &g_array_index(legal, struct move, i);
		struct match *copy = match_copy(match);
		struct result r = { 0 };

		match_game(match)->apply(copy->state, seat, move, chance, NULL);
		match_game(match)->result(match_state(copy), &r);
		least = MIN(least, r.score[seat]);
		most = MAX(most, r.score[seat]);
		if (memcmp(move, chosen, sizeof(*move)) == 0)
			got = r.score[seat];
		match_free(copy);
	}
	assert_int_equal(got, most);
	return least < most;
}

/* How often it had a choice of points in a match. */
static int
greed_of_match(unsigned char deal, struct chance *chance)
{
	const struct contestant greedy = { .kind = CONTESTANT_GREEDY };
	const struct contestant mover = { .kind = CONTESTANT_RANDOM };
	struct match *match = new_match("hexxi", deal);
	unsigned char seed[SEED_SIZE] = { 'g', deal };
	int told = 0;

	while (!match_over(match)) {
		int seat = asked_seat(match);
		struct move move;

		seed[2]++;
		if (strcmp(match_game(match)->phase(match_state(match), seat),
			"bid") != 0) {
			move = contestant_choose(&greedy, match, seat, seed);
			told += check_greed(match, seat, &move, chance);
		}
		move = contestant_choose(&mover, match, seat, seed);
		match_play(match, seat, &move, NULL);
	}
	match_free(match);
	return told;
}

static void
test_greedy(void **state)
{
	unsigned char seed[SEED_SIZE] = { 'l' };
	struct chance *chance = chance_new(seed);
	int told = 0;

	(void)state;
	for (unsigned char deal = 0; deal < 12; deal++)
		told += greed_of_match(deal, chance);
	assert_true(told > 10);
	chance_free(chance);
}

/* ---- matches ---- */

static void
test_rotations(void **state)
{
	struct arena a;
	struct err e = { 0 };

	(void)state;
	assert_int_equal(arena_begin(&a, &small, &e), 0);
	assert_int_equal(a.deals, 3);
	assert_int_equal(a.matches, 9);
	for (int deal = 0; deal < a.deals; deal++) {
		int at[3][3] = { { 0 } };

		for (int i = deal * 3; i < deal * 3 + 3; i++)
			for (int s = 0; s < 3; s++)
				at[arena_contestant(&a, i, s)][s]++;
		for (int c = 0; c < 3; c++)
			for (int s = 0; s < 3; s++)
				assert_int_equal(at[c][s], 1);
	}
	/* the same deal for all of them, and other decisions */
	for (int i = 0; i < 3; i++)
		assert_int_equal(arena_match(&a, i, &e), 0);
	assert_true(json_equal(json_object_get(a.played[0].state, "ring"),
	    json_object_get(a.played[1].state, "ring")));
	assert_false(json_equal(a.played[0].state, a.played[1].state));
	assert_int_equal(a.played[0].first, a.played[2].first);
	arena_clear(&a);
}

static void
do_nothing(void *state, int seat, const struct move *move,
    struct chance *chance, struct news *news)
{
	(void)state;
	(void)seat;
	(void)move;
	(void)chance;
	(void)news;
}

static void
test_endless(void **state)
{
	struct arena_options options = small;
	struct err e = { 0 };
	struct game endless;
	struct arena a;

	(void)state;
	options.seats = "random,random,random";
	assert_int_equal(arena_begin(&a, &options, &e), 0);
	endless = *a.game;
	endless.apply = do_nothing;
	a.game = &endless;
	assert_int_equal(arena_match(&a, 4, &e), -1);
	assert_int_equal(e.code, ERR_CLASH);
	assert_string_equal(
	    e.text, "match 2 of deal 2 did not end in 20000 moves");
	arena_clear(&a);
}

static char *
report_of(const struct arena_options *options)
{
	struct err e = { 0 };
	json_t *report = arena_run(options, &e);
	char *text;

	if (report == NULL)
		fail_msg("%s", e.text);
	text = json_dumps(report, JSON_INDENT(1));
	json_decref(report);
	return text;
}

static void
test_repeated(void **state)
{
	static char *const shorter[] = { (char *)"turn_limit=30", NULL };
	static const char *const games[] = { "mutineer", "hexxi",
		"fourth-bridge", NULL };
	struct arena_options options = small;

	(void)state;
	for (int g = 0; games[g] != NULL; g++) {
		char *one, *again, *threads, *other;

		options.game = games[g];
		options.options = g == 2 ? shorter : NULL;
		options.matches = g == 2 ? 4 : 7;
		one = report_of(&options);
		again = report_of(&options);
		options.jobs = 4;
		threads = report_of(&options);
		options.jobs = 1;
		options.seed++;
		other = report_of(&options);
		assert_string_equal(one, again);
		assert_string_equal(one, threads);
		assert_string_not_equal(one, other);
		free(one);
		free(again);
		free(threads);
		free(other);
	}
}

static double
mean_of(const json_t *row, const char *key)
{
	return json_number_value(
	    json_object_get(json_object_get(row, key), "mean"));
}

static json_int_t
count_of(const json_t *row, const char *key)
{
	return json_integer_value(json_object_get(row, key));
}

/* Robots of the same name are one; each match has one win to share. */
static void
test_sums(void **state)
{
	struct arena_options options = small;
	struct err e = { 0 };
	json_t *report, *list, *row;
	double sum = 0;
	size_t i;

	(void)state;
	options.seats = "random, greedy,random";
	report = arena_run(&options, &e);
	assert_non_null(report);
	list = json_object_get(report, "contestants");
	assert_int_equal(json_array_size(list), 2);
	row = json_array_get(list, 0);
	assert_int_equal(count_of(row, "played"), 18);
	assert_true(near(
	    2 * mean_of(row, "win") + mean_of(json_array_get(list, 1), "win"),
	    1));
	json_array_foreach(json_object_get(report, "by_seat"), i, row)
	{
		assert_int_equal(count_of(row, "played"), 9);
		sum += mean_of(row, "win");
	}
	assert_true(near(sum, 1));
	json_decref(report);
}

static const json_t *
found_row(const json_t *list, const char *key, const char *text)
{
	json_t *row;
	size_t i;

	json_array_foreach(list, i, row)
	{
		const json_t *value = json_object_get(row, key);

		if (json_is_object(value))
			value = json_object_get(value, "word");
		if (value != NULL &&
		    strcmp(json_string_value(value), text) == 0)
			return row;
	}
	fail_msg("there is no %s %s", key, text);
	return NULL;
}

/* What Fourth Bridge tells of its end, by Traitor or none. */
static void
test_roles(void **state)
{
	struct arena_options options = small;
	const json_t *ended, *with, *without, *role, *bridges;
	struct err e = { 0 };
	json_t *report;
	double built;

	(void)state;
	options.game = "fourth-bridge";
	options.seats = "random,random,random,greedy";
	options.matches = 24;
	report = arena_run(&options, &e);
	assert_non_null(report);
	ended = json_object_get(report, "ended");
	with = found_row(ended, "with", "traitor");
	without = found_row(ended, "without", "traitor");
	role = found_row(json_object_get(report, "roles"), "word", "traitor");
	assert_int_equal(
	    count_of(with, "matches") + count_of(without, "matches"), 24);
	assert_int_equal(count_of(role, "matches"), count_of(with, "matches"));
	/* a Traitor wins whenever the bridges do not get built */
	built = (double)count_of(json_object_get(with, "ways"), "built");
	assert_true(near(mean_of(role, "matches_won"),
	    1 - built / (double)count_of(with, "matches")));
	bridges = found_row(
	    json_object_get(report, "numbers"), "key", "ring with value");
	assert_true(mean_of(bridges, "mean") > 0);
	json_decref(report);
}

/* Each role of a round brings something; the sums are those of the match. */
static void
test_decided(void **state)
{
	struct arena_options options = small;
	const json_t *list, *mate;
	struct err e = { 0 };
	json_t *report;

	(void)state;
	options.matches = 30;
	report = arena_run(&options, &e);
	assert_non_null(report);
	list = json_object_get(report, "decided");
	mate = found_row(list, "move", "take mate");
	assert_true(count_of(mate, "times") >= count_of(mate, "matches"));
	assert_true(
	    mean_of(mate, "brought") >
	    mean_of(found_row(list, "move", "take loadmaster"), "brought"));
	json_decref(report);
}

static void
test_variants(void **state)
{
	static char *const several[] = { (char *)"pirates=yes,no", NULL };
	struct arena_options options = small;
	struct err e = { 0 };
	json_t *report, *list;

	(void)state;
	options.options = several;
	options.matches = 8;
	report = arena_run(&options, &e);
	assert_non_null(report);
	assert_int_equal(count_of(report, "matches"), 12);
	list = json_object_get(report, "by_options");
	assert_int_equal(json_array_size(list), 2);
	for (size_t i = 0; i < 2; i++) {
		const json_t *row = json_array_get(list, i);

		assert_int_equal(
		    count_of(json_object_get(row, "moves"), "matches"), 6);
		assert_true(json_is_true(json_object_get(
				json_object_get(row, "options"), "pirates")) ==
			    (i == 0));
	}
	json_decref(report);
}

/* ---- the chart ---- */

static void
test_chart(void **state)
{
	json_t *report = json_pack("{s:s, s:i, s:i, s:i, s:[{s:s, s:{s:f, s:n},"
				   " s:[]}]}",
	    "game", "a<b", "seats", 2, "deals", 1, "matches", 2, "contestants",
	    "contestant", "\"x\" & <y>", "win", "mean", 0.25, "off", "at");
	g_autofree char *chart = NULL;

	(void)state;
	assert_non_null(report);
	chart = arena_chart(report);
	assert_non_null(strstr(chart, ">Win shares in a&lt;b<"));
	assert_non_null(strstr(chart, "&quot;x&quot; &amp; &lt;y&gt;"));
	assert_non_null(strstr(chart, ">0.250<"));
	assert_non_null(strstr(chart, "width=\"95.0\""));
	assert_null(strstr(chart, "±"));
	json_decref(report);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_student),
		cmocka_unit_test(test_interval),
		cmocka_unit_test(test_deals_count),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_honest),
		cmocka_unit_test(test_greedy),
		cmocka_unit_test(test_rotations),
		cmocka_unit_test(test_endless),
		cmocka_unit_test(test_repeated),
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_roles),
		cmocka_unit_test(test_decided),
		cmocka_unit_test(test_variants),
		cmocka_unit_test(test_chart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

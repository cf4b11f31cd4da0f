/* SPDX-License-Identifier: ISC */
/* Fourth Bridge: a finished bridge, one test a line of the rules. */
#include "core/match.h"
#include "games/fourth-bridge/state.h"
#include "tests/game/fourth-bridge/lay.h"
#include "tests/game/fourth-bridge/play.h"

/* Rows of the forests: green green green at 1, yellow yellow yellow at 4. */
static const struct layout plain = {
	PLAIN,
	.bag = "green green green yellow yellow yellow",
	.roles = "red blue green",
};

/* All of the bag goes to a row at 7. */
static void
empty_bag(struct play *p)
{
	struct state *s = play_state(p);
	struct field *f = &s->board.field[6];

	while (s->board.nbag > 0) {
		f->log[f->nlogs++] = s->bag[--s->board.nbag];
		s->bag[s->board.nbag] = 0;
	}
	assert_all_there(s);
}

/* The fifth log, laid on four at field 5, where carpenter and logs are. */
static void
fifth(struct play *p, const char *four, const char *logs)
{
	play_begin(p, &plain);
	lay(p, 5, logs);
	lay_bridge(p, 5, four);
	place(p, 1, 5);
	ask_boris(p, "work");
}

static void
test_four_or_five_colours_stand(void **unused)
{
	static const char *const bridges[][2] = {
		{ "red blue green yellow", "black" },
		{ "red blue green yellow", "red" },
		{ "red blue red green", "black" },
		{ "black black red blue", "yellow" },
	};

	(void)unused;
	for (size_t i = 0; i < G_N_ELEMENTS(bridges); i++) {
		struct play p;
		g_autofree char *whole =
		    g_strdup_printf("%s %s", bridges[i][0], bridges[i][1]);

		fifth(&p, bridges[i][0], bridges[i][1]);
		does(&p, 1, "do build");
		heard_of(&p, 0, "stands", "stands 5 9");
		bridge_is(&p, 5, whole);
		value_is(&p, 5, "9");
		view_is(&p, 2, "standing", "1");
		view_is(&p, 2, "ring/4/missing", "0");
		view_is(&p, 2, "next_value", "7");
		assert_all_there(play_state(&p));
		play_end(&p);
	}
}

/* 5, 4 and 1, 3 and 2, 3 and 1 and 1. */
static void
test_three_of_one_colour_go_back_into_the_bag(void **unused)
{
	static const char *const bridges[][2] = {
		{ "red red red red", "red" },
		{ "red red red red", "blue" },
		{ "blue red blue red", "blue" },
		{ "blue black blue black", "blue" },
		{ "red red black blue", "red" },
	};

	(void)unused;
	for (size_t i = 0; i < G_N_ELEMENTS(bridges); i++) {
		struct play p;

		fifth(&p, bridges[i][0], bridges[i][1]);
		view_is(&p, 0, "bag_size", "19");
		does(&p, 1, "do build");
		heard_of(&p, 0, "pulled-back", "pulled-back 5 24");
		bridge_is(&p, 5, "");
		value_is(&p, 5, "null");
		view_is(&p, 2, "bag_size", "24");
		state_is(&p, "lost", "0");
		view_is(&p, 2, "standing", "0");
		view_is(&p, 2, "next_value", "9");
		assert_all_there(play_state(&p));
		play_end(&p);
	}
}

/* 2, 2 and 1. */
static void
test_two_pairs_leave_the_game(void **unused)
{
	struct play p;

	(void)unused;
	fifth(&p, "red blue blue red", "black");
	does(&p, 1, "do build");
	heard(&p, 0, "does 1 build; laid black 5 5; pulled-lost 5 5");
	bridge_is(&p, 5, "");
	state_is(&p, "lost", "5");
	view_is(&p, 0, "lost_logs", "red red blue blue black");
	view_is(&p, 0, "bag_size", "19");
	drew(&p, "");
	assert_all_there(play_state(&p));
	play_end(&p);
}

static void
test_the_bag_is_shuffled_and_told(void **unused)
{
	struct play p;
	g_autofree char *told = NULL;
	g_autofree char *bag = NULL;

	(void)unused;
	fifth(&p, "red red red red", "blue");
	/* In the order of the material, so is what is put back to it. */
	state_is(&p, "bag",
	    "red red blue blue blue blue blue green green green yellow yellow "
	    "yellow black black black black black black");
	does(&p, 1, "do build");
	drew(&p, "bag");
	told = play_draw(&p, "bag");
	bag = play_look(fourth_state(match_state(p.m)), "bag");
	assert_string_equal(told, bag);
	assert_true(strncmp(told, "red red red red red blue", 24) != 0);
	play_end(&p);
}

static void
test_values_9_7_5_4(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay_bridge(&p, 2, "red blue green yellow black");
	view_is(&p, 0, "next_value", "7");
	lay_bridge(&p, 3, "red blue green yellow black");
	view_is(&p, 0, "next_value", "5");
	lay(&p, 6, "black");
	lay_bridge(&p, 6, "red blue red blue");
	place(&p, 1, 6);
	ask_boris(&p, "carpenter-build");
	/* A bridge that is pulled down takes no value. */
	does(&p, 1, "do build");
	view_is(&p, 0, "next_value", "5");
	lay(&p, 6, "yellow");
	lay_bridge(&p, 6, "blue black red black");
	turn(&p, "work build");
	value_is(&p, 6, "5");
	view_is(&p, 0, "next_value", "4");
	value_is(&p, 2, "9");
	value_is(&p, 3, "7");
	play_end(&p);
}

static void
test_nothing_more_is_built_there(void **unused)
{
	struct play p;

	(void)unused;
	fifth(&p, "red blue yellow black", "black red");
	refused(&p, 1, "do build build", "bridge-stands 2 5");
	does(&p, 1, "do build");
	row_is(&p, 5, "red");
	play_end(&p);
}

static void
test_a_village_is_built_on_again_at_once(void **unused)
{
	struct play p;

	(void)unused;
	fifth(&p, "red blue blue red", "black blue black");
	does(&p, 1, "do build build build");
	heard(&p, 0,
	    "does 1 build build build; laid black 5 5; pulled-lost 5 5; "
	    "laid blue 5 1; laid black 5 2");
	bridge_is(&p, 5, "blue black");
	play_end(&p);
	fifth(&p, "red red red red", "black blue");
	does(&p, 1, "do build build");
	bridge_is(&p, 5, "blue");
	play_end(&p);
}

/* Both forests, in ring order from field 1, by the new order of the bag. */
static void
test_logs_that_came_back_fill_the_forests(void **unused)
{
	struct play p;
	g_autofree char *told = NULL;
	g_autofree char *filled = NULL;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 5, "blue black");
	lay_bridge(&p, 5, "red red red red");
	lay(&p, 1, "");
	lay(&p, 4, "yellow");
	empty_bag(&p);
	place(&p, 2, 5);
	ask_boris(&p, "work");
	does(&p, 1, "do build build");
	drew(&p, "bag");
	told = play_draw(&p, "bag");
	/* 3 for field 1, 2 for field 4 behind the log there */
	{
		g_auto(GStrv) words = g_strsplit(told, " ", -1);

		assert_int_equal(g_strv_length(words), 5);
		filled = g_strdup_printf(
		    "does 1 build build; laid blue 5 5; pulled-back 5 5; "
		    "filled 1 %s %s %s; filled 4 %s %s; bag-empty; "
		    "laid black 5 1",
		    words[0], words[1], words[2], words[3], words[4]);
		heard(&p, 0, filled);
		g_free(filled);
		filled = g_strdup_printf("yellow %s %s", words[3], words[4]);
		row_is(&p, 4, filled);
	}
	view_is(&p, 0, "bag_size", "0");
	play_end(&p);
}

static void
test_what_came_back_can_be_loaded_in_the_same_move(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 5, "blue");
	lay_bridge(&p, 5, "red red red red");
	lay(&p, 1, "");
	empty_bag(&p);
	place(&p, 1, 5);
	ask_boris(&p, "work");
	refused(&p, 1, "do load", "no-log-to-load 1 1");
	refused(&p, 1, "do load build", "no-log-to-load 1 1");
	refused(&p, 1, "do build load load", "legal");
	/* 5 logs: 3 at once, and 2 when the first ones are loaded */
	does(&p, 1, "do build load load");
	view_is(&p, 0, "bag_size", "0");
	assert_int_equal(play_state(&p)->board.field[0].nlogs, 3);
	play_end(&p);
}

static void
test_the_first_forest_is_served_first(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 5, "blue");
	lay_bridge(&p, 5, "red red red red");
	lay(&p, 1, "");
	lay(&p, 4, "");
	empty_bag(&p);
	place(&p, 2, 5);
	ask_boris(&p, "work");
	does(&p, 1, "do build");
	assert_int_equal(play_state(&p)->board.field[0].nlogs, 3);
	assert_int_equal(play_state(&p)->board.field[3].nlogs, 2);
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(four_or_five_colours_stand),
		T(three_of_one_colour_go_back_into_the_bag),
		T(two_pairs_leave_the_game),
		T(the_bag_is_shuffled_and_told),
		T(values_9_7_5_4),
		T(nothing_more_is_built_there),
		T(a_village_is_built_on_again_at_once),
		T(logs_that_came_back_fill_the_forests),
		T(what_came_back_can_be_loaded_in_the_same_move),
		T(the_first_forest_is_served_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

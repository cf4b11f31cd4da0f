/* SPDX-License-Identifier: ISC */
/* Fourth Bridge: the end, points and winning, one test a line of the rules. */
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "games/fourth-bridge/state.h"
#include "tests/game/fourth-bridge/lay.h"
#include "tests/game/fourth-bridge/play.h"

#define FIVE "red blue green yellow black"

static const struct layout plain = {
	PLAIN,
	.bag = "green green green yellow yellow yellow",
	.roles = "red blue traitor",
};

/* Three bridges stand, at 6 one log is missing, which lies there. */
static void
begin_fourth(struct play *p)
{
	play_begin(p, &plain);
	lay(p, 1, "");
	lay(p, 4, "");
	lay_bridge(p, 2, FIVE);
	lay_bridge(p, 3, FIVE);
	lay_bridge(p, 5, FIVE);
	lay_bridge(p, 6, "red blue green yellow");
	lay(p, 6, "black red");
}

static void
assert_over(struct play *p, const char *ended)
{
	asked(p, "");
	assert_true(match_over(p->m));
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++) {
		view_is(p, seat, "over", "true");
		view_is(p, seat, "ended", ended);
		if (seat >= 0)
			legal(p, seat, "");
	}
	drew(p, "");
}

static void
test_with_the_fourth_bridge(void **unused)
{
	struct play p;

	(void)unused;
	begin_fourth(&p);
	place(&p, 1, 6);
	ask_boris(&p, "carpenter-build");
	does(&p, 1, "do build");
	assert_over(&p, "built");
	ending_is(&p, "ended:built,roles:[red blue traitor]");
	heard_of(&p, 0, "over-built", "over-built");
	view_is(&p, 0, "next_value", "null");
	value_is(&p, 6, "4");
	/* Nothing moves on. */
	state_is(&p, "turn", "1");
	state_is(&p, "active", "0");
	state_is(&p, "hand", "work work cart-load");
	state_is(&p, "given", "seat:1,card:carpenter-build");
	row_is(&p, 1, "");
	play_end(&p);
}

static void
test_the_last_action_may_leave_them_at_one_field(void **unused)
{
	struct play p;

	(void)unused;
	begin_fourth(&p);
	place(&p, 6, 5);
	ask_boris(&p, "carpenter-build");
	legal(&p, 1,
	    "do nothing; do carpenter build; do carpenter carpenter; "
	    "do carpenter carpenter carpenter");
	refused(&p, 1, "do carpenter", "one-field 6");
	refused(&p, 1, "do carpenter build carpenter", "behind-end 2");
	refused(&p, 1, "do carpenter build build", "behind-end 2");
	does(&p, 1, "do carpenter build");
	assert_over(&p, "built");
	state_is(&p, "carpenter", "6");
	state_is(&p, "cart/at", "6");
	play_end(&p);
}

static void
test_with_the_third_lost_bridge(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lose(&p, "red red blue blue black");
	lay_bridge(&p, 5, "red red blue blue");
	lay_bridge(&p, 6, "black black green green");
	lay(&p, 5, "yellow");
	lay(&p, 6, "yellow red");
	place(&p, 1, 5);
	ask_boris(&p, "carpenter-build");
	does(&p, 1, "do build");
	state_is(&p, "lost", "10");
	asked(&p, "0 give");
	place(&p, 1, 6);
	hand_out(&p, "work");
	refused(&p, 2, "do build load", "behind-end 1");
	does(&p, 2, "do build");
	assert_over(&p, "lost");
	heard_of(&p, 1, "over-lost", "over-lost 15");
	state_is(&p, "lost", "15");
	play_end(&p);
}

/* Bridges whose logs go back into the bag are not counted. */
static void
test_bridges_that_go_back_do_not_end_it(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lose(&p, "red red blue blue black black yellow yellow red red");
	for (int i = 0; i < 3; i++) {
		lay_bridge(&p, 5, "green green black black");
		lay(&p, 5, "black");
		place(&p, 1, 5);
		deal(&p, "work work carpenter-build carpenter-build");
		turn(&p, "carpenter-build build; work nothing; work nothing");
		state_is(&p, "lost", "10");
		asked(&p, i == 0 ? "1 give" : i == 1 ? "2 give" : "0 give");
	}
	play_end(&p);
}

/*
 * Two bridges stand, ten logs are lost; bridges of 3, 3 and 2 logs, and two
 * logs outside.
 */
static void
begin_dead(struct play *p)
{
	play_begin(p, &plain);
	lay(p, 1, "");
	lay(p, 4, "");
	lay_bridge(p, 2, FIVE);
	lay_bridge(p, 3, FIVE);
	lose(p, "red red blue blue green green black black yellow yellow");
	lay_bridge(p, 5, "red blue green");
	lay_bridge(p, 6, "red blue green");
	lay_bridge(p, 7, "black yellow");
}

static void
test_when_no_bridge_can_be_finished(void **unused)
{
	struct play p;

	(void)unused;
	begin_dead(&p);
	lay(&p, 7, "black");
	lay_stack(&p, "yellow");
	view_is(&p, 0, "bag_size", "0");
	place(&p, 7, 6);
	ask_boris(&p, "carpenter-build");
	refused(&p, 1, "do carpenter build carpenter", "behind-end 2");
	does(&p, 1, "do carpenter build");
	assert_over(&p, "dead");
	heard_of(&p, 2, "over-dead", "over-dead");
	play_end(&p);
}

static void
test_not_while_one_can(void **unused)
{
	struct play p;

	(void)unused;
	begin_dead(&p);
	lay(&p, 5, "black");
	lay_stack(&p, "yellow");
	place(&p, 1, 5);
	ask_boris(&p, "work");
	/* One outside, one missing at 5. */
	does(&p, 1, "do build");
	asked(&p, "0 give");
	play_end(&p);
}

/* One log more, wherever it is, and a bridge could be finished. */
static void
test_logs_in_the_bag_rows_and_on_the_cart_count(void **unused)
{
	(void)unused;
	for (int where = 0; where < 3; where++) {
		struct play p;

		play_begin(&p, &plain);
		lay(&p, 1, "");
		lay(&p, 4, "");
		lay_bridge(&p, 2, FIVE);
		lay_bridge(&p, 3, FIVE);
		lose(&p,
		    "red red blue blue green green black black yellow yellow");
		lay_bridge(&p, 5, "red blue");
		lay_bridge(&p, 6, "red blue green");
		lay_bridge(&p, 7, "black yellow");
		lay(&p, 7, "black");
		if (where == 0)
			lay(&p, 2, "yellow green");
		else if (where == 1)
			lay_stack(&p, "yellow green");
		else
			view_is(&p, 0, "bag_size", "2");
		place(&p, 2, 7);
		ask_boris(&p, "carpenter-build");
		/* Two are left, and two are missing at 6. */
		does(&p, 1, "do build");
		asked(&p, "0 give");
		play_end(&p);
	}
}

static void
test_dead_by_a_bridge_that_stands(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 1, "");
	lay(&p, 4, "");
	lay_bridge(&p, 2, FIVE);
	lay_bridge(&p, 3, FIVE);
	lose(&p, "red red blue blue green green black black yellow black");
	lay_bridge(&p, 5, "red blue green yellow");
	lay_bridge(&p, 6, "yellow");
	lay_bridge(&p, 7, "green");
	lay(&p, 5, "black red blue");
	lay_stack(&p, "yellow");
	place(&p, 1, 5);
	ask_boris(&p, "work");
	/* Three are left, and four are missing at 6 and 7. */
	does(&p, 1, "do build");
	value_is(&p, 5, "5");
	assert_over(&p, "dead");
	play_end(&p);
}

static void
test_after_so_many_turns(void **unused)
{
	struct layout l = plain;
	struct play p;

	(void)unused;
	l.options = "{\"turn_limit\":2}";
	play_begin(&p, &l);
	idle_turn(&p);
	heard_of(&p, 0, "turn-begins-of", "turn-begins-of 2 2 1");
	asked(&p, "1 give");
	deal(&p, "work work cart-load cart-load");
	turn(&p, "work nothing; work nothing");
	does(&p, 1, "take cart-load");
	asked(&p, "1 do");
	/* The last move counts, and so does what it draws. */
	does(&p, 1, "do load");
	state_is(&p, "cart/stack", "green");
	row_is(&p, 1, "green green red");
	assert_over(&p, "turns");
	heard_of(&p, 0, "over-turns", "over-turns 2");
	state_is(&p, "turn", "2");
	state_is(&p, "active", "1");
	state_is(&p, "hand", "");
	play_end(&p);
}

static void
test_90_turns_by_default_and_none_with_0(void **unused)
{
	struct layout l = plain;
	struct play p;

	(void)unused;
	play_begin(&p, &l);
	for (int i = 1; i < 90; i++)
		idle_turn(&p);
	state_is(&p, "turn", "90");
	assert_false(match_over(p.m));
	idle_turn(&p);
	assert_over(&p, "turns");
	play_end(&p);
	l.options = "{\"turn_limit\":0}";
	play_begin(&p, &l);
	for (int i = 1; i < 1100; i++)
		idle_turn(&p);
	state_is(&p, "turn", "1100");
	heard_of(&p, 0, "turn-begins", "turn-begins 1100 1");
	assert_false(match_over(p.m));
	play_end(&p);
}

static void
test_a_bridge_by_the_very_last_action_counts(void **unused)
{
	struct play p;

	(void)unused;
	begin_fourth(&p);
	play_state(&p)->turn_limit = 1;
	place(&p, 1, 6);
	deal(&p, "work work carpenter-build carpenter-build");
	turn(&p, "work nothing; work nothing; carpenter-build build");
	assert_over(&p, "built");
	play_end(&p);
}

/* ---- points ---- */

/* Let it end by its last turn. */
static void
finish_it(struct play *p)
{
	play_state(p)->turn_limit = 1;
	idle_turn(p);
	assert_true(match_over(p->m));
}

static void
begin_with(struct play *p, const char *roles)
{
	struct layout l = plain;

	l.roles = roles;
	play_begin(p, &l);
	lay(p, 1, "");
	lay(p, 4, "");
}

static void
test_the_log_laid_last_is_worth_most(void **unused)
{
	struct play p;

	(void)unused;
	begin_with(&p, "red black yellow");
	lay_bridge(&p, 2, "red blue green yellow black");
	state_is(&p, "scores", "5 9 8");
	lay_bridge(&p, 5, "black blue green red red");
	/* 7 and 6; 3 */
	state_is(&p, "scores", "18 12 8");
	lay_bridge(&p, 3, "yellow blue green red red");
	/* 5 and 4; 1 */
	state_is(&p, "scores", "27 12 9");
	lay_bridge(&p, 6, "yellow black black blue green");
	/* 4, 3, 2, 1, 0 */
	state_is(&p, "scores", "27 15 9");
	play_end(&p);
}

static void
test_a_colour_that_nobody_plays_scores_for_nobody(void **unused)
{
	struct play p;

	(void)unused;
	begin_with(&p, "traitor black yellow");
	lay_bridge(&p, 2, "black red yellow blue green");
	state_is(&p, "scores", "0 5 7");
	play_end(&p);
}

static void
test_a_bridge_that_does_not_stand_scores_nothing(void **unused)
{
	struct play p;

	(void)unused;
	begin_with(&p, "red black yellow");
	lay_bridge(&p, 2, "red red black yellow");
	finish_it(&p);
	state_is(&p, "scores", "0 0 0");
	view_is(&p, 1, "scores", "0 0 0");
	/* Equal points share the win. */
	assert_int_equal(play_winners(&p), SEAT(0) | SEAT(1) | SEAT(2));
	play_end(&p);
}

static void
test_points_count_also_when_it_ends_otherwise(void **unused)
{
	struct play p;

	(void)unused;
	begin_with(&p, "red black yellow");
	lay_bridge(&p, 2, "red blue green yellow black");
	assert_int_equal(play_winners(&p), 0);
	finish_it(&p);
	view_is(&p, SEAT_ONLOOKER, "scores", "5 9 8");
	assert_int_equal(play_winners(&p), SEAT(1));
	heard_of(&p, 2, "builder-shown",
	    "builder-shown 0 red 5; builder-shown 1 black 9; "
	    "builder-shown 2 yellow 8");
	play_end(&p);
}

static void
test_equal_points_share_the_win(void **unused)
{
	struct play p;

	(void)unused;
	begin_with(&p, "red blue black");
	lay_bridge(&p, 2, "green red blue black yellow");
	/* red 6, blue 7, black 8; 3, 4, 5, 6, 7: red 7, blue 6, black 4 */
	lay_bridge(&p, 3, "yellow black green blue red");
	finish_it(&p);
	view_is(&p, 0, "scores", "13 13 12");
	assert_int_equal(play_winners(&p), SEAT(0) | SEAT(1));
	play_end(&p);
}

static void
test_the_traitor_wins_alone_without_four_bridges(void **unused)
{
	struct play p;

	(void)unused;
	begin_with(&p, "red traitor black");
	lay_bridge(&p, 2, FIVE);
	lay_bridge(&p, 3, FIVE);
	lay_bridge(&p, 5, FIVE);
	finish_it(&p);
	assert_int_equal(play_winners(&p), SEAT(1));
	heard_of(&p, 0, "traitor-shown", "traitor-shown 1");
	heard_of(&p, 0, "builder-shown",
	    "builder-shown 0 red 9; builder-shown 2 black 21");
	play_end(&p);
}

static void
test_with_four_the_traitor_loses(void **unused)
{
	struct play p;

	(void)unused;
	begin_fourth(&p);
	place(&p, 1, 6);
	ask_boris(&p, "carpenter-build");
	does(&p, 1, "do build");
	/* red 5, 3, 1, 0; blue 6, 4, 2, 1 */
	view_is(&p, 0, "scores", "9 13 0");
	assert_int_equal(play_winners(&p), SEAT(1));
	play_end(&p);
}

/* He may sit anywhere; points go to the Builders alone. */
static void
test_the_traitor_has_no_points(void **unused)
{
	struct play p;

	(void)unused;
	begin_fourth(&p);
	place(&p, 1, 6);
	play_state(&p)->role[0] = TRAITOR;
	play_state(&p)->role[2] = BLACK;
	ask_boris(&p, "carpenter-build");
	does(&p, 1, "do build");
	view_is(&p, 0, "scores", "0 13 25");
	assert_int_equal(play_winners(&p), SEAT(2));
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(with_the_fourth_bridge),
		T(the_last_action_may_leave_them_at_one_field),
		T(with_the_third_lost_bridge),
		T(bridges_that_go_back_do_not_end_it),
		T(when_no_bridge_can_be_finished),
		T(not_while_one_can),
		T(logs_in_the_bag_rows_and_on_the_cart_count),
		T(dead_by_a_bridge_that_stands),
		T(after_so_many_turns),
		T(90_turns_by_default_and_none_with_0),
		T(a_bridge_by_the_very_last_action_counts),
		T(the_log_laid_last_is_worth_most),
		T(a_colour_that_nobody_plays_scores_for_nobody),
		T(a_bridge_that_does_not_stand_scores_nothing),
		T(points_count_also_when_it_ends_otherwise),
		T(equal_points_share_the_win),
		T(the_traitor_wins_alone_without_four_bridges),
		T(with_four_the_traitor_loses),
		T(the_traitor_has_no_points),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

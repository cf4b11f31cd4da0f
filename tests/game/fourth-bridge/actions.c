/* SPDX-License-Identifier: ISC */
/* Fourth Bridge: actions and moves, one test a line of the rules. */
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/sentence.h"
#include "games/fourth-bridge/fourth_bridge.h"
#include "games/fourth-bridge/state.h"
#include "tests/game/fourth-bridge/lay.h"
#include "tests/game/fourth-bridge/play.h"

static const struct layout plain = {
	PLAIN,
	.bag = "red blue green yellow black red blue green",
	.roles = "red blue green",
};

/* Boris has that card; rows are red blue green at 1, yellow black red at 4. */
static void
begin(struct play *p, const char *card)
{
	play_begin(p, &plain);
	ask_boris(p, card);
}

static void
test_what_each_card_allows(void **unused)
{
	static const struct {
		const char *card, *actions;
	} cards[] = {
		{ "work", "load unload build" },
		{ "cart-load", "load cart" },
		{ "cart-unload", "unload cart" },
		{ "cart-carpenter", "cart carpenter" },
		{ "carpenter-build", "build carpenter" },
	};

	(void)unused;
	for (size_t i = 0; i < G_N_ELEMENTS(cards); i++) {
		struct play p;

		play_begin(&p, &plain);
		/* everything is possible */
		lay(&p, 2, "blue");
		lay(&p, 5, "blue");
		lay_stack(&p, "black");
		place(&p, 5, 2);
		ask_boris(&p, cards[i].card);
		for (int a = LOAD; a < NOTHING; a++) {
			const char *word =
			    game_word(&game_fourth_bridge, 'A', a);
			g_autofree char *move = g_strdup_printf("do %s", word);
			g_autofree char *why = g_strdup_printf(
			    "card-forbids %s %s", word, cards[i].card);
			g_auto(GStrv) allowed =
			    g_strsplit(cards[i].actions, " ", -1);
			bool may =
			    g_strv_contains((const char *const *)allowed, word);

			refused(&p, 1, move, may ? "legal" : why);
		}
		play_end(&p);
	}
}

static void
test_up_to_three_actions_repeats_included(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "cart-load");
	legal(&p, 1,
	    "do nothing; do load; do cart; do load load; do load cart; "
	    "do cart cart; do load load load; do load load cart; "
	    "do load cart cart");
	refused(&p, 1, "do load load load load", "too-many 3");
	refused(&p, 1, "do", "not understood");
	refused(&p, 1, "do nothing load", "nothing-alone");
	refused(&p, 1, "do load nothing", "nothing-alone");
	refused(&p, 1, "do nothing nothing", "nothing-alone");
	does(&p, 1, "do load cart cart");
	state_is(&p, "cart", "at:3,stack:[red]");
	play_end(&p);
}

/* Fewer before more, then load, unload, build, cart, carpenter. */
static void
test_the_order_of_a_list(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 2, "blue black");
	lay_stack(&p, "black");
	place(&p, 1, 2);
	ask_boris(&p, "work");
	legal(&p, 1,
	    "do nothing; do load; do unload; do build; "
	    "do load load; do load unload; do load build; do unload load; "
	    "do unload build; do build load; do build unload; do build build; "
	    "do load load load; do load load unload; do load load build; "
	    "do load unload load; do load unload unload; "
	    "do load unload build; do load build load; do load build unload; "
	    "do load build build; do unload load load; do unload load unload; "
	    "do unload load build; do unload build load; "
	    "do unload build build; do build load load; do build load unload; "
	    "do build load build; do build unload load; "
	    "do build unload build; do build build load; "
	    "do build build unload");
	play_end(&p);
}

static void
test_load_takes_the_nearest_log_on_top(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "work");
	does(&p, 1, "do load load");
	state_is(&p, "cart/stack", "red blue");
	row_is(&p, 1, "green blue green");
	play_end(&p);
}

static void
test_load_in_a_village(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 2, "yellow black");
	place(&p, 2, 4);
	ask_boris(&p, "work");
	does(&p, 1, "do load");
	state_is(&p, "cart/stack", "yellow");
	/* No new logs there. */
	row_is(&p, 2, "black");
	heard(&p, 2, "does 1 load; loaded yellow 2");
	play_end(&p);
}

static void
test_four_logs_on_the_cart(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay_stack(&p, "blue blue blue");
	ask_boris(&p, "work");
	refused(&p, 1, "do load", "legal");
	refused(&p, 1, "do load load", "cart-full 2 1");
	refused(&p, 1, "do load unload load", "legal");
	does(&p, 1, "do load");
	state_is(&p, "cart/stack", "blue blue blue red");
	play_end(&p);
}

static void
test_nothing_to_load(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "cart-load");
	refused(&p, 1, "do cart load", "no-log-to-load 2 2");
	refused(&p, 1, "do load cart load", "no-log-to-load 3 2");
	play_end(&p);
}

static void
test_unload_lays_the_top_log_nearest(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 2, "yellow");
	lay_stack(&p, "blue green black");
	ask_boris(&p, "cart-unload");
	does(&p, 1, "do cart unload unload");
	row_is(&p, 2, "green black yellow");
	state_is(&p, "cart", "at:2,stack:[blue]");
	heard(&p, 0,
	    "does 1 cart unload unload; cart-goes 2 village; "
	    "unloaded black 2; unloaded green 2");
	play_end(&p);
}

static void
test_unload_at_any_field_any_number(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay_stack(&p, "blue green black");
	ask_boris(&p, "work");
	/* A forest too, beyond its 3 logs; it is not filled then. */
	does(&p, 1, "do unload unload unload");
	row_is(&p, 1, "blue green black red blue green");
	view_is(&p, 0, "bag_size", "21");
	turn(&p, "cart-load load");
	row_is(&p, 1, "green black red blue green");
	play_end(&p);
}

static void
test_an_empty_cart(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "cart-unload");
	refused(&p, 1, "do unload", "cart-empty 1 1");
	refused(&p, 1, "do cart unload", "cart-empty 2 2");
	legal(&p, 1, "do nothing; do cart; do cart cart");
	play_end(&p);
}

static void
test_the_cart_goes_clockwise_with_its_logs(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay_stack(&p, "blue green");
	place(&p, 7, 4);
	ask_boris(&p, "cart-carpenter");
	does(&p, 1, "do cart cart");
	state_is(&p, "cart", "at:2,stack:[blue green]");
	heard(
	    &p, 2, "does 1 cart cart; cart-goes 1 forest; cart-goes 2 village");
	play_end(&p);
}

static void
test_the_carpenter_goes_clockwise(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	place(&p, 5, 7);
	ask_boris(&p, "carpenter-build");
	does(&p, 1, "do carpenter carpenter");
	state_is(&p, "carpenter", "2");
	heard(&p, 0,
	    "does 1 carpenter carpenter; carpenter-goes 1 forest; "
	    "carpenter-goes 2 village");
	play_end(&p);
}

static void
test_build_takes_the_nearest_log_as_the_next(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 5, "yellow black green");
	lay_bridge(&p, 5, "blue");
	ask_boris(&p, "carpenter-build");
	does(&p, 1, "do carpenter build build");
	row_is(&p, 5, "green");
	bridge_is(&p, 5, "blue yellow black");
	heard(&p, 0,
	    "does 1 carpenter build build; carpenter-goes 5 village; "
	    "laid yellow 5 2; laid black 5 3");
	view_is(&p, 0, "ring/4/missing", "2");
	play_end(&p);
}

static void
test_where_nothing_can_be_built(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 6, "yellow");
	lay_bridge(&p, 6, "red blue green black black");
	ask_boris(&p, "carpenter-build");
	refused(&p, 1, "do build", "build-forest 1 4");
	refused(&p, 1, "do carpenter build", "no-log-to-build 2 5");
	refused(&p, 1, "do carpenter carpenter build", "bridge-stands 3 6");
	play_end(&p);
}

static void
test_an_impossible_action_refuses_the_whole_move(void **unused)
{
	struct play p;
	g_autofree char *before = NULL;
	g_autofree char *after = NULL;
	struct move m;
	struct phrase *why;

	(void)unused;
	begin(&p, "cart-load");
	before = play_look(fourth_state(match_state(p.m)), "");
	move_read(p.m, "do load cart load", &m);
	why = match_refusal(p.m, 1, &m);
	assert_string_equal(why->key, "fourth-bridge.no-log-to-load");
	phrase_free(why);
	after = play_look(fourth_state(match_state(p.m)), "");
	assert_string_equal(before, after);
	play_end(&p);
}

/* ---- cart and carpenter at one field ---- */

static void
test_they_may_share_a_field_within_a_move(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 4, "yellow black red");
	place(&p, 3, 4);
	ask_boris(&p, "cart-load");
	/* through it, and acting there */
	does(&p, 1, "do cart load cart");
	state_is(&p, "cart", "at:5,stack:[yellow]");
	play_end(&p);
}

static void
test_the_carpenter_may_build_at_the_carts_field(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 5, "yellow");
	place(&p, 5, 4);
	ask_boris(&p, "carpenter-build");
	refused(&p, 1, "do carpenter", "one-field 5");
	refused(&p, 1, "do carpenter build", "one-field 5");
	legal(&p, 1,
	    "do nothing; do carpenter carpenter; "
	    "do carpenter build carpenter; do carpenter carpenter carpenter");
	play_end(&p);
}

static void
test_they_part_before_the_move_ends(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	place(&p, 3, 4);
	ask_boris(&p, "cart-carpenter");
	refused(&p, 1, "do cart", "one-field 4");
	legal(&p, 1,
	    "do nothing; do carpenter; do cart cart; do cart carpenter; "
	    "do carpenter cart; do carpenter carpenter; do cart cart cart; "
	    "do cart carpenter carpenter; do carpenter cart carpenter; do "
	    "carpenter carpenter cart; "
	    "do carpenter carpenter carpenter");
	refused(&p, 1, "do cart cart carpenter", "one-field 5");
	refused(&p, 1, "do carpenter cart cart", "one-field 5");
	refused(&p, 1, "do cart carpenter cart", "one-field 5");
	play_end(&p);
}

/* ---- forests are filled ---- */

static void
test_a_forest_is_filled_after_every_action(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "work");
	does(&p, 1, "do load load load");
	state_is(&p, "cart/stack", "red blue green");
	/* The third log could be loaded since new ones lie behind it. */
	row_is(&p, 1, "blue green red");
	row_is(&p, 4, "yellow black red");
	heard(&p, SEAT_ONLOOKER,
	    "does 1 load load load; loaded red 1; filled 1 blue; "
	    "loaded blue 1; filled 1 green; loaded green 1; filled 1 red");
	view_is(&p, 0, "bag_size", "21");
	play_end(&p);
}

static void
test_while_the_bag_lasts(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	/* All but one log of the bag, red, lie at 7. */
	lay(&p, 7,
	    "red red red blue blue blue blue green green green green "
	    "green yellow yellow yellow yellow yellow black black black black "
	    "black blue");
	view_is(&p, 0, "bag_size", "1");
	ask_boris(&p, "work");
	does(&p, 1, "do load load load");
	row_is(&p, 1, "red");
	view_is(&p, 0, "bag_size", "0");
	turn(&p, "cart-load load");
	row_is(&p, 1, "");
	play_end(&p);
}

static void
test_an_empty_bag_is_told_once(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 7,
	    "red red red blue blue blue blue green green green green "
	    "green yellow yellow yellow yellow yellow black black black black "
	    "black");
	ask_boris(&p, "work");
	state_is(&p, "bag", "blue red");
	does(&p, 1, "do load load load");
	heard(&p, 0,
	    "does 1 load load load; loaded red 1; filled 1 blue; "
	    "loaded blue 1; filled 1 red; bag-empty; loaded green 1");
	row_is(&p, 1, "blue red");
	play_end(&p);
}

static void
test_unknown_logs_can_be_counted_on(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 1, "red");
	lay(&p, 7,
	    "red red red blue blue blue blue green green green green "
	    "green yellow yellow yellow yellow yellow black black black black "
	    "black blue");
	view_is(&p, 0, "bag_size", "3");
	ask_boris(&p, "work");
	refused(&p, 1, "do load load load", "legal");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(what_each_card_allows),
		T(up_to_three_actions_repeats_included),
		T(the_order_of_a_list),
		T(load_takes_the_nearest_log_on_top),
		T(load_in_a_village),
		T(four_logs_on_the_cart),
		T(nothing_to_load),
		T(unload_lays_the_top_log_nearest),
		T(unload_at_any_field_any_number),
		T(an_empty_cart),
		T(the_cart_goes_clockwise_with_its_logs),
		T(the_carpenter_goes_clockwise),
		T(build_takes_the_nearest_log_as_the_next),
		T(where_nothing_can_be_built),
		T(an_impossible_action_refuses_the_whole_move),
		T(they_may_share_a_field_within_a_move),
		T(the_carpenter_may_build_at_the_carts_field),
		T(they_part_before_the_move_ends),
		T(a_forest_is_filled_after_every_action),
		T(while_the_bag_lasts),
		T(an_empty_bag_is_told_once),
		T(unknown_logs_can_be_counted_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

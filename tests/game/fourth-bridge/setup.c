/* SPDX-License-Identifier: ISC */
/* Fourth Bridge: material and setting up, one test a line of the rules. */
#include "core/decision.h"
#include "core/rules.h"
#include "games/fourth-bridge/fourth_bridge.h"
#include "games/fourth-bridge/state.h"
#include "tests/game/fourth-bridge/lay.h"
#include "tests/game/fourth-bridge/play.h"

enum { SEEDS = 60 };

static void
test_a_ring_of_5_villages_and_2_forests(void **unused)
{
	int first = 0;

	(void)unused;
	for (unsigned char seed = 0; seed < SEEDS; seed++) {
		struct play p;
		const struct board *b;
		int forests = 0;

		play_begin(&p, &(struct layout){ .seed = seed });
		b = &play_state(&p)->board;
		for (int i = 0; i < FIELDS; i++)
			forests += b->field[i].place == FOREST;
		assert_int_equal(forests, 2);
		first += b->field[0].place == FOREST;
		play_end(&p);
	}
	/* 2 in 7 */
	assert_in_range(first, 5, 30);
}

static void
test_the_ring_can_be_laid_out(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &(struct layout){ PLAIN });
	for (int i = 0; i < FIELDS; i++) {
		g_autofree char *path = g_strdup_printf("ring/%d/kind", i);

		state_is(&p, path, i == 0 || i == 3 ? "forest" : "village");
	}
	play_end(&p);
	no_start((&(struct layout){ .ring = "forest village" }),
	    "setup.ring must hold the 7 places, each as often as the game has "
	    "it");
}

static void
test_cart_and_carpenter_on_the_two_forests(void **unused)
{
	int low = 0;

	(void)unused;
	for (unsigned char seed = 0; seed < SEEDS; seed++) {
		struct play p;
		const struct board *b;
		g_autofree char *told = NULL;

		play_begin(&p, &(struct layout){ .seed = seed });
		b = &play_state(&p)->board;
		assert_int_not_equal(b->cart, b->carpenter);
		assert_int_equal(b->field[b->cart].place, FOREST);
		assert_int_equal(b->field[b->carpenter].place, FOREST);
		told = play_draw(&p, "cart");
		assert_int_equal(atoi(told), b->cart + 1);
		low += b->cart < b->carpenter;
		play_end(&p);
	}
	assert_in_range(low, 15, 45);
}

static void
test_either_decides_for_both(void **unused)
{
	struct play p;

	(void)unused;
	for (unsigned char seed = 0; seed < 10; seed++) {
		play_begin(&p,
		    &(struct layout){ .ring = RING, .cart = 4, .seed = seed });
		state_is(&p, "cart/at", "4");
		state_is(&p, "carpenter", "1");
		play_end(&p);
		play_begin(
		    &p, &(struct layout){
			    .ring = RING, .carpenter = 4, .seed = seed });
		state_is(&p, "cart/at", "1");
		state_is(&p, "carpenter", "4");
		play_end(&p);
	}
}

static void
test_they_cannot_both_be_laid_on_one_forest(void **unused)
{
	(void)unused;
	no_start((&(struct layout){ .ring = RING, .cart = 4, .carpenter = 4 }),
	    "setup.cart must be one of 1");
	no_start((&(struct layout){ .ring = RING, .cart = 2 }),
	    "setup.cart must be one of 1, 4");
	no_start((&(struct layout){ .ring = RING, .carpenter = 7 }),
	    "setup.carpenter must be one of 1, 4");
}

static void
test_30_logs_6_of_each_colour(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &(struct layout){ .seed = 3 });
	assert_all_there(play_state(&p));
	view_is(&p, 0, "bag_size", "24");
	play_end(&p);
	no_start((&(struct layout){
		     .bag = "red red red red red red black black black black "
			    "black black blue blue blue blue blue blue green "
			    "green green green green green yellow yellow "
			    "yellow yellow yellow yellow yellow" }),
	    "setup.bag must hold the 30 colours, each as often as the game "
	    "has it");
}

static void
test_forests_in_ring_order_the_first_drawn_nearest(void **unused)
{
	struct play p;

	(void)unused;
	/* wherever the cart is */
	for (int cart = 1; cart <= 4; cart += 3) {
		play_begin(&p, &(struct layout){ .ring = RING,
				   .cart = cart,
				   .bag = "red blue green yellow black red" });
		row_is(&p, 1, "red blue green");
		row_is(&p, 4, "yellow black red");
		row_is(&p, 2, "");
		state_is(&p, "bag",
		    "red red red red blue blue blue blue blue green green "
		    "green green green yellow yellow yellow yellow yellow "
		    "black black black black black");
		heard_of(&p, 2, "filled",
		    "filled 1 red blue green; filled 4 yellow black red");
		play_end(&p);
	}
}

static void
test_a_role_for_each_of_six(void **unused)
{
	int traitors = 0;

	(void)unused;
	for (unsigned char seed = 0; seed < SEEDS; seed++) {
		struct play p;
		unsigned seen = 0;

		play_begin(&p, &(struct layout){ .seats = 4, .seed = seed });
		for (int i = 0; i < 4; i++)
			seen |= 1u << play_state(&p)->role[i];
		assert_int_equal(__builtin_popcount(seen), 4);
		traitors += (seen & 1u << TRAITOR) != 0;
		play_end(&p);
	}
	/* in the game or not: 4 in 6 */
	assert_in_range(traitors, 25, 55);
}

static void
test_a_role_is_told_to_its_owner_alone(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &(struct layout){ .roles = "traitor blue black" });
	state_is(&p, "roles", "traitor blue black");
	heard_of(&p, 0, "own-role", "own-role traitor");
	heard_of(&p, 1, "own-role", "own-role blue");
	heard_of(&p, 2, "own-role", "own-role black");
	heard_of(&p, SEAT_ONLOOKER, "own-role", "");
	play_end(&p);
	no_start((&(struct layout){ .roles = "red red blue" }),
	    "setup.roles must hold 3 of the 6 roles, none more often than the "
	    "game has it");
}

static void
test_the_first_active_player_is_drawn(void **unused)
{
	int firsts[3] = { 0 };

	(void)unused;
	for (unsigned char seed = 0; seed < SEEDS; seed++) {
		struct play p;
		g_autofree char *told = NULL;

		play_begin(&p, &(struct layout){ .seed = seed });
		told = play_draw(&p, "active");
		assert_int_equal(play_state(&p)->active, atoi(told));
		firsts[atoi(told)]++;
		play_end(&p);
	}
	for (int i = 0; i < 3; i++)
		assert_in_range(firsts[i], 8, 35);
}

static void
test_what_is_laid_out_is_not_drawn(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &(struct layout){ .seed = 1 });
	drew(&p, "ring cart bag roles active hand");
	play_end(&p);
	play_begin(&p,
	    &(struct layout){ PLAIN, .bag = "red", .roles = "red blue green",
		.hand = "work work cart-load cart-load" });
	drew(&p, "");
	state_is(&p, "hand", "work work cart-load cart-load");
	play_end(&p);
	no_start((&(struct layout){ .hand = "work work work cart-load" }),
	    "setup.hand must hold 4 of the 10 cards, none more often than the "
	    "game has it");
}

static void
test_three_or_four_players(void **unused)
{
	(void)unused;
	no_start((&(struct layout){ .seats = 2 }),
	    "fourth-bridge needs 3 to 4 players, not 2");
	assert_int_equal(game_fourth_bridge.max_seats, 4);
}

static void
test_turn_limit_from_0_to_1000(void **unused)
{
	static const char fault[] =
	    "options.turn_limit must be a number from 0 to 1000";
	struct play p;

	(void)unused;
	play_begin(&p, &(struct layout){ .seed = 1 });
	view_is(&p, 0, "turn_limit", "90");
	play_end(&p);
	play_begin(&p, &(struct layout){ .options = "{\"turn_limit\":0}" });
	view_is(&p, 0, "turn_limit", "0");
	play_end(&p);
	play_begin(&p, &(struct layout){ .options = "{\"turn_limit\":1000}" });
	view_is(&p, 0, "turn_limit", "1000");
	play_end(&p);
	no_start(
	    (&(struct layout){ .options = "{\"turn_limit\":1001}" }), fault);
	no_start((&(struct layout){ .options = "{\"turn_limit\":-1}" }), fault);
	no_start(
	    (&(struct layout){ .options = "{\"turn_limit\":true}" }), fault);
}

static void
test_names_must_differ(void **unused)
{
	static char *const equal[] = { "Anna", "Boris", "ANNA" };
	static char *const blanks[] = { "Anna Maria", " anna  maria ", "Jo" };
	static const char fault[] =
	    "two players have the same name, or names that read alike; give "
	    "each a different one";

	(void)unused;
	no_start((&(struct layout){ .names = equal }), fault);
	no_start((&(struct layout){ .names = blanks }), fault);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(a_ring_of_5_villages_and_2_forests),
		T(the_ring_can_be_laid_out),
		T(cart_and_carpenter_on_the_two_forests),
		T(either_decides_for_both),
		T(they_cannot_both_be_laid_on_one_forest),
		T(30_logs_6_of_each_colour),
		T(forests_in_ring_order_the_first_drawn_nearest),
		T(a_role_for_each_of_six),
		T(a_role_is_told_to_its_owner_alone),
		T(the_first_active_player_is_drawn),
		T(what_is_laid_out_is_not_drawn),
		T(three_or_four_players),
		T(turn_limit_from_0_to_1000),
		T(names_must_differ),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

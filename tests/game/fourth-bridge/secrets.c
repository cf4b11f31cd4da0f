/* SPDX-License-Identifier: ISC */
/* Fourth Bridge: who sees what, one test a line of the rules. */
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "games/fourth-bridge/state.h"
#include "tests/game/fourth-bridge/lay.h"
#include "tests/game/fourth-bridge/play.h"

static const struct layout plain = {
	PLAIN,
	.bag = "red blue green yellow black red",
	.roles = "red traitor green",
	.hand = "work work cart-load carpenter-build",
};

static void
test_what_everyone_sees(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 5, "yellow black");
	lay_bridge(&p, 5, "green");
	lose(&p, "black red red red blue");
	go(&p, "0 give work Boris; 1 do load load; 0 give cart-load Celina");
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++) {
		view_is(&p, seat, "turn", "1");
		view_is(&p, seat, "active", "0");
		view_is(&p, seat, "turn_limit", "90");
		view_is(&p, seat, "given",
		    "seat:1,card:work seat:2,card:cart-load");
		view_is(&p, seat, "hand_size", "2");
		view_is(&p, seat, "cart", "at:1,stack:[red blue]");
		view_is(&p, seat, "carpenter", "4");
		view_is(&p, seat, "bag_size", "14");
		view_is(&p, seat, "lost", "5");
		view_is(&p, seat, "lost_logs", "red red red blue black");
		view_is(&p, seat, "standing", "0");
		view_is(&p, seat, "next_value", "9");
		view_is(&p, seat, "over", "false");
		view_is(&p, seat, "ended", "null");
		view_is(&p, seat, "players/0/active", "true");
		view_is(&p, seat, "players/0/moved", "false");
		view_is(&p, seat, "players/0/card", "null");
		view_is(&p, seat, "players/1/active", "false");
		view_is(&p, seat, "players/1/moved", "true");
		view_is(&p, seat, "players/1/card", "work");
		/* he is about to */
		view_is(&p, seat, "players/2/moved", "false");
		view_is(&p, seat, "players/2/card", "cart-load");
	}
	play_end(&p);
}

static void
test_the_ring_as_everyone_sees_it(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 5, "yellow black");
	lay_bridge(&p, 5, "green");
	lay_bridge(&p, 2, "red blue green yellow black");
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++) {
		view_is(&p, seat, "ring/0",
		    "kind:forest,logs:[red blue green],bridge:[],"
		    "value:null,field:1,village:false,slots:[],points:[],"
		    "near:[red blue green],beyond:null,load:[],cart:true,"
		    "carpenter:false,missing:5");
		view_is(&p, seat, "ring/1",
		    "kind:village,logs:[],bridge:[red blue green yellow "
		    "black],value:9,field:2,village:true,slots:[red blue "
		    "green yellow black],points:[5 6 7 8 9],near:[],"
		    "beyond:null,load:[],cart:false,carpenter:false,"
		    "missing:0");
		view_is(&p, seat, "ring/3/carpenter", "true");
		view_is(&p, seat, "ring/4",
		    "kind:village,logs:[yellow black],bridge:[green],"
		    "value:null,field:5,village:true,slots:[green none "
		    "none none none],points:[3 4 5 6 7],near:[yellow "
		    "black],beyond:null,load:[],cart:false,carpenter:false,"
		    "missing:4");
		view_is(&p, seat, "next_value", "7");
		view_is(&p, seat, "standing", "1");
	}
	play_end(&p);
}

static void
test_a_player_sees_his_own_role(void **unused)
{
	static const char *const roles[] = { "red", "traitor", "green" };
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++)
		for (int of = 0; of < 3; of++) {
			g_autofree char *path =
			    g_strdup_printf("players/%d/role", of);

			view_is(
			    &p, seat, path, seat == of ? roles[of] : "null");
		}
	view_is(&p, 1, "seat", "1");
	view_is(&p, SEAT_ONLOOKER, "seat", "null");
	play_end(&p);
}

static void
test_the_active_player_alone_sees_his_cards(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	view_is(&p, 0, "hand", "work work cart-load carpenter-build");
	does(&p, 0, "give work Celina");
	heard_of(&p, 1, "hand", "");
	view_is(&p, 0, "hand", "work cart-load carpenter-build");
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++)
		if (seat != 0)
			view_is(&p, seat, "hand", "null");
	does(&p, 2, "do nothing");
	turn(&p, "carpenter-build nothing");
	/* The card put back nobody sees any more. */
	does(&p, 0, "take work");
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++)
		view_is(&p, seat, "hand", seat == 0 ? "" : "null");
	view_is(&p, 1, "hand_size", "0");
	play_end(&p);
}

static void
test_nobody_sees_the_bag_and_the_unused_roles(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	play_state(&p)->turn_limit = 1;
	for (int i = 0; i < 2; i++) {
		for (int seat = SEAT_ONLOOKER; seat < 3; seat++) {
			view_is(&p, seat, "bag", "nothing");
			view_is(&p, seat, "roles", "nothing");
		}
		idle_turn(&p);
	}
	assert_true(match_over(p.m));
	play_end(&p);
}

static void
test_points_are_hidden_and_roles_too_until_the_end(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay_bridge(&p, 2, "red blue green yellow black");
	play_state(&p)->turn_limit = 1;
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++)
		view_is(&p, seat, "scores", "null");
	ending_is(&p, "{}");
	idle_turn(&p);
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++) {
		view_is(&p, seat, "scores", "5 0 7");
		view_is(&p, seat, "ended", "turns");
		view_is(&p, seat, "players/0/role", "red");
		view_is(&p, seat, "players/1/role", "traitor");
		view_is(&p, seat, "players/2/role", "green");
	}
	ending_is(&p, "ended:turns,roles:[red traitor green]");
	play_end(&p);
}

/* A bridge that stands is told with its value, never with anybody's points. */
static void
test_no_news_tells_points(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 5, "black");
	lay_bridge(&p, 5, "red blue green yellow");
	place(&p, 1, 5);
	does(&p, 0, "give work Boris");
	does(&p, 1, "do build");
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++)
		heard(&p, seat, "does 1 build; laid black 5 5; stands 5 9");
	play_end(&p);
}

/* Everything hidden does change, and nothing else. */
static void
test_another_choice_of_all_that_is_hidden(void **unused)
{
	unsigned char seed[SEED_SIZE] = { 9 };
	struct chance *chance = chance_new(seed);
	bool role = false, bag = false, hand = false;
	struct play p;
	struct state other;

	(void)unused;
	play_begin(&p, &plain);
	turn(&p, "work nothing");
	for (int i = 0; i < 50; i++) {
		struct state again = *play_state(&p);

		fourth_resample(&again, 1, chance);
		role |= again.role[0] == BLACK && again.role[2] == YELLOW;
		bag |= memcmp(again.bag, play_state(&p)->bag,
			   sizeof(again.bag)) != 0;
		hand |= again.hand[CART_UNLOAD] == 2;
		assert_int_equal(again.role[1], TRAITOR);
		/* One such card lies open. */
		assert_true(again.hand[WORK] <= 1);
		assert_all_there(&again);
		/* To the active player his hand is known. */
		other = *play_state(&p);
		fourth_resample(&other, 0, chance);
		assert_memory_equal(
		    other.hand, play_state(&p)->hand, sizeof(other.hand));
		assert_int_equal(other.role[0], RED);
	}
	assert_true(role && bag && hand);
	chance_free(chance);
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(what_everyone_sees),
		T(the_ring_as_everyone_sees_it),
		T(a_player_sees_his_own_role),
		T(the_active_player_alone_sees_his_cards),
		T(nobody_sees_the_bag_and_the_unused_roles),
		T(points_are_hidden_and_roles_too_until_the_end),
		T(no_news_tells_points),
		T(another_choice_of_all_that_is_hidden),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

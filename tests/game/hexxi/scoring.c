/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI, the scoring: one test a line of the rules. */
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

static void
test_own_units_on_the_board_less_20(void **unused)
{
	static const struct layout all = {
		.board = { "s:c3 s:d4 s:e3 p:c5 p:e5 w:b3 r:f2", "" },
	};
	static const struct layout one = {
		.board = { "s:c3", "p:d4", "w:e3", "r:c4" },
	};
	struct play p;

	(void)unused;
	fight(&p, &all);
	state_is(&p, "turn", "2");
	/* 3 ships, 2 pirates, the warship; routes count nothing. */
	state_is(&p, "scores", "-2 -20");
	play_end(&p);
	fight(&p, &one);
	state_is(&p, "scores", "-18 -17 -14 -20");
	play_end(&p);
}

static void
test_ships_on_an_own_far_edge_count_6_and_go_home(void **unused)
{
	static const struct layout l = {
		.board = { "s:a4 s:e6 s:g4 p:c6 w:b5", "s:f5 s:a1" },
	};
	struct play p;

	/* Seat 0 can move nothing, seat 1's a1 neither. */
	(void)unused;
	fight(&p, &l);
	state_is(&p, "turn", "2");
	/* Pirates 3 and warship 6 count the same there, f5 is far for 0. */
	state_is(&p, "scores", "7 -12");
	field_is(&p, "a4", "empty");
	field_is(&p, "e6", "empty");
	field_is(&p, "g4", "empty");
	field_is(&p, "a1", "empty");
	field_is(&p, "c6", "0 pirates up");
	field_is(&p, "b5", "0 warship up");
	field_is(&p, "f5", "1 ship up");
	hand_is(&p, 0, "route:6 ship:3 pirates:1");
	hand_is(&p, 1, "route:6 ship:2 pirates:2 warship:1");
	play_end(&p);
}

static void
test_the_opposite_corner_counts_once(void **unused)
{
	static const struct layout l = { .board = { "s:g4", "", "s:b2" } };
	struct play p;

	(void)unused;
	fight(&p, &l);
	state_is(&p, "scores", "-14 -20 -18");
	field_is(&p, "g4", "empty");
	field_is(&p, "b2", "2 ship up");
	play_end(&p);
}

static void
test_kept_units_count_twice_and_go_home(void **unused)
{
	static const struct layout kidnapped = {
		.board = { "p:d2", "s:d3" },
	};
	static const struct layout intercepted = {
		.board = { "w:d6", "p:d5" },
	};
	static const struct layout ambushed = {
		.board = { "", "w:d2 p:d3" },
	};
	struct play p;

	(void)unused;
	fight(&p, &kidnapped);
	does(&p, 0, "kidnap d2 d3");
	state_is(&p, "scores", "-13 -20"); /* 3 and 2 x 2 */
	hand_is(&p, 1, "route:6 ship:3 pirates:2 warship:1");
	state_is(&p, "taken", " ");
	play_end(&p);
	fight(&p, &intercepted);
	go(&p, "1 pass; 0 intercept d6 d5");
	state_is(&p, "scores", "-8 -20"); /* 6 and 2 x 3 */
	hand_is(&p, 1, "route:6 ship:3 pirates:2 warship:1");
	play_end(&p);
	fight(&p, &ambushed);
	does(&p, 0, "ambush d1 d2");
	state_is(&p, "scores", "-8 -17"); /* 2 x 6; pirates 3 */
	hand_is(&p, 0, "route:6 ship:3 pirates:2 warship:1");
	hand_is(&p, 1, "route:6 ship:3 pirates:1 warship:1");
	state_is(&p, "taken", " ");
	play_end(&p);
}

static void
test_a_base_counts_10_and_comes_back(void **unused)
{
	static const struct layout l = { .board = { "s:d6", "w:d5" } };
	struct play p;

	(void)unused;
	fight(&p, &l);
	does(&p, 0, "trap d6 d7");
	/* The ship is in hand; nothing for it. */
	state_is(&p, "scores", "-10 -14");
	field_is(&p, "d7", "1 base up");
	field_is(&p, "d6", "empty");
	hand_is(&p, 0, "route:6 ship:3 pirates:2 warship:1");
	state_is(&p, "taken", " ");
	play_end(&p);
}

static void
test_own_tokens_taken_count_nothing(void **unused)
{
	static const struct layout ship = { .board = { "p:d2 s:d3", "" } };
	static const struct layout pirates = { .board = { "w:d6 p:d5", "" } };
	static const struct layout warship = { .board = { "w:d2 p:d3", "" } };
	struct play p;

	(void)unused;
	fight(&p, &ship);
	does(&p, 0, "kidnap d2 d3");
	state_is(&p, "scores", "-17 -20");
	hand_is(&p, 0, "route:6 ship:3 pirates:1 warship:1");
	play_end(&p);
	fight(&p, &pirates);
	go(&p, "1 pass; 0 intercept d6 d5");
	state_is(&p, "scores", "-14 -20");
	hand_is(&p, 0, "route:6 ship:3 pirates:2");
	play_end(&p);
	fight(&p, &warship);
	does(&p, 0, "ambush d1 d2");
	state_is(&p, "scores", "-17 -20");
	hand_is(&p, 0, "route:6 ship:3 pirates:1 warship:1");
	play_end(&p);
}

static void
test_a_rescued_ship_counts_nothing(void **unused)
{
	static const struct layout l = {
		.board = { "s:d5 w:c6", "p:d6" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	go(&p, "1 kidnap d6 d5; 0 rescue c6 Steffi");
	state_is(&p, "scores", "-14 -17");
	play_end(&p);
}

static void
test_kept_tokens_lie_with_the_attacker_until_then(void **unused)
{
	static const struct layout l = {
		.board = { "p:d2 p:c1 r:b1", "s:d3" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	does(&p, 0, "kidnap d2 d3");
	taken_is(&p, 0, "1 ship");
	state_is(&p, "scores", "0 0");
	hand_is(&p, 1, "route:6 ship:2 pirates:2 warship:1");
	does(&p, 0, "pass");
	taken_is(&p, 0, "");
	state_is(&p, "scores", "-10 -20");
	hand_is(&p, 1, "route:6 ship:3 pirates:2 warship:1");
	play_end(&p);
}

static void
test_a_ship_on_the_corner_of_a_taken_base(void **unused)
{
	static const struct layout l = {
		.board = { "s:d6 s:f5 r:g2 r:g3 r:g4 w:d5", "s:e6", "" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	go(&p, "1 pass; 0 trap d6 d7; 0 convoy f5 d7");
	/* Ship on the far edge 6, warship 6, base 10. */
	state_is(&p, "scores", "2 -18 -20");
	field_is(&p, "d7", "1 base up");
	hand_is(&p, 0, "route:3 ship:3 pirates:2");
	play_end(&p);
}

static void
test_a_warship_on_the_corner_is_scored_and_goes_home(void **unused)
{
	static const struct layout l = {
		.board = { "s:d6 s:e6 w:f5 r:g2 r:g3 r:g4", "w:d5", "" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	go(&p, "0 trap d6 d7; 0 escort f5 d7");
	/* Warship 6, the ship on e6 6 and the base 10. */
	state_is(&p, "scores", "2 -14 -20");
	field_is(&p, "d7", "1 base up");
	field_is(&p, "f5", "empty");
	hand_is(&p, 0, "route:3 ship:3 pirates:2 warship:1");
	play_end(&p);
}

static void
test_everything_else_stays_face_up(void **unused)
{
	static const struct layout l = {
		.board = { "s:c3 r:d4 p:b3 w:b2", "p:f3 r:f4" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	state_is(&p, "turn", "2");
	field_is(&p, "c3", "0 ship up");
	field_is(&p, "d4", "0 route up");
	field_is(&p, "b3", "0 pirates up");
	field_is(&p, "b2", "0 warship up");
	field_is(&p, "f3", "1 pirates up");
	field_is(&p, "f4", "1 route up");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(own_units_on_the_board_less_20),
		T(ships_on_an_own_far_edge_count_6_and_go_home),
		T(the_opposite_corner_counts_once),
		T(kept_units_count_twice_and_go_home),
		T(a_base_counts_10_and_comes_back),
		T(own_tokens_taken_count_nothing),
		T(a_rescued_ship_counts_nothing),
		T(kept_tokens_lie_with_the_attacker_until_then),
		T(a_ship_on_the_corner_of_a_taken_base),
		T(a_warship_on_the_corner_is_scored_and_goes_home),
		T(everything_else_stays_face_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/*
 * Pirates HEXXI, attacks on own tokens, passing, and how a confrontation
 * ends: one test a line of the rules.
 */
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

static void
test_alone_an_own_attack_must_be_made(void **unused)
{
	(void)unused;
	with("p:d2 s:d3", "", "kidnap d2 d3");
	with("w:d6 p:d5", "", "intercept d6 d5");
	with("w:d2 p:d3", "", "ambush d1 d2");
	with("w:d2", "p:d3", "ambush d1 d2");
	with("s:d2 w:d3 p:c3 p:d4", "p:e3", "trap d2 d1");
	/* Several: one of them. */
	with("p:d2 s:d3 s:e2", "", "kidnap d2 d3; kidnap d2 e2");
}

static void
test_with_another_action_it_is_neither_allowed_nor_passed_by(void **unused)
{
	(void)unused;
	with("p:d2 s:d3 r:c1", "", "route d2 c1");
	with("p:d2 s:d3", "s:c1", "kidnap d2 c1");
	with("w:d6 p:d5 r:c6", "", "route d6 c6");
	with("w:d2 p:d3 s:d6 r:e6", "", "route d6 e6");
	with("s:d2 w:d3", "", "convoy d2 c3; convoy d2 d4; convoy d2 e3");
}

static void
test_prevented_own_attacks_do_not_count(void **unused)
{
	(void)unused;
	with("p:d2 s:d3 w:d4 r:c1", "", "pass; route d2 c1");
	with("p:d2 s:d3 r:c1", "w:d4", "pass; route d2 c1");
	with("w:d6 p:c6 r:d5", "", "pass; route d6 d5");
	with("w:d2 p:d3 s:d6 r:e6", "w:c3", "route d6 e6");
	with("w:d2 p:d3 s:d6 r:e6", "w:c2", "pass; route d6 e6");
	with("s:d2 w:d3 p:e1", "",
	    "convoy d2 c3; convoy d2 d4; convoy d2 e3; pass");
	/* Without a connection there is no attack. */
	with("p:d4 s:d3 s:d6 r:e6", "", "pass; route d6 e6");
	with("w:d3 p:d4 s:d6 r:e6", "", "pass; route d6 e6");
}

static void
test_why_it_is_refused(void **unused)
{
	static const struct layout alone = { .board = { "p:d2 s:d3", "" } },
				   beside = {
					   .board = { "p:d2 s:d3 r:c1", "" },
				   };
	struct play p;

	(void)unused;
	fight(&p, &alone);
	refused(&p, 0, "pass", "no-pass");
	refused(&p, 0, "kidnap d2 d3", "legal");
	absent(&p, 0, "kidnap d2 d3");
	play_end(&p);
	fight(&p, &beside);
	refused(&p, 0, "pass", "no-pass");
	refused(&p, 0, "kidnap d2 d3", "own-attack");
	absent(&p, 0, "route d2 c1");
	play_end(&p);
}

static void
test_one_after_the_other_until_none_is_open(void **unused)
{
	static const struct layout l = {
		.board = { "p:d2 s:d3 s:e2 s:d6 r:e6 r:f5", "" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	legal(&p, 0, "route d6 e6");
	does(&p, 0, "route d6 e6");
	legal(&p, 0, "route e6 f5");
	does(&p, 0, "route e6 f5");
	legal(&p, 0, "kidnap d2 d3; kidnap d2 e2");
	does(&p, 0, "kidnap d2 e2");
	field_is(&p, "e2", "empty");
	taken_is(&p, 0, "0 ship");
	legal(&p, 0, "kidnap d2 d3");
	does(&p, 0, "kidnap d2 d3");
	/* Pirates 3, and the ship on f5 6; nothing for those taken. */
	state_is(&p, "scores", "-11 -20");
	hand_is(&p, 0, "route:6 ship:3 pirates:1 warship:1");
	play_end(&p);
}

static void
test_an_own_base_may_be_lost_to_oneself(void **unused)
{
	static const struct layout l = {
		.board = { "s:d2 w:d3 p:c3 p:d4", "p:e3 s:d6 r:e6" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	asked(&p, "1 act");
	does(&p, 1, "route d6 e6");
	does(&p, 0, "trap d2 d1");
	/* Pirates 3 and 3, warship 6; 1: pirates 3, ship 2. */
	state_is(&p, "scores", "-8 -15");
	field_is(&p, "d1", "0 base up");
	hand_is(&p, 0, "route:6 ship:3");
	play_end(&p);
}

static void
test_who_can_do_nothing_is_skipped_and_stays_in(void **unused)
{
	static const struct layout l = {
		.board = { "s:d2", "s:d3 s:d4 r:d5 r:d6" },
	};
	struct play p;

	/* Seat 0 plays first, but its ship has nowhere to go. */
	(void)unused;
	fight(&p, &l);
	state_is(&p, "order", "0 1");
	asked(&p, "1 act");
	does(&p, 1, "route d4 d5");
	asked(&p, "0 act");
	legal(&p, 0, "convoy d2 d4; pass");
	play_end(&p);
}

/* Both have routes enough for several moves. */
static const struct layout long_way = {
	.board = { "s:d2 r:c1 r:b1 r:d3", "s:d6 r:c6 r:b5 r:d5" },
};

static void
test_pass_is_final(void **unused)
{
	struct play p;

	(void)unused;
	fight(&p, &long_way);
	legal(&p, 0, "pass; route d2 c1; route d2 d3");
	absent(&p, 0, "pass");
	does(&p, 0, "pass");
	state_is(&p, "out", "0");
	does(&p, 1, "route d6 c6");
	/* Seat 0 could still move, but is out. */
	asked(&p, "1 act");
	legal(&p, 1, "pass; route c6 b5");
	does(&p, 1, "pass");
	state_is(&p, "turn", "2");
	state_is(&p, "out", "");
	state_is(&p, "circuit", "0");
	asked(&p, "0 place");
	play_end(&p);
}

static void
test_round_and_round_until_all_can_do_nothing(void **unused)
{
	struct play p;

	(void)unused;
	fight(&p, &long_way);
	state_is(&p, "circuit", "1");
	does(&p, 0, "route d2 c1");
	state_is(&p, "circuit", "1");
	does(&p, 1, "route d6 d5");
	/* d5 is beside no chain: seat 1 is skipped from now on. */
	state_is(&p, "circuit", "2");
	asked(&p, "0 act");
	does(&p, 0, "route c1 b1");
	state_is(&p, "turn", "2");
	state_is(&p, "circuit", "0");
	play_end(&p);
}

static void
test_the_phase_ends_at_once_if_nobody_can_do_anything(void **unused)
{
	static const struct layout l = { .board = { "s:c3", "" } };
	struct play p;

	(void)unused;
	fight(&p, &l);
	asked(&p, "1 place");
	state_is(&p, "turn", "2");
	state_is(&p, "order", "1 0");
	state_is(&p, "scores", "-18 -20");
	play_end(&p);
}

static void
test_the_phase_ends_after_its_rounds_of_play(void **unused)
{
	struct layout l = long_way;
	struct play p;

	(void)unused;
	l.circuits = 1;
	fight(&p, &l);
	does(&p, 0, "route d2 c1");
	asked(&p, "1 act");
	does(&p, 1, "route d6 c6");
	state_is(&p, "turn", "2");
	play_end(&p);
	l.circuits = 2;
	fight(&p, &l);
	go(&p, "0 route d2 c1; 1 route d6 c6; 0 route c1 b1");
	state_is(&p, "circuit", "2");
	asked(&p, "1 act");
	does(&p, 1, "route c6 b5");
	state_is(&p, "turn", "2");
	play_end(&p);
}

static void
test_thirty_rounds_of_play_unless_the_option_says(void **unused)
{
	static const struct layout l = { .board = { "w:d6 s:c5", "" } };
	struct play p;

	/* To and fro beside the base. */
	(void)unused;
	fight(&p, &l);
	for (int i = 1; i <= 30; i++) {
		g_autofree char *circuit = g_strdup_printf("%d", i);

		state_is(&p, "turn", "1");
		state_is(&p, "circuit", circuit);
		does(&p, 0, i % 2 == 1 ? "escort d6 c6" : "escort c6 d6");
	}
	state_is(&p, "turn", "2");
	state_is(&p, "circuit", "0");
	play_end(&p);
}

static void
test_rounds_are_counted_though_some_are_skipped_or_out(void **unused)
{
	struct layout l = { .board = { "s:d2 r:c1 r:b1 r:d3", "s:e3" },
		.circuits = 1 };
	struct play p;

	/* Seat 1 plays earlier, but can do nothing. */
	(void)unused;
	fight(&p, &l);
	asked(&p, "0 act");
	does(&p, 0, "route d2 c1");
	state_is(&p, "turn", "2");
	play_end(&p);
	l = long_way;
	l.circuits = 2;
	fight(&p, &l);
	go(&p, "0 pass; 1 route d6 c6");
	state_is(&p, "circuit", "2");
	does(&p, 1, "route c6 b5");
	state_is(&p, "turn", "2");
	play_end(&p);
}

static void
test_initiative_order_round_and_round(void **unused)
{
	static const struct layout l = {
		.board = { "s:b2 r:b1 r:a2 r:a3 r:b3", "s:d6 r:c6 r:b5",
		    "s:f1 r:e1 r:d1" },
		.first = 2,
	};
	struct play p;

	/* Sums 18, 20, 20: the two latter as they placed, 2 before 1. */
	(void)unused;
	fight(&p, &l);
	state_is(&p, "order", "2 1 0");
	go(&p, "2 route f1 e1; 1 route d6 c6; 0 route b2 a2");
	state_is(&p, "circuit", "2");
	/* e1 has no chain to a base: seat 2 is skipped. */
	asked(&p, "1 act");
	go(&p, "1 route c6 b5");
	asked(&p, "0 act");
	does(&p, 0, "route a2 a3");
	state_is(&p, "turn", "2");
	state_is(&p, "order", "2 1 0");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(alone_an_own_attack_must_be_made),
		T(with_another_action_it_is_neither_allowed_nor_passed_by),
		T(prevented_own_attacks_do_not_count),
		T(why_it_is_refused),
		T(one_after_the_other_until_none_is_open),
		T(an_own_base_may_be_lost_to_oneself),
		T(who_can_do_nothing_is_skipped_and_stays_in),
		T(pass_is_final),
		T(round_and_round_until_all_can_do_nothing),
		T(the_phase_ends_at_once_if_nobody_can_do_anything),
		T(the_phase_ends_after_its_rounds_of_play),
		T(thirty_rounds_of_play_unless_the_option_says),
		T(rounds_are_counted_though_some_are_skipped_or_out),
		T(initiative_order_round_and_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

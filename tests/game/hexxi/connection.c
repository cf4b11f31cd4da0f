/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI, who may act at all: one test a line of the rules. */
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

static void
test_a_ship_beside_any_base(void **unused)
{
	(void)unused;
	with("s:d2 r:d3", "", "pass; route d2 d3");
	with("s:d6 r:d5", "", "pass; route d6 d5");
	with3("s:d6 r:d5", "", "", "pass; route d6 d5");
	with3("s:f1 r:e1", "", "", "pass; route f1 e1");
	with("s:d3 r:d4", "", "");
}

static void
test_pirates_beside_their_own_base_only(void **unused)
{
	(void)unused;
	with("p:d2 r:d3 p:d6 r:d5", "", "pass; route d2 d3");
	with("p:d6 r:d5", "", "");
	with3("p:f1 r:e1", "", "", "");
}

static void
test_a_warship_beside_an_opponents_base_only(void **unused)
{
	(void)unused;
	with("w:d6 r:d5", "", "pass; route d6 d5");
	with("w:d2 r:d3", "", "");
	with3("w:d6 r:d5", "", "", "pass; route d6 d5");
	with3("w:f1 r:e1", "", "", "pass; route f1 e1");
	with3("w:b1 r:c1", "", "", "");
}

static void
test_a_chain_of_routes_of_anyone(void **unused)
{
	(void)unused;
	with("s:d4 r:d3", "r:d2 r:c4", "pass; route d4 c4; route d4 d3");
	with("p:d4 r:d3", "r:d2", "pass; route d4 d3");
	with("p:d4", "r:d3 r:d2", "pass; route d4 d3");
	with("w:d4 r:d5", "r:d6 r:c4", "pass; route d4 c4; route d4 d5");
	with3("s:d4", "r:c3", "r:b2", "pass; route d4 c3");
	/* Around corners, and with a loop in it. */
	with("s:e4 r:c1 r:c2 r:d3 r:e3 r:d4", "r:b1 r:b2 r:c3 r:c4",
	    "pass; route e4 d4; route e4 e3");
}

static void
test_a_chain_to_the_wrong_base(void **unused)
{
	(void)unused;
	with("p:d4 r:d5", "r:d6", "");
	with("w:d4 r:d3", "r:d2", "");
	with3("p:d4 r:d5 r:d6", "", "", "");
	with3("w:d4 r:c3 r:b2", "", "", "");
}

static void
test_a_chain_with_a_gap(void **unused)
{
	(void)unused;
	with("s:d4 r:d3", "", "");
	with("s:d4 r:d3 r:e1", "r:c1", "");
}

static void
test_not_through_other_tokens(void **unused)
{
	(void)unused;
	with("s:d4 r:d3", "s:d2", "");
	with("s:d4 r:d3", "p:d2", "");
	with("s:d4 r:d3", "w:d2", "");
	/* The one beside the base is connected, but connects nobody. */
	with("p:d4 r:d3 p:d2", "", "pass; route d2 d3");
}

static void
test_only_before_the_action(void **unused)
{
	static const struct layout l = {
		.board = { "s:d2 r:d3 r:d4", "s:d6 r:d5" },
	};
	struct play p;

	/* On d3 the ship has no base and no chain any more: it is skipped. */
	(void)unused;
	fight(&p, &l);
	asked(&p, "1 act");
	does(&p, 1, "pass");
	asked(&p, "0 act");
	legal(&p, 0, "pass; route d2 d3");
	does(&p, 0, "route d2 d3");
	field_is(&p, "d3", "0 ship up");
	field_is(&p, "d4", "0 route up");
	state_is(&p, "turn", "2");
	play_end(&p);
}

static void
test_a_route_landed_on_connects_no_longer(void **unused)
{
	static const struct layout l = {
		.board = { "s:d4 r:d2 r:d3", "s:c1 r:b1" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	asked(&p, "1 act");
	does(&p, 1, "route c1 b1");
	legal(&p, 0, "pass; route d4 d3");
	play_end(&p);
	fight(&p, &l);
	does(&p, 1, "route c1 d2");
	/* The chain to d4 is cut: seat 0 is skipped. */
	asked(&p, "1 act");
	legal(&p, 1, "pass; route d2 d3");
	play_end(&p);
}

/* Seat 1's ship takes seat 0's base: all but one ship there lose it. */
static const struct layout taken = {
	.board = { "s:c1 r:c2 r:e1 p:e2 r:e3 s:d6 r:d5", "s:d2 w:d3" },
};

static void
test_a_base_that_was_taken_is_no_base(void **unused)
{
	struct play p;

	(void)unused;
	fight(&p, &taken);
	asked(&p, "1 act");
	does(&p, 1, "pass");
	legal(
	    &p, 0, "pass; route c1 c2; route d6 d5; route e2 e1; route e2 e3");
	play_end(&p);
	fight(&p, &taken);
	does(&p, 1, "trap d2 d1");
	field_is(&p, "d1", "empty");
	legal(&p, 0, "pass; route d6 d5");
	refused(&p, 0, "route c1 c2", "ship-unconnected");
	refused(&p, 0, "route e2 e1", "pirates-unconnected");
	play_end(&p);
}

static void
test_a_refusal_says_which_base_is_missing(void **unused)
{
	static const struct layout l = {
		.board = { "s:d2 r:d3 p:a4 r:a3 w:c4 r:c5 s:e5 r:e4", "" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	refused(&p, 0, "route a4 a3", "pirates-unconnected");
	refused(&p, 0, "route c4 c5", "warship-unconnected");
	refused(&p, 0, "route e5 e4", "ship-unconnected");
	refused(&p, 0, "route d2 d3", "legal");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(a_ship_beside_any_base),
		T(pirates_beside_their_own_base_only),
		T(a_warship_beside_an_opponents_base_only),
		T(a_chain_of_routes_of_anyone),
		T(a_chain_to_the_wrong_base),
		T(a_chain_with_a_gap),
		T(not_through_other_tokens),
		T(only_before_the_action),
		T(a_route_landed_on_connects_no_longer),
		T(a_base_that_was_taken_is_no_base),
		T(a_refusal_says_which_base_is_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

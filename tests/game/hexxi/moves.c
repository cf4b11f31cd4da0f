/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI, routes and convoys: one test a line of the rules. */
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

static void
test_every_unit_moves_onto_a_route_of_anyone(void **unused)
{
	(void)unused;
	with("p:c1 r:c2 s:e1 w:d6", "r:e2 r:d5",
	    "pass; route c1 c2; route d6 d5; route e1 e2");
}

static void
test_the_route_goes_home_at_once(void **unused)
{
	static const struct layout l = {
		.board = { "s:e1 r:c2 p:c1", "r:e2" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	hand_is(&p, 0, "route:5 ship:2 pirates:1 warship:1");
	hand_is(&p, 1, "route:5 ship:3 pirates:2 warship:1");
	does(&p, 0, "route e1 e2");
	field_is(&p, "e1", "empty");
	field_is(&p, "e2", "0 ship up");
	hand_is(&p, 0, "route:5 ship:2 pirates:1 warship:1");
	hand_is(&p, 1, "route:6 ship:3 pirates:2 warship:1");
	does(&p, 0, "route c1 c2");
	field_is(&p, "c2", "0 pirates up");
	/* An own one too; the last turn's end changes no hand. */
	hand_is(&p, 0, "route:6 ship:2 pirates:1 warship:1");
	play_end(&p);
}

static void
test_not_onto_empty_or_other_fields(void **unused)
{
	static const struct layout l = {
		.board = { "s:d2 r:c2 p:d3 r:d4", "s:e1 p:e2" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	while (play_next(&p) != 0)
		does(&p, play_next(&p), "pass");
	can(&p, 0, "route d2 c2");
	refused(&p, 0, "route d2 c1", "no-route");
	refused(&p, 0, "route d2 d3", "no-route");
	refused(&p, 0, "route d2 e1", "no-route");
	refused(&p, 0, "route d2 e2", "no-route");
	refused(&p, 0, "route d2 d1", "no-route");
	cannot(&p, 0, "route d2 d2");
	/* Not adjacent; nor with a route, nor with another's unit. */
	refused(&p, 0, "route d2 d4", "not-adjacent");
	cannot(&p, 0, "route c2 d3");
	cannot(&p, 0, "route e1 e2");
	cannot(&p, 0, "route d1 d2");
	cannot(&p, 0, "route g1 g2");
	play_end(&p);
}

static void
test_a_convoy_over_a_ship_goes_straight(void **unused)
{
	(void)unused;
	with("s:d2 s:d3", "", "convoy d2 d4; pass");
	with("s:d2", "s:d3", "convoy d2 d4; pass");
	with("s:c1", "s:c2", "convoy c1 c3; pass");
	with("s:e1", "s:d2", "convoy e1 c2; pass");
	with3("s:b2", "s:c3", "", "convoy b2 d4; pass");
	/* Off the board: from d2 over c1. */
	with("s:d2 s:c1", "", "convoy c1 e2; pass");
	/* Not over one that is not adjacent. */
	with("s:d2", "s:d4", "");
}

static void
test_a_convoy_lands_on_empty_fields_and_routes(void **unused)
{
	(void)unused;
	with("s:c1", "s:c2 r:c3", "convoy c1 c3; pass");
	with("s:c1 r:c3", "s:c2", "convoy c1 c3; pass");
	with("s:c1", "s:c2 s:c3", "");
	with("s:c1", "s:c2 p:c3", "");
	with("s:c1", "s:c2 w:c3", "");
	with("s:d5 r:d6 r:c5", "s:c6 s:e5",
	    "convoy d5 f5; pass; route d5 c5; route d5 d6");
}

static void
test_a_convoy_over_a_warship_to_three_fields(void **unused)
{
	(void)unused;
	with("s:c1", "w:c2", "convoy c1 b2; convoy c1 c3; convoy c1 d3; pass");
	with("s:c1 w:c2", "", "convoy c1 b2; convoy c1 c3; convoy c1 d3; pass");
	with("s:c1 p:c3 r:b2", "w:c2", "convoy c1 b2; convoy c1 d3; pass");
	with("s:c1 r:d3", "w:c2 r:c3",
	    "convoy c1 b2; convoy c1 c3; convoy c1 d3; pass");
	/* At the edge of the board there are fewer. */
	with("s:e2 r:e1 w:f1", "", "convoy e2 g1; pass; route e2 e1");
}

static void
test_fields_behind_two_warships_are_listed_once(void **unused)
{
	(void)unused;
	with("s:e2 r:e1 w:e3", "w:d3",
	    "convoy e2 c2; convoy e2 c3; convoy e2 d4; convoy e2 e4; "
	    "convoy e2 f3; pass; route e2 e1");
}

static void
test_a_convoy_over_ships_and_warships_only(void **unused)
{
	(void)unused;
	with("s:d2", "p:d3", "");
	with("s:d2 r:d3", "", "pass; route d2 d3");
}

static void
test_a_convoy_for_ships_only(void **unused)
{
	static const struct layout l = {
		.board = { "p:d2 r:c1 w:d6", "s:d3 s:d5 w:d4" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	while (play_next(&p) != 0)
		does(&p, play_next(&p), "pass");
	refused(&p, 0, "convoy d2 d4", "needs-unit");
	refused(&p, 0, "convoy d6 c4", "needs-unit");
	refused(&p, 0, "convoy d6 e4", "needs-unit");
	play_end(&p);
}

static void
test_a_convoy_needs_its_connection(void **unused)
{
	(void)unused;
	with("s:d3 s:d4", "", "");
	with("s:d3", "w:d4", "");
	with("s:d3 r:d2", "s:d4", "convoy d3 d5; pass; route d3 d2");
}

static void
test_what_a_convoy_does(void **unused)
{
	static const struct layout l = {
		.board = { "s:d2 r:c2", "s:d3 r:d4" },
		.first = 0,
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	does(&p, 0, "convoy d2 d4");
	field_is(&p, "d2", "empty");
	field_is(&p, "d3", "1 ship up");
	field_is(&p, "d4", "0 ship up");
	hand_is(&p, 1, "route:6 ship:2 pirates:2 warship:1");
	play_end(&p);
}

static void
test_moves_that_go_nowhere_are_refused(void **unused)
{
	static const struct layout l = {
		.board = { "s:c1 r:d2 p:b4", "w:c2 s:b1 s:d3" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	while (play_next(&p) != 0)
		does(&p, play_next(&p), "pass");
	legal(&p, 0,
	    "convoy c1 a1; convoy c1 b2; convoy c1 c3; pass; route c1 d2");
	/* Beside the warship, but not behind it. */
	refused(&p, 0, "convoy c1 b1", "blocked");
	refused(&p, 0, "convoy c1 d2", "convoy-nothing");
	refused(&p, 0, "convoy c1 d3", "blocked");
	refused(&p, 0, "convoy c1 c4", "convoy-nothing");
	refused(&p, 0, "convoy c1 d1", "blocked");
	cannot(&p, 0, "convoy c1 c1");
	/* Two fields on, with nothing between. */
	refused(&p, 0, "convoy c1 e1", "convoy-nothing");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(every_unit_moves_onto_a_route_of_anyone),
		T(the_route_goes_home_at_once),
		T(not_onto_empty_or_other_fields),
		T(a_convoy_over_a_ship_goes_straight),
		T(a_convoy_lands_on_empty_fields_and_routes),
		T(a_convoy_over_a_warship_to_three_fields),
		T(fields_behind_two_warships_are_listed_once),
		T(a_convoy_over_ships_and_warships_only),
		T(a_convoy_for_ships_only),
		T(a_convoy_needs_its_connection),
		T(what_a_convoy_does),
		T(moves_that_go_nowhere_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

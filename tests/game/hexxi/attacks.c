/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI, attacks on others: one test a line of the rules. */
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

/* A layout in which seat 0 is asked, for single moves. */
static void
begin(struct play *p, const char *one, const char *two)
{
	struct layout l = { .board = { one, two } };

	fight(p, &l);
	while (play_next(p) != 0)
		does(p, play_next(p), "pass");
}

/* kidnap */

static void
test_pirates_kidnap_an_adjacent_ship(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "p:d2 p:c1 r:b1", "s:d3 s:b4");
	legal(&p, 0, "kidnap d2 d3; pass; route c1 b1");
	does(&p, 0, "kidnap d2 d3");
	field_is(&p, "d2", "0 pirates up");
	field_is(&p, "d3", "empty");
	taken_is(&p, 0, "1 ship");
	taken_is(&p, 1, "");
	hand_is(&p, 0, "route:5 ship:3 warship:1");
	hand_is(&p, 1, "route:6 ship:1 pirates:2 warship:1");
	play_end(&p);
}

static void
test_no_kidnapping_beside_a_warship_of_anyone(void **unused)
{
	struct play p;

	(void)unused;
	with("p:d2 r:e1 w:d4", "s:d3", "pass; route d2 e1");
	with("p:d2 r:e1", "s:d3 w:d4", "pass; route d2 e1");
	with3("p:b2 r:b1", "s:c3", "w:d4", "pass; route b2 b1");
	with3("p:b2 r:b1", "s:c3", "w:d5", "kidnap b2 c3; pass; route b2 b1");
	begin(&p, "p:d2 r:e1", "s:d3 w:d4");
	refused(&p, 0, "kidnap d2 d3", "kidnap-guarded");
	play_end(&p);
}

static void
test_kidnapping_needs_the_own_base(void **unused)
{
	(void)unused;
	with("p:d6", "s:d5", "");
	with("p:d4", "s:d5", "");
	with("p:d4 r:d3 r:d2", "s:d5", "kidnap d4 d5; pass; route d4 d3");
}

static void
test_kidnapping_takes_adjacent_ships_only(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "p:d2 r:d3 r:c1", "s:d4 p:e1 w:e2 r:c2");
	refused(&p, 0, "kidnap d2 d4", "not-adjacent");
	refused(&p, 0, "kidnap d2 e1", "no-target");
	refused(&p, 0, "kidnap d2 e2", "no-target");
	refused(&p, 0, "kidnap d2 c2", "no-target");
	cannot(&p, 0, "kidnap d2 g1");
	cannot(&p, 0, "kidnap d3 d4");
	cannot(&p, 0, "kidnap e1 d2");
	play_end(&p);
	/* Ships and warships do not kidnap. */
	begin(&p, "s:d2 s:d6 w:e6 r:c1", "s:d3 s:e5");
	refused(&p, 0, "kidnap d2 d3", "needs-unit");
	refused(&p, 0, "kidnap e6 e5", "needs-unit");
	play_end(&p);
}

/* intercept */

static void
test_a_warship_intercepts_adjacent_pirates(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "w:d6 r:c6", "p:d5");
	legal(&p, 0, "intercept d6 d5; pass; route d6 c6");
	does(&p, 0, "intercept d6 d5");
	field_is(&p, "d5", "empty");
	field_is(&p, "d6", "0 warship up");
	taken_is(&p, 0, "1 pirates");
	hand_is(&p, 1, "route:6 ship:3 pirates:1 warship:1");
	play_end(&p);
}

static void
test_no_intercepting_beside_any_base(void **unused)
{
	struct play p;

	(void)unused;
	with("w:d6 r:d5", "p:c6", "pass; route d6 d5");
	with("w:d3 r:d4 r:d5 r:d6", "p:d2", "pass; route d3 d4");
	with3("w:f2", "p:f1 r:e1 r:g2", "", "pass; route f2 g2");
	begin(&p, "w:d6 r:d5", "p:c6");
	refused(&p, 0, "intercept d6 c6", "intercept-guarded");
	play_end(&p);
}

static void
test_intercepting_needs_an_opponents_base(void **unused)
{
	(void)unused;
	with("w:d3", "p:d4", "");
	with("w:e1 r:f1", "p:e2", "");
	with3("w:f2", "p:e2 r:f1", "", "intercept f2 e2; pass; route f2 f1");
}

static void
test_intercepting_takes_adjacent_pirates_only(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "w:d6 r:d5 r:e6 p:d2 s:e1", "s:e5 p:d4 p:c5 r:c6");
	can(&p, 0, "intercept d6 c5");
	refused(&p, 0, "intercept d6 d4", "not-adjacent");
	refused(&p, 0, "intercept d6 e5", "no-target");
	refused(&p, 0, "intercept d6 c6", "no-target");
	refused(&p, 0, "intercept d6 d7", "no-target");
	cannot(&p, 0, "intercept d2 d4");
	cannot(&p, 0, "intercept e1 d2");
	cannot(&p, 0, "intercept e5 d4");
	play_end(&p);
}

/* A base that was taken guards nobody. */
static void
test_a_taken_base_does_not_guard_pirates(void **unused)
{
	static const struct layout l = {
		.board = { "w:f1 r:f2 r:e1 r:e3 r:e4 r:e5 r:e6 s:c6",
		    "s:d2 w:d3 p:e2 r:b5" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	asked(&p, "1 act");
	does(&p, 1, "route e2 e1");
	refused(&p, 0, "intercept f1 e1", "intercept-guarded");
	play_end(&p);
	fight(&p, &l);
	go(&p, "1 trap d2 d1; 0 route c6 b5; 1 route e2 e1");
	does(&p, 0, "intercept f1 e1");
	taken_is(&p, 0, "1 pirates");
	taken_is(&p, 1, "0 base");
	play_end(&p);
}

/* ambush */

static void
test_a_base_ambushes_a_warship_before_pirates_of_anyone(void **unused)
{
	struct play p;

	(void)unused;
	with("p:d3", "w:d2", "ambush d1 d2; pass");
	with("", "w:d2 p:d3", "ambush d1 d2; pass");
	with3("", "w:b2", "p:c3", "ambush a1 b2; pass");
	with("p:b1", "w:c1 p:e2", "ambush d1 c1; pass");
	begin(&p, "s:e1 r:f1", "w:d2 p:d3");
	does(&p, 0, "ambush d1 d2");
	field_is(&p, "d1", "0 base up");
	field_is(&p, "d2", "empty");
	field_is(&p, "d3", "1 pirates up");
	taken_is(&p, 0, "1 warship");
	hand_is(&p, 1, "route:6 ship:3 pirates:1");
	play_end(&p);
}

static void
test_no_ambush_beside_another_warship(void **unused)
{
	struct play p;

	(void)unused;
	with("p:d3 w:c2 s:d6 r:e6", "w:d2", "pass; route d6 e6");
	with3("s:d6 r:e6", "w:b2 p:c3", "w:b3", "pass; route d6 e6");
	begin(&p, "p:d3 w:c2 s:d6 r:e6", "w:d2");
	refused(&p, 0, "ambush d1 d2", "ambush-guarded");
	play_end(&p);
}

static void
test_an_ambush_needs_a_straight_line(void **unused)
{
	struct play p;

	(void)unused;
	with("p:c2", "w:d2", "");
	with("p:e2", "w:d2", "");
	with("p:d4", "w:d2", "");
	with("p:d2", "w:d3", "");
	with("s:d3", "w:d2", "");
	begin(&p, "p:c2 s:e1 r:f1", "w:d2 p:d4");
	refused(&p, 0, "ambush d1 d2", "ambush-line");
	/* Nothing there; not adjacent; not the own base; no base. */
	cannot(&p, 0, "ambush d1 c1");
	cannot(&p, 0, "ambush d1 d3");
	cannot(&p, 0, "ambush d7 d6");
	cannot(&p, 0, "ambush e1 d2");
	play_end(&p);
}

static void
test_only_the_own_base_ambushes(void **unused)
{
	struct play p;

	/* Seat 1's warship stands between its own base and pirates. */
	(void)unused;
	begin(&p, "s:e1 r:f1 p:d5", "w:d6");
	cannot(&p, 0, "ambush d7 d6");
	legal(&p, 0, "pass; route e1 f1");
	play_end(&p);
}

/* trap */

static void
test_a_ship_traps_a_base_before_a_warship_of_anyone(void **unused)
{
	struct play p;

	(void)unused;
	with("s:d6", "w:d5",
	    "convoy d6 c4; convoy d6 d4; convoy d6 e4; pass; trap d6 d7");
	with("s:d6 w:d5", "",
	    "convoy d6 c4; convoy d6 d4; convoy d6 e4; pass; trap d6 d7");
	with3("s:d6", "", "w:d5",
	    "convoy d6 c4; convoy d6 d4; convoy d6 e4; pass; trap d6 d7");
	with3("s:f2", "", "w:e3",
	    "convoy f2 d3; convoy f2 d4; convoy f2 e4; pass; trap f2 g1");
	begin(&p, "s:d6 s:e1 r:f1", "w:d5");
	does(&p, 0, "trap d6 d7");
	field_is(&p, "d6", "empty");
	field_is(&p, "d7", "empty");
	taken_is(&p, 0, "1 base");
	hand_is(&p, 0, "route:5 ship:2 pirates:2 warship:1");
	play_end(&p);
}

static void
test_no_trap_beside_pirates(void **unused)
{
	struct play p;

	(void)unused;
	with("s:d6 p:c6", "w:d5",
	    "convoy d6 c4; convoy d6 d4; convoy d6 e4; pass");
	with("s:d6", "w:d5 p:e6",
	    "convoy d6 c4; convoy d6 d4; convoy d6 e4; pass");
	begin(&p, "s:d6", "w:d5 p:e6");
	refused(&p, 0, "trap d6 d7", "trap-guarded");
	play_end(&p);
}

static void
test_a_trap_needs_a_straight_line(void **unused)
{
	struct play p;

	(void)unused;
	with("s:d6", "w:c5", "convoy d6 b4; convoy d6 b5; convoy d6 c4; pass");
	with("s:d6", "w:d4 r:c5", "pass; route d6 c5");
	with("s:d6", "s:d5", "convoy d6 d4; pass");
	begin(&p, "s:d6 w:e6", "w:c5");
	refused(&p, 0, "trap d6 d7", "trap-line");
	cannot(&p, 0, "trap e6 d7");
	cannot(&p, 0, "trap d6 c5");
	cannot(&p, 0, "trap d6 c6");
	play_end(&p);
	begin(&p, "s:d5 r:d6 r:e5", "w:d4");
	cannot(&p, 0, "trap d5 d7");
	cannot(&p, 0, "trap d5 d6");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(pirates_kidnap_an_adjacent_ship),
		T(no_kidnapping_beside_a_warship_of_anyone),
		T(kidnapping_needs_the_own_base),
		T(kidnapping_takes_adjacent_ships_only),
		T(a_warship_intercepts_adjacent_pirates),
		T(no_intercepting_beside_any_base),
		T(intercepting_needs_an_opponents_base),
		T(intercepting_takes_adjacent_pirates_only),
		T(a_taken_base_does_not_guard_pirates),
		T(a_base_ambushes_a_warship_before_pirates_of_anyone),
		T(no_ambush_beside_another_warship),
		T(an_ambush_needs_a_straight_line),
		T(only_the_own_base_ambushes),
		T(a_ship_traps_a_base_before_a_warship_of_anyone),
		T(no_trap_beside_pirates),
		T(a_trap_needs_a_straight_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

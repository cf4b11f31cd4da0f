/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI, rescuing kidnapped ships: one test a line of the rules. */
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

static void
test_a_kidnapped_ship_comes_back_to_its_owners_hand(void **unused)
{
	static const struct layout l = {
		.board = { "s:d5 w:c6", "p:d6 r:e6" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	does(&p, 1, "kidnap d6 d5");
	hand_is(&p, 0, "route:6 ship:2 pirates:2");
	legal(&p, 0, "pass; rescue c6 Steffi");
	cannot(&p, 0, "rescue e6 Steffi"); /* seat 1's route there */
	cannot(&p, 0, "rescue d6 Steffi"); /* seat 1's pirates */
	does(&p, 0, "rescue c6 Steffi");
	hand_is(&p, 0, "route:6 ship:3 pirates:2");
	field_is(&p, "c6", "0 warship up");
	taken_is(&p, 0, "");
	taken_is(&p, 1, "");
	asked(&p, "1 act");
	play_end(&p);
}

static void
test_only_warships_rescue(void **unused)
{
	static const struct layout l = {
		.board = { "s:d5 s:e6 r:f5", "p:d6" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	does(&p, 1, "kidnap d6 d5");
	/* The ship on e6 is beside seat 1's base. */
	legal(&p, 0, "pass; route e6 f5");
	refused(&p, 0, "rescue e6 Steffi", "rescue-away");
	cannot(&p, 0, "rescue d7 Steffi");
	cannot(&p, 0, "rescue d1 Steffi");
	play_end(&p);
}

static void
test_one_ship_an_action(void **unused)
{
	static const struct layout l = {
		.board = { "s:d5 s:e5 w:c6 s:c1 r:b1", "p:d6 r:e6" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	does(&p, 1, "kidnap d6 d5");
	legal(&p, 0, "pass; rescue c6 Steffi; route c1 b1; route e5 e6");
	go(&p, "0 route c1 b1; 1 kidnap d6 e5");
	taken_is(&p, 1, "0 ship; 0 ship");
	does(&p, 0, "rescue c6 Steffi");
	taken_is(&p, 1, "0 ship");
	hand_is(&p, 0, "route:6 ship:1 pirates:2");
	does(&p, 1, "pass");
	legal(&p, 0, "pass; rescue c6 Steffi");
	does(&p, 0, "rescue c6 Steffi");
	state_is(&p, "turn", "2");
	hand_is(&p, 0, "route:6 ship:2 pirates:2");
	play_end(&p);
}

static void
test_only_from_beside_the_kidnappers_base(void **unused)
{
	static const struct layout l = {
		.board = { "w:f1 s:d5 r:e1", "p:d6", "" },
	};
	struct play p;

	/* f1 is beside the base of another. */
	(void)unused;
	fight(&p, &l);
	does(&p, 1, "kidnap d6 d5");
	legal(&p, 0, "pass; route f1 e1");
	refused(&p, 0, "rescue f1 Steffi", "rescue-away");
	refused(&p, 0, "rescue f1 Florian", "rescue-none");
	play_end(&p);
}

static void
test_only_ships_of_the_warships_owner(void **unused)
{
	static const struct layout l = {
		.board = { "w:c6 s:b2 r:b1", "p:d6", "s:d5 s:f1 r:e1" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	/* Seats by sum: 1, 2, 0. */
	does(&p, 1, "kidnap d6 d5");
	legal(&p, 2, "pass; route f1 e1");
	cannot(&p, 2, "rescue c6 Steffi");
	does(&p, 2, "pass");
	legal(&p, 0, "pass; route b2 b1");
	refused(&p, 0, "rescue c6 Steffi", "rescue-none");
	play_end(&p);
}

static void
test_only_from_an_opponent(void **unused)
{
	static const struct layout l = {
		.board = { "p:d2 s:d3 w:c6 s:e6 r:f5", "" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	does(&p, 0, "route e6 f5");
	legal(&p, 0, "kidnap d2 d3");
	refused(&p, 0, "rescue c6 Bernhard", "rescue-self");
	refused(&p, 0, "rescue c6 Steffi", "rescue-none");
	cannot(&p, 0, "rescue f5 Steffi");
	cannot(&p, 0, "rescue d2 Steffi");
	cannot(&p, 0, "rescue c5 Steffi");
	play_end(&p);
}

static void
test_only_in_the_confrontation_of_the_kidnapping(void **unused)
{
	static const struct layout l = {
		.board = { "s:d5 w:c6 s:c1 r:b1 r:b2 r:c2", "p:d6" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	go(&p, "1 kidnap d6 d5; 0 pass");
	state_is(&p, "turn", "2");
	taken_is(&p, 1, "");
	reserve_all(&p);
	asked(&p, "0 act");
	legal(&p, 0, "pass; route c1 b1; route c1 c2");
	refused(&p, 0, "rescue c6 Steffi", "rescue-none");
	play_end(&p);
}

static void
test_not_from_a_base_that_was_taken(void **unused)
{
	static const struct layout l = {
		.board = { "s:d4 w:c6 s:e6 s:c1 r:b1", "p:d5 r:d6 w:f5" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	go(&p, "1 kidnap d5 d4; 0 trap e6 d7");
	asked(&p, "0 act");
	legal(&p, 0, "pass; route c1 b1");
	refused(&p, 0, "rescue c6 Steffi", "rescue-away");
	play_end(&p);
}

/* Seat 2's warship stands beside the bases of 0 and 1, who kidnap. */
static void
kidnapped_twice(struct play *p, char *const *names)
{
	struct layout l = {
		.board = { "p:b1", "p:b4", "w:a2 s:c1 s:c5", "" },
		.side = 3,
		.names = names,
	};

	fight(p, &l);
	go(p, "0 kidnap b1 c1; 1 kidnap b4 c5");
	asked(p, "2 act");
}

static void
test_names_are_listed_by_their_bytes(void **unused)
{
	static char *const one[] = { "Łucja O'Hara", "zoe", "Bob", "Carmen" };
	static char *const two[] = { "anna", "Zoe Ann", "Bob", "Carmen" };
	static char *const three[] = { "Jan, the 2nd", "Jan", "Bob", "Jane" };
	struct play p;

	(void)unused;
	kidnapped_twice(&p, one);
	legal(&p, 2, "pass; rescue a2 zoe; rescue a2 Łucja O'Hara");
	play_end(&p);
	kidnapped_twice(&p, two);
	legal(&p, 2, "pass; rescue a2 Zoe Ann; rescue a2 anna");
	play_end(&p);
	kidnapped_twice(&p, three);
	legal(&p, 2, "pass; rescue a2 Jan; rescue a2 Jan, the 2nd");
	play_end(&p);
}

static void
test_names_are_read_leniently(void **unused)
{
	static char *const names[] = { "Łucja \"Lu\" O'Hara", "Zoe Ann", "Bob",
		"Carmen" };
	struct play p;

	(void)unused;
	kidnapped_twice(&p, names);
	canonical(&p, "rescue a2 zoe ANN", "rescue a2 Zoe Ann");
	canonical(&p, "RESCUE  A2,  Zoe   Ann ", "rescue a2 Zoe Ann");
	canonical(&p, "rescue a2 łucja \"lu\" o'hara",
	    "rescue a2 Łucja \"Lu\" O'Hara");
	canonical(&p, "rescue a2 Zoe", "not read");
	canonical(&p, "rescue a2", "not read");
	canonical(&p, "rescue Zoe Ann", "not read");
	canonical(&p, "rescue a2 a3 Zoe Ann", "not read");
	does(&p, 2, "rescue a2 łucja \"lu\" o'hara");
	taken_is(&p, 0, "");
	taken_is(&p, 1, "2 ship");
	play_end(&p);
}

static void
test_of_names_alike_but_for_accents_none_is_guessed(void **unused)
{
	static char *const names[] = { "Łucja", "Lucja", "Bob", "Carmen" };
	struct play p;

	(void)unused;
	kidnapped_twice(&p, names);
	canonical(&p, "rescue a2 lucja", "rescue a2 Lucja");
	canonical(&p, "rescue a2 łucja", "rescue a2 Łucja");
	canonical(&p, "rescue a2 lućja", "not read");
	legal(&p, 2, "pass; rescue a2 Lucja; rescue a2 Łucja");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(a_kidnapped_ship_comes_back_to_its_owners_hand),
		T(only_warships_rescue),
		T(one_ship_an_action),
		T(only_from_beside_the_kidnappers_base),
		T(only_ships_of_the_warships_owner),
		T(only_from_an_opponent),
		T(only_in_the_confrontation_of_the_kidnapping),
		T(not_from_a_base_that_was_taken),
		T(names_are_listed_by_their_bytes),
		T(names_are_read_leniently),
		T(of_names_alike_but_for_accents_none_is_guessed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

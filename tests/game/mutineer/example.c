/* SPDX-License-Identifier: ISC */
/* The example round of the rules, move by move. */
#include "core/decision.h"
#include "tests/game/mutineer/play.h"

static const struct layout example = {
	.captain = 0,
	.hands = { "conflict conflict wine wine grain",
	    "conflict conflict salt grain cloth", "cloth cloth grain salt wine",
	    "salt salt wine conflict ruby" },
	.top =
	    "grain cloth ruby wine salt grain cloth grain ruby conflict wine",
};

static void
test_before_the_first_move(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &example);
	heard(&p, 1,
	    "captain-drawn 0; dealt salt cloth grain conflict conflict; "
	    "round-begins 1 8 0");
	asked(&p, "0 pay");
	state_is(&p, "ring", RING);
	state_is(&p, "ship", "hochland");
	state_is(&p, "active", "hochland");
	state_is(&p, "pirate_ship", "null");
	state_is(&p, "players/0/hand", "wine wine grain conflict conflict");
	state_is(&p, "players/3/hand", "ruby salt salt wine conflict");
	state_is(&p, "players/0/aside", "null");
	state_is(&p, "pay", "null");
	state_is(&p, "scores", "0 0 0 0");
	state_is(
	    &p, "roles_left", "mutineer cabin-boy mate merchant loadmaster");
	legal(&p, 0, "pay 0; pay 1; pay 2; pay 3");
	legal(&p, 1, "");
	play_end(&p);
}

static void
offer(struct play *p)
{
	does(p, 0, "pay 0");
	heard(p, 3, "paid 0 0");
	asked(p, "0 offer");
	legal(p, 0, "play wine; play grain; play conflict; pass");
	does(p, 0, "play conflict");
	heard(p, 2, "played 0 conflict 4");
	asked(p, "1 offer");
	go(p, "1 play conflict; 2 play cloth; 3 play wine; 0 play wine");
	asked(p, "1 offer");
	does(p, 1, "pass");
	heard(p, 1,
	    "passed 1 4; looks mutineer cabin-boy mate merchant loadmaster");
	heard(p, 0, "passed 1 4");
	asked(p, "1 take");
	does(p, 1, "take mutineer");
	heard(p, 1, "took mutineer");
	heard(p, 2, "chose 1");
	asked(p, "2 offer");
	go(p, "2 play cloth; 3 play salt; 0 play wine");
	/* Steffi has passed and is not asked again. */
	asked(p, "2 offer");
	does(p, 2, "pass");
	heard(p, 2, "passed 2 3; looks cabin-boy mate merchant loadmaster");
	legal(
	    p, 2, "take cabin-boy; take mate; take merchant; take loadmaster");
	go(p, "2 take merchant; 3 play salt");
	state_is(p, "destinations/captain", "null");
	does(p, 0, "pass");
	heard(p, 1, "passed 0 2; destination 0 gruenland");
	state_is(p, "destinations/captain", "gruenland");
	asked(p, "3 offer");
	does(p, 3, "pass");
	heard(p, 3, "passed 3 2; looks cabin-boy mate loadmaster");
}

static void
mutiny(struct play *p)
{
	does(p, 3, "take cabin-boy");
	heard(p, 0,
	    "chose 3; role-shown 1 mutineer; role-shown 2 merchant; "
	    "role-shown 3 cabin-boy; mutineer-destination 1 eisfelsen");
	state_is(p, "destinations/mutineer", "eisfelsen");
	state_is(p, "roles_left", "mate loadmaster");
	asked(p, "0 fight");
	legal(p, 0, "fight 0; fight 1");
	does(p, 0, "fight 1");
	heard(p, 2, "fought 0 1");
	state_is(p, "players/0/open", "conflict wine wine conflict");
	state_is(p, "players/0/aside", "grain");
	asked(p, "1 fight");
	does(p, 1, "fight 1");
	asked(p, "3 fight");
	legal(p, 3, "fight 0; fight 1");
}

static void
test_the_round(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &example);
	offer(&p);
	mutiny(&p);
	does(&p, 3, "fight 0");
	heard(&p, SEAT_ONLOOKER,
	    "fought 3 0; mutiny-won 1 2 2; mutineer-points 1 5 eisfelsen; "
	    "cabin-boy-points 3 2; sells 2 2 cloth hochland; "
	    "sells 3 2 salt hochland; sells 0 2 wine hochland; "
	    "sale-merchant 2 4 hochland; sale-points 3 2 hochland; "
	    "sale-points 0 2 hochland; ship-moved hochland eisfelsen; "
	    "draws 1 2; draws 2 2; draws 3 3; draws 0 4; round-begins 2 8 1");
	heard_of(&p, 1, "drew", "drew grain cloth");
	heard_of(&p, 2, "drew", "drew ruby wine");
	heard_of(&p, 3, "drew", "drew salt grain cloth");
	heard_of(&p, 0, "drew", "drew grain ruby conflict wine");
	heard_of(&p, 0, "draws", "draws 1 2; draws 2 2; draws 3 3");
	state_is(&p, "scores", "2 5 4 4");
	state_is(&p, "ship", "eisfelsen");
	state_is(&p, "active", "hochland eisfelsen");
	state_is(&p, "captain", "1");
	state_is(&p, "round", "2");
	state_is(&p, "pay", "null");
	state_is(&p, "players/0/hand", "ruby wine grain grain conflict");
	state_is(&p, "players/1/hand", "salt cloth cloth grain grain");
	state_is(&p, "players/2/hand", "ruby salt wine wine grain");
	state_is(&p, "players/3/hand", "ruby salt cloth grain conflict");
	state_is(&p, "discard",
	    "salt salt wine wine wine cloth cloth conflict conflict conflict "
	    "conflict");
	state_is(&p, "players/1/role", "null");
	state_is(&p, "destinations/mutineer", "null");
	state_is(
	    &p, "roles_left", "mutineer cabin-boy mate merchant loadmaster");
	asked(&p, "1 pay");
	play_end(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_before_the_first_move),
		cmocka_unit_test(test_the_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

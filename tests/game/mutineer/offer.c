/* SPDX-License-Identifier: ISC */
/* Mutineer, set up and offered: one test a line of the rules. */
#include "core/decision.h"
#include "core/rules.h"
#include "core/verb.h"
#include "tests/game/mutineer/play.h"

/* One of each goods in every hand. */
static const struct layout plain = {
	.captain = 2,
	.hands = { "ruby salt wine cloth grain", "ruby salt wine cloth grain",
	    "ruby salt wine cloth grain", "ruby salt wine cloth grain" },
};
static const struct layout plain3 = {
	.captain = 0,
	.hands = { "ruby salt wine cloth grain", "ruby salt wine cloth grain",
	    "ruby salt wine cloth grain" },
};
/* Setting up. */

static void
test_36_cards_and_5_for_each_from_the_captain_on(void **unused)
{
	struct layout l = plain;
	struct play p;

	(void)unused;
	l.hands[3] = "ruby ruby ruby conflict grain";
	l.hands[2] = "salt salt salt salt wine";
	l.hands[1] = "cloth cloth cloth wine wine";
	l.hands[0] = "grain grain grain grain grain";
	play_begin(&p, &l);
	state_is(&p, "captain", "2");
	state_is(&p, "players/2/hand", "salt salt salt salt wine");
	state_is(&p, "players/3/hand", "ruby ruby ruby grain conflict");
	state_is(&p, "players/0/hand", "grain grain grain grain grain");
	state_is(&p, "players/1/hand", "wine wine cloth cloth cloth");
	state_is(&p, "deck",
	    "ruby salt wine wine wine cloth cloth cloth cloth grain grain "
	    "conflict conflict conflict conflict conflict");
	play_end(&p);
}

static void
test_the_ship_stands_on_hochland_the_only_active_island(void **unused)
{
	struct layout l = plain;
	struct play p;

	(void)unused;
	l.ring = "frosthoehle gruenland karge-zunge hochland eisfelsen "
		 "affeninsel kalte-klippe sommerland rotes-riff piratennest "
		 "fingerhut sandkap";
	play_begin(&p, &l);
	state_is(&p, "ring", l.ring);
	state_is(&p, "ship", "hochland");
	state_is(&p, "active", "hochland");
	view_is(&p, 0, "islands/0/here", "true");
	view_is(&p, 0, "islands/0/active", "true");
	view_is(&p, 0, "islands/1/active", "false");
	view_is(&p, 0, "islands/1/id", "eisfelsen");
	view_is(&p, 2, "players/2/goal/island", "rotes-riff");
	view_is(&p, 2, "players/2/goal/steps", "5");
	view_is(&p, 2, "players/0/goal", "null");
	play_end(&p);
}

/* 1. Pay. */

static void
test_pay_0_to_3_openly(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	asked(&p, "2 pay");
	legal(&p, 2, "pay 0; pay 1; pay 2; pay 3");
	refused(&p, 2, "pay 4", "pay-range 3");
	refused(&p, 2, "play wine", "asked-pay 3");
	absent(&p, 2, "pay 0");
	does(&p, 2, "pay 3");
	view_is(&p, SEAT_ONLOOKER, "pay", "3");
	heard(&p, SEAT_ONLOOKER, "paid 2 3");
	play_end(&p);
}

/* 2. Offer. */

static void
test_offer_from_the_captain_clockwise_again_and_again(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "2 pay 0; 2 play ruby; 3 play ruby; 0 play ruby; 1 play ruby");
	asked(&p, "2 offer");
	legal(&p, 2, "play salt; play wine; play cloth; play grain; pass");
	refused(&p, 2, "play ruby", "not-in-hand ruby");
	refused(&p, 2, "pay 0", "asked-offer");
	absent(&p, 2, "pass");
	state_is(&p, "players/3/open", "ruby");
	view_is(&p, 0, "players/3/open", "ruby");
	play_end(&p);
}

static void
test_a_card_that_sells_nowhere_may_be_played(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	sleep_through_round(&p);
	sleep_through_round(&p);
	state_is(&p, "active", "affeninsel fingerhut");
	go(&p, "2 pay 0; 2 play wine");
	state_is(&p, "players/2/open", "wine");
	play_end(&p);
}

static void
test_pass_lays_the_hand_aside_and_the_number_is_open(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "2 pay 0; 2 play ruby; 3 pass");
	state_is(&p, "players/3/hand", "");
	state_is(&p, "players/3/aside", "ruby salt wine cloth grain");
	state_is(&p, "players/3/passed", "true");
	view_is(&p, 0, "players/3/aside_size", "5");
	view_is(&p, 0, "players/3/aside", "null");
	view_is(&p, 3, "players/3/aside", "ruby salt wine cloth grain");
	play_end(&p);
}

static void
test_the_others_wait_while_a_role_is_chosen(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "2 pay 0; 2 play ruby; 3 pass");
	asked(&p, "3 take");
	legal(&p, 3,
	    "take mutineer; take cabin-boy; take mate; take merchant; "
	    "take loadmaster");
	refused(&p, 3, "pass", "asked-take");
	does(&p, 3, "take mate");
	asked(&p, "0 offer");
	play_end(&p);
}

static void
test_a_role_is_there_once(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "2 pay 0; 2 play ruby; 3 pass; 3 take mate; 0 pass");
	legal(&p, 0,
	    "take mutineer; take cabin-boy; take merchant; take loadmaster");
	refused(&p, 0, "take mate", "not-there mate");
	play_end(&p);
}

static void
test_an_empty_hand_passes_by_itself(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain3);
	does(&p, 0, "pay 0");
	go(&p, "0 play ruby; 1 play ruby; 2 play ruby; 0 play salt");
	go(&p, "1 play salt; 2 play salt; 0 play wine; 1 play wine");
	go(&p, "2 play wine; 0 play cloth; 1 play cloth; 2 play cloth");
	go(&p, "0 play grain; 1 play grain; 2 play grain");
	heard(&p, 1,
	    "played 2 grain 0; passed-empty 0; destination 0 hochland; "
	    "passed-empty 1; looks mutineer cabin-boy mate merchant "
	    "loadmaster");
	heard(&p, 2,
	    "played 2 grain 0; passed-empty 0; destination 0 hochland; "
	    "passed-empty 1");
	state_is(&p, "players/0/aside", "");
	asked(&p, "1 take");
	does(&p, 1, "take mate");
	heard(&p, 2,
	    "chose 1; passed-empty 2; looks mutineer cabin-boy merchant "
	    "loadmaster");
	asked(&p, "2 take");
	play_end(&p);
}

static void
test_pass_role_by_mail_is_pass_and_then_take(void **unused)
{
	const struct game *g = play_game();

	(void)unused;
	assert_int_equal(g->nshorthands, 1);
	assert_string_equal(g->shorthands[0].word, "pass");
	assert_string_equal(g->shorthands[0].then, "take");
}

static void
test_the_captain_takes_no_role_and_marks_his_destination(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "2 pay 0; 2 play ruby; 3 play ruby; 0 play ruby; 1 play ruby");
	refused(&p, 2, "take mate", "captain-takes-none");
	does(&p, 2, "pass");
	heard(&p, 0, "passed 2 4; destination 2 eisfelsen");
	state_is(&p, "players/2/role", "null");
	asked(&p, "3 offer");
	view_is(&p, 0, "islands/4/captain_goes", "true");
	play_end(&p);
}

static void
test_default_roles_in_their_order(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "2 pay 0; 2 pass; 3 pass");
	absent(&p, 3, "take merchant");
	go(&p, "3 take merchant; 0 pass");
	absent(&p, 0, "take loadmaster");
	go(&p, "0 take loadmaster; 1 pass");
	absent(&p, 1, "take cabin-boy");
	play_end(&p);
	play_begin(&p, &plain);
	go(&p, "2 pay 0; 2 pass; 3 pass; 3 take cabin-boy; 0 pass");
	go(&p, "0 take merchant; 1 pass");
	absent(&p, 1, "take loadmaster");
	play_end(&p);
}

/* 3. Roles are shown. */

static void
test_both_destinations_may_be_the_same_island(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain3);
	go(&p, "0 pay 0; 0 pass; 1 pass; 1 take mutineer; 2 pass");
	state_is(&p, "destinations/mutineer", "null");
	does(&p, 2, "take merchant");
	state_is(&p, "destinations/captain", "affeninsel");
	state_is(&p, "destinations/mutineer", "affeninsel");
	view_is(&p, SEAT_ONLOOKER, "roles_shown", "true");
	view_is(&p, SEAT_ONLOOKER, "players/1/role", "mutineer");
	view_is(&p, SEAT_ONLOOKER, "roles_left", "cabin-boy mate loadmaster");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(36_cards_and_5_for_each_from_the_captain_on),
		T(the_ship_stands_on_hochland_the_only_active_island),
		T(pay_0_to_3_openly),
		T(offer_from_the_captain_clockwise_again_and_again),
		T(a_card_that_sells_nowhere_may_be_played),
		T(pass_lays_the_hand_aside_and_the_number_is_open),
		T(the_others_wait_while_a_role_is_chosen),
		T(a_role_is_there_once),
		T(an_empty_hand_passes_by_itself),
		T(pass_role_by_mail_is_pass_and_then_take),
		T(the_captain_takes_no_role_and_marks_his_destination),
		T(default_roles_in_their_order),
		T(both_destinations_may_be_the_same_island),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

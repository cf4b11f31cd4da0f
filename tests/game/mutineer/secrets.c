/* SPDX-License-Identifier: ISC */
/* Who sees what in Mutineer: one test a line of the rules. */
#include "core/decision.h"
#include "tests/game/mutineer/play.h"

static const struct layout plain = {
	.captain = 0,
	.hands = { "ruby salt wine cloth grain", "ruby salt wine cloth grain",
	    "ruby salt wine cloth grain", "ruby salt wine cloth grain" },
};

static void
test_what_everyone_sees(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "0 pay 2; 0 play ruby; 1 pass; 1 take mate; 2 play wine");
	for (int seat = SEAT_ONLOOKER; seat < 4; seat++) {
		view_is(&p, seat, "ring", RING);
		view_is(&p, seat, "active", "hochland");
		view_is(&p, seat, "ship", "hochland");
		view_is(&p, seat, "pay", "2");
		view_is(&p, seat, "captain", "0");
		view_is(&p, seat, "round", "1");
		view_is(&p, seat, "scores", "0 0 0 0");
		view_is(&p, seat, "players/0/open", "ruby");
		view_is(&p, seat, "players/0/hand_size", "4");
		view_is(&p, seat, "players/1/hand_size", "0");
		view_is(&p, seat, "players/1/aside_size", "5");
		view_is(&p, seat, "players/1/passed", "true");
		view_is(&p, seat, "deck_size", "16");
		view_is(&p, seat, "discard_size", "0");
		view_is(&p, seat, "islands/4/id", "eisfelsen");
		view_is(&p, seat, "islands/4/buys", "ruby");
		view_is(&p, seat, "islands/4/alone", "6");
		view_is(&p, seat, "islands/4/two", "4");
		view_is(&p, seat, "islands/4/three", "3");
		view_is(&p, seat, "islands/4/ship", "5");
	}
	play_end(&p);
}

static void
test_a_player_sees_his_own_hand_and_role(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "0 pay 0; 0 play ruby; 1 pass; 1 take mate");
	view_is(&p, 0, "seat", "0");
	view_is(&p, SEAT_ONLOOKER, "seat", "null");
	view_is(&p, 0, "players/0/hand", "salt wine cloth grain");
	view_is(&p, 1, "players/1/aside", "ruby salt wine cloth grain");
	view_is(&p, 1, "players/1/role", "mate");
	for (int seat = SEAT_ONLOOKER; seat < 4; seat++) {
		view_is(&p, seat, "deck", "null");
		view_is(&p, seat, "discard", "null");
		view_is(&p, seat, "roles_shown", "false");
		if (seat != 0)
			view_is(&p, seat, "players/0/hand", "null");
		if (seat == 1)
			continue;
		view_is(&p, seat, "players/1/hand", "null");
		view_is(&p, seat, "players/1/aside", "null");
		view_is(&p, seat, "players/1/role", "null");
	}
	play_end(&p);
}

static void
test_roles_there_are_seen_once_passed_and_not_before(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "0 pay 0; 0 play ruby; 1 pass; 1 take mate");
	view_is(&p, 2, "roles_left", "null");
	view_is(&p, 2, "roles_seen", "null");
	does(&p, 2, "pass");
	view_is(&p, 2, "roles_left", "mutineer cabin-boy merchant loadmaster");
	view_is(&p, 2, "roles_seen", "mutineer cabin-boy merchant loadmaster");
	view_is(&p, 1, "roles_left", "null");
	view_is(&p, SEAT_ONLOOKER, "roles_left", "null");
	does(&p, 2, "take mutineer");
	view_is(&p, 2, "roles_left", "null");
	view_is(&p, 2, "roles_seen", "mutineer cabin-boy merchant loadmaster");
	view_is(
	    &p, 1, "roles_seen", "mutineer cabin-boy mate merchant loadmaster");
	go(&p, "3 play ruby; 0 pass");
	/* A player who looks after others sees what these have left. */
	does(&p, 3, "pass");
	view_is(&p, 3, "roles_seen", "cabin-boy merchant loadmaster");
	play_end(&p);
}

static void
test_a_refusal_does_not_tell_which_roles_are_there(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "0 pay 0; 0 play ruby; 1 pass; 1 take mate");
	refused(&p, 2, "take mate", "take-after-pass");
	refused(&p, 2, "take merchant", "take-after-pass");
	play_end(&p);
}

static void
test_roles_are_seen_by_all_once_shown(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "0 pay 0; 0 pass; 1 pass; 1 take mate; 2 pass");
	go(&p, "2 take mutineer; 3 pass");
	view_is(&p, 0, "players/2/role", "null");
	does(&p, 3, "take merchant");
	for (int seat = SEAT_ONLOOKER; seat < 4; seat++) {
		view_is(&p, seat, "roles_shown", "true");
		view_is(&p, seat, "players/2/role", "mutineer");
		view_is(&p, seat, "roles_left", "cabin-boy loadmaster");
		view_is(&p, seat, "destinations/mutineer", "affeninsel");
	}
	/* Still nothing of what lies aside. */
	view_is(&p, 0, "players/2/aside", "null");
	play_end(&p);
}

static void
test_only_the_loadmaster_sees_what_he_drew(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "0 pay 0; 0 pass; 1 play ruby; 2 pass; 2 take mate; 3 pass");
	go(&p, "3 take merchant; 1 pass; 1 take loadmaster");
	view_is(&p, 1, "players/1/drawn", "salt wine wine cloth");
	for (int seat = SEAT_ONLOOKER; seat < 4; seat++) {
		view_is(&p, seat, "players/1/drawn_size", "4");
		if (seat != 1)
			view_is(&p, seat, "players/1/drawn", "null");
	}
	heard_of(&p, 0, "must-keep", "");
	does(&p, 1, "keep wine");
	heard(&p, 0, "kept 1 1");
	view_is(&p, 1, "players/1/drawn", "");
	play_end(&p);
}

static void
test_who_has_no_conflict_card_is_asked_like_others(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "0 pay 0; 0 pass; 1 pass; 1 take mate; 2 pass");
	go(&p, "2 take mutineer; 3 pass; 3 take cabin-boy");
	asked(&p, "0 fight");
	does(&p, 0, "fight 0");
	heard(&p, 1, "fought 0 0");
	asked(&p, "1 fight");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(what_everyone_sees),
		T(a_player_sees_his_own_hand_and_role),
		T(roles_there_are_seen_once_passed_and_not_before),
		T(a_refusal_does_not_tell_which_roles_are_there),
		T(roles_are_seen_by_all_once_shown),
		T(only_the_loadmaster_sees_what_he_drew),
		T(who_has_no_conflict_card_is_asked_like_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

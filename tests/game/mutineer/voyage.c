/* SPDX-License-Identifier: ISC */
/* Mutineer, from the mutiny to the end: one test a line of the rules. */
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
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
static const struct layout armed = {
	.captain = 0,
	.hands = { "conflict conflict wine wine grain",
	    "conflict conflict salt grain cloth",
	    "cloth cloth grain salt conflict", "salt salt wine wine conflict" },
};

/* 4. Mutiny. */

static void
test_no_mutiny_without_a_mutineer(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain3);
	go(&p, "0 pay 2; 0 pass; 1 pass; 1 take mate; 2 pass");
	does(&p, 2, "take cabin-boy");
	heard_of(&p, 0, "no-mutiny", "no-mutiny");
	heard_of(&p, 0, "captain-points", "captain-points 0 2 affeninsel");
	/* Captain 2 less 2, mate 1 and 2, cabin boy nothing. */
	state_is(&p, "scores", "0 3 0");
	asked(&p, "0 pay");
	play_end(&p);
}

static void
test_captain_first_then_clockwise_and_all_who_take_part(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "2 pay 0; 2 pass; 3 pass; 3 take cabin-boy; 0 pass");
	go(&p, "0 take mutineer; 1 pass; 1 take mate");
	asked(&p, "2 fight");
	legal(&p, 2, "fight 0");
	refused(&p, 2, "fight 1", "fight-too-many 0");
	refused(&p, 2, "pass", "asked-fight 0");
	absent(&p, 2, "fight 0");
	does(&p, 2, "fight 0");
	asked(&p, "3 fight");
	does(&p, 3, "fight 0");
	asked(&p, "0 fight");
	does(&p, 0, "fight 0");
	asked(&p, "1 fight");
	play_end(&p);
}

/* All pass but the player who has played; roles for 1, 2 and 3. */
static void
all_pass(struct play *p, const char *one, const char *two, const char *three)
{
	g_autofree char *moves = g_strdup_printf(
	    "0 pass; 1 pass; 1 take %s; 2 pass; 2 take %s; 3 pass; 3 take %s",
	    one, two, three);

	go(p, moves);
}

static void
test_conflict_cards_of_merchant_and_loadmaster_count_for_nobody(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &armed);
	go(&p, "0 pay 0; 0 play conflict; 1 play conflict; 2 play conflict");
	does(&p, 3, "play conflict");
	all_pass(&p, "mutineer", "merchant", "loadmaster");
	does(&p, 0, "fight 1");
	asked(&p, "1 fight");
	does(&p, 1, "fight 0");
	heard_of(&p, 2, "mutiny-failed", "mutiny-failed 0 2 1");
	play_end(&p);
}

static void
test_the_mate_counts_1_and_a_tie_goes_to_the_mutineer(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &armed);
	go(&p, "0 pay 3; 0 play wine; 1 play conflict; 2 play cloth");
	does(&p, 3, "play conflict");
	all_pass(&p, "mutineer", "mate", "cabin-boy");
	/* Captain 0 and 1, mate 1 and none of his own; rebels 1 and 1. */
	go(&p, "0 fight 1; 1 fight 0; 2 fight 0; 3 fight 0");
	heard_of(&p, 0, "mutiny-won", "mutiny-won 1 2 2");
	/* Mutineer: 4 islands on; cabin boy 2; nothing is paid. */
	heard_of(&p, 0, "mutineer-points", "mutineer-points 1 5 eisfelsen");
	heard_of(&p, 0, "cabin-boy-points", "cabin-boy-points 3 2");
	heard_of(&p, 0, "mate-points", "");
	heard_of(&p, 0, "mate-paid", "");
	/* Captain and mate tie for the sale with one card each: 3. */
	state_is(&p, "scores", "3 5 3 2");
	state_is(&p, "captain", "1");
	state_is(&p, "ship", "eisfelsen");
	play_end(&p);
}

static void
test_destinations_do_not_change_by_fighting(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &armed);
	does(&p, 0, "pay 0");
	all_pass(&p, "mutineer", "merchant", "loadmaster");
	go(&p, "0 fight 2; 1 fight 1");
	heard_of(&p, 0, "captain-points", "captain-points 0 2 affeninsel");
	state_is(&p, "ship", "affeninsel");
	play_end(&p);
}

/* 5. Points. */

static void
test_put_down_the_mate_is_paid_even_below_zero(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &armed);
	does(&p, 0, "pay 3");
	all_pass(&p, "mutineer", "mate", "cabin-boy");
	go(&p, "0 fight 2; 1 fight 2; 2 fight 1; 3 fight 1");
	heard_of(&p, 1, "mutiny-failed", "mutiny-failed 0 4 3");
	heard_of(&p, 1, "mate-points", "mate-points 2 1");
	heard_of(&p, 1, "mate-paid", "mate-paid 2 0 3");
	state_is(&p, "scores", "-1 0 4 0");
	state_is(&p, "captain", "0");
	play_end(&p);
}

static void
test_nothing_is_paid_without_a_mate(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain3);
	go(&p, "0 pay 3; 0 pass; 1 pass; 1 take merchant; 2 pass");
	does(&p, 2, "take loadmaster");
	state_is(&p, "scores", "2 0 0");
	play_end(&p);
}

/* 6. and 7. */

static void
test_the_ship_moves_and_its_old_island_stays_active(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain3);
	sleep_through_round(&p);
	heard_of(&p, 0, "ship-moved", "ship-moved hochland affeninsel");
	state_is(&p, "active", "hochland affeninsel");
	sleep_through_round(&p);
	state_is(&p, "active", "affeninsel fingerhut");
	sleep_through_round(&p);
	/* In ring order from hochland. */
	state_is(&p, "ship", "karge-zunge");
	state_is(&p, "active", "karge-zunge fingerhut");
	play_end(&p);
}

static void
test_a_ship_that_stays_has_one_active_island(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain3);
	go(&p, "0 pay 0; 0 play ruby; 1 pass; 1 take merchant; 2 pass");
	go(&p, "2 take cabin-boy; 0 play salt; 0 play wine; 0 play cloth");
	does(&p, 0, "play grain");
	heard_of(&p, 0, "ship-stays", "ship-stays hochland");
	state_is(&p, "active", "hochland");
	play_end(&p);
}

static void
test_cards_laid_aside_come_back(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain3);
	sleep_through_round(&p);
	state_is(&p, "players/1/hand", "ruby salt wine cloth grain");
	state_is(&p, "players/1/aside", "null");
	state_is(&p, "players/1/passed", "false");
	state_is(&p, "discard", "");
	play_end(&p);
}

/* The end. */

static void
assert_ends(const struct layout *l, const char *rounds)
{
	struct play p;
	struct result r;
	int n = 0;

	play_begin(&p, l);
	for (; !match_over(p.m); n++)
		sleep_through_round(&p);
	assert_int_equal(n, atoi(rounds));
	state_is(&p, "round", rounds);
	view_is(&p, 0, "end_round", rounds);
	asked(&p, "");
	legal(&p, 0, "");
	/* As step 5 left it. */
	state_is(&p, "players/1/role", "merchant");
	state_is(&p, "players/1/passed", "true");
	state_is(&p, "players/1/aside", "ruby salt wine cloth grain");
	state_is(&p, "pay", "0");
	view_is(&p, 2, "players/1/aside", "null");
	play_game()->result(match_state(p.m), &r);
	assert_true(r.over);
	assert_int_equal(r.winners, SEAT(0));
	assert_true(r.score[0] > r.score[1]);
	play_end(&p);
}

static void
test_it_ends_after_step_5_of_round_8_of_four(void **unused)
{
	struct layout l = plain;

	(void)unused;
	l.captain = 0;
	assert_ends(&l, "8");
}

static void
test_it_ends_after_step_5_of_round_9_of_three(void **unused)
{
	(void)unused;
	assert_ends(&plain3, "9");
}

static void
test_equal_points_share_the_win(void **unused)
{
	static const char rest[] =
	    ",\"buys\":\"any\",\"alone\":1,\"two\":1,\"three\":1,"
	    "\"ship\":0,\"name\":{\"en\":\"X\"}}";
	g_auto(GStrv) ids = g_strsplit(RING, " ", -1);
	GString *json = g_string_new("{\"islands\":[");
	struct layout l = plain3;
	struct play p;
	struct result r;

	(void)unused;
	for (size_t i = 0; i < 12; i++)
		g_string_append_printf(
		    json, "%s{\"id\":\"%s\"%s", i > 0 ? "," : "", ids[i], rest);
	g_string_append(json, "]}");
	l.data = json->str;
	play_begin(&p, &l);
	play_game()->result(match_state(p.m), &r);
	assert_false(r.over);
	assert_int_equal(r.winners, 0);
	while (!match_over(p.m))
		sleep_through_round(&p);
	play_game()->result(match_state(p.m), &r);
	assert_int_equal(r.winners, SEAT(0) | SEAT(1) | SEAT(2));
	play_end(&p);
	g_string_free(json, TRUE);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(no_mutiny_without_a_mutineer),
		T(captain_first_then_clockwise_and_all_who_take_part),
		T(conflict_cards_of_merchant_and_loadmaster_count_for_nobody),
		T(the_mate_counts_1_and_a_tie_goes_to_the_mutineer),
		T(destinations_do_not_change_by_fighting),
		T(put_down_the_mate_is_paid_even_below_zero),
		T(nothing_is_paid_without_a_mate),
		T(the_ship_moves_and_its_old_island_stays_active),
		T(a_ship_that_stays_has_one_active_island),
		T(cards_laid_aside_come_back),
		T(it_ends_after_step_5_of_round_8_of_four),
		T(it_ends_after_step_5_of_round_9_of_three),
		T(equal_points_share_the_win),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

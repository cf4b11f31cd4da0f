/* SPDX-License-Identifier: ISC */
/* The sale of Mutineer: one test a line of the rules. */
#include "tests/game/mutineer/play.h"

/* Hochland, and SECOND five places on, where the second round sells too. */
#define SECOND(island, rest) \
	"hochland eisfelsen fingerhut rotes-riff sandkap " island " " rest
#define PIRATENNEST                                                      \
	SECOND("piratennest",                                            \
	    "frosthoehle gruenland karge-zunge affeninsel kalte-klippe " \
	    "sommerland")
#define KARGE_ZUNGE                                                      \
	SECOND("karge-zunge",                                            \
	    "frosthoehle gruenland piratennest affeninsel kalte-klippe " \
	    "sommerland")
#define GRUENLAND                                                          \
	SECOND("gruenland",                                                \
	    "frosthoehle karge-zunge piratennest affeninsel kalte-klippe " \
	    "sommerland")

static const struct layout grain = {
	.captain = 0,
	.hands = { "grain grain grain grain conflict",
	    "wine wine grain grain conflict", "cloth cloth ruby ruby conflict",
	    "ruby salt wine cloth conflict" },
	.ring = KARGE_ZUNGE,
};

static void
begin_second_round(struct play *p, const struct layout *l)
{
	play_begin(p, l);
	sleep_through_round(p);
	state_is(p, "scores/1", "0");
}

static void
test_only_kinds_that_an_island_buys(void **unused)
{
	struct layout l = grain;
	struct play p;

	(void)unused;
	l.hands[0] = "wine wine salt grain grain";
	l.ring = GRUENLAND;
	begin_second_round(&p, &l);
	go(&p, "0 pay 0; 0 play wine; 1 pass; 1 take mate; 2 pass");
	go(&p, "2 take cabin-boy; 3 pass; 3 take loadmaster; 0 play wine");
	go(&p, "0 play salt; 0 pass");
	heard_of(&p, 1, "sells",
	    "sells 0 2 wine hochland; "
	    "sells 0 1 salt gruenland");
	heard_of(&p, 1, "sale-points",
	    "sale-points 0 4 hochland; "
	    "sale-points 0 5 gruenland");
	play_end(&p);
}

static void
test_a_kind_may_be_split_over_two_islands(void **unused)
{
	struct play p;

	(void)unused;
	begin_second_round(&p, &grain);
	go(&p, "0 pay 0; 0 play grain; 1 pass; 1 take mate; 2 pass");
	go(&p, "2 take cabin-boy; 3 pass; 3 take loadmaster; 0 play grain");
	go(&p, "0 play grain; 0 play grain; 0 pass");
	asked(&p, "0 sell");
	legal(&p, 0,
	    "sell grain 4 hochland; "
	    "sell grain 3 hochland, grain 1 karge-zunge; "
	    "sell grain 2 hochland, grain 2 karge-zunge; "
	    "sell grain 1 hochland, grain 3 karge-zunge; "
	    "sell grain 4 karge-zunge");
	absent(&p, 0, "sell grain 4 hochland");
	does(&p, 0, "sell grain 1 karge-zunge, grain 3 hochland");
	heard_of(&p, 1, "sells",
	    "sells 0 3 grain hochland; "
	    "sells 0 1 grain karge-zunge");
	heard_of(&p, 1, "sale-points",
	    "sale-points 0 4 hochland; "
	    "sale-points 0 6 karge-zunge");
	play_end(&p);
}

/* Seat 0 has two grain and a wine open, and is asked. */
static void
ask_captain(struct play *p)
{
	struct layout l = grain;

	l.hands[0] = "wine grain grain cloth conflict";
	begin_second_round(p, &l);
	go(p, "0 pay 0; 0 play grain; 1 pass; 1 take mate; 2 pass");
	go(p, "2 take cabin-boy; 3 pass; 3 take loadmaster; 0 play grain");
	go(p, "0 play wine; 0 pass");
	asked(p, "0 sell");
}

static void
test_ways_that_another_beats_are_not_offered(void **unused)
{
	struct play p;

	(void)unused;
	ask_captain(&p);
	legal(&p, 0,
	    "sell grain 2 hochland; "
	    "sell wine 1 hochland, grain 2 karge-zunge");
	refused(
	    &p, 0, "sell grain 1 hochland, grain 1 karge-zunge", "sell-beaten");
	refused(&p, 0, "sell grain 2 karge-zunge", "sell-beaten");
	refused(&p, 0, "sell wine 1 hochland", "sell-beaten");
	play_end(&p);
}

static void
test_what_cannot_be_sold_is_refused(void **unused)
{
	struct play p;

	(void)unused;
	ask_captain(&p);
	refused(&p, 0, "sell grain 1 eisfelsen", "sell-not-active eisfelsen");
	refused(&p, 0, "sell conflict 1 hochland", "sell-no-goods conflict");
	refused(&p, 0, "sell wine 1 karge-zunge",
	    "sell-not-bought karge-zunge wine");
	refused(&p, 0, "sell grain 0 hochland", "sell-none hochland");
	refused(&p, 0, "sell grain 1 hochland, wine 1 hochland",
	    "sell-twice hochland");
	refused(&p, 0, "sell grain 2 hochland, grain 1 karge-zunge",
	    "sell-too-many grain 2");
	refused(&p, 0, "sell grain 9999 hochland, grain 9999 karge-zunge",
	    "sell-too-many grain 2");
	refused(&p, 0, "sell cloth 1 hochland", "sell-too-many cloth 0");
	refused(&p, 0, "pass", "asked-sell");
	play_end(&p);
}

static void
test_equal_pairs_are_not_asked_and_the_first_is_taken(void **unused)
{
	struct layout l = grain;
	struct play p;

	(void)unused;
	l.hands[0] = "wine wine grain grain conflict";
	l.ring = PIRATENNEST;
	begin_second_round(&p, &l);
	go(&p, "0 pay 0; 0 play grain; 1 pass; 1 take mate; 2 pass");
	go(&p, "2 take cabin-boy; 3 pass; 3 take loadmaster; 0 play grain");
	go(&p, "0 play wine; 0 play wine; 0 pass");
	heard_of(&p, 1, "sells",
	    "sells 0 2 wine hochland; "
	    "sells 0 2 grain piratennest");
	play_end(&p);
}

static void
test_all_ways_of_an_unbeaten_pair_are_listed(void **unused)
{
	struct layout l = grain;
	struct play p;

	(void)unused;
	l.hands[0] = "wine grain grain cloth conflict";
	l.ring = PIRATENNEST;
	begin_second_round(&p, &l);
	go(&p, "0 pay 0; 0 play grain; 1 pass; 1 take mate; 2 pass");
	go(&p, "2 take cabin-boy; 3 pass; 3 take loadmaster; 0 play grain");
	go(&p, "0 play wine; 0 play cloth; 0 pass");
	legal(&p, 0,
	    "sell grain 2 hochland, wine 1 piratennest; "
	    "sell grain 2 hochland, cloth 1 piratennest; "
	    "sell wine 1 hochland, grain 2 piratennest; "
	    "sell cloth 1 hochland, grain 2 piratennest");
	play_end(&p);
}

static void
test_they_decide_from_the_captain_clockwise(void **unused)
{
	struct play p;

	(void)unused;
	begin_second_round(&p, &grain);
	go(&p, "0 pay 0; 0 play grain; 1 play grain; 2 pass; 2 take mate");
	go(&p, "3 pass; 3 take cabin-boy; 0 play grain; 1 play wine; 0 pass");
	go(&p, "1 play grain; 1 pass; 1 take merchant");
	asked(&p, "0 sell");
	does(&p, 0, "sell grain 2 karge-zunge");
	heard(&p, 3, "sells 0 2 grain karge-zunge");
	view_is(&p, 3, "players/0/sold/0/card", "grain");
	view_is(&p, 3, "players/0/sold/0/number", "2");
	view_is(&p, 3, "players/0/sold/0/island", "karge-zunge");
	view_is(&p, 3, "players/1/sold", "null");
	asked(&p, "1 sell");
	does(&p, 1, "sell wine 1 hochland, grain 2 karge-zunge");
	/* A tie at karge-zunge: the merchant gets the first value. */
	heard_of(&p, 3, "sale-merchant", "sale-merchant 1 6 karge-zunge");
	heard_of(&p, 3, "sale-points",
	    "sale-points 1 4 hochland; "
	    "sale-points 0 3 karge-zunge");
	state_is(&p, "round", "3");
	play_end(&p);
}

static void
test_a_winning_mutineer_decides_first(void **unused)
{
	struct play p;

	(void)unused;
	begin_second_round(&p, &grain);
	go(&p, "0 pay 0; 0 play grain; 1 play grain; 2 pass; 2 take merchant");
	go(&p, "3 pass; 3 take cabin-boy; 0 play grain; 1 play grain; 0 pass");
	go(&p, "1 play conflict; 1 pass; 1 take mutineer; 0 fight 0");
	go(&p, "1 fight 0; 3 fight 0");
	/* The voyage is counted, and the mutineer is captain. */
	asked(&p, "1 sell");
	state_is(&p, "captain", "1");
	state_is(&p, "scores", "4 4 0 2");
	state_is(&p, "active", "hochland karge-zunge");
	does(&p, 1, "sell grain 2 hochland");
	asked(&p, "0 sell");
	play_end(&p);
}

/* In the first round each plays the card, 1 to 3 with these roles. */
static void
each_plays(struct play *p, const struct layout *l, const char *roles[3])
{
	g_autofree char *moves = g_strdup_printf(
	    "0 pay 0; 0 play ruby; 1 play ruby; 2 play ruby; 3 play ruby; "
	    "0 pass; 1 pass; 1 take %s; 2 pass; 2 take %s; 3 pass; 3 take %s",
	    roles[0], roles[1], roles[2]);

	play_begin(p, l);
	go(p, moves);
}

static const struct layout rubies = {
	.captain = 0,
	.hands = { "ruby conflict wine cloth grain",
	    "ruby conflict wine cloth grain", "ruby salt wine cloth grain",
	    "ruby salt wine cloth grain" },
};

static void
test_four_tied_get_nothing(void **unused)
{
	const char *roles[] = { "mate", "cabin-boy", "loadmaster" };
	struct play p;

	(void)unused;
	each_plays(&p, &rubies, roles);
	heard_of(&p, 0, "sale-four", "sale-four hochland");
	heard_of(&p, 0, "sale-points", "");
	state_is(&p, "scores", "5 1 0 0");
	play_end(&p);
}

static void
test_a_merchant_among_four_gets_the_first_value(void **unused)
{
	const char *roles[] = { "mate", "merchant", "loadmaster" };
	struct play p;

	(void)unused;
	each_plays(&p, &rubies, roles);
	heard_of(&p, 0, "sale-merchant", "sale-merchant 2 4 hochland");
	state_is(&p, "scores", "5 1 4 0");
	play_end(&p);
}

/* Round 1 at hochland, what 0 to 3 play; no merchant. */
static void
assert_tie(const char *plays, const char *points)
{
	struct play p;

	play_begin(&p, &rubies);
	does(&p, 0, "pay 0");
	go(&p, plays);
	heard_of(&p, 0, "sale-points", points);
	play_end(&p);
}

static void
test_alone_first_two_second_three_third_value(void **unused)
{
	(void)unused;
	assert_tie("0 play ruby; 1 play conflict; 2 pass; 2 take mate; 3 pass; "
		   "3 take cabin-boy; 0 pass; 1 pass; 1 take loadmaster",
	    "sale-points 0 4 hochland");
	assert_tie("0 play ruby; 1 play conflict; 2 play wine; 3 pass; "
		   "3 take mate; 0 pass; 1 pass; 1 take cabin-boy; 2 pass; "
		   "2 take loadmaster",
	    "sale-points 0 3 hochland; sale-points 2 3 hochland");
	assert_tie("0 play ruby; 1 play conflict; 2 play wine; 3 play cloth; "
		   "0 pass; 1 pass; 1 take mate; 2 pass; 2 take cabin-boy; "
		   "3 pass; 3 take loadmaster",
	    "sale-points 0 2 hochland; sale-points 2 2 hochland; "
	    "sale-points 3 2 hochland");
}

static void
test_conflict_cards_are_not_sold_and_nobody_may_sell(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &rubies);
	go(&p, "0 pay 0; 0 play conflict; 1 play conflict; 2 pass");
	go(&p, "2 take mate; 3 pass; 3 take cabin-boy; 0 pass; 1 pass");
	does(&p, 1, "take loadmaster");
	heard_of(&p, 0, "sells", "");
	heard_of(&p, 0, "sale-nobody", "sale-nobody hochland");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(only_kinds_that_an_island_buys),
		T(a_kind_may_be_split_over_two_islands),
		T(ways_that_another_beats_are_not_offered),
		T(what_cannot_be_sold_is_refused),
		T(equal_pairs_are_not_asked_and_the_first_is_taken),
		T(all_ways_of_an_unbeaten_pair_are_listed),
		T(they_decide_from_the_captain_clockwise),
		T(a_winning_mutineer_decides_first),
		T(four_tied_get_nothing),
		T(a_merchant_among_four_gets_the_first_value),
		T(alone_first_two_second_three_third_value),
		T(conflict_cards_are_not_sold_and_nobody_may_sell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

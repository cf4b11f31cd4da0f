/* SPDX-License-Identifier: ISC */
/* The pirate variant of Mutineer: one test a line of the rules. */
#include "core/decision.h"
#include "tests/game/mutineer/play.h"

/* Two steps counter-clockwise from the pirates to the merchant ship. */
static const struct layout near = {
	.captain = 0,
	.hands = { "pirate ruby salt wine cloth", "ruby salt wine cloth grain",
	    "ruby conflict wine cloth grain",
	    "conflict salt wine cloth grain" },
	.ring = "hochland frosthoehle piratennest gruenland karge-zunge "
		"eisfelsen affeninsel kalte-klippe sommerland rotes-riff "
		"fingerhut sandkap",
	.pirates = true,
};

static void
test_37_cards_and_the_pirates_at_piratennest(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &near);
	state_is(&p, "pirate_ship", "piratennest");
	view_is(&p, 0, "deck_size", "17");
	view_is(&p, 0, "pirates", "true");
	view_is(&p, 0, "islands/2/pirates", "true");
	play_end(&p);
}

static void
test_no_pirates_without_the_option(void **unused)
{
	struct layout l = near;
	struct play p;

	(void)unused;
	l.pirates = false;
	l.hands[0] = "ruby ruby salt wine cloth";
	play_begin(&p, &l);
	state_is(&p, "pirate_ship", "null");
	view_is(&p, 0, "deck_size", "16");
	view_is(&p, 0, "islands/2/pirates", "false");
	does(&p, 0, "pay 0");
	refused(&p, 0, "play pirate", "not-in-hand pirate");
	play_end(&p);
}

static void
test_they_pass_the_ship_and_all_face_up_cards_go(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &near);
	go(&p, "0 pay 0; 0 play ruby; 1 play ruby; 2 play conflict");
	go(&p, "3 pass; 3 take merchant; 0 play pirate");
	heard(&p, SEAT_ONLOOKER,
	    "played 0 pirate 3; pirates-sail sandkap 3; "
	    "pirates-sweep hochland 4");
	state_is(&p, "pirate_ship", "sandkap");
	state_is(&p, "players/0/open", "");
	state_is(&p, "players/1/open", "");
	state_is(&p, "players/2/open", "");
	state_is(&p, "discard", "ruby ruby conflict pirate");
	/* The offer goes on. */
	asked(&p, "1 offer");
	does(&p, 1, "play salt");
	state_is(&p, "players/1/open", "salt");
	play_end(&p);
}

static void
test_reaching_the_ship_is_enough(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &near);
	go(&p, "0 pay 0; 0 play ruby; 1 play ruby; 2 play ruby; 3 play salt");
	go(&p, "0 play salt; 1 play salt; 2 play wine; 3 play wine");
	does(&p, 0, "play pirate");
	heard_of(&p, 1, "pirates-sail", "pirates-sail hochland 2");
	heard_of(&p, 1, "pirates-sweep", "pirates-sweep hochland 9");
	state_is(&p, "pirate_ship", "hochland");
	play_end(&p);
}

static void
test_short_of_the_ship_nothing_is_swept(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &near);
	go(&p, "0 pay 0; 0 play ruby; 1 pass; 1 take mate; 2 pass");
	go(&p, "2 take merchant; 3 pass; 3 take loadmaster; 0 play salt");
	go(&p, "0 play wine; 0 play pirate");
	heard(&p, 1, "played 0 pirate 1; pirates-sail frosthoehle 1");
	state_is(&p, "players/0/open", "ruby salt wine pirate");
	state_is(&p, "pirate_ship", "frosthoehle");
	play_end(&p);
}

static void
test_with_0_steps_nothing_happens(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &near);
	go(&p, "0 pay 0; 0 play ruby; 1 play ruby; 2 pass; 2 take mate; "
	       "3 pass; 3 take merchant; 0 play salt; 1 play salt; "
	       "0 play wine; 1 play wine; 0 play cloth; 1 play cloth");
	does(&p, 0, "play pirate");
	heard(&p, 1, "played 0 pirate 0; pirates-stay piratennest");
	state_is(&p, "pirate_ship", "piratennest");
	state_is(&p, "players/1/open", "ruby salt wine cloth");
	play_end(&p);
}

/* In the second round the merchant ship lies where the pirates are. */
static void
test_the_merchant_ship_reaching_or_passing_them_does_nothing(void **unused)
{
	struct layout l = near;
	struct play p;

	(void)unused;
	l.ring = "hochland frosthoehle gruenland karge-zunge eisfelsen "
		 "piratennest affeninsel kalte-klippe sommerland rotes-riff "
		 "fingerhut sandkap";
	play_begin(&p, &l);
	sleep_through_round(&p);
	state_is(&p, "ship", "piratennest");
	state_is(&p, "players/0/hand", "ruby salt wine cloth pirate");
	play_end(&p);
	play_begin(&p, &near);
	sleep_through_round(&p);
	state_is(&p, "ship", "eisfelsen");
	state_is(&p, "pirate_ship", "piratennest");
	state_is(&p, "discard", "");
	play_end(&p);
}

static void
test_leaving_the_ship_s_island_is_not_reaching_it(void **unused)
{
	struct layout l = near;
	struct play p;

	(void)unused;
	l.ring = "hochland frosthoehle gruenland karge-zunge eisfelsen "
		 "piratennest affeninsel kalte-klippe sommerland rotes-riff "
		 "fingerhut sandkap";
	play_begin(&p, &l);
	sleep_through_round(&p);
	go(&p, "0 pay 0; 0 play pirate");
	heard(&p, 1, "played 0 pirate 4; pirates-sail frosthoehle 4");
	state_is(&p, "players/0/open", "pirate");
	play_end(&p);
}

static void
test_the_pirate_card_neither_sells_nor_fights(void **unused)
{
	struct layout l = near;
	struct play p;

	(void)unused;
	l.ring = NULL;
	play_begin(&p, &l);
	go(&p, "0 pay 0; 0 play pirate; 1 pass; 1 take mutineer; 2 pass");
	go(&p, "2 take merchant; 3 pass; 3 take loadmaster; 0 pass");
	go(&p, "0 fight 0; 1 fight 0");
	heard_of(&p, 0, "mutiny-won", "mutiny-won 1 0 0");
	heard_of(&p, 0, "sells", "");
	heard_of(&p, 0, "sale-nobody", "sale-nobody hochland");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(37_cards_and_the_pirates_at_piratennest),
		T(no_pirates_without_the_option),
		T(they_pass_the_ship_and_all_face_up_cards_go),
		T(reaching_the_ship_is_enough),
		T(short_of_the_ship_nothing_is_swept),
		T(with_0_steps_nothing_happens),
		T(the_merchant_ship_reaching_or_passing_them_does_nothing),
		T(leaving_the_ship_s_island_is_not_reaching_it),
		T(the_pirate_card_neither_sells_nor_fights),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/* Fourth Bridge: a turn, one test a line of the rules. */
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/sentence.h"
#include "games/fourth-bridge/state.h"
#include "tests/game/fourth-bridge/lay.h"
#include "tests/game/fourth-bridge/play.h"

#define HAND "work work cart-load carpenter-build"

static const struct layout plain = {
	PLAIN,
	.bag = "red blue green yellow black red",
	.roles = "red blue green",
	.hand = HAND,
};

static void
test_the_active_player_draws_one_card_more_than_players(void **unused)
{
	struct play p;

	(void)unused;
	for (size_t seats = 3; seats <= 4; seats++)
		for (unsigned char seed = 0; seed < 40; seed++) {
			int n = 0;

			play_begin(&p,
			    &(struct layout){ .seats = seats, .seed = seed });
			for (int c = 0; c < CARDS; c++) {
				int of_kind = play_state(&p)->hand[c];

				assert_in_range(of_kind, 0, 2);
				n += of_kind;
			}
			assert_int_equal(n, seats + 1);
			play_end(&p);
		}
}

static void
test_only_he_is_told_his_cards(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	heard_of(&p, 0, "hand", "hand work work cart-load carpenter-build");
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++)
		if (seat != 0)
			heard_of(&p, seat, "hand", "");
	heard_of(&p, 1, "turn-begins-of", "turn-begins-of 1 90 0");
	play_end(&p);
}

static void
test_a_hand_is_told_in_the_order_of_the_table(void **unused)
{
	struct layout l = plain;
	struct play p;

	(void)unused;
	l.hand = "carpenter-build cart-load work work";
	play_begin(&p, &l);
	state_is(&p, "hand", HAND);
	view_is(&p, 0, "hand", HAND);
	play_end(&p);
}

static void
test_he_gives_a_card_to_any_who_has_not_moved(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	asked(&p, "0 give");
	legal(&p, 0,
	    "give work Boris; give work Celina; give cart-load Boris; "
	    "give cart-load Celina; give carpenter-build Boris; "
	    "give carpenter-build Celina");
	legal(&p, 1, "");
	does(&p, 0, "give work Celina");
	heard(&p, SEAT_ONLOOKER, "gives 0 work 2");
	asked(&p, "2 do");
	does(&p, 2, "do nothing");
	asked(&p, "0 give");
	legal(&p, 0,
	    "give work Boris; give cart-load Boris; "
	    "give carpenter-build Boris");
	play_end(&p);
}

static void
test_players_are_listed_clockwise_from_the_active_one(void **unused)
{
	struct play p;
	struct layout l = plain;

	(void)unused;
	l.seats = 4;
	l.active = 3;
	l.roles = "red blue green black";
	l.hand = "work work cart-load cart-load cart-unload";
	play_begin(&p, &l);
	legal(&p, 2,
	    "give work Dawid; give work Anna; give work Boris; "
	    "give cart-load Dawid; give cart-load Anna; give cart-load Boris; "
	    "give cart-unload Dawid; give cart-unload Anna; "
	    "give cart-unload Boris");
	play_end(&p);
}

static void
test_who_is_given_a_card_moves_at_once(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	does(&p, 0, "give cart-load Boris");
	asked(&p, "1 do");
	state_is(&p, "hand", "work work carpenter-build");
	state_is(&p, "given", "seat:1,card:cart-load");
	legal(&p, 0, "");
	does(&p, 1, "do load");
	state_is(&p, "given", "seat:1,card:cart-load");
	play_end(&p);
}

static void
test_then_he_takes_one_of_the_last_two(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	turn(&p, "work nothing; cart-load nothing");
	asked(&p, "0 take");
	legal(&p, 0, "take work; take carpenter-build");
	does(&p, 0, "take carpenter-build");
	heard(&p, 1, "takes 0 carpenter-build");
	asked(&p, "0 do");
	state_is(&p, "given",
	    "seat:1,card:work seat:2,card:cart-load seat:0,"
	    "card:carpenter-build");
	/* The other one is back in the pack, unseen. */
	state_is(&p, "hand", "");
	play_end(&p);
}

static void
test_of_two_equal_cards_one_is_listed(void **unused)
{
	struct layout l = plain;
	struct play p;

	(void)unused;
	l.hand = "work work cart-load cart-load";
	play_begin(&p, &l);
	turn(&p, "cart-load nothing; cart-load nothing");
	legal(&p, 0, "take work");
	play_end(&p);
}

static void
test_the_next_one_clockwise_becomes_active(void **unused)
{
	struct layout l = plain;
	struct play p;

	(void)unused;
	l.active = 3;
	play_begin(&p, &l);
	turn(&p, "work nothing; work nothing; cart-load nothing");
	state_is(&p, "turn", "2");
	state_is(&p, "active", "0");
	state_is(&p, "given", "");
	asked(&p, "0 give");
	heard_of(&p, 0, "turn-begins-of", "turn-begins-of 2 90 0");
	drew(&p, "hand");
	idle_turn(&p);
	state_is(&p, "active", "1");
	play_end(&p);
}

static void
test_all_cards_are_back_for_each_hand(void **unused)
{
	struct play p;
	int pairs[CARDS] = { 0 };

	(void)unused;
	play_begin(&p, &(struct layout){ .options = "{\"turn_limit\":0}" });
	for (int i = 0; i < 200; i++) {
		for (int c = 0; c < CARDS; c++) {
			assert_in_range(play_state(&p)->hand[c], 0, 2);
			pairs[c] += play_state(&p)->hand[c] == 2;
		}
		idle_turn(&p);
	}
	/* A pair comes in 28 of 210 hands. */
	for (int c = 0; c < CARDS; c++)
		assert_in_range(pairs[c], 10, 50);
	play_end(&p);
}

static void
test_the_draw_of_a_hand_is_told_in_drawing_order(void **unused)
{
	bool unsorted = false;

	(void)unused;
	for (unsigned char seed = 0; seed < 10; seed++) {
		struct play p;
		g_autofree char *told = NULL;
		g_autofree char *hand = NULL;

		play_begin(&p, &(struct layout){ .seed = seed });
		told = play_draw(&p, "hand");
		hand = play_look(fourth_state(match_state(p.m)), "hand");
		assert_int_equal(strlen(told), strlen(hand));
		unsorted |= strcmp(told, hand) != 0;
		play_end(&p);
	}
	assert_true(unsorted);
}

static void
test_what_cannot_be_given_or_taken_is_refused(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	refused(&p, 0, "give cart-unload Boris", "not-in-hand cart-unload");
	refused(&p, 0, "give work Anna", "give-self");
	refused(&p, 0, "take work", "asked-give");
	refused(&p, 0, "do nothing", "asked-give");
	refused(&p, 0, "give work Dawid", "not understood");
	refused(&p, 0, "give Boris work", "not understood");
	refused(&p, 0, "give work", "not understood");
	turn(&p, "work nothing");
	refused(&p, 0, "give work Boris", "has-moved 1");
	turn(&p, "work nothing");
	refused(&p, 0, "give cart-load Boris", "asked-take");
	refused(&p, 0, "do nothing", "asked-take");
	refused(&p, 0, "take work", "not-in-hand work");
	does(&p, 0, "take cart-load");
	refused(&p, 0, "take cart-load", "asked-do cart-load");
	refused(&p, 0, "give cart-load Boris", "asked-do cart-load");
	play_end(&p);
}

/* The move of a seat that is not asked never comes before the game. */
static void
test_who_is_not_asked_cannot_move(void **unused)
{
	struct play p;
	struct move m;
	struct phrase *why;

	(void)unused;
	play_begin(&p, &plain);
	assert_int_equal(move_read(p.m, "do nothing", &m), MOVE_OK);
	why = match_refusal(p.m, 1, &m);
	assert_string_equal(why->key, "refused.not-asked");
	phrase_free(why);
	play_end(&p);
}

static void
test_names_with_blanks_quotes_and_other_letters(void **unused)
{
	static char *const names[] = { "Anna", "Jan \"Bob\" van d'Arc",
		"\u0141ucja \u017b\u00f3\u0142\u0107", "do nothing" };
	struct layout l = plain;
	struct play p;

	(void)unused;
	l.seats = 4;
	l.names = names;
	l.roles = "red blue green black";
	l.hand = "work work cart-load cart-load cart-unload";
	play_begin(&p, &l);
	legal(&p, 0,
	    "give work Jan \"Bob\" van d'Arc; "
	    "give work \u0141ucja \u017b\u00f3\u0142\u0107; "
	    "give work do nothing; give cart-load Jan \"Bob\" van d'Arc; "
	    "give cart-load \u0141ucja \u017b\u00f3\u0142\u0107; "
	    "give cart-load do nothing; give cart-unload Jan \"Bob\" van "
	    "d'Arc; give cart-unload \u0141ucja \u017b\u00f3\u0142\u0107; "
	    "give cart-unload do nothing");
	does(&p, 0, "Give  WORK  jan \"bob\" VAN  d'arc");
	does(&p, 1, "do nothing");
	does(&p, 0, "give cart-load \u0142UCJA \u017c\u00d3\u0142\u0107");
	asked(&p, "2 do");
	does(&p, 2, "do nothing");
	does(&p, 0, "give work Do Nothing");
	asked(&p, "3 do");
	play_end(&p);
}

static void
test_a_name_is_found_without_accents_if_one_only_is_meant(void **unused)
{
	static char *const names[] = { "Zo\u00eb", "Zo\u00e9", "\u0141ukasz" };
	struct layout l = plain;
	struct play p;

	(void)unused;
	l.names = names;
	play_begin(&p, &l);
	refused(&p, 0, "give work Zoe", "not understood");
	refused(&p, 0, "give work Zo\u00eb", "give-self");
	refused(&p, 0, "give work zo\u00e9", "legal");
	refused(&p, 0, "give work lukasz", "legal");
	play_end(&p);
}

static void
test_a_missed_deadline(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	absent(&p, 0, "give work Boris");
	does(&p, 0, "give work Boris");
	absent(&p, 1, "do nothing");
	does(&p, 1, "do load");
	absent(&p, 0, "give work Celina");
	does(&p, 0, "give cart-load Celina");
	absent(&p, 2, "do nothing");
	does(&p, 2, "do nothing");
	absent(&p, 0, "take work");
	does(&p, 0, "take carpenter-build");
	absent(&p, 0, "do nothing");
	play_end(&p);
}

static void
test_by_default_the_next_who_has_not_moved(void **unused)
{
	struct layout l = plain;
	struct play p;

	(void)unused;
	l.active = 2;
	play_begin(&p, &l);
	absent(&p, 1, "give work Celina");
	does(&p, 1, "give cart-load Celina");
	does(&p, 2, "do nothing");
	absent(&p, 1, "give work Anna");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(the_active_player_draws_one_card_more_than_players),
		T(only_he_is_told_his_cards),
		T(a_hand_is_told_in_the_order_of_the_table),
		T(he_gives_a_card_to_any_who_has_not_moved),
		T(players_are_listed_clockwise_from_the_active_one),
		T(who_is_given_a_card_moves_at_once),
		T(then_he_takes_one_of_the_last_two),
		T(of_two_equal_cards_one_is_listed),
		T(the_next_one_clockwise_becomes_active),
		T(all_cards_are_back_for_each_hand),
		T(the_draw_of_a_hand_is_told_in_drawing_order),
		T(what_cannot_be_given_or_taken_is_refused),
		T(who_is_not_asked_cannot_move),
		T(names_with_blanks_quotes_and_other_letters),
		T(a_name_is_found_without_accents_if_one_only_is_meant),
		T(a_missed_deadline),
		T(by_default_the_next_who_has_not_moved),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

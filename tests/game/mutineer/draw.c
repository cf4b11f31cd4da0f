/* SPDX-License-Identifier: ISC */
/* Drawing cards and the loadmaster's choice: one test a line of the rules. */
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/outcome.h"
#include "tests/game/mutineer/play.h"

static const struct layout plain = {
	.captain = 0,
	.hands = { "ruby salt wine cloth grain", "ruby salt wine cloth grain",
	    "ruby salt wine cloth grain", "ruby salt wine cloth grain" },
	.top = "wine conflict grain wine cloth conflict salt",
};

/* Seat 2 has played two cards and is loadmaster, seat 3 has played one. */
static void
begin_loadmaster(struct play *p)
{
	play_begin(p, &plain);
	go(p, "0 pay 0; 0 pass; 1 pass; 1 take merchant; 2 play ruby");
	go(p, "3 play wine; 2 play salt; 3 pass; 3 take mate; 2 pass");
	does(p, 2, "take loadmaster");
}

static void
test_the_loadmaster_draws_3_more_at_his_place(void **unused)
{
	struct play p;

	(void)unused;
	begin_loadmaster(&p);
	heard_of(&p, 0, "draws", "draws 2 5; draws 3 1");
	heard_of(
	    &p, 2, "must-keep", "must-keep 2 wine conflict grain wine cloth");
	heard_of(&p, 2, "drew", "");
	heard_of(&p, 3, "drew", "drew conflict");
	heard_of(&p, 3, "must-keep", "");
	state_is(&p, "players/2/hand", "wine cloth grain");
	state_is(&p, "players/2/drawn", "wine conflict grain wine cloth");
	state_is(&p, "players/3/hand", "ruby salt cloth grain conflict");
	state_is(&p, "round", "2");
	state_is(
	    &p, "roles_left", "mutineer cabin-boy mate merchant loadmaster");
	play_end(&p);
}

static void
test_he_keeps_what_brings_his_hand_to_5(void **unused)
{
	struct play p;

	(void)unused;
	begin_loadmaster(&p);
	legal(&p, 2,
	    "keep wine wine; keep wine cloth; keep wine grain; "
	    "keep wine conflict; keep cloth grain; keep cloth conflict; "
	    "keep grain conflict");
	absent(&p, 2, "keep wine conflict");
	refused(&p, 2, "keep wine", "keep-number 2");
	refused(&p, 2, "keep wine wine wine", "keep-number 2");
	refused(&p, 2, "keep cloth cloth", "not-drawn cloth");
	refused(&p, 2, "keep salt wine", "not-drawn salt");
	refused(&p, 2, "pay 0", "asked-keep 2");
	does(&p, 2, "keep grain wine");
	heard(&p, 2, "kept-own wine grain");
	heard(&p, 0, "kept 2 2");
	state_is(&p, "players/2/hand", "wine wine cloth grain grain");
	state_is(&p, "players/2/drawn", "");
	play_end(&p);
}

static void
test_the_rest_goes_to_the_discard_pile(void **unused)
{
	struct play p;

	(void)unused;
	begin_loadmaster(&p);
	state_is(&p, "discard", "ruby salt wine");
	view_is(&p, 0, "discard_size", "3");
	does(&p, 2, "keep wine grain");
	state_is(&p, "discard", "ruby salt wine wine cloth conflict");
	view_is(&p, 0, "discard_size", "6");
	view_is(&p, 0, "discard", "null");
	play_end(&p);
}

static void
test_pay_does_not_wait_for_him_but_the_offer_does(void **unused)
{
	struct play p, q;

	(void)unused;
	begin_loadmaster(&p);
	asked(&p, "0 pay; 2 keep");
	does(&p, 0, "pay 1");
	asked(&p, "2 keep");
	legal(&p, 0, "");
	does(&p, 2, "keep wine wine");
	asked(&p, "0 offer");
	begin_loadmaster(&q);
	does(&q, 2, "keep wine wine");
	asked(&q, "0 pay");
	does(&q, 0, "pay 1");
	assert_true(match_hash(p.m) == match_hash(q.m));
	play_end(&p);
	play_end(&q);
}

static void
test_a_loadmaster_with_5_cards_draws_nothing(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	go(&p, "0 pay 0; 0 pass; 1 pass; 1 take loadmaster; 2 pass");
	go(&p, "2 take mate; 3 pass; 3 take merchant");
	asked(&p, "0 pay");
	heard_of(&p, 0, "draws", "");
	play_end(&p);
}

/* Everybody plays four cards, so that 16 are drawn: all there are. */
static void
empty_the_deck(struct play *p)
{
	static const char *const cards[] = { "ruby", "salt", "wine", "cloth" };

	play_begin(p, &plain);
	does(p, 0, "pay 0");
	for (size_t i = 0; i < 4; i++)
		for (int seat = 0; seat < 4; seat++) {
			g_autofree char *move =
			    g_strdup_printf("play %s", cards[i]);

			does(p, seat, move);
		}
	go(p, "0 pass; 1 pass; 1 take mate; 2 pass; 2 take merchant");
	go(p, "3 pass; 3 take cabin-boy");
}

static void
test_the_discard_pile_is_shuffled_only_when_a_card_is_needed(void **unused)
{
	struct play p;

	(void)unused;
	empty_the_deck(&p);
	heard_of(&p, 0, "reshuffled", "");
	state_is(&p, "deck", "");
	view_is(&p, 0, "deck_size", "0");
	view_is(&p, 0, "discard_size", "16");
	go(&p, "0 pay 0; 0 pass; 1 play grain; 2 pass; 2 take mate; 3 pass");
	go(&p, "3 take merchant; 1 pass; 1 take cabin-boy");
	heard_of(&p, 0, "reshuffled", "reshuffled 17");
	assert_int_equal(json_array_size(p.out.chance), 1);
	assert_int_equal(json_array_size(json_object_get(
			     json_array_get(p.out.chance, 0), "order")),
	    17);
	view_is(&p, 0, "deck_size", "16");
	view_is(&p, 0, "discard_size", "0");
	play_end(&p);
}

static void
test_no_card_is_lost_or_made(void **unused)
{
	struct layout l = plain;
	unsigned char seed[SEED_SIZE] = { 7 };
	struct chance *chance = chance_new(seed);

	(void)unused;
	l.pirates = true;
	for (int n = 0; n < 30; n++) {
		struct play p;

		l.hands[3] = n % 2 == 0 ? plain.hands[3] : NULL;
		play_begin(&p, &l);
		while (!match_over(p.m)) {
			int seat = 0;
			GArray *moves;
			guint at;

			while (!(match_to_act(p.m) & SEAT(seat)))
				seat++;
			moves = match_legal(p.m, seat);
			at = chance_below(chance, moves->len);
			match_play(p.m, seat,
			    &g_array_index(moves, struct move, at), NULL);
			g_array_unref(moves);
			assert_all_there(match_state(p.m));
		}
		play_end(&p);
	}
	chance_free(chance);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(the_loadmaster_draws_3_more_at_his_place),
		T(he_keeps_what_brings_his_hand_to_5),
		T(the_rest_goes_to_the_discard_pile),
		T(pay_does_not_wait_for_him_but_the_offer_does),
		T(a_loadmaster_with_5_cards_draws_nothing),
		T(the_discard_pile_is_shuffled_only_when_a_card_is_needed),
		T(no_card_is_lost_or_made),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

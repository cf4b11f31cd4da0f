/* SPDX-License-Identifier: ISC */
/* Fourth Bridge: what holds at every moment of random matches. */
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "games/fourth-bridge/state.h"
#include "tests/game/fourth-bridge/lay.h"
#include "tests/game/fourth-bridge/play.h"

enum { MATCHES = 60 };

static void
check_board(const struct state *s)
{
	const struct board *b = &s->board;
	int standing = 0;

	assert_all_there(s);
	assert_true(b->nlost % BRIDGE_LOGS == 0);
	assert_true(b->nstack <= CART_ROOM);
	for (int i = 0; i < FIELDS; i++) {
		const struct field *f = &b->field[i];

		standing += f->value != 0;
		assert_true((f->value != 0) == (f->nbridge == BRIDGE_LOGS));
		assert_true(f->place == VILLAGE || f->nbridge == 0);
		/* forests are full while the bag lasts */
		if (f->place == FOREST && b->nbag > 0)
			assert_true(f->nlogs >= FOREST_LOGS);
	}
	assert_int_equal(standing, b->standing);
	if (s->phase != OVER)
		assert_int_not_equal(b->cart, b->carpenter);
}

static void
check_turn(const struct state *s)
{
	int hand = 0;

	for (int c = 0; c < CARDS; c++)
		hand += s->hand[c];
	/* who has moved, who moves, and what is still in hand */
	if (s->ngiven < s->seats)
		assert_int_equal(hand + s->ngiven, s->seats + 1);
	else
		assert_int_equal(hand, 0);
	for (int i = 0; i < s->ngiven; i++)
		for (int k = 0; k < i; k++)
			assert_int_not_equal(
			    s->given[i].seat, s->given[k].seat);
	assert_true((s->phase == OVER) == (s->board.ended != GOING_ON));
}

/* As often as something random can be asked for. */
static void
play_one(unsigned char seed, size_t seats, int ends[])
{
	unsigned char bytes[SEED_SIZE] = { 'a', seed };
	struct chance *dice = chance_new(bytes);
	struct play p;

	play_begin(&p, &(struct layout){ .seats = seats,
			   .seed = seed,
			   .options = "{\"turn_limit\":400}" });
	while (!match_over(p.m)) {
		const struct state *s = play_state(&p);
		int seat = s->phase == DO ? s->mover : s->active;
		g_autoptr(GArray) moves = match_legal(p.m, seat);

		check_board(s);
		check_turn(s);
		outcome_clear(&p.out);
		match_play(p.m, seat,
		    &g_array_index(
			moves, struct move, chance_below(dice, moves->len)),
		    &p.out);
	}
	check_board(play_state(&p));
	check_turn(play_state(&p));
	ends[play_state(&p)->board.ended]++;
	chance_free(dice);
	play_end(&p);
}

static void
test_what_always_holds(void **unused)
{
	int ends[TURNS + 1] = { 0 };

	(void)unused;
	for (unsigned char seed = 0; seed < MATCHES; seed++)
		for (size_t seats = 3; seats <= 4; seats++)
			play_one(seed, seats, ends);
	/* all ends but the last are seen */
	for (int end = BUILT; end <= DEAD; end++)
		assert_int_not_equal(ends[end], 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_always_holds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

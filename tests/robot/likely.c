/* SPDX-License-Identifier: ISC */
/*
 * Rules of thumb leave something to do: whatever comes, in whatever world a
 * seat may imagine, some of the legal moves of the seat that is asked are
 * likely.  A robot that has none would play the first in the list.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "games/games.h"
#include "robot/playout.h"

enum { MATCHES = 20 };

static char *const names[] = { "Anna", "Bert", "Cleo", "Dora", NULL };

static uint32_t
sum_of(const struct choices *c)
{
	uint32_t sum = 0;

	for (guint i = 0; i < c->weights->len; i++)
		sum += g_array_index(c->weights, uint16_t, i);
	return sum;
}

/* In a world that a seat imagines; then in the true one, which is such a world,
 * too, and gives the moves to go on with. */
static void
look(const struct match *m, int seat, struct choices *c, struct chance *chance)
{
	const struct game *game = match_game(m);
	g_autofree char *world = g_memdup2(match_state(m), game->state_size);

	game->resample(world, seat, chance);
	choices_of(c, game, world, seat);
	assert_int_not_equal(sum_of(c), 0);
	choices_of(c, game, match_state(m), seat);
	assert_int_not_equal(sum_of(c), 0);
}

static void
play(const struct game *game, size_t seats, uint32_t number)
{
	const unsigned char seed[SEED_SIZE] = { (unsigned char)number };
	struct opening opening = { .game = game,
		.names = names,
		.seats = seats,
		.options = json_object() };
	struct chance *chance = chance_new(seed);
	struct choices choices;
	struct err err = { 0 };
	struct match *m;
	seatset asked;

	opening.seed[0] = (unsigned char)number;
	m = match_start(&opening, NULL, NULL, &err);
	assert_non_null(m);
	choices_init(&choices);
	while ((asked = match_to_act(m)) != 0) {
		int seat = 0;
		struct move move;

		while (!(asked & SEAT(seat)))
			seat++;
		look(m, seat, &choices, chance);
		move = g_array_index(choices.moves, struct move,
		    chance_below(chance, choices.moves->len));
		match_play(m, seat, &move, NULL);
	}
	choices_clear(&choices);
	match_free(m);
	json_decref((json_t *)(uintptr_t)opening.options);
	chance_free(chance);
}

static void
test_something_is_always_likely(void **unused)
{
	(void)unused;
	for (size_t i = 0; games_all[i] != NULL; i++)
		for (int seats = games_all[i]->min_seats;
		     seats <= games_all[i]->max_seats; seats++)
			for (uint32_t n = 0; n < MATCHES; n++)
				play(games_all[i], (size_t)seats, n);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_something_is_always_likely),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

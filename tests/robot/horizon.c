/* SPDX-License-Identifier: ISC */
/*
 * All moves are thought ahead as far, also those that begin the next chapter:
 * a robot must not go on for nothing only because the end would come closer.
 * The game is Mutineer, in which a chapter ends with each round and, here, also
 * with a generous pay.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/err.h"
#include "core/decision.h"
#include "core/inner.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "games/games.h"
#include "games/mutineer/state.h"
#include "robot/compare.h"
#include "robot/think.h"

#include <string.h>

enum { ITERATIONS = 400, MOVES = 4, GENEROUS = 2 };

static int seen_round; /* the last in which a position was looked at */

static int
chapter(const void *state)
{
	const struct state *s = state;

	return 2 * s->round + (s->pay >= GENEROUS);
}

static void
look(const void *state, int32_t worth[GAME_MAX_SEATS])
{
	const struct state *s = state;

	if (s->round > seen_round)
		seen_round = s->round;
	for (int i = 0; i < GAME_MAX_SEATS; i++)
		worth[i] = 500;
}

static struct match *
start(struct game *game)
{
	static char *const names[] = { "Anna", "Bert", "Cleo", NULL };
	struct opening opening = { .names = names, .seats = 3 };
	struct err err = { 0 };
	struct match *m;

	for (size_t i = 0; games_all[i] != NULL; i++)
		if (strcmp(games_all[i]->name, "mutineer") == 0)
			opening.game = games_all[i];
	m = match_start(&opening, NULL, NULL, &err);
	assert_non_null(m);
	*game = *opening.game;
	game->chapter = chapter;
	game->worth = look;
	m->game = game;
	seen_round = 0;
	return m;
}

static int
captain(const struct match *m)
{
	int seat = 0;

	while (!(match_to_act(m) & SEAT(seat)))
		seat++;
	return seat;
}

static void
end(struct match *m)
{
	for (size_t i = 0; games_all[i] != NULL; i++)
		if (strcmp(games_all[i]->name, "mutineer") == 0)
			m->game = games_all[i];
	match_free(m);
}

static void
test_think(void **state)
{
	const unsigned char seed[SEED_SIZE] = { 1 };
	struct game game;
	struct match *m = start(&game);

	(void)state;
	g_array_unref(robot_think(m, captain(m), ITERATIONS, seed));
	assert_int_equal(seen_round, 2);
	end(m);
}

static void
test_compare(void **state)
{
	const unsigned char seed[SEED_SIZE] = { 1 };
	struct game game;
	struct match *m = start(&game);
	struct move moves[MOVES];
	struct outlook outlooks[MOVES];
	int seat = captain(m);

	(void)state;
	assert_int_equal(game.legal(match_state(m), seat, moves, MOVES), MOVES);
	robot_compare(
	    m, seat, moves, MOVES, ITERATIONS / MOVES, seed, outlooks);
	assert_int_equal(seen_round, 2);
	end(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_think),
		cmocka_unit_test(test_compare),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

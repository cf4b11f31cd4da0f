/* SPDX-License-Identifier: ISC */
/*
 * Of moves that promise as much, as far as thinking can tell, a robot makes the
 * one that a sensible player would make; a better move it makes whatever others
 * would do.  The game is Mutineer, in which pay for the mate promises what the
 * test says.
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
#include "robot/think.h"

#include <string.h>

enum { ITERATIONS = 400 };

static int step; /* what a point of pay promises, in thousandths of a win */
static int sensible; /* the pay that is likely */
static int chapters;

static void
worth_of_pay(const void *state, int32_t worth[GAME_MAX_SEATS])
{
	const struct state *s = state;

	for (int i = 0; i < GAME_MAX_SEATS; i++)
		worth[i] = 500 + step * s->pay;
}

static void
likely_pay(const void *state, int seat, const struct move *v, size_t n,
    uint16_t *weight)
{
	(void)state;
	(void)seat;
	for (size_t i = 0; i < n; i++)
		weight[i] = v[i].arg[0] == sensible ? 9 : 1;
}

/* Nothing is played on. */
static int
next_chapter(const void *state)
{
	(void)state;
	return chapters += 2;
}

static int
chosen_pay(int points, int likely)
{
	static char *const names[] = { "Anna", "Bert", "Cleo", NULL };
	const unsigned char seed[SEED_SIZE] = { 1 };
	struct opening opening = { .names = names, .seats = 3 };
	struct game game;
	struct err err = { 0 };
	GArray *thoughts;
	struct match *m;
	int seat = 0, pay;

	for (size_t i = 0; games_all[i] != NULL; i++)
		if (strcmp(games_all[i]->name, "mutineer") == 0)
			opening.game = games_all[i];
	m = match_start(&opening, NULL, NULL, &err);
	assert_non_null(m);
	game = *m->game;
	game.worth = worth_of_pay;
	game.likely = likely_pay;
	game.chapter = next_chapter;
	m->game = &game;
	step = points;
	sensible = likely;
	while (!(match_to_act(m) & SEAT(seat)))
		seat++;
	thoughts = robot_think(m, seat, ITERATIONS, seed);
	pay = g_array_index(thoughts, struct thought, 0).move.arg[0];
	g_array_unref(thoughts);
	m->game = opening.game;
	match_free(m);
	return pay;
}

static void
test_as_good(void **state)
{
	(void)state;
	for (int pay = 0; pay <= 3; pay++)
		assert_int_equal(chosen_pay(0, pay), pay);
	/* Three thousandths of a win are luck. */
	assert_int_equal(chosen_pay(1, 0), 0);
	assert_int_equal(chosen_pay(1, 2), 2);
}

static void
test_better(void **state)
{
	(void)state;
	assert_int_equal(chosen_pay(20, 0), 3);
	assert_int_equal(chosen_pay(-20, 3), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_as_good),
		cmocka_unit_test(test_better),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

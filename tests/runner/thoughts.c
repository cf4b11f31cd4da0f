/* SPDX-License-Identifier: ISC */
/*
 * thoughts N: a robot's thoughts in N decisions of each game, one a line, of
 * matches that it plays with random moves among its own.  Another build of it
 * must say the same (tests/robot/test_machines.py).
 */
#include "base/err.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/move.h"
#include "core/opening.h"
#include "core/rules.h"
#include "games/games.h"
#include "robot/compare.h"
#include "robot/think.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS = 40, WORLDS = 4, COMPARED = 2 };

static struct match *
begin(const struct game *game, int number)
{
	static char *names[] = { "Ann", "Bob", "Cid", "Dan", "Eve", "Fay",
		"Gus", "Hal", NULL };
	int more = game->max_seats - game->min_seats + 1;
	struct opening opening = { .game = game,
		.names = names,
		.seats = (size_t)(game->min_seats + number % more),
		.seed = { 'm', (unsigned char)number } };
	struct err e = { 0 };
	struct match *match;
	json_t *data = NULL;

	if (game_data(game, NULL, &data, &e) == -1)
		abort();
	opening.data = data;
	match = match_start(&opening, NULL, NULL, &e);
	if (match == NULL)
		abort();
	json_decref(data);
	return match;
}

/* FNV-1a, the same for any order of bytes. */
static void
hash(uint64_t *sum, int64_t number)
{
	for (int shift = 0; shift < 64; shift += 8) {
		*sum ^= (uint64_t)number >> shift & 0xff;
		*sum *= 1099511628211u;
	}
}

/* All thoughts, and what the first of the moves look like. */
static uint64_t
sum_of(const struct match *match, int seat, const GArray *thoughts,
    const unsigned char seed[SEED_SIZE])
{
	uint64_t sum = 14695981039346656037u;
	guint n = MIN(thoughts->len, COMPARED);
	struct outlook outlook[COMPARED] = { 0 };
	struct move moves[COMPARED];

	for (guint i = 0; i < thoughts->len; i++) {
		const struct thought *t =
		    &g_array_index(thoughts, struct thought, i);

		hash(&sum, t->move.verb);
		for (int k = 0; k < t->move.n; k++)
			hash(&sum, t->move.arg[k]);
		hash(&sum, t->visits);
		hash(&sum, t->value);
		if (i < n)
			moves[i] = t->move;
	}
	robot_compare(match, seat, moves, n, WORLDS, seed, outlook);
	for (guint i = 0; i < n; i++) {
		hash(&sum, outlook[i].win);
		hash(&sum, outlook[i].points);
		hash(&sum, outlook[i].others);
	}
	return sum;
}

/* Say what is thought, and make that move or, now and then, any one. */
static void
decide(struct match *match, int seat, int at, struct chance *chance)
{
	unsigned char seed[SEED_SIZE] = { 't', (unsigned char)at,
		(unsigned char)(at >> 8) };
	g_autoptr(GArray) list = robot_think(match, seat, ITERATIONS, seed);
	const struct thought *t = &g_array_index(list, struct thought, 0);
	g_autofree char *text = move_text(match, &t->move);

	printf("%s %d: seat %d: %s, %u, %d; all %016llx\n",
	    match_game(match)->name, at, seat, text, t->visits, t->value,
	    (unsigned long long)sum_of(match, seat, list, seed));
	if (chance_below(chance, 3) == 0)
		t = &g_array_index(
		    list, struct thought, chance_below(chance, list->len));
	match_play(match, seat, &t->move, NULL);
}

static void
play(const struct game *game, int decisions)
{
	unsigned char seed[SEED_SIZE] = { 'r' };
	struct chance *chance = chance_new(seed);
	int number = 0;
	struct match *match = begin(game, number);

	for (int at = 0; at < decisions; at++) {
		int seat = 0;

		if (match_over(match)) {
			match_free(match);
			match = begin(game, ++number);
		}
		while (!(match_to_act(match) & SEAT(seat)))
			seat++;
		decide(match, seat, at, chance);
	}
	match_free(match);
	chance_free(chance);
}

int
main(int argc, char **argv)
{
	int decisions = argc == 2 ? atoi(argv[1]) : 0;

	for (size_t i = 0; games_all[i] != NULL; i++)
		play(games_all[i], decisions);
	return decisions > 0 ? 0 : 2;
}

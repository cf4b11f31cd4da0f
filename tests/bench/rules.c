/* SPDX-License-Identifier: ISC */
/*
 * How fast the rules are: for every game, with default options, moves a
 * second (listing the legal ones and choosing one included) and whole random
 * matches a second.  usage: rules [SECONDS]
 */
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/rules.h"
#include "games/games.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 4096 };

struct bench {
	const struct game *game;
	struct chance *chance;
	void *state;
	struct move *legal; /* MOVES_MAX */
	long moves, matches;
};

static int
any_seat(struct bench *b, seatset set)
{
	int seat = 0;

	if ((set & (set - 1)) == 0) {
		while (!(set & SEAT(seat)))
			seat++;
		return seat;
	}
	do
		seat = (int)chance_below(b->chance, GAME_MAX_SEATS);
	while (!(set & SEAT(seat)));
	return seat;
}

static void
play_match(struct bench *b, int seats)
{
	struct setup setup = { .seats = seats };
	seatset set;

	for (int i = 0; i < seats; i++)
		setup.name_order[i] = (uint8_t)i;
	for (size_t i = 0; i < b->game->noptions; i++)
		setup.option[i] = b->game->options[i].dflt;
	memset(b->state, 0, b->game->state_size);
	b->game->setup(b->state, &setup, b->chance, NULL);
	while ((set = b->game->to_act(b->state)) != 0) {
		int seat = any_seat(b, set);
		size_t n = b->game->legal(b->state, seat, b->legal, MOVES_MAX);
		size_t i = chance_below(b->chance, (uint32_t)n);

		b->game->apply(b->state, seat, &b->legal[i], b->chance, NULL);
		b->moves++;
	}
	b->matches++;
}

static void
run(const struct game *game, int seats, double seconds)
{
	unsigned char seed[SEED_SIZE] = { 1 };
	struct bench b = { .game = game,
		.chance = chance_new(seed),
		.state = g_malloc0(game->state_size),
		.legal = g_new(struct move, MOVES_MAX) };
	gint64 begin = g_get_monotonic_time();
	double took;

	do {
		for (int i = 0; i < 100; i++)
			play_match(&b, seats);
		took = (double)(g_get_monotonic_time() - begin) / 1e6;
	} while (took < seconds);
	printf("%s, %d players: %.0f moves/s, %.0f matches/s, %.1f moves a "
	       "match, state of %zu bytes\n",
	    game->name, seats, (double)b.moves / took, (double)b.matches / took,
	    (double)b.moves / (double)b.matches, game->state_size);
	chance_free(b.chance);
	g_free(b.state);
	g_free(b.legal);
}

int
main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 2;

	for (size_t i = 0; games_all[i] != NULL; i++)
		for (int seats = games_all[i]->min_seats;
		     seats <= games_all[i]->max_seats; seats++)
			run(games_all[i], seats, seconds);
	return 0;
}

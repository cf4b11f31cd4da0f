/* SPDX-License-Identifier: ISC */
/* A few moves tried in the same worlds. */
#include "robot/compare.h"

#include "core/match.h"
#include "core/rules.h"
#include "robot/playout.h"
#include "robot/think.h"

#include <string.h>

/* What came of a move, summed over worlds. */
struct sums {
	int64_t win, points, others;
};

static int32_t
won(const struct result *result, int seats, int seat)
{
	int32_t winners = 0;

	for (int i = 0; i < seats; i++)
		winners += (result->winners & SEAT(i)) != 0;
	return result->winners & SEAT(seat) ? ROBOT_WIN / winners : 0;
}

/* What a position promises each seat is no chance: all of them together may be
 * more than one.  The seat's part of it is. */
static int32_t
chance_to_win(const struct game *game, const void *state,
    const struct result *result, int seats, int seat)
{
	int64_t all = 0, own = 0;

	if (result->over)
		return won(result, seats, seat);
	for (int i = 0; i < seats; i++) {
		int32_t value = playout_value(game, state, seats, i);

		all += value;
		if (i == seat)
			own = value;
	}
	return all > 0 ? (int32_t)(ROBOT_WIN * own / all) : ROBOT_WIN / seats;
}

static void
add(struct sums *sum, const struct game *game, const void *state, int seats,
    int seat)
{
	struct result result = { 0 };
	int32_t best = INT32_MIN;

	game->result(state, &result);
	for (int i = 0; i < seats; i++)
		if (i != seat && result.score[i] > best)
			best = result.score[i];
	sum->win += chance_to_win(game, state, &result, seats, seat);
	sum->points += result.score[seat];
	sum->others += best;
}

static struct outlook
mean(const struct sums *sum, uint32_t worlds)
{
	return (struct outlook){
		.win = (int32_t)(sum->win / worlds),
		.points = (int32_t)(100 * sum->points / worlds),
		.others = (int32_t)(100 * sum->others / worlds),
	};
}

void
robot_compare(const struct match *match, int seat, const struct move *moves,
    guint n, uint32_t worlds, const unsigned char seed[SEED_SIZE],
    struct outlook *outlooks)
{
	const struct game *game = match_game(match);
	int seats = (int)match_seats(match);
	g_autofree char *known =
	    g_memdup2(match_state(match), game->state_size);
	g_autofree char *world = g_malloc(game->state_size);
	g_autofree char *after = g_malloc(game->state_size);
	g_autofree struct sums *sums = g_new0(struct sums, n);
	struct chance *chance = chance_new(seed);
	struct choices choices;
	struct horizon horizon;

	choices_init(&choices);
	game->resample(known, seat, chance);
	horizon = playout_horizon(game, known, seats, seat);
	for (uint32_t w = 0; w < worlds; w++) {
		memcpy(world, known, game->state_size);
		game->resample(world, seat, chance);
		for (guint i = 0; i < n; i++) {
			memcpy(after, world, game->state_size);
			game->apply(after, seat, &moves[i], chance, NULL);
			playout(game, after, &horizon, &choices, chance);
			add(&sums[i], game, after, seats, seat);
		}
	}
	for (guint i = 0; i < n; i++)
		outlooks[i] = mean(&sums[i], worlds);
	choices_clear(&choices);
	chance_free(chance);
}

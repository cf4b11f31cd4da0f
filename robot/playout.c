/* SPDX-License-Identifier: ISC */
/* Play on with chance, until something can be said of it. */
#include "robot/playout.h"

#include "core/draw.h"
#include "robot/think.h"

/* A game without chapters is played on for so many moves at most. */
enum { MOVES_MOST = 3000 };
/* A lead of so many hundredths of a point is half of a certain win. */
enum { LEAD_HALF = 600 };

void
choices_init(struct choices *c)
{
	c->moves = g_array_sized_new(FALSE, FALSE, sizeof(struct move), 256);
	c->weights = g_array_sized_new(FALSE, FALSE, sizeof(uint16_t), 256);
}

void
choices_clear(struct choices *c)
{
	g_array_unref(c->moves);
	g_array_unref(c->weights);
}

void
choices_of(
    struct choices *c, const struct game *game, const void *state, int seat)
{
	guint room = c->moves->len;
	size_t n;

	for (;;) {
		n = game->legal(
		    state, seat, (struct move *)(void *)c->moves->data, room);
		g_array_set_size(c->moves, (guint)n);
		if (n <= room)
			break;
		room = (guint)n;
	}
	g_array_set_size(c->weights, (guint)n);
	for (guint i = 0; i < n; i++)
		g_array_index(c->weights, uint16_t, i) = 1;
	if (game->likely != NULL)
		game->likely(state, seat,
		    (const struct move *)(const void *)c->moves->data, n,
		    (uint16_t *)(void *)c->weights->data);
}

/* One of them, the likelier the more often. */
static const struct move *
choose(const struct choices *c, struct chance *chance)
{
	uint32_t sum = 0, at;
	guint i;

	for (i = 0; i < c->weights->len; i++)
		sum += g_array_index(c->weights, uint16_t, i);
	if (sum == 0)
		return &g_array_index(
		    c->moves, struct move, chance_below(chance, c->moves->len));
	at = chance_below(chance, sum);
	for (i = 0; at >= g_array_index(c->weights, uint16_t, i); i++)
		at -= g_array_index(c->weights, uint16_t, i);
	return &g_array_index(c->moves, struct move, i);
}

static int
first_seat(seatset set)
{
	int seat = 0;

	while (!(set & SEAT(seat)))
		seat++;
	return seat;
}

/* How far ahead of the best of the others, squashed: ROBOT_WIN / 2 is even. */
static int32_t
lead(const int32_t worth[GAME_MAX_SEATS], int seats, int seat)
{
	int32_t best = INT32_MIN, ahead, size;

	for (int i = 0; i < seats; i++)
		if (i != seat && worth[i] > best)
			best = worth[i];
	ahead = worth[seat] - best;
	size = ahead < 0 ? -ahead : ahead;
	return ROBOT_WIN / 2 + ROBOT_WIN / 2 * ahead / (size + LEAD_HALF);
}

static int32_t
won(const struct result *result, int seat)
{
	int32_t winners = 0;

	for (int i = 0; i < GAME_MAX_SEATS; i++)
		winners += (result->winners & SEAT(i)) != 0;
	return result->winners & SEAT(seat) ? ROBOT_WIN / winners : 0;
}

int32_t
playout_value(const struct game *game, const void *state, int seats, int seat)
{
	struct result result = { 0 };
	int32_t worth[GAME_MAX_SEATS] = { 0 };

	if (game->worth != NULL) {
		game->worth(state, worth);
		return CLAMP(worth[seat], 0, ROBOT_WIN);
	}
	game->result(state, &result);
	for (int i = 0; i < seats; i++)
		worth[i] = 100 * result.score[i];
	if (result.over)
		return (6 * won(&result, seat) + 4 * lead(worth, seats, seat)) /
		       10;
	return lead(worth, seats, seat);
}

struct horizon
playout_horizon(const struct game *game, const void *state, int seats, int seat)
{
	return (struct horizon){ .seats = seats,
		.seat = seat,
		.chapter =
		    game->chapter != NULL ? game->chapter(state) + 1 : 0 };
}

int32_t
playout(const struct game *game, void *state, const struct horizon *horizon,
    struct choices *choices, struct chance *chance)
{
	seatset asked;

	for (int n = 0; n < MOVES_MOST && (asked = game->to_act(state)) != 0;
	     n++) {
		int mover = first_seat(asked);
		struct move move;

		if (game->chapter != NULL &&
		    game->chapter(state) > horizon->chapter)
			break;
		choices_of(choices, game, state, mover);
		move = *choose(choices, chance);
		game->apply(state, mover, &move, chance, NULL);
	}
	return playout_value(game, state, horizon->seats, horizon->seat);
}

/* SPDX-License-Identifier: ISC */
/*
 * Contestants to compare robots with: by chance, by the points of the next
 * move, and by playouts at random without any rule of thumb.  They get a state
 * that game->resample made for their seat, never the true one.
 */
#include "sim/contestants.h"

#include "base/err.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/rules.h"
#include "robot/level.h"
#include "robot/think.h"

#include <string.h>

/* A playout without end says what the points say then. */
enum { PLAYOUT_MOST = 20000 };
/* Divides by every number of winners. */
enum { WIN = 840 };

/* A seat that is asked, and all that it knows. */
struct mind {
	const struct game *game;
	int seats, seat;
	struct chance *chance;
	char *known; /* a state that it cannot tell from the true one */
	char *world, *copy;
	GArray *moves; /* its own: struct move */
	GArray *next; /* room for those of a playout */
};

/* ---- their names ---- */

static int
read_number(const char *text, uint32_t max, const char *what, uint32_t *n,
    struct err *e)
{
	guint64 number;

	if (!g_ascii_string_to_unsigned(text, 10, 1, max, &number, NULL))
		return err_set(e, ERR_FORMAT,
		    "%s must be a number from 1 to %u, not \"%.40s\"", what,
		    max, text);
	*n = (uint32_t)number;
	return 0;
}

int
contestant_read(const char *word, struct contestant *c, struct err *e)
{
	enum robot_level level;

	*c = (struct contestant){ .kind = CONTESTANT_ROBOT };
	if (g_str_has_prefix(word, "flat:")) {
		c->kind = CONTESTANT_FLAT;
		if (read_number(word + strlen("flat:"), FLAT_MAX,
			"the playouts of flat:K", &c->n, e) == -1)
			return -1;
	} else if (strcmp(word, "random") == 0) {
		c->kind = CONTESTANT_RANDOM;
	} else if (strcmp(word, "greedy") == 0) {
		c->kind = CONTESTANT_GREEDY;
	} else if (robot_level_read(word, &level)) {
		c->kind = CONTESTANT_LEVEL;
		c->n = level;
	} else if (word[0] != '\0' &&
		   strspn(word, "0123456789") == strlen(word)) {
		if (read_number(word, ROBOT_ITERATIONS_MAX,
			"the iterations of a contestant", &c->n, e) == -1)
			return -1;
	} else {
		return err_set(e, ERR_FORMAT,
		    "there is no contestant \"%.40s\": it is random, greedy, "
		    "flat:K, easy, medium, strong or a number of iterations",
		    word);
	}
	c->name = g_strdup(word);
	return 0;
}

/* ---- what a seat knows ---- */

static void
list_moves(const struct game *game, const void *state, int seat, GArray *moves)
{
	guint room = MAX(moves->len, 64);
	size_t n;

	for (;;) {
		g_array_set_size(moves, room);
		n = game->legal(
		    state, seat, (struct move *)(void *)moves->data, room);
		g_array_set_size(moves, (guint)n);
		if (n <= room)
			return;
		room = (guint)n;
	}
}

static void
mind_begin(struct mind *m, const struct match *match, int seat,
    const unsigned char seed[SEED_SIZE])
{
	const struct game *game = match_game(match);

	*m = (struct mind){ .game = game,
		.seats = (int)match_seats(match),
		.seat = seat,
		.chance = chance_new(seed),
		.known = g_memdup2(match_state(match), game->state_size),
		.world = g_malloc(game->state_size),
		.copy = g_malloc(game->state_size),
		.moves = g_array_new(FALSE, FALSE, sizeof(struct move)),
		.next = g_array_new(FALSE, FALSE, sizeof(struct move)) };
	game->resample(m->known, seat, m->chance);
	list_moves(game, m->known, seat, m->moves);
}

static void
mind_end(struct mind *m)
{
	g_array_unref(m->next);
	g_array_unref(m->moves);
	g_free(m->copy);
	g_free(m->world);
	g_free(m->known);
	chance_free(m->chance);
}

static const struct move *
any_of(const GArray *moves, struct chance *chance)
{
	return &g_array_index(
	    moves, struct move, chance_below(chance, moves->len));
}

static int32_t
lead_of(const struct result *r, int seats, int seat)
{
	int32_t best = INT32_MIN;

	for (int i = 0; i < seats; i++)
		if (i != seat)
			best = MAX(best, r->score[i]);
	return r->score[seat] - best;
}

static int64_t
win_of(const struct result *r, int seat)
{
	int winners = 0;

	for (int i = 0; i < GAME_MAX_SEATS; i++)
		winners += (r->winners & SEAT(i)) != 0;
	return r->winners & SEAT(seat) ? WIN / winners : 0;
}

/* ---- how they choose ---- */

/* The move with most points at once, in one world; ties by chance. */
static struct move
most_points(struct mind *m)
{
	struct move best = { 0 };
	int32_t most = 0;
	uint32_t equal = 0;

	for (guint i = 0; i < m->moves->len; i++) {
		const struct move *move =
		    &g_array_index(m->moves, struct move, i);
		struct result r = { 0 };

		memcpy(m->copy, m->known, m->game->state_size);
		m->game->apply(m->copy, m->seat, move, m->chance, NULL);
		m->game->result(m->copy, &r);
		if (equal == 0 || r.score[m->seat] > most) {
			most = r.score[m->seat];
			equal = 0;
		} else if (r.score[m->seat] < most) {
			continue;
		}
		if (chance_below(m->chance, ++equal) == 0)
			best = *move;
	}
	return best;
}

/* One world played to the end, any move as likely as the other. */
static struct result
play_on(struct mind *m, char *state)
{
	struct result r = { 0 };
	seatset asked;

	for (int n = 0;
	     n < PLAYOUT_MOST && (asked = m->game->to_act(state)) != 0; n++) {
		int seat = 0;
		struct move move;

		while (!(asked & SEAT(seat)))
			seat++;
		list_moves(m->game, state, seat, m->next);
		move = *any_of(m->next, m->chance);
		m->game->apply(state, seat, &move, m->chance, NULL);
	}
	m->game->result(state, &r);
	return r;
}

/* Each move in so many worlds of its own. */
static struct move
best_of_playouts(struct mind *m, uint32_t playouts)
{
	int64_t most_wins = -1, most_lead = 0;
	struct move best = { 0 };

	for (guint i = 0; i < m->moves->len; i++) {
		const struct move *move =
		    &g_array_index(m->moves, struct move, i);
		int64_t wins = 0, lead = 0;

		for (uint32_t k = 0; k < playouts; k++) {
			struct result r;

			memcpy(m->world, m->known, m->game->state_size);
			m->game->resample(m->world, m->seat, m->chance);
			m->game->apply(
			    m->world, m->seat, move, m->chance, NULL);
			r = play_on(m, m->world);
			wins += win_of(&r, m->seat);
			lead += lead_of(&r, m->seats, m->seat);
		}
		if (wins > most_wins ||
		    (wins == most_wins && lead > most_lead)) {
			most_wins = wins;
			most_lead = lead;
			best = *move;
		}
	}
	return best;
}

static struct move
robot_choose(const struct match *match, int seat, uint32_t iterations,
    const unsigned char seed[SEED_SIZE])
{
	g_autoptr(GArray) thoughts = robot_think(match, seat, iterations, seed);

	return g_array_index(thoughts, struct thought, 0).move;
}

static struct move
level_choose(const struct match *match, int seat, enum robot_level level,
    const unsigned char seed[SEED_SIZE])
{
	g_autoptr(GArray) legal = match_legal(match, seat);

	return robot_choose(
	    match, seat, robot_level_iterations(level, legal->len), seed);
}

struct move
contestant_choose(const struct contestant *c, const struct match *match,
    int seat, const unsigned char seed[SEED_SIZE])
{
	struct move move = { 0 };
	struct mind m;

	if (c->kind == CONTESTANT_ROBOT)
		return robot_choose(match, seat, c->n, seed);
	if (c->kind == CONTESTANT_LEVEL)
		return level_choose(match, seat, (enum robot_level)c->n, seed);
	mind_begin(&m, match, seat, seed);
	switch (c->kind) {
	case CONTESTANT_RANDOM:
		move = *any_of(m.moves, m.chance);
		break;
	case CONTESTANT_GREEDY:
		move = most_points(&m);
		break;
	case CONTESTANT_FLAT:
	case CONTESTANT_ROBOT:
	case CONTESTANT_LEVEL:
		move = best_of_playouts(&m, c->n);
		break;
	}
	mind_end(&m);
	return move;
}

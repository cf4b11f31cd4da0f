/* SPDX-License-Identifier: ISC */
/*
 * Moves tried in worlds made of what the seat knows.  All that are still in
 * question are tried in the same worlds, so that luck does not decide between
 * them; when each has had its share of the iterations, the better half stays
 * (sequential halving: Karnin, Koren, Somekh, ICML 2013).
 */
#include "robot/think.h"

#include "core/match.h"
#include "core/rules.h"
#include "robot/playout.h"

#include <string.h>

/* A difference of so many thousandths of a win is as good as none. */
enum { AS_GOOD = 5 };
/* It is looked for among so many moves, which are tried most. */
enum { LAST_FEW = 4 };

struct thinker {
	const struct game *game;
	struct horizon horizon;
	struct chance *chance;
	struct choices choices;
	char *known; /* a state that the seat cannot tell from the true one */
	char *world, *played;
	GArray *moves; /* struct tried, in the order of legal */
	uint32_t left; /* iterations */
};

struct tried {
	struct thought thought;
	int64_t sum; /* of values */
	uint16_t weight;
	guint place; /* in the order of legal */
};

static void
add_moves(struct thinker *t)
{
	choices_of(&t->choices, t->game, t->known, t->horizon.seat);
	for (guint i = 0; i < t->choices.moves->len; i++) {
		struct tried tried = {
			.thought.move =
			    g_array_index(t->choices.moves, struct move, i),
			.weight =
			    g_array_index(t->choices.weights, uint16_t, i),
			.place = i,
		};

		g_array_append_val(t->moves, tried);
	}
}

static void
try_move(struct thinker *t, struct tried *m)
{
	memcpy(t->played, t->world, t->game->state_size);
	t->game->apply(
	    t->played, t->horizon.seat, &m->thought.move, t->chance, NULL);
	m->sum +=
	    playout(t->game, t->played, &t->horizon, &t->choices, t->chance);
	m->thought.visits++;
	t->left--;
}

/* Each of the first n moves in so many worlds, as far as iterations go. */
static void
try_in_worlds(struct thinker *t, guint n, uint32_t worlds)
{
	for (; worlds > 0 && t->left >= n; worlds--) {
		memcpy(t->world, t->known, t->game->state_size);
		t->game->resample(t->world, t->horizon.seat, t->chance);
		for (guint i = 0; i < n; i++)
			try_move(t, &g_array_index(t->moves, struct tried, i));
	}
}

static int
compare_numbers(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* The likelier first. */
static int
compare_weight(const void *a, const void *b)
{
	const struct tried *x = a, *y = b;
	int r = compare_numbers(y->weight, x->weight);

	return r != 0 ? r : compare_numbers(x->place, y->place);
}

/* The better first; their numbers of visits are the same.  Of two as good, the
 * likelier. */
static int
compare_sum(const void *a, const void *b)
{
	const struct tried *x = a, *y = b;
	int r = compare_numbers(y->sum, x->sum);

	return r != 0 ? r : compare_weight(a, b);
}

static int
compare_visits(const void *a, const void *b)
{
	const struct tried *x = a, *y = b;
	int r = compare_numbers(y->thought.visits, x->thought.visits);

	return r != 0 ? r : compare_numbers(x->place, y->place);
}

static void
sort_first(
    struct thinker *t, guint n, int (*compare)(const void *, const void *))
{
	qsort(t->moves->data, n, sizeof(struct tried), compare);
}

/* How many moves a sensible player would make: the first, if they are sorted by
 * weight, and one in any case. */
static guint
sensible(const struct thinker *t)
{
	guint n = 1;

	while (n < t->moves->len &&
	       g_array_index(t->moves, struct tried, n).weight > 0)
		n++;
	return n;
}

/*
 * Of the first n moves, which are sorted by their sums, the likeliest of those
 * that are as good as the best, as far as so many playouts can tell: what luck
 * alone would put first looks odd to people.
 */
static void
prefer_likely(struct thinker *t, guint n)
{
	struct tried *moves = &g_array_index(t->moves, struct tried, 0);
	struct tried likeliest;
	guint at = 0;

	for (guint i = 1; i < n; i++)
		if (moves[0].sum - moves[i].sum <=
			(int64_t)AS_GOOD * moves[0].thought.visits &&
		    moves[i].weight > moves[at].weight)
			at = i;
	likeliest = moves[at];
	memmove(&moves[1], &moves[0], at * sizeof(*moves));
	moves[0] = likeliest;
}

/* The best of all is tried once more than the next, and so stands first. */
static void
halve(struct thinker *t)
{
	guint n = t->moves->len, rounds = 0;
	uint32_t share;

	sort_first(t, n, compare_weight);
	/* With fewer iterations than moves, the unlikely ones get none. */
	n = MIN(n, MAX(1, t->left / 2));
	n = MIN(n, sensible(t));
	for (guint k = n; k > 1; k = (k + 1) / 2)
		rounds++;
	share = rounds > 0 ? (t->left - 1) / rounds : t->left;
	for (; n > 1; n = (n + 1) / 2) {
		try_in_worlds(t, n, MAX(1, share / n));
		sort_first(t, n, compare_sum);
		if (n <= LAST_FEW)
			prefer_likely(t, n);
	}
	try_in_worlds(t, 1, t->left);
}

static GArray *
thoughts(struct thinker *t)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct thought));

	sort_first(t, t->moves->len, compare_visits);
	for (guint i = 0; i < t->moves->len; i++) {
		struct tried *m = &g_array_index(t->moves, struct tried, i);

		if (m->thought.visits > 0)
			m->thought.value =
			    (int32_t)(m->sum / m->thought.visits);
		g_array_append_val(list, m->thought);
	}
	return list;
}

GArray *
robot_think(const struct match *match, int seat, uint32_t iterations,
    const unsigned char seed[SEED_SIZE])
{
	const struct game *game = match_game(match);
	struct thinker t = { .game = game,
		.chance = chance_new(seed),
		.known = g_memdup2(match_state(match), game->state_size),
		.world = g_malloc(game->state_size),
		.played = g_malloc(game->state_size),
		.moves = g_array_new(FALSE, TRUE, sizeof(struct tried)),
		.left = iterations };
	GArray *list;

	choices_init(&t.choices);
	game->resample(t.known, seat, t.chance);
	t.horizon =
	    playout_horizon(game, t.known, (int)match_seats(match), seat);
	add_moves(&t);
	halve(&t);
	list = thoughts(&t);
	choices_clear(&t.choices);
	g_array_unref(t.moves);
	g_free(t.played);
	g_free(t.world);
	g_free(t.known);
	chance_free(t.chance);
	return list;
}

/* SPDX-License-Identifier: ISC */
/*
 * Ratings are computed anew whenever somebody asks for them: they follow from
 * the results alone, and a person who stays out of them was never in them.
 */
#include "app/matches/results/ratings.h"

#include "app/home/home.h"
#include "app/matches/results/results.h"
#include "core/decision.h"
#include "rating/rating.h"
#include "rating/ratings.h"
#include "robot/level.h"
#include "store/matches/results.h"

#include <assert.h>

static_assert(RATING_SEATS >= GAME_MAX_SEATS, "a match fits");

/* The seats of one match are gathered until the next match begins. */
struct gathering {
	struct ratings *ratings;
	struct rating_path *path;
	GHashTable *out; /* numbers of people who stay out */
	int64_t match, ended;
	size_t n;
	struct rating_result seats[RATING_SEATS];
};

static void
add_step(struct gathering *g, int before)
{
	const struct rated *rated = ratings_of(g->ratings, g->path->who);
	const struct rating_step step = {
		.match = g->match,
		.ended = g->ended,
		.points = rated != NULL ? rating_points(&rated->rating) : 0,
	};

	if (rated != NULL && rated->matches > before)
		g_array_append_val(g->path->steps, step);
}

static void
add_match(struct gathering *g)
{
	const struct rated *rated =
	    g->path != NULL ? ratings_of(g->ratings, g->path->who) : NULL;
	int before = rated != NULL ? rated->matches : 0;

	if (g->n == 0)
		return;
	ratings_add(g->ratings, g->seats, g->n);
	if (g->path != NULL)
		add_step(g, before);
	g->n = 0;
}

static int64_t
whose(const struct gathering *g, const struct result_row *row)
{
	enum robot_level level;

	if (row->level != NULL && robot_level_read(row->level, &level))
		return -1 - (int64_t)level;
	return g_hash_table_contains(g->out, &row->person) ? 0 : row->person;
}

static void
gather(const struct result_row *row, void *to)
{
	struct gathering *g = to;

	if (row->match != g->match)
		add_match(g);
	g->match = row->match;
	g->ended = row->ended;
	g_assert(g->n < RATING_SEATS);
	g->seats[g->n++] = (struct rating_result){ whose(g, row), row->place };
}

struct ratings *
ratings_of_game(struct home *home, const char *game, struct rating_path *path)
{
	g_autoptr(GArray) unrated = NULL;
	struct gathering g = { .path = path };
	int r;

	if (results_catch_up(home, -1) == -1 ||
	    (unrated = store_unrated(home->store)) == NULL)
		return NULL;
	g.out = g_hash_table_new(g_int64_hash, g_int64_equal);
	for (guint i = 0; i < unrated->len; i++)
		g_hash_table_add(g.out, &g_array_index(unrated, int64_t, i));
	g.ratings = ratings_new();
	r = store_results(home->store, game, gather, &g);
	add_match(&g);
	g_hash_table_unref(g.out);
	if (r == 0)
		return g.ratings;
	ratings_free(g.ratings);
	return NULL;
}

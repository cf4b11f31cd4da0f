/* SPDX-License-Identifier: ISC */
/*
 * The chart of somebody's ratings: a line for each game, and a mark for each
 * match of any of them that counted.
 */
#include "app/letters/writing/rating_chart.h"

#include "app/matches/results/ratings.h"
#include "rating/rating.h"
#include "render/render.h"

enum { STEPS_MAX = 12 };

void
rating_course_begin(struct rating_course *c)
{
	*c = (struct rating_course){ .marks = g_array_new(FALSE, FALSE,
					 sizeof(struct rating_step)) };
}

void
rating_course_end(struct rating_course *c)
{
	for (size_t i = 0; i < c->n; i++)
		g_array_unref(c->path[i].steps);
	g_array_unref(c->marks);
}

static gint
by_end(gconstpointer a, gconstpointer b)
{
	const struct rating_step *x = a, *y = b;

	if (x->ended != y->ended)
		return x->ended < y->ended ? -1 : 1;
	return x->match < y->match ? -1 : x->match > y->match;
}

void
rating_course_add(
    struct rating_course *c, const char *game, struct rating_path *path)
{
	if (path->steps->len == 0 || c->n == RATING_COURSE_GAMES) {
		g_array_unref(path->steps);
		return;
	}
	g_array_append_vals(c->marks, path->steps->data, path->steps->len);
	g_array_sort(c->marks, by_end);
	c->game[c->n] = game;
	c->path[c->n++] = *path;
}

/* The rating after that mark: that of the last match of the game until then;
 * NULL is the beginning. */
static int
points_at(const struct rating_path *path, const struct rating_step *mark)
{
	int points = rating_points(&rating_first);

	for (guint i = 0; mark != NULL && i < path->steps->len; i++) {
		const struct rating_step *step =
		    &g_array_index(path->steps, struct rating_step, i);

		if (by_end(step, mark) > 0)
			break;
		points = step->points;
	}
	return points;
}

int
rating_course_before(const struct rating_path *path, int64_t moment)
{
	const struct rating_step mark = { .match = -1, .ended = moment };

	return points_at(path, &mark);
}

/* How many marks there are before that moment. */
static guint
marks_before(const struct rating_course *c, int64_t moment)
{
	guint n = 0;

	while (n < c->marks->len &&
	       g_array_index(c->marks, struct rating_step, n).ended < moment)
		n++;
	return n;
}

/* What stands in column n, of which the first is the beginning. */
static const struct rating_step *
mark_at(const struct rating_course *c, guint n)
{
	return n == 0 ? NULL
		      : &g_array_index(c->marks, struct rating_step, n - 1);
}

/* One game's line. */
static json_t *
game_line(const struct rating_course *c, size_t game,
    const struct catalog *catalog, guint first, guint last)
{
	g_autofree char *key = g_strdup_printf("game.%s", c->game[game]);
	json_t *scores = json_array();

	for (guint i = first; i <= last; i++)
		json_array_append_new(scores,
		    json_integer(points_at(&c->path[game], mark_at(c, i))));
	return json_pack(
	    "{s:s, s:o}", "name", catalog_raw(catalog, key), "scores", scores);
}

json_t *
rating_chart(const struct rating_course *c, const struct catalog *catalog,
    int64_t from, int64_t until)
{
	guint first = marks_before(c, from), last = marks_before(c, until);
	json_t *rounds = json_array(), *rows = json_array();
	json_t *players = json_array();

	if (last - first > STEPS_MAX)
		first = last - STEPS_MAX;
	for (size_t g = 0; g < c->n; g++)
		json_array_append_new(
		    players, game_line(c, g, catalog, first, last));
	for (guint i = first; i <= last; i++) {
		const struct rating_step *mark = mark_at(c, i);
		json_int_t n = mark == NULL ? 0 : mark->match;
		json_t *cells = json_array();

		for (size_t g = 0; g < c->n; g++)
			json_array_append_new(
			    cells, json_integer(points_at(&c->path[g], mark)));
		json_array_append_new(
		    rounds, json_sprintf("%" JSON_INTEGER_FORMAT, n));
		json_array_append_new(
		    rows, json_pack("{s:I, s:o}", "n", n, "cells", cells));
	}
	return json_pack("{s:o, s:o, s:o, s:i}", "rounds", rounds, "rows", rows,
	    "players", players, "base", rating_points(&rating_first));
}

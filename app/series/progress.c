/* SPDX-License-Identifier: ISC */
#include "app/series/progress.h"

#include "app/series/course.h"
#include "app/series/points.h"
#include "series/standings.h"

enum {
	LINES = 6, /* the chart has so many colours */
	ROWS_MAX = 12 /* of the table; the last ones */
};

struct telling {
	const struct course *c;
	const struct catalog *language;
	const int *points; /* of course_progress */
	int rounds;
	int who[LINES], n; /* the lines */
	bool own; /* the reader has one */
	progress_name *name;
	void *arg;
};

static int
points_at(const struct telling *t, int round, int line)
{
	return t->points[round * SERIES_PEOPLE + t->who[line]];
}

static json_t *
said_at(const struct telling *t, int round, int line)
{
	g_autofree char *text =
	    points_said(t->language, points_at(t, round, line));

	return json_string(text);
}

/* The best of all, and the last line for the reader. */
static void
choose(struct telling *t, const struct series_standing *all, int n, int own)
{
	bool there = own == -1;

	t->n = MIN(n, LINES);
	for (int i = 0; i < n; i++) {
		there |= i < t->n && all[i].who == own;
		if (i < t->n)
			t->who[i] = all[i].who;
		else if (!there && all[i].who == own)
			t->who[t->n - 1] = own;
	}
	for (int i = 0; i < t->n; i++)
		t->own |= t->who[i] == own;
}

/* Whole numbers stay that. */
static json_t *
number_of(int sixtieths)
{
	return sixtieths % SERIES_POINT == 0
		   ? json_integer(sixtieths / SERIES_POINT)
		   : json_real((double)sixtieths / SERIES_POINT);
}

static char *
name_of(const struct telling *t, int who)
{
	return t->name(t->c, course_entrant(t->c, who)->person, t->arg);
}

static json_t *
line_of(const struct telling *t, int line)
{
	g_autofree char *name = name_of(t, t->who[line]);
	json_t *scores;

	if (name == NULL)
		return NULL;
	scores = json_array();
	for (int r = 0; r <= t->rounds; r++)
		json_array_append_new(scores, number_of(points_at(t, r, line)));
	return json_pack("{s:s, s:o, s:o}", "name", name, "scores", scores,
	    "score", said_at(t, t->rounds, line));
}

static json_t *
row_of(const struct telling *t, int round)
{
	json_t *cells = json_array();

	for (int i = 0; i < t->n; i++)
		json_array_append_new(cells, said_at(t, round, i));
	return json_pack("{s:i, s:o}", "n", round, "cells", cells);
}

static void
add_rounds(const struct telling *t, json_t *progress)
{
	json_t *rounds = json_array(), *rows = json_array();

	for (int r = 0; r <= t->rounds; r++)
		json_array_append_new(rounds, json_sprintf("%d", r));
	for (int r = MAX(1, t->rounds - ROWS_MAX + 1); r <= t->rounds; r++)
		json_array_append_new(rows, row_of(t, r));
	json_object_set_new(progress, "rounds", rounds);
	json_object_set_new(progress, "rows", rows);
}

static int
add_lines(const struct telling *t, json_t *progress)
{
	json_t *players = json_array();

	json_object_set_new(progress, "players", players);
	for (int i = 0; i < t->n; i++) {
		json_t *line = line_of(t, i);

		if (line == NULL)
			return -1;
		json_array_append_new(players, line);
	}
	return 0;
}

/* More people may share the first place than there are lines. */
static int
add_first(const struct telling *t, const struct series_standing *all, int n,
    json_t *progress)
{
	const int shared = series_first(all, n);
	json_t *first = json_array();

	json_object_set_new(progress, "first", first);
	for (int i = 0; i < shared; i++) {
		g_autofree char *name = name_of(t, all[i].who);

		if (name == NULL)
			return -1;
		json_array_append_new(first, json_string(name));
	}
	return 0;
}

int
series_progress(const struct course *c, const struct catalog *language, int own,
    progress_name *name, void *arg, json_t **progress)
{
	struct series_standing all[SERIES_PEOPLE];
	struct telling t = {
		.c = c, .language = language, .name = name, .arg = arg
	};
	int n = course_rank(c, all);

	*progress = NULL;
	t.points = course_progress(c, &t.rounds);
	if (t.rounds == 0 || n == 0)
		return 0;
	choose(&t, all, n, own);
	*progress = json_pack("{s:i, s:o, s:b, s:b, s:b}", "round", t.rounds,
	    "points", said_at(&t, t.rounds, 0), "some", n > LINES, "own", t.own,
	    "many", t.rounds > 1);
	add_rounds(&t, *progress);
	if (add_lines(&t, *progress) == 0 &&
	    add_first(&t, all, n, *progress) == 0)
		return 0;
	g_clear_pointer(progress, json_decref);
	return -1;
}

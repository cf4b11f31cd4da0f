/* SPDX-License-Identifier: ISC */
/*
 * Facts that the template of the chart needs beside those that picture.h
 * names: the scale, the places of the lines, which run side by side where they
 * would hide one another, and where the names stand beside their ends.
 */
#include "render/picture/drawing.h"

#include <math.h>
#include <stdlib.h>

/* Of the plot, as in templates/pictures/chart.svg. */
enum {
	LEFT = 134,
	WIDTH = 706,
	TOP = 150,
	HEIGHT = 520,
	NAME_HEIGHT = 62,
	APART = 14, /* lines with the same points; a line is 8 wide */
	LABELS_MAX = 12,
	MARKS_MAX = 24, /* more would be a thick line */
	STEPS = 5
};

struct scale {
	json_int_t low, high, step;
	size_t rounds;
};

static void
widen(struct scale *s, const json_t *scores)
{
	const json_t *score;
	size_t i;

	json_array_foreach(scores, i, score)
	{
		double value = json_number_value(score);

		s->low = MIN(s->low, (json_int_t)floor(value));
		s->high = MAX(s->high, (json_int_t)ceil(value));
	}
}

/* 1, 2 or 5 with noughts, so that few lines reach over all scores. */
static json_int_t
round_step(json_int_t span)
{
	static const json_int_t parts[] = { 1, 2, 5 };

	for (json_int_t ten = 1;; ten *= 10)
		for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
			if (ten * parts[i] * STEPS >= span)
				return ten * parts[i];
}

static void
round_scale(struct scale *s)
{
	s->step = round_step(MAX(1, s->high - s->low));
	while (s->low % s->step != 0)
		s->low--;
	while (s->high % s->step != 0 || s->high == s->low)
		s->high++;
}

static double
level(const struct scale *s, double score)
{
	return TOP + HEIGHT * (1 - (score - (double)s->low) /
				       (double)(s->high - s->low));
}

static double
column(const struct scale *s, size_t i)
{
	return s->rounds > 1
		   ? LEFT + (double)WIDTH * (double)i / (double)(s->rounds - 1)
		   : LEFT;
}

static json_t *
ticks_json(const struct scale *s)
{
	json_t *ticks = json_array();

	for (json_int_t v = s->low; v <= s->high; v += s->step)
		json_array_append_new(
		    ticks, json_pack("{s:I, s:f, s:b}", "value", v, "y",
			       level(s, (double)v), "zero", v == 0));
	return ticks;
}

/* Labels of the rounds; some only if there are many. */
static json_t *
labels_json(const struct scale *s, const json_t *rounds)
{
	json_t *labels = json_array();
	size_t n = json_array_size(rounds);
	size_t each = (n + LABELS_MAX - 1) / LABELS_MAX;

	for (size_t i = 0; i < n; i++)
		json_array_append_new(
		    labels, json_pack("{s:f, s:O}", "x", column(s, i), "label",
				json_array_get(rounds, i)));
	for (size_t i = n; each > 1 && i-- > 0;)
		if ((n - 1 - i) % each != 0)
			json_array_remove(labels, i);
	return labels;
}

static double
score_at(const json_t *players, size_t player, size_t i)
{
	return json_number_value(json_array_get(
	    json_object_get(json_array_get(players, player), "scores"), i));
}

/* How high that player's line runs there: one with the same score as others has
 * its own place among them, in the order of the players. */
static double
height(const struct scale *s, const json_t *players, size_t player, size_t i)
{
	const double score = score_at(players, player, i);
	int before = 0, same = 0;

	for (size_t k = 0; k < json_array_size(players); k++) {
		const json_t *scores =
		    json_object_get(json_array_get(players, k), "scores");

		if (i >= json_array_size(scores) ||
		    fabs(score_at(players, k, i) - score) > 1e-9)
			continue;
		before += k < player;
		same++;
	}
	return level(s, score) + (before - (same - 1) / 2.0) * APART;
}

/* Where its line runs, and a mark for each score, or for the last one if there
 * are many. */
static void
add_line(const struct scale *s, json_t *players, size_t player)
{
	json_t *one = json_array_get(players, player);
	json_t *points = json_array();
	size_t n = json_array_size(json_object_get(one, "scores"));
	g_autoptr(GString) line = g_string_new(NULL);

	for (size_t i = 0; i < n; i++) {
		const double x = column(s, i),
			     y = height(s, players, player, i);

		if (i > 0)
			g_string_append_c(line, ' ');
		number_append(line, x);
		g_string_append_c(line, ',');
		number_append(line, y);
		if (s->rounds <= MARKS_MAX || i + 1 == n)
			json_array_append_new(
			    points, json_pack("{s:f, s:f}", "x", x, "y", y));
	}
	json_object_set_new(one, "line", json_string(line->str));
	json_object_set_new(one, "points", points);
}

struct end {
	json_t *player;
	double y;
};

static int
from_top(const void *a, const void *b)
{
	const struct end *x = a, *y = b;

	return x->y < y->y ? -1 : x->y > y->y;
}

/* Names beside the ends of lines, moved apart where they would touch. */
static void
place_names(const struct scale *s, json_t *players)
{
	size_t n = json_array_size(players);
	g_autofree struct end *ends = g_new0(struct end, n + 1);
	double last = TOP + HEIGHT;

	for (size_t i = 0; i < n; i++) {
		json_t *player = json_array_get(players, i);
		json_t *scores = json_object_get(player, "scores");
		size_t m = json_array_size(scores);
		double score =
		    m > 0 ? json_number_value(json_array_get(scores, m - 1))
			  : 0;

		json_object_set_new(player, "seat", json_integer((int)i));
		add_line(s, players, i);
		if (json_object_get(player, "score") == NULL)
			json_object_set_new(
			    player, "score", json_integer((json_int_t)score));
		ends[i] =
		    (struct end){ player, m > 0 ? height(s, players, i, m - 1)
						: level(s, score) };
	}
	qsort(ends, n, sizeof(ends[0]), from_top);
	for (size_t i = 1; i < n; i++)
		ends[i].y = MAX(ends[i].y, ends[i - 1].y + NAME_HEIGHT);
	for (size_t i = n; i-- > 0; last = ends[i].y - NAME_HEIGHT)
		ends[i].y = MIN(ends[i].y, last);
	for (size_t i = 0; i < n; i++)
		json_object_set_new(
		    ends[i].player, "name_y", json_real(ends[i].y));
}

json_t *
chart_context(const json_t *context)
{
	json_t *more = json_deep_copy(context), *player;
	json_t *players = json_object_get(more, "players");
	const json_int_t base =
	    json_integer_value(json_object_get(context, "base"));
	struct scale s = { .low = base, .high = base };
	size_t i;

	json_array_foreach(players, i, player)
	    widen(&s, json_object_get(player, "scores"));
	round_scale(&s);
	s.rounds = json_array_size(json_object_get(more, "rounds"));
	place_names(&s, players);
	json_object_set_new(more, "low", json_integer(s.low));
	json_object_set_new(more, "high", json_integer(s.high));
	json_object_set_new(more, "count", json_integer((int)s.rounds));
	json_object_set_new(more, "ticks", ticks_json(&s));
	json_object_set_new(
	    more, "labels", labels_json(&s, json_object_get(more, "rounds")));
	return more;
}

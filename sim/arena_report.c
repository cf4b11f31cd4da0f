/* SPDX-License-Identifier: ISC */
/* What came of an arena: contestants, seats and lengths, as JSON. */
#include "core/rules.h"
#include "sim/arena.h"
#include "sim/arena_inner.h"
#include "sim/sample.h"

enum { ALL_VARIANTS = -1 };

/* Win share, points and lead of some of those who played. */
struct standing {
	struct sample *win, *points, *lead;
};

static void
standing_begin(struct standing *t)
{
	t->win = sample_new();
	t->points = sample_new();
	t->lead = sample_new();
}

static void
standing_add(struct standing *t, const struct arena *a, int i, int seat)
{
	const struct played *p = &a->played[i];
	int32_t best = INT32_MIN;
	int deal = i / a->seats;

	for (int s = 0; s < a->seats; s++)
		if (s != seat)
			best = MAX(best, p->score[s]);
	sample_add(t->win, deal, p->win[seat]);
	sample_add(t->points, deal, p->score[seat]);
	sample_add(t->lead, deal, p->score[seat] - best);
}

/* Put it into an object, and free it. */
static void
standing_end(struct standing *t, json_t *row)
{
	json_object_set_new(row, "win", sample_json(t->win));
	json_object_set_new(row, "points", sample_json(t->points));
	json_object_set_new(row, "lead", sample_json(t->lead));
	sample_free(t->win);
	sample_free(t->points);
	sample_free(t->lead);
}

static bool
is_of(const struct arena *a, int i, int variant)
{
	return variant == ALL_VARIANTS ||
	       i / a->seats % (int)a->variants->len == variant;
}

/* ---- contestants ---- */

static int
compare_times(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double
milliseconds(double nanoseconds)
{
	return nanoseconds / 1e6;
}

/* Sorts them. */
static json_t *
times_json(GArray *cpu)
{
	double sum = 0;
	guint n = cpu->len;

	if (n == 0)
		return json_null();
	g_array_sort(cpu, compare_times);
	for (guint i = 0; i < n; i++)
		sum += (double)g_array_index(cpu, int64_t, i);
	return json_pack("{s:o, s:o, s:o}", "mean",
	    number_json(milliseconds(sum / n)), "99%",
	    number_json(milliseconds((double)g_array_index(
		cpu, int64_t, (guint)((guint64)(n - 1) * 99 / 100)))),
	    "max",
	    number_json(
		milliseconds((double)g_array_index(cpu, int64_t, n - 1))));
}

static json_t *
at_each_seat(const struct arena *a, int group, int variant)
{
	json_t *list = json_array();

	for (int s = 0; s < a->seats; s++) {
		json_t *row = json_object();
		struct standing t;

		standing_begin(&t);
		for (int i = 0; i < a->matches; i++)
			if (is_of(a, i, variant) &&
			    a->group[arena_contestant(a, i, s)] == group)
				standing_add(&t, a, i, s);
		json_object_set_new(row, "seat", json_integer(s));
		standing_end(&t, row);
		json_array_append_new(list, row);
	}
	return list;
}

static json_t *
contestant_json(const struct arena *a, int group, int variant)
{
	g_autoptr(GArray) cpu = g_array_new(FALSE, FALSE, sizeof(int64_t));
	json_t *row = json_object();
	struct standing t;

	standing_begin(&t);
	for (int i = 0; i < a->matches; i++)
		for (int s = 0; s < a->seats; s++) {
			const GArray *more = a->played[i].cpu[s];

			if (!is_of(a, i, variant) ||
			    a->group[arena_contestant(a, i, s)] != group)
				continue;
			standing_add(&t, a, i, s);
			g_array_append_vals(cpu, more->data, more->len);
		}
	json_object_set_new(
	    row, "contestant", json_string(a->contestant[group].name));
	/* seats of matches: two of a match, if two have that name */
	json_object_set_new(row, "played", json_integer(t.win->n));
	standing_end(&t, row);
	json_object_set_new(row, "decisions", json_integer(cpu->len));
	json_object_set_new(row, "cpu_ms", times_json(cpu));
	json_object_set_new(row, "at", at_each_seat(a, group, variant));
	return row;
}

static json_t *
contestants_json(const struct arena *a, int variant)
{
	json_t *list = json_array();

	for (int c = 0; c < a->seats; c++)
		if (a->group[c] == c)
			json_array_append_new(
			    list, contestant_json(a, c, variant));
	return list;
}

/* ---- seats ---- */

/* By seats, or by places counted from the seat that moved first. */
static json_t *
places_json(
    const struct arena *a, int variant, const char *key, bool from_first)
{
	json_t *list = json_array();

	for (int place = 0; place < a->seats; place++) {
		json_t *row = json_object();
		struct standing t;

		standing_begin(&t);
		for (int i = 0; i < a->matches; i++) {
			int first = from_first ? a->played[i].first : 0;

			if (is_of(a, i, variant))
				standing_add(
				    &t, a, i, (first + place) % a->seats);
		}
		json_object_set_new(
		    row, key, json_integer(from_first ? place + 1 : place));
		json_object_set_new(row, "played", json_integer(t.win->n));
		standing_end(&t, row);
		json_array_append_new(list, row);
	}
	return list;
}

/* ---- lengths ---- */

static int
compare_lengths(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static json_t *
lengths_json(const struct arena *a, int variant)
{
	g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	const uint32_t *n;

	for (int i = 0; i < a->matches; i++)
		if (is_of(a, i, variant))
			g_array_append_val(moves, a->played[i].length);
	g_array_sort(moves, compare_lengths);
	n = (const uint32_t *)(const void *)moves->data;
	return json_pack("{s:I, s:I, s:I, s:I}", "matches",
	    (json_int_t)moves->len, "median", (json_int_t)n[moves->len / 2],
	    "min", (json_int_t)n[0], "max", (json_int_t)n[moves->len - 1]);
}

static void
put_standings(const struct arena *a, int variant, json_t *map)
{
	json_object_set_new(map, "contestants", contestants_json(a, variant));
	json_object_set_new(
	    map, "by_seat", places_json(a, variant, "seat", false));
	json_object_set_new(
	    map, "by_place", places_json(a, variant, "place", true));
	json_object_set_new(map, "moves", lengths_json(a, variant));
}

json_t *
arena_report(const struct arena *a)
{
	json_t *report = json_object(), *list;

	json_object_set_new(report, "game", json_string(a->game->name));
	json_object_set_new(report, "seats", json_integer(a->seats));
	json_object_set_new(
	    report, "seed", json_integer((json_int_t)a->options->seed));
	json_object_set_new(report, "deals", json_integer(a->deals));
	json_object_set_new(report, "matches", json_integer(a->matches));
	put_standings(a, ALL_VARIANTS, report);
	endings_report(a, report);
	json_object_set_new(report, "decided", gains_json(a));
	list = json_array();
	for (guint v = 0; v < a->variants->len; v++) {
		json_t *row = json_object();

		json_object_set(
		    row, "options", g_ptr_array_index(a->variants, v));
		if (a->variants->len > 1)
			put_standings(a, (int)v, row);
		json_array_append_new(list, row);
	}
	json_object_set_new(report, "by_options", list);
	return report;
}

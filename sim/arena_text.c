/* SPDX-License-Identifier: ISC */
/* The report of an arena as tables. */
#include "sim/arena.h"

#include <stdbool.h>
#include <string.h>

/* Cells of a table; the first column is text, the others numbers. */
struct grid {
	GPtrArray *cells; /* char *, row by row */
	guint columns;
};

static void
grid_begin(struct grid *g, const char *const *heads)
{
	g->cells = g_ptr_array_new_with_free_func(g_free);
	g->columns = 0;
	for (; heads[g->columns] != NULL; g->columns++)
		g_ptr_array_add(g->cells, g_strdup(heads[g->columns]));
}

static void
add(struct grid *g, char *cell)
{
	g_ptr_array_add(g->cells, cell);
}

static const char *
cell_at(const struct grid *g, guint row, guint column)
{
	return g_ptr_array_index(g->cells, row * g->columns + column);
}

static void
write_padded(GString *out, const char *text, glong width, bool left)
{
	glong spaces = width - g_utf8_strlen(text, -1);

	if (left)
		g_string_append(out, text);
	while (spaces-- > 0)
		g_string_append_c(out, ' ');
	if (!left)
		g_string_append(out, text);
}

static void
grid_end(struct grid *g, GString *out)
{
	guint rows = g->cells->len / g->columns;
	g_autofree glong *width = g_new0(glong, g->columns);

	for (guint i = 0; i < g->cells->len; i++)
		width[i % g->columns] = MAX(width[i % g->columns],
		    g_utf8_strlen(g_ptr_array_index(g->cells, i), -1));
	for (guint r = 0; r < rows; r++) {
		for (guint c = 0; c < g->columns; c++) {
			g_string_append(out, c > 0 ? "  " : "");
			write_padded(out, cell_at(g, r, c), width[c], c == 0);
		}
		g_string_append_c(out, '\n');
	}
	g_ptr_array_unref(g->cells);
}

/* ---- cells ---- */

static char *
count_cell(const json_t *map, const char *key)
{
	return g_strdup_printf(
	    "%lld", (long long)json_integer_value(json_object_get(map, key)));
}

/* Locales may have a decimal comma; this never has. */
static char *
fixed(double value, int decimals)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	g_autofree char *format = g_strdup_printf("%%.%df", decimals);

	return g_strdup(g_ascii_formatd(text, sizeof text, format, value));
}

static char *
interval_cell(const json_t *map, const char *key, int decimals)
{
	const json_t *value = json_object_get(map, key);
	g_autofree char *mean = NULL, *off = NULL;

	if (!json_is_object(value))
		return g_strdup("-");
	mean =
	    fixed(json_number_value(json_object_get(value, "mean")), decimals);
	if (!json_is_number(json_object_get(value, "off")))
		return g_strdup_printf("%s ± ?", mean);
	off = fixed(json_number_value(json_object_get(value, "off")), decimals);
	return g_strdup_printf("%s ± %s", mean, off);
}

static char *
time_cell(const json_t *row, const char *key)
{
	const json_t *times = json_object_get(row, "cpu_ms");

	return json_is_null(times)
		   ? g_strdup("-")
		   : fixed(json_number_value(json_object_get(times, key)), 3);
}

static void
add_standing(struct grid *g, const json_t *row)
{
	add(g, count_cell(row, "played"));
	add(g, interval_cell(row, "win", 3));
	add(g, interval_cell(row, "points", 2));
	add(g, interval_cell(row, "lead", 2));
}

/* ---- tables ---- */

static void
write_contestants(GString *out, const json_t *report)
{
	static const char *const heads[] = { "contestant", "played",
		"win share", "points", "lead", "decisions", "CPU ms: mean",
		"99 %", "max", NULL };
	struct grid g;
	json_t *row;
	size_t i;

	grid_begin(&g, heads);
	json_array_foreach(json_object_get(report, "contestants"), i, row)
	{
		add(&g, g_strdup(json_string_value(
			    json_object_get(row, "contestant"))));
		add_standing(&g, row);
		add(&g, count_cell(row, "decisions"));
		add(&g, time_cell(row, "mean"));
		add(&g, time_cell(row, "99%"));
		add(&g, time_cell(row, "max"));
	}
	g_string_append_c(out, '\n');
	grid_end(&g, out);
}

static void
write_places(GString *out, const json_t *report, const char *list,
    const char *key, const char *title)
{
	const char *const heads[] = { title, "played", "win share", "points",
		"lead", NULL };
	struct grid g;
	json_t *row;
	size_t i;

	grid_begin(&g, heads);
	json_array_foreach(json_object_get(report, list), i, row)
	{
		add(&g, count_cell(row, key));
		add_standing(&g, row);
	}
	g_string_append_c(out, '\n');
	grid_end(&g, out);
}

static void
write_roles(GString *out, const json_t *report)
{
	static const char *const heads[] = { "role", "matches", "played",
		"win share", "points", "matches won", NULL };
	json_t *list = json_object_get(report, "roles"), *row;
	struct grid g;
	size_t i;

	if (json_array_size(list) == 0)
		return;
	grid_begin(&g, heads);
	json_array_foreach(list, i, row)
	{
		add(&g, g_strdup_printf("%s %s",
			    json_string_value(json_object_get(row, "key")),
			    json_string_value(json_object_get(row, "word"))));
		add(&g, count_cell(row, "matches"));
		add(&g, count_cell(row, "played"));
		add(&g, interval_cell(row, "win", 3));
		add(&g, interval_cell(row, "points", 2));
		add(&g, interval_cell(row, "matches_won", 3));
	}
	g_string_append_c(out, '\n');
	grid_end(&g, out);
}

/* "all matches", "with roles black". */
static char *
among_cell(const json_t *row)
{
	const json_t *with = json_object_get(row, "with");
	const json_t *role =
	    with != NULL ? with : json_object_get(row, "without");

	if (role == NULL)
		return g_strdup("all matches");
	return g_strdup_printf("%s %s %s", with != NULL ? "with" : "without",
	    json_string_value(json_object_get(role, "key")),
	    json_string_value(json_object_get(role, "word")));
}

static char *
share_cell(const json_t *count, const json_t *row)
{
	double n = (double)json_integer_value(count);
	double of = (double)json_integer_value(json_object_get(row, "matches"));
	g_autofree char *share = fixed(n / of, 3);

	return g_strdup_printf("%.0f (%s)", n, share);
}

/* One table for each key, which begins at its row of all matches. */
static void
write_ends(GString *out, const json_t *report)
{
	json_t *list = json_object_get(report, "ended"), *row, *count;
	struct grid g = { NULL, 0 };
	const char *way;
	size_t i;

	json_array_foreach(list, i, row)
	{
		json_t *ways = json_object_get(row, "ways");

		if (json_object_get(row, "with") == NULL &&
		    json_object_get(row, "without") == NULL) {
			const char *heads[3] = {
				json_string_value(json_object_get(row, "key")),
				"matches"
			};

			if (g.cells != NULL)
				grid_end(&g, out);
			g_string_append_c(out, '\n');
			grid_begin(&g, heads);
			json_object_foreach(ways, way, count)
			{
				add(&g, g_strdup(way));
				g.columns++;
			}
		}
		add(&g, among_cell(row));
		add(&g, count_cell(row, "matches"));
		json_object_foreach(ways, way, count)
		    add(&g, share_cell(count, row));
	}
	if (g.cells != NULL)
		grid_end(&g, out);
}

static void
write_numbers(GString *out, const json_t *report)
{
	static const char *const heads[] = { "at the end", "mean", "min", "max",
		NULL };
	json_t *list = json_object_get(report, "numbers"), *row;
	struct grid g;
	size_t i;

	if (json_array_size(list) == 0)
		return;
	grid_begin(&g, heads);
	json_array_foreach(list, i, row)
	{
		add(&g,
		    g_strdup(json_string_value(json_object_get(row, "key"))));
		add(&g, interval_cell(row, "mean", 2));
		add(&g,
		    fixed(json_number_value(json_object_get(row, "min")), 0));
		add(&g,
		    fixed(json_number_value(json_object_get(row, "max")), 0));
	}
	g_string_append_c(out, '\n');
	grid_end(&g, out);
}

static void
write_moves(GString *out, const json_t *report)
{
	static const char *const heads[] = { "decided", "matches", "times",
		"points brought", "win share", NULL };
	struct grid g;
	json_t *row;
	size_t i;

	grid_begin(&g, heads);
	json_array_foreach(json_object_get(report, "decided"), i, row)
	{
		add(&g,
		    g_strdup(json_string_value(json_object_get(row, "move"))));
		add(&g, count_cell(row, "matches"));
		add(&g, count_cell(row, "times"));
		add(&g, interval_cell(row, "brought", 2));
		add(&g, interval_cell(row, "win", 3));
	}
	g_string_append_c(out, '\n');
	grid_end(&g, out);
}

static void
write_standings(GString *out, const json_t *map)
{
	json_t *moves = json_object_get(map, "moves");

	write_contestants(out, map);
	write_places(out, map, "by_seat", "seat", "seat");
	write_places(out, map, "by_place", "place", "moved as no.");
	g_string_append_printf(out,
	    "\nmoves a match: median %lld, from %lld to %lld\n",
	    (long long)json_integer_value(json_object_get(moves, "median")),
	    (long long)json_integer_value(json_object_get(moves, "min")),
	    (long long)json_integer_value(json_object_get(moves, "max")));
}

/* ---- all of it ---- */

static void
write_options(GString *out, const json_t *row)
{
	const char *word, *before = "";
	json_t *value;

	json_object_foreach(json_object_get(row, "options"), word, value)
	{
		g_string_append_printf(out, "%s%s=", before, word);
		if (json_is_boolean(value))
			g_string_append(
			    out, json_is_true(value) ? "yes" : "no");
		else
			g_string_append_printf(
			    out, "%lld", (long long)json_integer_value(value));
		before = " ";
	}
}

static void
write_head(GString *out, const json_t *report)
{
	json_int_t seats = json_integer_value(json_object_get(report, "seats"));
	g_autofree char *even = fixed(1.0 / (double)seats, 3);
	json_t *variants = json_object_get(report, "by_options");

	g_string_append_printf(out,
	    "%s with %lld seats, %lld matches: %lld deals, each in all "
	    "rotations; seed %lld\n",
	    json_string_value(json_object_get(report, "game")),
	    (long long)seats,
	    (long long)json_integer_value(json_object_get(report, "matches")),
	    (long long)json_integer_value(json_object_get(report, "deals")),
	    (long long)json_integer_value(json_object_get(report, "seed")));
	if (json_array_size(variants) == 1 &&
	    json_object_size(
		json_object_get(json_array_get(variants, 0), "options")) > 0) {
		write_options(out, json_array_get(variants, 0));
		g_string_append_c(out, '\n');
	}
	g_string_append_printf(out,
	    "An even win share is %s; ± is a 95 %% interval, by deals.\n",
	    even);
}

char *
arena_text(const json_t *report)
{
	GString *out = g_string_new(NULL);
	json_t *variants = json_object_get(report, "by_options"), *row;
	size_t i;

	write_head(out, report);
	write_standings(out, report);
	write_ends(out, report);
	write_roles(out, report);
	write_numbers(out, report);
	write_moves(out, report);
	if (json_array_size(variants) > 1)
		json_array_foreach(variants, i, row)
		{
			g_string_append(out, "\nOnly ");
			write_options(out, row);
			g_string_append_c(out, '\n');
			write_standings(out, row);
		}
	return g_string_free(out, FALSE);
}

/* SPDX-License-Identifier: ISC */
/*
 * Filters of pictures that place and count things.  Their inside begins with
 * numbers; blocks are parted by <next/>, rows by <row/>: no text of people can
 * hold these, for it is escaped.
 */
#include "render/picture/drawing.h"

#include "render/text/text.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define NEXT "<next/>"
#define ROW "<row/>"

typedef void place_fn(const char *inside, GString *out);

/* ---- parts of what is inside ---- */

/* A text goes on to the end of its string: there the C library finds a mark
 * several times as fast as in so many bytes, and one sign faster than a text.
 */
static const char *
find_mark(const char *text, const char *mark)
{
	return mark[1] == '\0' ? strchr(text, *mark) : strstr(text, mark);
}

static guint
count_parts(struct text_span text, const char *mark)
{
	const char *at = text.at;
	guint n = 0;

	while ((at = find_mark(at, mark)) != NULL) {
		at += strlen(mark);
		n++;
	}
	return n;
}

/* The text up to the next mark, or to the end; *text goes on behind the mark.
 */
static struct text_span
take_part(struct text_span *text, const char *mark)
{
	const char *end = find_mark(text->at, mark);
	struct text_span part = *text;

	if (end != NULL)
		part.size = (size_t)(end - text->at);
	text->at += part.size;
	text->size -= part.size;
	if (end != NULL) {
		text->at += strlen(mark);
		text->size -= strlen(mark);
	}
	return part;
}

/* Blocks stand behind a mark each, one after the other; what is before the
 * first is none. */
struct blocks {
	GArray *ends; /* gsize, by block: where the next one's mark is */
	const char *text;
	size_t mark; /* its size */
	gsize begin; /* of the first one */
};

static struct blocks
blocks_of(const char *text, const char *parted)
{
	const char *mark = strstr(text, parted);
	struct blocks blocks = {
		.ends = g_array_sized_new(FALSE, FALSE, sizeof(gsize), 16),
		.text = text,
		.mark = strlen(parted),
	};

	if (mark != NULL)
		blocks.begin = (gsize)(mark - text) + blocks.mark;
	while (mark != NULL) {
		const char *from = mark + blocks.mark;
		gsize end;

		mark = strstr(from, parted);
		end = mark != NULL ? (gsize)(mark - text)
				   : (gsize)(from - text) + strlen(from);
		g_array_append_val(blocks.ends, end);
	}
	return blocks;
}

static struct text_span
block_at(const struct blocks *blocks, guint i)
{
	gsize from =
	    i == 0 ? blocks->begin
		   : g_array_index(blocks->ends, gsize, i - 1) + blocks->mark;
	gsize to = g_array_index(blocks->ends, gsize, i);

	return (struct text_span){ blocks->text + from, to - from };
}

static void
append_span(GString *out, struct text_span text)
{
	text_append(out, text.at, text.size);
}

/* At whole units, so that what is the same at two places is drawn once. */
static void
append_block(GString *out, double x, double y, struct text_span block)
{
	size_t blanks = 0;

	while (blanks < block.size &&
	       (block.at[blanks] == ' ' || block.at[blanks] == '\n'))
		blanks++;
	if (blanks == block.size)
		return;
	text_append_all(out, "<g transform=\"translate(");
	number_append_whole(out, x);
	g_string_append_c(out, ' ');
	number_append_whole(out, y);
	text_append_all(out, ")\">");
	append_span(out, block);
	text_append_all(out, "</g>\n");
}

static void
place_ring(const char *inside, GString *out)
{
	double at[5]; /* cx cy rx ry first */
	struct blocks blocks;

	numbers_read(&inside, at, 5);
	blocks = blocks_of(inside, NEXT);
	for (guint i = 0; i < blocks.ends->len; i++) {
		double turn = (at[4] + i) / blocks.ends->len * 2 * G_PI;

		append_block(out, at[0] + at[2] * sin(turn),
		    at[1] - at[3] * cos(turn), block_at(&blocks, i));
	}
	g_array_unref(blocks.ends);
}

/* Turned instead of moved: -y points outwards. */
static void
place_spokes(const char *inside, GString *out)
{
	double at[3]; /* cx cy first */
	struct blocks blocks;

	numbers_read(&inside, at, 3);
	blocks = blocks_of(inside, NEXT);
	for (guint i = 0; i < blocks.ends->len; i++) {
		text_append_all(out, "<g transform=\"translate(");
		number_append(out, at[0]);
		g_string_append_c(out, ' ');
		number_append(out, at[1]);
		text_append_all(out, ") rotate(");
		number_append(out, (at[2] + i) / blocks.ends->len * 360);
		text_append_all(out, ")\">");
		append_span(out, block_at(&blocks, i));
		text_append_all(out, "</g>\n");
	}
	g_array_unref(blocks.ends);
}

static void
blocks_in_row(const char *inside, bool centred, GString *out)
{
	double at[4]; /* x y dx dy */
	struct blocks blocks;
	double before;

	numbers_read(&inside, at, 4);
	blocks = blocks_of(inside, NEXT);
	before =
	    centred && blocks.ends->len > 0 ? (blocks.ends->len - 1) / 2.0 : 0;
	for (guint i = 0; i < blocks.ends->len; i++)
		append_block(out, at[0] + (i - before) * at[2],
		    at[1] + (i - before) * at[3], block_at(&blocks, i));
	g_array_unref(blocks.ends);
}

static void
place_row(const char *inside, GString *out)
{
	blocks_in_row(inside, false, out);
}

static void
place_centred(const char *inside, GString *out)
{
	blocks_in_row(inside, true, out);
}

/* As a row, but so many in one; the next ones stand below. */
static void
place_grid(const char *inside, GString *out)
{
	double at[5]; /* x y dx dy columns */
	struct blocks blocks;
	guint columns;

	numbers_read(&inside, at, 5);
	columns = (guint)CLAMP(at[4], 1, 1000);
	blocks = blocks_of(inside, NEXT);
	for (guint i = 0; i < blocks.ends->len; i++)
		append_block(out, at[0] + i % columns * at[2],
		    at[1] + i / columns * at[3], block_at(&blocks, i));
	g_array_unref(blocks.ends);
}

/* The places of marks in a row that ends there; the first one behind the row
 * is left in *mark. */
static void
marks_of_row(GPtrArray *marks, const char **mark, const char *end)
{
	g_ptr_array_set_size(marks, 0);
	for (; *mark != NULL && *mark < end;
	     *mark = strstr(*mark + strlen(NEXT), NEXT))
		g_ptr_array_add(marks, (gpointer)(uintptr_t)*mark);
}

/* Each row is centred, as in a hexagon of hexagons. */
static void
place_hexes(const char *inside, GString *out)
{
	g_autoptr(GPtrArray) marks = g_ptr_array_new();
	double at[3]; /* cx cy size */
	struct blocks rows;
	const char *mark;

	numbers_read(&inside, at, 3);
	rows = blocks_of(inside, ROW);
	mark = strstr(inside + rows.begin, NEXT);
	for (guint i = 0; i < rows.ends->len; i++) {
		struct text_span row = block_at(&rows, i);
		const char *end = row.at + row.size;

		marks_of_row(marks, &mark, end);
		for (guint k = 0; k < marks->len; k++) {
			const char *from =
			    (const char *)marks->pdata[k] + strlen(NEXT);
			const char *to =
			    k + 1 < marks->len ? marks->pdata[k + 1] : end;

			append_block(out,
			    at[0] + (k + 1 - (marks->len + 1) / 2.0) * sqrt(3) *
					at[2],
			    at[1] + (i + 1 - (rows.ends->len + 1) / 2.0) * 1.5 *
					at[2],
			    (struct text_span){ from, (size_t)(to - from) });
		}
	}
	g_array_unref(rows.ends);
}

static void
place_plot(const char *inside, GString *out)
{
	double at[7]; /* x y width height low high n */
	double span, step;
	char *end;

	numbers_read(&inside, at, 7);
	span = at[5] > at[4] ? at[5] - at[4] : 1;
	step = at[6] > 1 ? at[2] / (at[6] - 1) : 0;
	inside = strchrnul(inside, ':');
	inside += *inside == ':';
	for (int i = 0;; i++) {
		double value = number_read(inside, &end);

		if (end == inside)
			return;
		inside = end + strspn(end, ", \n\t");
		if (i > 0)
			g_string_append_c(out, ' ');
		number_append(out, at[0] + i * step);
		g_string_append_c(out, ',');
		number_append(
		    out, at[1] + at[3] * (1 - (value - at[4]) / span));
	}
}

static void
place_pick(const char *inside, GString *out)
{
	struct text_span rest = text_whole(inside);
	guint n = count_parts(rest, "|");
	guint64 i;
	char *end;

	if (n == 0)
		return;
	i = g_ascii_strtoull(inside, &end, 10);
	if (end == inside)
		return;
	take_part(&rest, "|");
	for (i %= n; i > 0; i--)
		take_part(&rest, "|");
	rest = take_part(&rest, "|");
	append_span(out, text_strip(rest.at, rest.at + rest.size));
}

/* "1 | 2 | if they are the same | if not" */
static void
place_either(const char *inside, GString *out)
{
	struct text_span rest = text_whole(inside), parts[4];

	if (count_parts(rest, "|") < 3)
		return;
	for (int i = 0; i < 4; i++) {
		parts[i] = i < 3 ? take_part(&rest, "|") : rest;
		parts[i] = text_strip(parts[i].at, parts[i].at + parts[i].size);
	}
	append_span(out, text_same(parts[0], parts[1]) ? parts[2] : parts[3]);
}

static void
place_count(const char *inside, GString *out)
{
	struct text_span text = text_whole(inside);

	text_integer(count_parts(text, NEXT), out);
}

/* The one that looks for something: "view.ring | hochland" */
static void
place_index(const json_t *context, const char *inside, GString *out)
{
	g_auto(GStrv) parts = g_strsplit(inside, "|", 2);
	g_auto(GStrv) path = NULL;
	const json_t *list = context, *item;
	size_t i;

	if (g_strv_length(parts) < 2)
		return;
	path = g_strsplit(g_strstrip(parts[0]), ".", -1);
	for (char **step = path; *step != NULL; step++)
		list = json_object_get(list, *step);
	g_strstrip(parts[1]);
	json_array_foreach(list, i, item)
	{
		if (g_strcmp0(json_string_value(item), parts[1]) == 0) {
			text_integer((gint64)i, out);
			return;
		}
	}
}

static const struct {
	const char *name;
	place_fn *place;
} filters[] = {
	{ "centred", place_centred },
	{ "count", place_count },
	{ "either", place_either },
	{ "fit", place_fit },
	{ "grid", place_grid },
	{ "hexes", place_hexes },
	{ "lines", place_lines },
	{ "pick", place_pick },
	{ "plate", place_plate },
	{ "plot", place_plot },
	{ "ring", place_ring },
	{ "row", place_row },
	{ "size", place_size },
	{ "spokes", place_spokes },
};

/* One that reads the context must be named in render/mustache/lookups.c. */
bool
place_filter(
    const json_t *context, const char *name, const char *inside, GString *out)
{
	if (strcmp(name, "index") == 0) {
		if (inside != NULL)
			place_index(context, inside, out);
		return true;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(filters); i++) {
		/* asked for each section of a template */
		if (*name != *filters[i].name ||
		    strcmp(name, filters[i].name) != 0)
			continue;
		if (inside != NULL)
			filters[i].place(inside, out);
		return true;
	}
	return false;
}

/* SPDX-License-Identifier: ISC */
/*
 * Filters of pictures that place things, count and cut texts.  Their inside
 * begins with numbers; blocks are parted by <next/>, rows by <row/>: no text
 * of people can hold these, for it is escaped.
 */
#include "render/picture/drawing.h"

#include "render/text/text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NEXT "<next/>"
#define ROW "<row/>"
#define LINE_HEIGHT 1.05 /* of letters: from one line to the next */
#define PLATE_EDGE 0.3 /* of a line, around a text */

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

/* Blocks stand behind a mark each; what is before the first is none. */
static struct text_span
blocks_of(const char *text, guint *n)
{
	struct text_span blocks = text_whole(text);

	*n = count_parts(blocks, NEXT);
	take_part(&blocks, NEXT);
	return blocks;
}

static void
append_span(GString *out, struct text_span text)
{
	text_append(out, text.at, text.size);
}

/* ---- numbers ---- */

/*
 * As g_ascii_strtod, which takes ten times as long.  A number of few digits and
 * the power of ten below them are exact, so their quotient is the double that
 * is nearest.
 */
static double
read_number(const char *text, char **end)
{
	static const double tens[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6 };
	const char *p = text + strspn(text, " \n");
	const bool minus = *p == '-';
	const char *begin = p += minus, *dot = NULL;
	long whole = 0;

	for (; g_ascii_isdigit(*p) || (*p == '.' && dot == NULL); p++) {
		if (*p == '.')
			dot = p;
		else if (p - begin < 8)
			whole = whole * 10 + (*p - '0');
	}
	/* none, a long one, or one that goes on otherwise */
	if (p == begin || p - begin > 7 || p - 1 == dot || begin == dot ||
	    g_ascii_isalpha(*p) || *p == '.')
		return g_ascii_strtod(text, end);
	*end = (char *)(uintptr_t)p;
	return (double)(minus ? -whole : whole) /
	       tens[dot == NULL ? 0 : p - dot - 1];
}

/* n numbers from *text on, which is moved behind them; what lacks is 0. */
static void
read_numbers(const char **text, double *numbers, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char *end;

		numbers[i] = read_number(*text, &end);
		if (!isfinite(numbers[i]))
			numbers[i] = 0;
		*text = end;
	}
}

static void
append_tenths(GString *out, long tenths)
{
	char text[24], *p = text + sizeof(text);
	const long positive = labs(tenths);

	if (positive % 10 != 0) {
		*--p = (char)('0' + positive % 10);
		*--p = '.';
	}
	for (long rest = positive / 10;
	     rest > 0 || p == text + sizeof(text) || *p == '.'; rest /= 10)
		*--p = (char)('0' + rest % 10);
	if (tenths < 0)
		*--p = '-';
	text_append(out, p, (size_t)(text + sizeof(text) - p));
}

/*
 * "12" or "12.5": tenths are fine enough.  Nearly all numbers are far from
 * the middle of two tenths; which way one goes that is not, printf decides.
 */
static void
append_number(GString *out, double number)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	const double tenths = number * 10;

	if (fabs(number) < 1e6 &&
	    fabs(tenths - (double)lround(tenths)) < 0.4999) {
		append_tenths(out, lround(tenths));
		return;
	}
	g_ascii_formatd(text, sizeof(text), "%.1f", number);
	if (g_str_has_suffix(text, ".0"))
		text[strlen(text) - 2] = '\0';
	text_append_all(out, strcmp(text, "-0") == 0 ? "0" : text);
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
	append_number(out, floor(x + 0.5));
	g_string_append_c(out, ' ');
	append_number(out, floor(y + 0.5));
	text_append_all(out, ")\">");
	append_span(out, block);
	text_append_all(out, "</g>\n");
}

static void
place_ring(const char *inside, GString *out)
{
	double at[5]; /* cx cy rx ry first */
	struct text_span blocks;
	guint n;

	read_numbers(&inside, at, 5);
	blocks = blocks_of(inside, &n);
	for (guint i = 0; i < n; i++) {
		double turn = (at[4] + i) / n * 2 * G_PI;

		append_block(out, at[0] + at[2] * sin(turn),
		    at[1] - at[3] * cos(turn), take_part(&blocks, NEXT));
	}
}

/* Turned instead of moved: -y points outwards. */
static void
place_spokes(const char *inside, GString *out)
{
	double at[3]; /* cx cy first */
	struct text_span blocks;
	guint n;

	read_numbers(&inside, at, 3);
	blocks = blocks_of(inside, &n);
	for (guint i = 0; i < n; i++) {
		text_append_all(out, "<g transform=\"translate(");
		append_number(out, at[0]);
		g_string_append_c(out, ' ');
		append_number(out, at[1]);
		text_append_all(out, ") rotate(");
		append_number(out, (at[2] + i) / n * 360);
		text_append_all(out, ")\">");
		append_span(out, take_part(&blocks, NEXT));
		text_append_all(out, "</g>\n");
	}
}

static void
blocks_in_row(const char *inside, bool centred, GString *out)
{
	double at[4]; /* x y dx dy */
	struct text_span blocks;
	double before;
	guint n;

	read_numbers(&inside, at, 4);
	blocks = blocks_of(inside, &n);
	before = centred && n > 0 ? (n - 1) / 2.0 : 0;
	for (guint i = 0; i < n; i++)
		append_block(out, at[0] + (i - before) * at[2],
		    at[1] + (i - before) * at[3], take_part(&blocks, NEXT));
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
	struct text_span blocks;
	guint columns, n;

	read_numbers(&inside, at, 5);
	columns = (guint)CLAMP(at[4], 1, 1000);
	blocks = blocks_of(inside, &n);
	for (guint i = 0; i < n; i++)
		append_block(out, at[0] + i % columns * at[2],
		    at[1] + i / columns * at[3], take_part(&blocks, NEXT));
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
	struct text_span rows;
	const char *mark;
	guint n;

	read_numbers(&inside, at, 3);
	rows = text_whole(inside);
	n = count_parts(rows, ROW) + 1;
	take_part(&rows, ROW);
	mark = strstr(rows.at, NEXT);
	for (guint i = 1; i < n; i++) {
		struct text_span row = take_part(&rows, ROW);
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
			    at[1] + (i - n / 2.0) * 1.5 * at[2],
			    (struct text_span){ from, (size_t)(to - from) });
		}
	}
}

static void
place_plot(const char *inside, GString *out)
{
	double at[7]; /* x y width height low high n */
	double span, step;
	char *end;

	read_numbers(&inside, at, 7);
	span = at[5] > at[4] ? at[5] - at[4] : 1;
	step = at[6] > 1 ? at[2] / (at[6] - 1) : 0;
	inside = strchrnul(inside, ':');
	inside += *inside == ':';
	for (int i = 0;; i++) {
		double value = read_number(inside, &end);

		if (end == inside)
			return;
		inside = end + strspn(end, ", \n\t");
		if (i > 0)
			g_string_append_c(out, ' ');
		append_number(out, at[0] + i * step);
		g_string_append_c(out, ',');
		append_number(
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
place_fit(const char *inside, GString *out)
{
	double at[2]; /* width size */
	g_autoptr(GString) cut = g_string_new(NULL);
	g_autofree char *plain = NULL;

	read_numbers(&inside, at, 2);
	plain = g_strstrip(xml_plain(inside));
	text_fit(plain, at[0], at[1], cut);
	html_escape((struct text_span){ cut->str, cut->len }, out);
}

/* The place to break a text at, into two lines that are about as long. */
static char *
break_at(char *text)
{
	size_t size = strlen(text), best = size;
	char *at = NULL;

	for (char *p = text; (p = strchr(p, ' ')) != NULL; p++) {
		size_t before = (size_t)(p - text);
		size_t longer = MAX(before, size - before);

		if (longer < best) {
			best = longer;
			at = p;
		}
	}
	return at;
}

static void
append_line(
    GString *out, const char *text, double width, double size, bool second)
{
	g_autoptr(GString) cut = g_string_new(NULL);

	text_fit(text, width, size, cut);
	text_append_all(out, "<tspan x=\"0\"");
	if (second)
		g_string_append_printf(out, " dy=\"%gem\"", LINE_HEIGHT);
	g_string_append_c(out, '>');
	html_escape((struct text_span){ cut->str, cut->len }, out);
	text_append_all(out, "</tspan>");
}

/* The text in one line, or in two if that would be wider; *second is NULL, or
 * within what is returned, which is newly allocated. */
static char *
into_lines(const char *inside, double width, double size, char **second)
{
	char *plain = g_strstrip(xml_plain(inside));

	*second = text_breadth(plain, size) > width ? break_at(plain) : NULL;
	if (*second != NULL)
		*(*second)++ = '\0';
	return plain;
}

static void
place_lines(const char *inside, GString *out)
{
	double at[2]; /* width size */
	g_autofree char *plain = NULL;
	char *second;

	read_numbers(&inside, at, 2);
	plain = into_lines(inside, at[0], at[1], &second);
	append_line(out, plain, at[0], at[1], false);
	if (second != NULL)
		append_line(out, second, at[0], at[1], true);
}

/* What such lines lie on. */
static void
place_plate(const char *inside, GString *out)
{
	double at[3]; /* width size height of a line */
	g_autofree char *plain = NULL;
	char *second;
	double width;

	read_numbers(&inside, at, 3);
	plain = into_lines(inside, at[0], at[1], &second);
	width = text_breadth(plain, at[1]);
	if (second != NULL)
		width = MAX(width, text_breadth(second, at[1]));
	width = MIN(width, at[0]) + at[2] * PLATE_EDGE * 2;
	text_append_all(out, "<rect x=\"");
	append_number(out, -width / 2);
	text_append_all(out, "\" width=\"");
	append_number(out, width);
	text_append_all(out, "\" height=\"");
	append_number(out, at[2] * (second != NULL ? LINE_HEIGHT + 1 : 1) +
			       at[2] * PLATE_EDGE);
	text_append_all(out, "\" rx=\"14\"/>");
}

static void
place_size(const char *inside, GString *out)
{
	double at[3]; /* width size least */
	g_autofree char *plain = NULL;
	double whole;

	read_numbers(&inside, at, 3);
	plain = g_strstrip(xml_plain(inside));
	whole = text_breadth(plain, at[1]);
	append_number(out,
	    whole <= at[0] ? at[1] : MAX(at[2], floor(at[1] * at[0] / whole)));
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

/* One that reads the context must be named in render/mustache/memo.c. */
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

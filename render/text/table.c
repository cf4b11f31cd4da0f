/* SPDX-License-Identifier: ISC */
/* Rows of cells as columns of text. */
#include "render/text/text.h"

#include <string.h>

#define GAP 2 /* blanks between columns */
#define MIN_LAST 20 /* columns that a filled last column needs */
#define MAX_CELLS 16 /* in a row; what comes later belongs to the last */

struct cell {
	struct text_span text;
	int width;
};

struct row {
	struct cell cells[MAX_CELLS];
	int n;
};

struct columns {
	GArray *rows; /* struct row */
	int margin;
	int cells; /* of the longest row */
	int width[MAX_CELLS];
	bool number[MAX_CELLS]; /* to the right */
};

static size_t
digits_from(struct text_span cell, size_t from)
{
	size_t i = from;

	while (i < cell.size && g_ascii_isdigit(cell.at[i]))
		i++;
	return i - from;
}

bool
text_is_number(struct text_span cell)
{
	size_t i = cell.size > 0 && (*cell.at == '-' || *cell.at == '+');
	size_t whole = digits_from(cell, i), decimals;

	i += whole;
	if (whole > 0 && i < cell.size && cell.at[i] == '.') {
		decimals = digits_from(cell, i + 1);
		i += decimals > 0 ? decimals + 1 : 0; /* "1." is a place */
	}
	return whole > 0 && i == cell.size;
}

/* " | ", the last blank of which may be the end of the line. */
static const char *
cell_end(const char *p, const char *end)
{
	while ((p = memchr(p, '|', (size_t)(end - p))) != NULL) {
		if (p[-1] == ' ' && (p + 1 == end || p[1] == ' '))
			return p - 1;
		p++;
	}
	return NULL;
}

bool
text_cell(struct text_span *line, bool last, struct text_span *cell)
{
	const char *from = line->at, *end, *bar;

	if (from == NULL)
		return false;
	end = from + line->size;
	/* a bar that begins a cell ends none */
	bar = !last && from + 1 < end ? cell_end(from + 1, end) : NULL;
	*cell = text_strip(from, bar != NULL ? bar : end);
	line->at = bar != NULL ? MIN(bar + 3, end) : NULL;
	line->size = bar != NULL ? (size_t)(end - line->at) : 0;
	return true;
}

static void
read_row(struct columns *table, struct text_span line)
{
	struct row row;
	struct text_span text;

	row.n = 0;
	while (text_cell(&line, row.n == MAX_CELLS - 1, &text)) {
		struct cell *cell = &row.cells[row.n];

		cell->text = text;
		cell->width = text_span_width(text);
		table->width[row.n] = MAX(table->width[row.n], cell->width);
		row.n++;
	}
	table->cells = MAX(table->cells, row.n);
	g_array_append_val(table->rows, row);
}

/* The first row may be a heading, so it does not speak against numbers. */
static bool
is_number_column(const struct columns *table, int column)
{
	bool any = false;

	for (guint i = 0; i < table->rows->len; i++) {
		const struct row *row =
		    &g_array_index(table->rows, struct row, i);

		if (column >= row->n || row->cells[column].text.size == 0)
			continue;
		if (text_is_number(row->cells[column].text))
			any = true;
		else if (i > 0)
			return false;
	}
	return any;
}

/* Columns before the cell. */
static int
start_of(const struct columns *table, int column)
{
	int start = table->margin;

	for (int i = 0; i < column; i++)
		start += table->width[i] + GAP;
	return start;
}

/* From the second row on, fill moves in to the column's start. */
static void
append_last(struct text_span cell, int start, GString *out)
{
	g_autoptr(GString) filled = g_string_new(NULL);

	text_fill(cell, start, NULL, filled);
	g_string_append(out, filled->str + MIN((gsize)start, filled->len));
}

static void
append_row(const struct columns *table, const struct row *row, GString *out)
{
	gsize line = out->len;
	int start = table->margin, here = 0;

	for (int i = 0; i < row->n; i++) {
		const struct cell *cell = &row->cells[i];
		/* a heading above numbers that are too wide stays on the page
		 */
		int width = MIN(table->width[i], TEXT_COLUMNS - start);
		int room = table->number[i] ? MAX(0, width - cell->width) : 0;

		text_blanks(start + room - here, out);
		if (start + cell->width > TEXT_COLUMNS) {
			append_last(cell->text, start, out);
			return;
		}
		g_string_append_len(
		    out, cell->text.at, (gssize)cell->text.size);
		here = start + room + cell->width;
		start += table->width[i] + GAP;
	}
	while (out->len > line && out->str[out->len - 1] == ' ')
		g_string_truncate(out, out->len - 1);
	g_string_append_c(out, '\n');
}

/* The first row, if it says what the numbers below it are; else NULL. */
static const struct row *
heading_of(const struct columns *table)
{
	const struct row *first = &g_array_index(table->rows, struct row, 0);

	for (int i = 0; i < first->n && table->rows->len > 1; i++)
		if (table->number[i] && first->cells[i].text.size > 0 &&
		    !text_is_number(first->cells[i].text))
			return first;
	return NULL;
}

static void
append_cell(struct text_span cell, GString *out)
{
	g_string_append_c(out, ' ');
	g_string_append_len(out, cell.at, (gssize)cell.size);
}

static bool
is_headed(const struct row *heading, int column)
{
	return heading != NULL && column > 0 && column < heading->n &&
	       heading->cells[column].text.size > 0;
}

/* There is no room for columns: each row a paragraph, in which the heading's
 * words stand before what is below them: "- Anna: points 3, cards 5, captain".
 */
static void
append_paragraph(
    int margin, const struct row *heading, const struct row *row, GString *out)
{
	g_autoptr(GString) line = g_string_new("-");
	bool headed = false;

	for (int i = 0; i < row->n; i++) {
		const struct text_span cell = row->cells[i].text;

		if (cell.size == 0)
			continue;
		if (line->len > 1)
			g_string_append_c(
			    line, is_headed(heading, i) && !headed ? ':' : ',');
		if (is_headed(heading, i)) {
			append_cell(heading->cells[i].text, line);
			headed = true;
		}
		append_cell(cell, line);
	}
	text_fill(
	    (struct text_span){ line->str, line->len }, margin, NULL, out);
}

static void
append_table(struct columns *table, GString *out)
{
	const struct row *heading;
	int last = table->cells - 1;
	int start;
	bool room;

	for (int i = 0; i < table->cells; i++)
		table->number[i] = is_number_column(table, i);
	if (table->cells == 0)
		return;
	start = start_of(table, last);
	room = start + MIN(table->width[last], MIN_LAST) <= TEXT_COLUMNS;
	heading = room ? NULL : heading_of(table);
	for (guint i = heading != NULL; i < table->rows->len; i++) {
		const struct row *row =
		    &g_array_index(table->rows, struct row, i);

		if (room)
			append_row(table, row, out);
		else
			append_paragraph(table->margin, heading, row, out);
	}
}

void
text_table(const char *text, GString *out)
{
	struct columns table = { .margin = -1 };
	const char *next;

	table.rows = g_array_sized_new(FALSE, FALSE, sizeof(struct row), 16);
	for (; *text != '\0'; text = next) {
		const char *end = strchrnul(text, '\n');
		size_t blanks = strspn(text, " \t");

		next = *end == '\n' ? end + 1 : end;
		if (text + blanks == end)
			continue;
		if (table.margin < 0)
			table.margin = (int)MIN(blanks, TEXT_COLUMNS / 4);
		read_row(
		    &table, (struct text_span){ text, (size_t)(end - text) });
	}
	append_table(&table, out);
	g_array_unref(table.rows);
}

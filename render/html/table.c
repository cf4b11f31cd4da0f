/* SPDX-License-Identifier: ISC */
/*
 * Tables of data, with headings that a screen reader tells: a first row that
 * the template writes itself, where the others come from a list or not.
 */
#include "render/html/html.h"

#include "render/markup.h"
#include "render/text/text.h"

#include <string.h>

#define MAX_CELLS 16
#define WORD_MAX 14 /* bytes of a word that is not broken... */
#define WORD_NARROW 10 /* ...where columns are many */
#define WORD_ABOVE 10 /* letters of one in a heading */
#define LONG 60 /* rows of a table that is no table any more */
#define NOTED 4 /* columns beside which there is no room for remarks */
#define NARROW 6 /* columns from which on a phone gets small letters */

struct cells {
	struct text_span at[MAX_CELLS];
	int n;
	bool listed; /* it comes from a list */
};

struct grid {
	GArray *rows; /* struct cells */
	int columns;
	bool heading; /* of the first row */
	bool notes; /* the last column is one of notes: each gets a row */
	bool number[MAX_CELLS];
};

static const struct cells *
row_of(const struct grid *grid, guint i)
{
	return &g_array_index(grid->rows, struct cells, i);
}

static void
read_row(struct grid *grid, struct text_span line, bool listed)
{
	struct cells row = { .listed = listed };
	struct text_span cell;

	while (text_cell(&line, row.n == MAX_CELLS - 1, &cell))
		row.at[row.n++] = cell;
	grid->columns = MAX(grid->columns, row.n);
	g_array_append_val(grid->rows, row);
}

static void
read_rows(struct grid *grid, const char *text)
{
	while (*text != '\0') {
		const char *end = strchrnul(text, '\n');
		size_t marks = strspn(text, ROW_MARKS);
		struct text_span line = { text + marks,
			(size_t)(end - text) - marks };

		text = *end == '\n' ? end + 1 : end;
		if (text_strip(line.at, end).size > 0)
			read_row(grid, line, marks > 0);
	}
}

/*
 * A last column without a heading has remarks for a few rows: what makes a
 * phone too narrow.
 */
static bool
has_notes(const struct grid *grid)
{
	int last = grid->columns - 1;
	const struct cells *top;

	if (!grid->heading || last < NOTED)
		return false;
	top = row_of(grid, 0);
	return (top->n <= last || top->at[last].size == 0) &&
	       !grid->number[last];
}

static bool
is_number_column(const struct grid *grid, int column)
{
	bool any = false;

	for (guint i = grid->heading; i < grid->rows->len; i++) {
		const struct cells *row = row_of(grid, i);

		if (column >= row->n || row->at[column].size == 0)
			continue;
		if (!text_is_number(row->at[column]))
			return false;
		any = true;
	}
	return any;
}

/* The words of a row, as they stand in one line elsewhere. */
static void
guard_row(struct page *page, const struct cells *row)
{
	GString *line = g_string_truncate(page->line, 0);

	for (int i = 0; i < row->n; i++) {
		if (row->at[i].size == 0)
			continue;
		if (line->len > 0)
			g_string_append_c(line, ' ');
		g_string_append_len(
		    line, row->at[i].at, (gssize)row->at[i].size);
	}
	page_guard(page, (struct text_span){ line->str, line->len });
}

/* One that would make the column wider than a phone. */
static bool
has_long_word(struct text_span cell, size_t most)
{
	size_t size = 0;

	for (size_t i = 0; i < cell.size; i++)
		if ((size = cell.at[i] == ' ' ? 0 : size + 1) > most)
			return true;
	return false;
}

/* Names stand above columns, and several long ones side by side: a heading
 * breaks between its words, and within one that has more letters. */
static void
put_breaks_above(GString *out, struct text_span cell)
{
	size_t letters = 0;

	for (size_t i = 0; i < cell.size; i++) {
		if (((unsigned char)cell.at[i] & 0xc0) == 0x80)
			continue; /* the rest of a letter */
		letters = strchr(" -", cell.at[i]) != NULL ? 0 : letters + 1;
		if (letters > WORD_ABOVE) {
			g_string_append(out, ";word-break:break-word");
			return;
		}
	}
}

static bool
is_noted(const struct grid *grid, guint i)
{
	const struct cells *row = row_of(grid, i);

	return grid->notes && row->n == grid->columns &&
	       row->at[row->n - 1].size > 0;
}

static void
put_note(struct page *page, const struct grid *grid, guint i)
{
	const struct cells *row = row_of(grid, i);

	g_string_append_printf(page->out,
	    "</tr>\n<tr>%s<td class=\"r n\" colspan=\"%d\" style=\""
	    "padding:0 8px 6px %s;border-bottom:1px solid " RULE
	    ";font-size:13px;color:" DUE "\">",
	    grid->number[0] ? "<td class=\"r\" style=\"border-bottom:"
			      "1px solid " RULE "\"></td>"
			    : "",
	    grid->columns - 1 - grid->number[0], grid->number[0] ? "8px" : "0");
	page_guard(page, row->at[row->n - 1]);
	html_escape(row->at[row->n - 1], page->out);
	g_string_append(page->out, "</td>");
}

/* "<td class="r" style="" up to what its style begins with: a letter has
 * hundreds of these, for which printf is slow. */
static void
open_cell(GString *out, bool top, bool side, bool noted, bool number)
{
	g_string_append(out, top || side ? "<th class=\"" : "<td class=\"");
	if (!noted)
		g_string_append_c(out, 'r');
	if (top)
		g_string_append(out, " m");
	g_string_append_c(out, '"');
	if (top)
		g_string_append(out, " scope=\"col\"");
	else if (side)
		g_string_append(out, " scope=\"row\"");
	if (number)
		g_string_append(out, " align=\"right\"");
	else if (top || side)
		g_string_append(out, " align=\"left\"");
	g_string_append(out, " style=\"");
}

static void
put_cell(struct page *page, const struct grid *grid, guint i, int column)
{
	const struct cells *row = row_of(grid, i);
	bool noted = is_noted(grid, i);
	bool top = grid->heading && i == 0;
	bool side = grid->heading && column == 0 && i > 0 && !grid->number[0];
	struct text_span cell = { "", 0 };

	if (column < row->n)
		cell = row->at[column];
	open_cell(page->out, top, side, noted, grid->number[column]);
	g_string_append(page->out,
	    column == 0 ? "padding:6px 8px 6px 0" : "padding:6px 8px");
	if (noted)
		g_string_append(page->out, ";padding-bottom:0");
	else
		g_string_append(page->out, ";border-bottom:1px solid " RULE);
	if (top)
		put_breaks_above(page->out, cell);
	else if (grid->number[column])
		g_string_append(page->out, ";white-space:nowrap");
	else if (has_long_word(
		     cell, grid->columns < NARROW ? WORD_MAX : WORD_NARROW))
		g_string_append(
		    page->out, ";word-break:break-word;hyphens:auto");
	if (top)
		g_string_append(page->out, ";color:" MUTED ";font-weight:600");
	else if (side)
		g_string_append(page->out, ";font-weight:600");
	g_string_append(page->out, "\">");
	if (column == 0)
		guard_row(page, row);
	page_prose(page, cell);
	g_string_append(page->out, top || side ? "</th>" : "</td>");
}

/* So long that cells would make the letter too big: a line for each row. */
static void
put_lines(struct page *page, const struct grid *grid)
{
	g_string_append(page->out,
	    "<p style=\"margin:0 0 14px;font-size:14px;line-height:20px\">");
	for (guint i = 0; i < grid->rows->len; i++) {
		const struct cells *row = row_of(grid, i);

		if (i > 0)
			g_string_append(page->out, "<br>\n");
		guard_row(page, row);
		html_escape(
		    (struct text_span){ page->line->str, page->line->len },
		    page->out);
	}
	g_string_append(page->out, "</p>\n");
}

void
page_table(struct page *page, const char *text)
{
	struct grid grid = { .rows = g_array_sized_new(
				 FALSE, FALSE, sizeof(struct cells), 16) };

	read_rows(&grid, text);
	if (grid.rows->len > 1 && !row_of(&grid, 0)->listed)
		grid.heading = true;
	for (int c = 0; c < grid.columns; c++)
		grid.number[c] = is_number_column(&grid, c);
	grid.notes = has_notes(&grid);
	page_card(page);
	if (grid.rows->len > LONG) {
		put_lines(page, &grid);
		g_array_unref(grid.rows);
		return;
	}
	g_string_append(page->out, grid.columns >= NARROW
				       ? "<table class=\"x y\" "
				       : "<table class=\"x\" ");
	g_string_append(page->out,
	    "cellpadding=\"0\" cellspacing=\"0\" "
	    "border=\"0\" width=\"100%\" style=\"margin:0 0 14px;"
	    "font-size:14px;line-height:20px\">\n");
	for (guint i = 0; i < grid.rows->len; i++) {
		g_string_append(page->out, "<tr>");
		for (int c = 0; c < grid.columns - grid.notes; c++)
			put_cell(page, &grid, i, c);
		if (is_noted(&grid, i))
			put_note(page, &grid, i);
		g_string_append(page->out, "</tr>\n");
	}
	g_string_append(page->out, "</table>\n");
	g_array_unref(grid.rows);
}

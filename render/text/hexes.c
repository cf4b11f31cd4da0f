/* SPDX-License-Identifier: ISC */
/*
 * A board of hexagonal cells.  Each row lies half a cell beside the one above
 * it, so that the walls of the one meet the roofs of the other:
 *
 *          / \   / \
 *   a     | 1 ..| 2 ..|
 *        / \   / \   / \
 *   b   |     |     |     |
 *        \   / \   / \   /
 */
#include "render/text/text.h"

#include <string.h>

#define CELL 6 /* columns: a wall and the text */
#define HALF (CELL / 2)
#define INSIDE (CELL - 1)
#define MAX_CELLS 11 /* in a row: 72 columns have no room for more */

struct row {
	struct text_span label;
	struct text_span cells[MAX_CELLS];
	int n;
	int start; /* halves of cells before the first */
};

struct board {
	GArray *rows; /* struct row */
	int margin, label; /* columns */
	int widest; /* row, in cells */
	bool wide; /* there are more cells than have room */
};

static const struct row *
row_at(const struct board *board, guint i)
{
	return &g_array_index(board->rows, struct row, i);
}

static void
read_row(struct board *board, struct text_span line)
{
	struct row row = { .n = 0 };
	struct text_span cell;

	text_cell(&line, false, &row.label);
	while (text_cell(&line, false, &cell)) {
		if (row.n == MAX_CELLS) {
			board->wide = true;
			return;
		}
		row.cells[row.n++] = cell;
	}
	board->widest = MAX(board->widest, row.n);
	board->label = MAX(board->label, text_span_width(row.label));
	g_array_append_val(board->rows, row);
}

/* In the middle, but half a cell aside of the row above. */
static void
place_rows(struct board *board)
{
	for (guint i = 0; i < board->rows->len; i++) {
		struct row *row = &g_array_index(board->rows, struct row, i);
		int above = i > 0 ? row_at(board, i - 1)->start : 0;

		row->start = board->widest - row->n;
		if (i > 0 && (row->start - above) % 2 == 0)
			row->start++;
	}
}

/* The column of the first cell's left wall. */
static int
wall_of(const struct board *board, const struct row *row)
{
	int gap = board->label > 0 ? 2 : 0;

	return board->margin + board->label + gap + HALF * row->start;
}

static bool
has_room(const struct board *board)
{
	for (guint i = 0; i < board->rows->len; i++) {
		const struct row *row = row_at(board, i);

		if (wall_of(board, row) + CELL * row->n + 1 > TEXT_COLUMNS)
			return false;
	}
	return !board->wide;
}

/* Does it fit, but for its blanks? */
static bool
fits_squeezed(struct text_span cell)
{
	int width = text_span_width(cell);

	for (size_t i = 0; i < cell.size; i++)
		width -= cell.at[i] == ' ';
	return width <= INSIDE;
}

/* As much of the text as has room; without its blanks if that helps. */
static void
append_cell(struct text_span cell, GString *out)
{
	bool squeeze = text_span_width(cell) > INSIDE && fits_squeezed(cell);
	int width = 0;

	for (const char *p = cell.at, *next; p < cell.at + cell.size;
	     p = next) {
		int wide;

		next = g_utf8_next_char(p);
		wide = text_span_width(
		    (struct text_span){ p, (size_t)(next - p) });
		if (squeeze && *p == ' ')
			continue;
		if (width + wide > INSIDE)
			break;
		g_string_append_len(out, p, (gssize)(next - p));
		width += wide;
	}
	text_blanks(INSIDE - width, out);
}

static void
append_row(const struct board *board, const struct row *row, GString *out)
{
	int label = text_span_width(row->label);

	text_blanks(board->margin, out);
	g_string_append_len(out, row->label.at, (gssize)row->label.size);
	if (row->n > 0)
		text_blanks(wall_of(board, row) - board->margin - label, out);
	for (int i = 0; i < row->n; i++) {
		g_string_append(out, "│");
		append_cell(row->cells[i], out);
	}
	g_string_append(out, row->n > 0 ? "│\n" : "\n");
}

/* Walls between two rows, either of which may be none. */
static void
append_walls(const struct board *board, const struct row *above,
    const struct row *below, GString *out)
{
	char line[TEXT_COLUMNS + 1];
	int last = -1;

	memset(line, ' ', sizeof(line));
	for (int i = 0; above != NULL && i < above->n; i++) {
		int wall = wall_of(board, above) + CELL * i;

		line[wall + 1] = '\\';
		line[last = wall + CELL - 1] = '/';
	}
	for (int i = 0; below != NULL && i < below->n; i++) {
		int roof = wall_of(board, below) + CELL * i + HALF;

		line[roof - 1] = '/';
		line[roof + 1] = '\\';
		last = MAX(last, roof + 1);
	}
	for (int i = 0; i <= last; i++)
		if (line[i] == ' ')
			g_string_append_c(out, ' ');
		else
			g_string_append(out, line[i] == '/' ? "╱" : "╲");
	g_string_append_c(out, '\n');
}

static void
append_board(const struct board *board, GString *out)
{
	const struct row *above = NULL;

	for (guint i = 0; i < board->rows->len; i++) {
		const struct row *row = row_at(board, i);

		append_walls(board, above, row, out);
		append_row(board, row, out);
		above = row;
	}
	append_walls(board, above, NULL, out);
}

void
text_hexes(const char *text, GString *out)
{
	struct board board = { .margin = -1 };
	const char *next;

	board.rows = g_array_new(FALSE, FALSE, sizeof(struct row));
	for (const char *p = text; *p != '\0'; p = next) {
		const char *end = strchrnul(p, '\n');
		size_t blanks = strspn(p, " \t");

		next = *end == '\n' ? end + 1 : end;
		if (p + blanks == end)
			continue;
		if (board.margin < 0)
			board.margin = (int)MIN(blanks, TEXT_COLUMNS / 4);
		read_row(&board, (struct text_span){ p, (size_t)(end - p) });
	}
	place_rows(&board);
	if (has_room(&board) && board.rows->len > 0)
		append_board(&board, out);
	else
		text_table(text, out);
	g_array_unref(board.rows);
}

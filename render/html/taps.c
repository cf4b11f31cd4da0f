/* SPDX-License-Identifier: ISC */
/*
 * Boards to tap: what a game has drawn in {{#taps}}, once for all moves that
 * are the same but for the field in their last word.  A field to which such a
 * move leads is a link, any other says what lies there.
 *
 * Tables alone lay them out, for Word knows nothing else; a link fills its cell
 * and is as large as a finger.  A board that would need smaller ones on a phone
 * is not drawn: no mail program scrolls a table for sure, and the list has the
 * same moves.
 */
#include "render/html/html.h"

#include "render/guard.h"
#include "render/language/catalog.h"
#include "render/render.h"
#include "render/text/text.h"

#include <string.h>

#define WIDEST 7 /* cells of 44 pixels beside each other on a phone of 360 */
#define FEWEST 4 /* fields from which on a table is better than a list */
#define CELL_WIDTH 50 /* pixels, where there is room */
#define CELLS (HEX_ROWS * HEX_CELLS)
#define ROOM 38000 /* bytes of all tables */
#define CELL_SIZE 148 /* bytes of a link and its cell, without its words */
#define FRAME_SIZE 1800 /* bytes of a table but for its links */

struct cell {
	struct text_span field, what; /* "c3", "AS" or nothing */
	bool odd[2]; /* would they read as commands, in lines of their own? */
};

struct board {
	struct hex_row rows[HEX_ROWS];
	struct cell cells[CELLS]; /* row by row */
	int n, ncells, halves;
};

/* Moves that begin alike; of each cell the whole move, or NULL. */
struct taps {
	struct text_span begin;
	const char *move[CELLS];
	int n;
};

/* ---- the board ---- */

static struct cell
read_cell(const struct page *page, struct text_span text)
{
	const struct rendering *letter = page->letter;
	const char *end = text.at + text.size;
	const char *blank = memchr(text.at, ' ', text.size);
	struct cell cell = { text, { "", 0 }, { false, false } };

	if (blank != NULL) {
		cell.field.size = (size_t)(blank - text.at);
		cell.what = text_strip(blank, end);
	}
	cell.odd[0] = guard_suspects(letter->catalog, letter->game, cell.field);
	cell.odd[1] = guard_suspects(letter->catalog, letter->game, cell.what);
	return cell;
}

/* Rows of the same length stand below each other. */
static int
place(struct hex_row *rows, int n)
{
	for (int i = 1; i < n; i++)
		if (rows[i].n != rows[0].n)
			return hexes_place(rows, n);
	for (int i = 0; i < n; i++)
		rows[i].start = 0;
	return 2 * rows[0].n;
}

/* false: there is none, or none that has room. */
static bool
read_board(const struct page *page, const char *drawn, struct board *board)
{
	board->ncells = 0;
	if (!hexes_read(drawn, board->rows, &board->n))
		return false;
	board->halves = place(board->rows, board->n);
	if (board->halves > 2 * WIDEST)
		return false;
	for (int i = 0; i < board->n; i++)
		for (int j = 0; j < board->rows[i].n; j++)
			board->cells[board->ncells++] =
			    read_cell(page, board->rows[i].cells[j]);
	return true;
}

static int
find_cell(const struct board *board, struct text_span field)
{
	for (int i = 0; i < board->ncells; i++)
		if (text_same(board->cells[i].field, field))
			return i;
	return -1;
}

/* ---- moves by how they begin ---- */

static struct taps *
find_taps(GArray *all, struct text_span begin)
{
	struct taps new = { .begin = begin };

	for (guint i = all->len; i > 0; i--) {
		struct taps *old = &g_array_index(all, struct taps, i - 1);

		if (text_same(old->begin, begin))
			return old;
	}
	g_array_append_val(all, new);
	return &g_array_index(all, struct taps, all->len - 1);
}

static void
add_move(const struct board *board, const char *move, GArray *all)
{
	const char *blank = strrchr(move, ' ');
	int cell = blank != NULL ? find_cell(board, text_whole(blank + 1)) : -1;
	struct taps *taps;

	if (cell < 0)
		return;
	taps =
	    find_taps(all, (struct text_span){ move, (size_t)(blank - move) });
	taps->n += taps->move[cell] == NULL;
	taps->move[cell] = move;
}

static GArray *
sort_moves(const struct page *page, const struct board *board)
{
	const json_t *choices =
	    json_object_get(page->letter->context, "choices");
	GArray *all = g_array_new(FALSE, FALSE, sizeof(struct taps));
	const json_t *choice;
	size_t i;

	json_array_foreach(choices, i, choice)
	{
		const char *move =
		    json_string_value(json_object_get(choice, "move"));

		if (move != NULL)
			add_move(board, move, all);
	}
	return all;
}

/* ---- tables ---- */

/* As page_link writes it, once. */
static size_t
encoded_size(struct text_span words)
{
	size_t size = 0;

	for (size_t i = 0; i < words.size; i++)
		size += g_ascii_isalnum(words.at[i]) ? 1 : 3;
	return size;
}

/* For all of it. */
static bool
has_room(const struct page *page, const struct taps *taps)
{
	size_t size = FRAME_SIZE;

	for (int i = 0; i < CELLS; i++)
		if (taps->move[i] != NULL)
			size += page->mailto_size + CELL_SIZE +
				2 * encoded_size(text_whole(taps->move[i]));
	return size <= page->room;
}

static void
put_text(struct page *page, struct text_span text, bool odd)
{
	if (odd)
		g_string_append(page->out, "~&nbsp;");
	html_escape(text, page->out);
}

static void
put_cell(struct page *page, const struct cell *cell, const char *move)
{
	bool what = cell->what.size > 0;

	if (move == NULL || !page_link(page, text_whole(move))) {
		g_string_append(page->out, "<td colspan=\"2\">");
		put_text(
		    page, what ? cell->what : cell->field, cell->odd[what]);
		g_string_append(page->out, "</td>");
		return;
	}
	g_string_append(page->out,
	    "<td class=\"s\" colspan=\"2\" bgcolor=\"" SOFT "\"><a href=\"");
	g_string_append(page->out, page->mailto->str);
	g_string_append(
	    page->out, what ? "\" style=\"display:block;line-height:22px;"
			    : "\" style=\"display:block;");
	g_string_append(page->out, "color:" SOFT_INK "\">");
	put_text(page, cell->field, cell->odd[0]);
	if (what) {
		g_string_append(page->out, "<br>");
		put_text(page, cell->what, cell->odd[1]);
	}
	g_string_append(page->out, "</a></td>");
}

static void
put_gap(struct page *page, int halves)
{
	if (halves > 0)
		g_string_append_printf(
		    page->out, "<td colspan=\"%d\"></td>", halves);
}

/* Columns of the same width: a first row that has them all. */
static void
open_table(struct page *page, const struct board *board)
{
	g_string_append_printf(page->out,
	    TABLE_TAG "class=\"v t\" cellspacing=\"2\" width=\"100%%\" "
		      "bgcolor=\"" TINT "\" style=\"background-color:" TINT
		      ";border-radius:6px;table-layout:fixed;max-width:%dpx;"
		      "margin:0 0 12px;font-size:14px;line-height:44px;"
		      "font-weight:600;word-break:normal\">\n<tr "
		      "style=\"line-height:0\">",
	    board->halves * CELL_WIDTH / 2);
	for (int i = 0; i < board->halves; i++)
		g_string_append(page->out, "<td></td>");
	g_string_append(page->out, "</tr>\n");
}

static void
put_table(struct page *page, const struct board *board, const struct taps *taps)
{
	int cell = 0;

	g_string_append(
	    page->out, "<p style=\"margin:0 0 4px;font-weight:600\">→ ");
	html_escape(taps->begin, page->out);
	g_string_append(page->out, " …</p>\n");
	open_table(page, board);
	for (int i = 0; i < board->n; i++) {
		const struct hex_row *row = &board->rows[i];

		g_string_append(page->out, "<tr align=\"center\">");
		put_gap(page, row->start);
		for (int j = 0; j < row->n; j++, cell++)
			put_cell(page, &board->cells[cell], taps->move[cell]);
		put_gap(page, board->halves - row->start - 2 * row->n);
		g_string_append(page->out, "</tr>\n");
	}
	g_string_append(page->out, "</table>\n");
}

/* ---- around them ---- */

static void
put_paragraph(struct page *page, const char *tag, struct text_span text)
{
	if (text.size == 0)
		return;
	g_string_append(page->out, tag);
	page_guard(page, text);
	html_escape(text, page->out);
	g_string_append(page->out, "</p>\n");
}

/* What the signs mean. */
static void
put_note(struct page *page, struct text_span note)
{
	put_paragraph(page,
	    "<p class=\"m\" style=\"margin:0 0 12px;font-size:13px;"
	    "line-height:19px;color:" MUTED "\">",
	    note);
}

/* That the list follows. */
static void
put_lead(struct page *page)
{
	const char *said = catalog_raw(page->letter->catalog, "html.listed");

	put_paragraph(page, "<p style=\"margin:0 0 8px\">",
	    text_whole(said != NULL ? said : ""));
}

/* All that have room; the first is led by what the signs mean. */
static void
put_tables(struct page *page, const struct board *board, const GArray *all,
    struct text_span note)
{
	size_t begin = page->out->len;

	for (guint i = 0; i < all->len; i++) {
		const struct taps *taps = &g_array_index(all, struct taps, i);
		size_t used = page->out->len - begin;

		page_room(page, used < ROOM ? ROOM - used : 0);
		if (taps->n < FEWEST || !has_room(page, taps))
			continue;
		if (page->tapped->len == 0)
			put_note(page, note);
		put_table(page, board, taps);
		g_ptr_array_add(
		    page->tapped, g_strndup(taps->begin.at, taps->begin.size));
	}
	if (page->tapped->len > 0)
		put_lead(page);
}

void
page_taps(struct page *page)
{
	char *drawn = page->taps, *note;
	g_autofree struct board *board = NULL;
	g_autoptr(GArray) all = NULL;

	page->taps = NULL;
	if (drawn == NULL || page->mailto == NULL || page->tapped != NULL)
		return;
	drawn += strspn(drawn, "\n");
	note = strstr(drawn, "\n\n");
	if (note != NULL)
		*note++ = '\0';
	else
		note = drawn + strlen(drawn);
	board = g_new(struct board, 1);
	if (!read_board(page, drawn, board))
		return;
	page->tapped = g_ptr_array_new_with_free_func(g_free);
	all = sort_moves(page, board);
	put_tables(page, board, all, text_strip(note, note + strlen(note)));
}

bool
page_is_tapped(const struct page *page, const char *begin)
{
	for (guint i = 0; page->tapped != NULL && i < page->tapped->len; i++)
		if (strcmp(page->tapped->pdata[i], begin) == 0)
			return true;
	return false;
}

void
page_untap(struct page *page)
{
	if (page->tapped != NULL)
		g_ptr_array_unref(page->tapped);
	page->tapped = NULL;
	page->taps = NULL;
}

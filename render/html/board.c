/* SPDX-License-Identifier: ISC */
/*
 * Drawn boards as tables that also fit a phone.  Where a picture goes with the
 * letter they are left out: it shows the same, and the template says it in
 * words besides.
 */
#include "render/html/html.h"

#include "render/text/text.h"
#include "render/language/catalog.h"

#include <string.h>

#define RING_MIN 3
#define RING_MAX 12

static bool
has_picture(const struct page *page)
{
	return json_object_get(page->letter->context, "picture") != NULL;
}

/* ---- a ring around a middle ---- */

/* Each line of a block on its own, without making lines of text of them. */
static void
put_block(struct page *page, struct text_span block, const char *arrow)
{
	const char *p = block.at, *end = p + block.size;
	bool first = true;

	while (p < end) {
		const char *stop = memchr(p, '\n', (size_t)(end - p));
		struct text_span line =
		    text_strip(p, stop != NULL ? stop : end);

		p = stop != NULL ? stop + 1 : end;
		if (line.size == 0)
			continue;
		g_string_append(
		    page->out, first ? "<b style=\"display:block\">"
				     : " <span style=\"display:block\">");
		if (first)
			page_guard(page, line);
		html_escape(line, page->out);
		g_string_append(page->out, first ? arrow : "");
		g_string_append(page->out, first ? "</b>" : "</span>");
		first = false;
	}
}

/* Where the text "---" parts blocks; how many there are behind the first. */
static int
read_blocks(const char *text, struct text_span *blocks)
{
	int n = 0;
	const char *from = text;

	for (const char *p = text;; p++) {
		const char *end = strchrnul(p, '\n');
		struct text_span line = text_strip(p, end);
		bool bar = line.size >= 3 && strspn(line.at, "-") >= line.size;

		if (bar || *end == '\0') {
			if (n <= RING_MAX)
				blocks[n] = text_strip(from, bar ? p : end);
			n++;
			from = *end == '\0' ? end : end + 1;
		}
		if (*end == '\0')
			return n - 1;
		p = end;
	}
}

static const char *
arrow_to(const struct ring_spot *from, const struct ring_spot *to)
{
	if (from->row == to->row)
		return from->column < to->column ? " →" : " ←";
	return from->row < to->row ? " ↓" : " ↑";
}

static void
put_ring_cell(
    struct page *page, struct text_span block, bool middle, const char *arrow)
{
	if (block.size == 0) {
		g_string_append(page->out, "<td>&nbsp;</td>");
		return;
	}
	g_string_append(page->out,
	    middle ? "<td class=\"t r\" valign=\"middle\" align=\"center\" "
		     "bgcolor=\"" TINT "\" style=\"background-color:" TINT
		     ";border:1px solid " RULE ";padding:6px\">"
		   : "<td class=\"r\" width=\"33%\" valign=\"top\" "
		     "style=\"border:1px solid " RULE ";padding:6px\">");
	put_block(page, block, arrow);
	g_string_append(page->out, "</td>");
}

static void
put_ring(struct page *page, const struct text_span *blocks, int n)
{
	struct ring_spot spots[RING_MAX];
	int rows = text_ring(n, spots);

	g_string_append(page->out,
	    TABLE_TAG "class=\"x\" cellspacing=\"4\" width=\"100%\" "
		      "style=\"margin:0 0 14px;font-size:13px;"
		      "line-height:18px\">\n");
	for (int r = 0; r < rows; r++) {
		g_string_append(page->out, "<tr>");
		for (int c = 0; c < 3; c++) {
			struct text_span block = { "", 0 };
			const char *arrow = "";
			bool middle = r == 1 && c == 1;

			if (middle)
				block = blocks[0];
			for (int i = 0; i < n && !middle; i++)
				if (spots[i].row == r && spots[i].column == c) {
					block = blocks[i + 1];
					arrow = arrow_to(
					    &spots[i], &spots[(i + 1) % n]);
				}
			put_ring_cell(page, block, middle, arrow);
		}
		g_string_append(page->out, "</tr>\n");
	}
	g_string_append(page->out, "</table>\n");
}

void
page_circle(struct page *page, const char *text)
{
	struct text_span blocks[RING_MAX + 1];
	int n;

	if (has_picture(page))
		return;
	page_card(page);
	n = read_blocks(text, blocks);
	if (n >= RING_MIN && n <= RING_MAX) {
		put_ring(page, blocks, n);
		return;
	}
	for (int i = 0; i <= MIN(n, RING_MAX); i++)
		page_paragraph(page, blocks[i]);
}

/* ---- hexagons ---- */

bool
hexes_read(const char *text, struct hex_row *rows, int *n)
{
	*n = 0;
	while (*text != '\0') {
		const char *end = strchrnul(text, '\n');
		struct text_span line = { text, (size_t)(end - text) };
		struct hex_row *row = &rows[*n];

		text = *end == '\n' ? end + 1 : end;
		if (text_strip(line.at, end).size == 0)
			continue;
		if (*n == HEX_ROWS)
			return false;
		row->n = 0;
		text_cell(&line, false, &row->label);
		while (line.at != NULL && row->n < HEX_CELLS &&
		       text_cell(&line, false, &row->cells[row->n]))
			row->n++;
		if (line.at != NULL)
			return false;
		(*n)++;
	}
	return *n > 0;
}

int
hexes_place(struct hex_row *rows, int n)
{
	int widest = 0, halves = 0;

	for (int i = 0; i < n; i++)
		widest = MAX(widest, rows[i].n);
	for (int i = 0; i < n; i++) {
		rows[i].start = widest - rows[i].n;
		if (i > 0 && (rows[i].start - rows[i - 1].start) % 2 == 0)
			rows[i].start++;
		halves = MAX(halves, rows[i].start + 2 * rows[i].n);
	}
	return halves;
}

static void
put_gap(struct page *page, int halves)
{
	if (halves > 0)
		g_string_append_printf(
		    page->out, "<td colspan=\"%d\">&nbsp;</td>", halves);
}

/* The field, and what lies there below it. */
static void
put_hex(struct page *page, struct text_span cell)
{
	const char *blank = memchr(cell.at, ' ', cell.size);
	struct text_span field = { cell.at,
		blank != NULL ? (size_t)(blank - cell.at) : cell.size };

	g_string_append(page->out,
	    blank != NULL
		? "<td class=\"t r\" colspan=\"2\" align=\"center\" "
		  "bgcolor=\"" TINT "\" style=\"background-color:" TINT
		  ";border:1px solid " RULE ";padding:3px 0\">"
		: "<td class=\"r\" colspan=\"2\" align=\"center\" "
		  "style=\"border:1px solid " RULE ";padding:3px 0\">");
	g_string_append(
	    page->out, "<span class=\"m\" style=\"color:" MUTED "\">");
	html_escape(field, page->out);
	g_string_append(page->out, "</span>");
	g_string_append(page->out, " <b style=\"display:block\">");
	if (blank != NULL)
		html_escape(text_strip(blank, cell.at + cell.size), page->out);
	else
		g_string_append(page->out, "&nbsp;");
	g_string_append(page->out, "</b></td>");
}

static void
put_hex_row(struct page *page, const struct hex_row *row, int halves)
{
	g_string_append(
	    page->out, "<tr><td class=\"m\" style=\"color:" MUTED "\">");
	html_escape(row->label, page->out);
	g_string_append(page->out, "</td>");
	put_gap(page, row->start);
	for (int i = 0; i < row->n; i++)
		put_hex(page, row->cells[i]);
	put_gap(page, halves - row->start - 2 * row->n);
	g_string_append(page->out, "</tr>\n");
}

void
page_hexes(struct page *page, const char *text)
{
	struct hex_row rows[HEX_ROWS];
	int n, halves;

	if (has_picture(page))
		return;
	if (!hexes_read(text, rows, &n)) {
		page_table(page, text);
		return;
	}
	halves = hexes_place(rows, n);
	page_card(page);
	g_string_append(page->out,
	    TABLE_TAG "cellspacing=\"1\" width=\"100%\" style=\""
		      "table-layout:fixed;margin:0 0 14px;font-size:12px;"
		      "line-height:15px;word-break:normal\">\n<tr>");
	for (int i = 0; i <= halves; i++)
		g_string_append(
		    page->out, i == 0 ? "<td width=\"16\" height=\"1\"></td>"
				      : "<td height=\"1\"></td>");
	g_string_append(page->out, "</tr>\n");
	for (int i = 0; i < n; i++)
		put_hex_row(page, &rows[i], halves);
	g_string_append(page->out, "</table>\n");
}

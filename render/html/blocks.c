/* SPDX-License-Identifier: ISC */
/*
 * What a marked letter is made of: what its templates write as it is, blocks of
 * filters, and partials that mean something.
 */
#include "render/html/html.h"

#include "render/markup.h"
#include "render/text/text.h"

#include <string.h>

/* ---- blocks ---- */

/* Without marks but those of rows, which only a table understands. */
static void
flatten(char *text, bool rows)
{
	char *begin = text, *to = text;

	for (; *text != '\0'; text++) {
		/* A list of cells inside a row makes no rows. */
		if (*text == MARK_ROW && rows &&
		    (to == begin || to[-1] == '\n'))
			*to++ = *text;
		else if (*text == MARK_BLOCK || *text == MARK_PART ||
			 *text == MARK_PART_END)
			text += text[1] != '\0';
		else if (*text != MARK_BLOCK_END && *text != MARK_ROW)
			*to++ = *text;
	}
	*to = '\0';
}

/* "Round 1 … | Anna → pay 2 | Boris → pass": what it is about, and its cells.
 */
static void
put_cells(struct page *page, struct text_span line)
{
	struct text_span cell;
	bool first = true;

	page_card(page);
	page_settle(page);
	g_string_append(page->out,
	    "<p style=\"margin:0 0 10px;font-size:14px;line-height:20px\">");
	page_guard(page, line);
	for (; text_cell(&line, false, &cell); first = false) {
		if (cell.size == 0)
			continue;
		if (page->out->str[page->out->len - 1] != '>')
			g_string_append(page->out, first ? "" : " · ");
		g_string_append(page->out, first ? "<b>" : "");
		page_prose(page, cell);
		g_string_append(page->out, first ? "</b><br>" : "");
	}
	g_string_append(page->out, "</p>\n");
	page->begun = page->led = true;
}

static void
put_items(struct page *page, const char *p)
{
	while (*p != '\0') {
		const char *end = strchrnul(p, '\n');
		struct text_span line = text_strip(p, end);

		p = *end == '\n' ? end + 1 : end;
		if (line.size == 0)
			continue;
		if (memchr(line.at, '|', line.size) != NULL)
			put_cells(page, line);
		else
			page_paragraph(page, line);
	}
}

static void
put_block(struct page *page, char block, char *text)
{
	if (block == BLOCK_PLAIN || block == BLOCK_PREHEADER)
		return;
	if (block == BLOCK_HTML_TABLE)
		block = BLOCK_TABLE;
	if (strpbrk(text, MARKS) != NULL)
		flatten(text, block == BLOCK_TABLE);
	if (text[strspn(text, " \n" MARKS)] == '\0')
		return;
	if (block == BLOCK_TAPS)
		page->taps = page->choices > 0 ? text : NULL;
	else if (block == BLOCK_WRAP)
		page_wrap(page, text);
	else if (block == BLOCK_TABLE && page->choices > 0)
		page_choices(page, text);
	else if (block == BLOCK_TABLE)
		page_table(page, text);
	else if (block == BLOCK_ITEMS && page->choices > 0)
		page_groups(page, text);
	else if (block == BLOCK_ITEMS)
		put_items(page, text);
	else if (block == BLOCK_CIRCLE)
		page_circle(page, text);
	else if (block == BLOCK_HEXES)
		page_hexes(page, text);
}

/* ---- partials ---- */

/* What comes next begins anew, also behind it. */
static void
turn_part(struct page *page, char part, bool ends)
{
	int step = ends ? -1 : 1;

	switch (part) {
	case PART_ASK:
		page->asks += step;
		break;
	case PART_CHOICES:
		if (ends && page->choices == 1) {
			page_close(page);
			page_picture(page);
		}
		page->choices += step;
		page->chosen = false;
		page_untap(page);
		break;
	case PART_HELP:
		page->help += step;
		break;
	case PART_ANSWER:
		page->answers += step;
		break;
	case PART_WAITS:
		page->waits += step;
		break;
	case PART_LEGEND:
		page->legend += step;
		break;
	case PART_CUT:
	case PART_SMALL:
		if (part == PART_SMALL || page->print)
			page_close(page);
		page->small += step;
		break;
	case PART_TABLE:
		if (!ends)
			page_picture(page);
		page_close(page);
		break;
	case PART_SECTION:
		page_close(page);
		break;
	default:
		if (part == PART_PICTURE && !ends)
			page_picture(page);
	}
}

/* ---- the whole ---- */

void
page_write(struct page *page, char *p)
{
	g_autoptr(GString) text = g_string_sized_new(256);
	const char *all = p + strlen(p);

	while (*p != '\0') {
		char mark = *p;

		if (mark == MARK_BLOCK && p[1] != '\0') {
			char block = p[1], *end = marks_block_end(p + 2);
			bool last = *end == '\0';

			page_flush(page, text, p);
			page_settle(page);
			*end = '\0';
			page->rest = (size_t)(all - end);
			put_block(page, block, p + 2);
			p = last ? end : end + 1;
		} else if ((mark == MARK_PART || mark == MARK_PART_END) &&
			   p[1] != '\0') {
			page_flush(page, text, p + 2);
			turn_part(page, p[1], mark == MARK_PART_END);
			p += 2;
		} else if (strchr(MARKS, mark) != NULL) {
			p++;
		} else {
			p = page_plain(page, p, text);
		}
	}
	page_flush(page, text, p);
}

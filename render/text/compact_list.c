/* SPDX-License-Identifier: ISC */
/*
 * Long lists, each introduced by what its items have in common, so that they
 * can be read in few lines, also aloud.
 */
#include "render/text/text.h"

#include <string.h>

#define HANG 4 /* blanks before further lines, more than before the first */
#define AFTER_HEAD 2

struct list {
	GString *out;
	int margin; /* of further lines */
	int column; /* so far, of the line at work; 0: a new one */
};

static void
next_line(struct list *list)
{
	g_string_append_c(list->out, '\n');
	list->column = 0;
}

/* gap: blanks that part it from what stands before it on the line. */
static void
append_piece(struct list *list, struct text_span piece, int gap)
{
	int width = text_span_width(piece);

	if (list->column > 0 && list->column + gap + width > TEXT_ITEM_COLUMNS)
		next_line(list);
	if (list->column == 0 && list->margin + width > TEXT_ITEM_COLUMNS) {
		text_fill(piece, list->margin, NULL, list->out);
		return;
	}
	if (list->column == 0)
		gap = list->margin;
	text_blanks(gap, list->out);
	g_string_append_len(list->out, piece.at, (gssize)piece.size);
	list->column += gap + width;
}

/* The mark that parts items stays with the one before it. */
static void
append_item(struct list *list, struct text_span item, int gap, bool last)
{
	g_autoptr(GString) text = g_string_new_len(item.at, (gssize)item.size);

	if (!last)
		g_string_append(text, " ·");
	append_piece(list, (struct text_span){ text->str, text->len }, gap);
}

/* The next item that is not empty. */
static bool
take_item(struct text_span *line, struct text_span *item)
{
	while (text_cell(line, false, item))
		if (item->size > 0)
			return true;
	return false;
}

static void
append_list(struct text_span line, int margin, GString *out)
{
	struct list list = { out, margin, 0 };
	struct text_span item, following;
	int gap = AFTER_HEAD;
	bool more;

	text_cell(&line, false, &item);
	append_piece(&list, item, 0);
	list.margin += HANG;
	more = take_item(&line, &item);
	while (more) {
		more = take_item(&line, &following);
		append_item(&list, item, gap, !more);
		item = following;
		gap = 1;
	}
	if (list.column > 0)
		next_line(&list);
}

void
text_items(const char *text, GString *out)
{
	const char *next;

	for (; *text != '\0'; text = next) {
		const char *end = strchrnul(text, '\n');
		size_t blanks = strspn(text, " ");
		struct text_span line = { text, (size_t)(end - text) };

		next = *end == '\n' ? end + 1 : end;
		if (text + blanks < end)
			append_list(
			    line, (int)MIN(blanks, TEXT_COLUMNS / 4), out);
	}
}

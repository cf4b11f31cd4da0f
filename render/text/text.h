/* SPDX-License-Identifier: ISC */
/* Text laid out in columns: what the filters and the end of a letter use. */
#ifndef RENDER_TEXT_TEXT_H
#define RENDER_TEXT_TEXT_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define TEXT_COLUMNS 72
/* Of items, which tell what happened: a mail program that marks them as quoted
 * need not break them anew, by which a word might come to stand alone. */
#define TEXT_ITEM_COLUMNS 70

/* A piece of a text that goes on behind it. */
struct text_span {
	const char *at;
	size_t size;
};

/* As g_string_append_len, which takes several times as long for a few bytes;
 * text may be NULL if size is 0. */
static inline void
text_append(GString *out, const char *text, size_t size)
{
	if (size == 0)
		return;
	if (size >= out->allocated_len - out->len) {
		g_string_append_len(out, text, (gssize)size);
		return;
	}
	memcpy(out->str + out->len, text, size);
	out->len += size;
	out->str[out->len] = '\0';
}

static inline void
text_append_all(GString *out, const char *text)
{
	text_append(out, text, strlen(text));
}

/* Orders a GPtrArray of texts by their bytes. */
int text_order(const void *, const void *);
struct text_span text_whole(const char *);
/* What lies between, without the blanks and line ends around it. */
struct text_span text_strip(const char *from, const char *to);
int text_span_width(struct text_span);
bool text_same(struct text_span, struct text_span);
void text_blanks(int n, GString *out);
void text_integer(gint64 n, GString *out);
/* Append it with & < > " escaped, for HTML and for XML. */
void html_escape(struct text_span, GString *out);

/* Would a line read as something that it is not, where it begins in the middle
 * of a paragraph? */
struct text_doubt {
	bool (*doubtful)(const void *arg, struct text_span line);
	const void *arg;
};
/*
 * Append paragraphs filled to TEXT_COLUMNS.  Blank lines stay.  A line that
 * begins with blanks is a paragraph of its own, moved in by them; if it
 * begins with a mark like "-", its further lines are moved in by that too.
 * A last line of one or two words is avoided: it might read as a command; and
 * so is what is doubtful (NULL: nothing is) where a few words more in the line
 * help.
 */
void text_wrap(const char *text, const struct text_doubt *, GString *out);
/* Append one line as text_wrap does with a paragraph, from margin blanks on. */
void text_fill(
    struct text_span line, int margin, const struct text_doubt *, GString *out);
/*
 * Append rows of cells "a | b | c" in columns, those of numbers to the right.
 * Blanks before the first row move all of it in.  A last column that has no
 * room is filled; rows that have no room at all become paragraphs.
 */
void text_table(const char *text, GString *out);
/*
 * Take the first cell off a row; last: it is all that is left.  false when
 * there is none any more (then line->at is NULL).
 */
bool text_cell(struct text_span *line, bool last, struct text_span *cell);
/* "7", "-3", "8.33": columns of such stand to the right. */
bool text_is_number(struct text_span cell);
/*
 * Append lists, one a line: "what they are | item | item".  They are filled
 * to TEXT_COLUMNS, break between items only, and hang.
 */
void text_items(const char *text, GString *out);
/* Append a board of hexagons, one row a line: "label | cell | cell". */
void text_hexes(const char *text, GString *out);
/* Append a ring of blocks, parted by lines "---", around the first one. */
void text_circle(const char *text, GString *out);
/* Where each of n of them stands, in three columns; returns the rows. */
struct ring_spot {
	int column, row;
};
int text_ring(int n, struct ring_spot *);
/* The same, drawn in ASCII. */
void text_circle_ascii(const char *text, GString *out);
/*
 * A letter as it goes out: no control characters, no blanks at line ends, no
 * two empty lines in a row, none at the start, no line over TEXT_COLUMNS.
 */
char *text_letter(const char *text);

#endif

/* SPDX-License-Identifier: ISC */
/* The HTML of a letter, from its marked text: for the files of render/ only. */
#ifndef RENDER_HTML_HTML_H
#define RENDER_HTML_HTML_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "render/text/text.h"

struct rendering;

/*
 * Colours stand in each element, for many programs take nothing else; classes
 * name those that the one style sheet changes in the dark.  Text has a
 * contrast of at least 4.5 to what it stands on, in both.
 */
#define INK "#22303a"
#define MUTED "#55636c"
#define CARD "#fcfdfb"
#define TINT "#f0f4f1"
#define RULE "#d9e0dc"
#define BUTTON "#1f6270"
#define BUTTON_INK "#f7fbfa"
#define QUIET "#e4eae7"
#define QUIET_INK "#33424b"
#define SOFT "#d9e9e8"
#define SOFT_INK "#124c59"
#define LINK "#175b6d"
#define DUE "#9a3d00"

#define TABLE_TAG "<table role=\"presentation\" cellpadding=\"0\" border=\"0\" "

/* One letter, or a part of one, at work. */
struct page {
	const struct rendering *letter;
	GString *out;
	GString *line; /* words of a line, to see if it reads as a command */
	bool card; /* one is open */
	bool print; /* it is one of small print */
	bool begun; /* there was a paragraph */
	bool led; /* one that is set large, or might have been */
	bool chapters; /* what comes next has headings below a heading */
	const char *list; /* the mark of the list that is open, or NULL */
	bool listed; /* a table of commands and what they do is open */
	bool pictured; /* the picture stands there */
	bool chosen; /* there was a list of choices in this part */
	char *taps; /* the board to tap of this part, or NULL */
	GPtrArray *tapped; /* char *, how the moves of its tables begin */
	bool linked; /* a link was made */
	bool unfinished; /* one of words to be completed */
	bool told; /* what a tap does */
	int asks, choices, small, help, answers, waits, legend; /* open parts */
	GString *mailto; /* "mailto:ADDRESS?subject=TAG%20", or NULL */
	size_t mailto_size;
	size_t room; /* bytes for links */
	size_t rest; /* bytes of the marked letter still to come */
};

/* ---- page.c: cards, paragraphs ---- */

/* Open a card if none is; close it and what is open in it. */
void page_card(struct page *);
void page_close(struct page *);
/* Close what is open inside the card. */
void page_settle(struct page *);
/* A mark in front if that line, as others will quote it, reads as a command. */
void page_guard(struct page *, struct text_span line);
void page_paragraph(struct page *, struct text_span);
/* Words of a sentence.  In Polish no line ends with a word of one letter. */
void page_prose(struct page *, struct text_span);
/* One below the last one if there are chapters. */
void page_heading(struct page *, struct text_span);
/* A line that is not to be filled: a number, an example of a command. */
void page_code(struct page *, struct text_span);
void page_picture(struct page *);
/* In place of what leads to a list of moves; false: that stays. */
bool page_invite(struct page *);
/* Below moves: what a tap does. */
void page_tap(struct page *);
/* The text of a value of the context, or "". */
const char *html_context(const json_t *object, const char *key);

/* ---- html.c: the body and the frame ---- */

/* The letter's HTML without its frame; no first words if it ends another. */
char *html_body(const struct rendering *, char *marked, bool ends);

/* ---- blocks.c: what is between marks ---- */

void page_write(struct page *, char *marked);

/* ---- plain.c: what templates write as it is ---- */

/* A paragraph, or a heading of what stands behind; text is empty then. */
void page_flush(struct page *, GString *text, const char *behind);
/* Up to the next mark, which is returned; what is left in text goes on behind
 * it. */
char *page_plain(struct page *, char *, GString *text);
/* As text_wrap: a line that begins with a blank is a paragraph of its own. */
void page_wrap(struct page *, const char *);

/* ---- table.c ---- */

void page_table(struct page *, const char *text);

/* ---- links.c ---- */

/* What links are made of. */
void page_links(struct page *);
/* How many bytes they may take, now that moves begin: so many at most. */
void page_room(struct page *, size_t most);
/* A link to a mail with these words, which is page->mailto then; false: none.
 */
bool page_link(struct page *, struct text_span words);

/* ---- moves.c: what can be sent ---- */

/* A line "→ WORDS": a button if that can be sent as it is. */
void page_action(struct page *, struct text_span words);
/* The two forms of the list of choices. */
void page_choices(struct page *, const char *text);
void page_groups(struct page *, const char *text);

/* ---- board.c: drawings ---- */

#define HEX_ROWS 24
#define HEX_CELLS 11

struct hex_row {
	struct text_span label;
	struct text_span cells[HEX_CELLS];
	int n;
	int start; /* halves of cells before the first */
};

void page_circle(struct page *, const char *text);
void page_hexes(struct page *, const char *text);
/* Rows "label | cell | cell"; false: there are more than have room. */
bool hexes_read(const char *text, struct hex_row *rows, int *n);
/* In the middle, but half a cell aside of the row above: sets start, and
 * returns how many halves there are in all. */
int hexes_place(struct hex_row *rows, int n);

/* ---- taps.c: boards to tap ---- */

/* Before the list of choices: what of it can be tapped on a board. */
void page_taps(struct page *);
/* Do the moves that begin so have a table of their own? */
bool page_is_tapped(const struct page *, const char *begin);
/* The part ends. */
void page_untap(struct page *);

#endif

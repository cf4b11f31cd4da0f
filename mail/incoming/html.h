/* SPDX-License-Identifier: ISC */
/* Between the files that read HTML: html.c and html_*.c. */
#ifndef MAIL_INCOMING_HTML_H
#define MAIL_INCOMING_HTML_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- html_entity.c ---- */

/* Of "eacute" or "#233"; 0: there is none. */
gunichar html_entity(const char *name);

/* ---- html_paint.c: can a text be seen? ---- */

struct paint {
	int ink, body; /* 0xRRGGBB, or -1: not known */
	bool tiny, invisible, gone; /* gone: with all that is in it */
};
/* Black on white. */
struct paint paint_plain(void);
/* What the attribute of an element changes. */
void paint_attribute(
    struct paint *, const char *tag, const char *name, const char *value);
bool paint_same(const struct paint *, const struct paint *);
bool paint_hides(const struct paint *);

/* ---- html_copy.c: what mail programs mark as a copy ---- */

/* What an element is by its attributes. */
enum copy {
	COPY_NONE,
	COPY_QUOTE, /* the text in it is quoted */
	COPY_FRAME, /* a quote in it is: what is below that quote is not */
	COPY_REST /* all that follows is, as far as can be told */
};
enum copy copy_attribute(const char *tag, const char *name, const char *value);
/* "> " before each line of the text from there on that has none. */
void copy_mark(GString *text, size_t from);

/* ---- html_lines.c: lines, and the elements around them ---- */

#define OPEN_MAX 64
#define TAG_MAX 16

/* An open element that changes how the text in it is taken. */
struct element {
	char tag[TAG_MAX];
	int nested; /* open elements of the same tag inside it */
	enum copy copy;
	bool empty; /* a frame, and no quote was in it yet */
	size_t from; /* where the output of a frame begins */
	struct paint before;
};

struct reducer {
	const char *p, *end;
	GString *out;
	GString *line;
	bool blank; /* one is owed before the next character */
	bool spaced; /* the line has a blank that keeps it open, if no text */
	bool worded; /* it has a letter or a digit */
	bool in_head;
	bool rest; /* all that follows is quoted */
	bool ours; /* it stands in a table that is a letter of ours */
	int pre; /* open <pre>: line ends count */
	int tables, quotes; /* open ones */
	struct element open[OPEN_MAX];
	int nopen;
	struct paint paint;
	bool hidden; /* it hides what it paints */
	GString *link; /* of what is a link from its beginning, or "" */
	size_t linked; /* so much of the line is in it */
};
/* A character of the text, if it can be seen. */
void html_put(struct reducer *, gunichar);
void html_end_line(struct reducer *, bool even_if_empty);
/* What follows is a copy that no element encloses. */
void html_mark_foreign(struct reducer *);
void html_open_link(struct reducer *, const char *to);
void html_close_link(struct reducer *);
/* One that is a copy or that hides or shows what is in it. */
void html_element_open(
    struct reducer *, const char *tag, enum copy, const struct paint *);
/* The innermost one of this tag is closed, or one more is open in it. */
void html_element_count(struct reducer *, const char *tag, bool closing);
/* A paragraph needs no closing tag before the next block. */
void html_end_paragraph(struct reducer *);

#endif

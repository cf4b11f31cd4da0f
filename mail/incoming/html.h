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

#endif

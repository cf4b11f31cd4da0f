/* SPDX-License-Identifier: ISC */
/* Between unquote.c, page.c, mark.c, head.c, whose.c and beside.c. */
#ifndef MAIL_QUOTES_UNQUOTE_INNER_H
#define MAIL_QUOTES_UNQUOTE_INNER_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

struct mail_line;
struct reading;

/* Longer lines are no mark of anything. */
#define MARK_MAX_BYTES 400

/*
 * Where in a text one writes it.  Lines are struct mail_line *, and folded of
 * the same places: the text without case and accents, "" of a gap or of what
 * is longer than a mark.
 */
struct page {
	GPtrArray *lines;
	GPtrArray *folded; /* char * */
	GArray *above; /* glong: columns of a marked line right above, or 0 */
	const char *marked; /* while it is filled: the line before, or NULL */
	size_t marked_size;
	const struct reading *reading;
};

/* ---- page.c ---- */

struct mail_line *page_line(const struct page *, guint i);
const char *page_folded(const struct page *, guint i);
/* Is there a line that is neither blank nor marked? */
bool page_has_text(const struct page *, guint i);
/* The next one at or behind i that is not blank. */
guint page_behind_blanks(const struct page *, guint i);

/* ---- mark.c: of folded lines ---- */

/* Behind marks, from the first letter or digit. */
const char *mark_skip(const char *);
/* How much of it is left without marks at its end. */
size_t mark_size(const char *text, size_t size);
/* Are the words one of the list, whatever marks stand around them? */
bool mark_one_of(const char *folded, char *const *list);
bool mark_begins(const char *text, char *const *list);
/* Where one of these words begins in it, or NULL. */
const char *mark_find_word(const char *text, char *const *list, size_t *size);
/* "____", "-----", "* * *" */
bool mark_is_rule(const char *);
/* "18:26", "2026", "2.11." */
bool mark_has_moment(const char *);
bool mark_has_address(const char *);

/* ---- head.c: what stands above what somebody else wrote ---- */

struct head {
	guint end; /* the place behind it */
	bool passed_on; /* it is no answer to it */
	bool fields; /* there are some of its header */
};
/* At that line, with a rule above it, and all that follow each other. */
bool head_find(const struct page *, guint i, struct head *);
bool head_one(const struct page *, guint i, struct head *);

/* ---- whose.c, beside.c ---- */

/* Lines that are the writer's own so far become whose they are. */
void whose_sort(const struct page *);
/* And then become foreign, if their neighbours are. */
void beside_sort(const struct page *);

#endif

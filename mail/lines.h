/* SPDX-License-Identifier: ISC */
/* Between lines.c, whose.c and beside.c. */
#ifndef MAIL_LINES_H
#define MAIL_LINES_H

#include "mail/inner.h"

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

/* Are the words one of the list, whatever marks stand around them? */
bool whose_one_of(const char *folded, char *const *list);
/* Lines that are the writer's own so far become whose they are. */
void whose_sort(const struct page *);
/* And then become foreign, if their neighbours are. */
void beside_sort(const struct page *);

#endif

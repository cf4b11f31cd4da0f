/* SPDX-License-Identifier: ISC */
/* When a match was decided, and how it ended for a reader. */
#ifndef APP_LETTERS_STORY_HIGHLIGHTS_H
#define APP_LETTERS_STORY_HIGHLIGHTS_H

#include <glib.h>
#include <jansson.h>

struct reader;

/* How it ended for that reader, in a sentence or two; newly allocated. */
char *ending_verdict(const struct reader *);
/* When it was decided: a list of at most four sentences. */
json_t *ending_turning(const struct reader *, const GPtrArray *chapters);
/* The same, each with its "text", the "end" of its chapter, or -1, its "key",
 * and the "seat" of which it tells, or -1. */
json_t *ending_turning_ends(const struct reader *, const GPtrArray *chapters);

#endif

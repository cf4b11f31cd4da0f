/* SPDX-License-Identifier: ISC */
/*
 * What all were told at each step of a match, for its replay in several
 * languages.  A sentence that comes again is kept once, with its words.
 */
#ifndef APP_LETTERS_WRITING_TOLD_STEPS_H
#define APP_LETTERS_WRITING_TOLD_STEPS_H

#include <glib.h>

struct match;
struct reader;
struct report;
struct told_steps;

struct told_steps *told_steps_new(void);
void told_steps_free(struct told_steps *);
/* One more step, with the names of that match. */
void told_steps_add(
    struct told_steps *, const struct match *, const struct report *);
/* From now on in the language of that reader, who must outlive it. */
void told_steps_for(struct told_steps *, const struct reader *);
/* The sentences of a step, by its number, newly allocated. */
char *told_steps_text(struct told_steps *, guint step);

#endif

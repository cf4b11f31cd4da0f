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
/* Forget the words: a reader of another language, or of another table, comes
 * next. */
void told_steps_again(struct told_steps *);
/* The sentences of a step, by its number, newly allocated: for the one reader
 * since told_steps_again. */
char *told_steps_text(struct told_steps *, const struct reader *, guint step);

#endif

/* SPDX-License-Identifier: ISC */
/* What the last letter of a match tells. */
#ifndef APP_LETTERS_FINAL_CONTEXT_H
#define APP_LETTERS_FINAL_CONTEXT_H

#include <glib.h>
#include <jansson.h>

struct reader;

/* ---- final_context.c ---- */

/*
 * Context of a match that is over, all of which may be known now: "proof",
 * "verdict", "chart", "turning", "shown", "rounds", "open" and "again".
 */
void ending_context(const struct reader *, json_t *context);
/* Of one that was called off: "chart", if scores lie open, and "past", what
 * the reader was told of each round. */
void ending_left_context(const struct reader *, json_t *context);

/* ---- highlights.c ---- */

/* How it ended for that reader, in a sentence or two; newly allocated. */
char *ending_verdict(const struct reader *);
/* When it was decided: a list of at most four sentences. */
json_t *ending_turning(const struct reader *, const GPtrArray *chapters);
/* The same, each with its "text", the "end" of its chapter, or -1, its "key",
 * and the "seat" of which it tells, or -1. */
json_t *ending_turning_ends(const struct reader *, const GPtrArray *chapters);

#endif

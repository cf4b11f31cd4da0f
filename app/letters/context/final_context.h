/* SPDX-License-Identifier: ISC */
/* What the last letter of a match tells. */
#ifndef APP_LETTERS_CONTEXT_FINAL_CONTEXT_H
#define APP_LETTERS_CONTEXT_FINAL_CONTEXT_H

#include <jansson.h>

struct reader;

/* Context of a match that is over, all of which may be known now: "proof",
 * "verdict", "chart", "turning" and "open". */
void ending_brief_context(const struct reader *, json_t *context);
/* The same, and "shown", "rounds" and "again". */
void ending_context(const struct reader *, json_t *context);
/* Of one that was called off: "chart", if scores lie open, and "past", what
 * the reader was told of each round. */
void ending_left_context(const struct reader *, json_t *context);

#endif

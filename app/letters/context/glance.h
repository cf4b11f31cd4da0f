/* SPDX-License-Identifier: ISC */
/* What a list of mails shows of a letter. */
#ifndef APP_LETTERS_CONTEXT_GLANCE_H
#define APP_LETTERS_CONTEXT_GLANCE_H

#include <jansson.h>
#include <stdint.h>

struct reader;

/*
 * context.glance, for a seat of a match that has begun: "task" and "by" if it
 * is asked (the phrase GAME.turn-PHASE, and its deadline in brief), else
 * "news", the last sentence that the reader was told behind the event told.
 */
int glance_context(const struct reader *, int64_t told, json_t *context);

#endif

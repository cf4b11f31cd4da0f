/* SPDX-License-Identifier: ISC */
/* How much time a reminder says is left. */
#ifndef APP_LETTERS_CONTEXT_TIME_LEFT_H
#define APP_LETTERS_CONTEXT_TIME_LEFT_H

#include <jansson.h>

struct reader;

/* reminds, and left, if there is an end: into the context.  -1: the store. */
int time_left_context(const struct reader *, json_t *context);

#endif

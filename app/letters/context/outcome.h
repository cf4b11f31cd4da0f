/* SPDX-License-Identifier: ISC */
/* How a match ended. */
#ifndef APP_LETTERS_CONTEXT_OUTCOME_H
#define APP_LETTERS_CONTEXT_OUTCOME_H

#include <jansson.h>

struct reader;

/* What is told when it is over, alone. */
void context_final(const struct reader *, json_t *context);

#endif

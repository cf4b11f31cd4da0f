/* SPDX-License-Identifier: ISC */
/* What letters are made of. */
#ifndef APP_LETTERS_CONTEXT_CONTEXT_H
#define APP_LETTERS_CONTEXT_CONTEXT_H

#include <jansson.h>

struct reader;

/* What the templates of a letter to that reader get: all that may be known of
 * the match, with the news that the reader was not told yet. */
json_t *context_of(const struct reader *);
/* The same with all that is told when it is over, if it is. */
json_t *context_whole(const struct reader *);

#endif

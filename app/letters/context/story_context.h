/* SPDX-License-Identifier: ISC */
/* A match in chapters (letters/story/story.h), in the words of a letter. */
#ifndef APP_LETTERS_CONTEXT_STORY_CONTEXT_H
#define APP_LETTERS_CONTEXT_STORY_CONTEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct reader;
struct say;

/* The part "story": what was told after that number, in chapters; none of them
 * if there are no news. */
json_t *story_context(const struct reader *, int64_t after);
bool story_any(const struct reader *, int64_t after);
/* A sentence by itself, in the story's words; newly allocated. */
char *story_alone(const struct reader *, const struct say *);
/* All rounds, a line each, as far as there is something to say. */
json_t *story_past(const struct reader *);

#endif

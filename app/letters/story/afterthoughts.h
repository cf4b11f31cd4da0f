/* SPDX-License-Identifier: ISC */
/* What the moves of a match cost, as a robot sees them afterwards. */
#ifndef APP_LETTERS_STORY_AFTERTHOUGHTS_H
#define APP_LETTERS_STORY_AFTERTHOUGHTS_H

#include <jansson.h>

struct reader;

/*
 * The few moves that cost their seats most, by what each seat knew then, in the
 * order of the match: a list of {"n", "text"}, n as steps of a replay page
 * count.  Takes some seconds of thought, however long the match was; the same
 * whenever it is asked.  NULL with err.
 */
json_t *afterthoughts(const struct reader *);

#endif

/* SPDX-License-Identifier: ISC */
/* The legal moves in a letter. */
#ifndef APP_LETTERS_CONTEXT_LEGAL_MOVES_H
#define APP_LETTERS_CONTEXT_LEGAL_MOVES_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct match;
struct table;
struct words;

/* choices, many and, if they are many, groups; last are those that end the
 * reader's part, if there are others; offered has a key for each verb. */
void choices_context(
    struct table *, int seat, const struct words *, json_t *context);
/*
 * Moves with the same verb and the same first argument, or the same verb if
 * none of it has more than one argument, in the order of the first of each:
 * [{"move": what all begin with, "entries": [{"number", "rest"}...]}...];
 * of a single one {"move": all of it, "only": {"number"}}; of one verb with
 * numbers that follow each other (by_value) {"move": the verb, "range":
 * {"from", "to"}}.
 */
json_t *choices_groups(const struct match *, const GArray *legal,
    const struct words *, bool by_value);

#endif

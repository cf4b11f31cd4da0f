/* SPDX-License-Identifier: ISC */
/* The record of a match. */
#ifndef APP_LETTERS_STORY_RECORD_H
#define APP_LETTERS_STORY_RECORD_H

#include <jansson.h>
#include <stdbool.h>

struct table;
struct catalog;

/*
 * The record of a match.  reveal: with talk in private, when somebody decided,
 * and that a plan did it; without, one that is over may be shown to all.
 */
json_t *record_of(struct table *, const struct catalog *, bool reveal);
/*
 * Takes out which person each result is of: the same number in several records
 * would join the names of a person who has changed or hidden them.  Only the
 * organiser's export keeps it, for "verify --ratings".
 */
void record_impersonal(json_t *record);

#endif

/* SPDX-License-Identifier: ISC */
/* What people are told of a series. */
#ifndef APP_SERIES_LETTERS_H
#define APP_SERIES_LETTERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct course;
struct course_news;
struct reader;

/* {"id", "name", "game", "rounds", "round", "state": {WORD: true}, "people",
 * "waits", "terms": {"sentences"}, "standings", "tables"}: as the reader may
 * know it.  NULL is a fault. */
json_t *series_context(const struct reader *, struct course *);
/* The series in a line of a list. */
json_t *series_item(const struct reader *, const struct course *);

/* To that person: an invitation, or that the person takes part. */
int series_write(struct course *, int64_t person, bool invited);
/* To all who take part or wait. */
int series_tell(struct course *, const struct course_news *);

/* ---- terms.c ---- */

/* How the series goes and is scored: a list of sentences. */
json_t *series_sentences(const struct reader *, const struct course *);

#endif

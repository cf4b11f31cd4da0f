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
struct series_table_row;

/* {"id", "name", "game", "rounds", "round", "state": {WORD: true}, "people",
 * "waits", "terms": {"sentences"}, "standings", "progress", "tables"}: as the
 * reader may know it.  NULL is a fault. */
json_t *series_context(const struct reader *, struct course *);
/* Put the series into the context of a letter, with its "progress" on top,
 * where app/letters/writing/pictures.c looks for it. */
void series_into(json_t *context, json_t *series);
/* The series in a line of a list. */
json_t *series_item(const struct reader *, const struct course *);

/* To that person, what the organiser has done. */
enum series_told {
	SERIES_TOLD_ENTERED,
	SERIES_TOLD_INVITED,
	SERIES_TOLD_TAKEN_OUT
};
int series_write(struct course *, int64_t person, enum series_told);
/* To all who take part or wait. */
int series_tell(struct course *, const struct course_news *);
/* To the people of a table for which no match could be made. */
int series_tell_unmade(struct course *, const struct series_table_row *);

/* ---- terms.c ---- */

/* How the series goes and is scored: a list of sentences. */
json_t *series_sentences(const struct reader *, const struct course *);

#endif

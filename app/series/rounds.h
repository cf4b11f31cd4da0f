/* SPDX-License-Identifier: ISC */
/* Rounds of a series: when they begin and end, and who sits where. */
#ifndef APP_SERIES_ROUNDS_H
#define APP_SERIES_ROUNDS_H

#include <stdbool.h>

struct course;
struct home;

/* What became of a series at once, for the letters about it. */
struct course_news {
	int began, ended; /* a round; 0: none */
	bool over; /* the series is */
	int too_few; /* because so many people are left; -1: not so */
	bool half; /* half of those who began are gone */
	const char *reason; /* the organiser's, to stop it; or NULL */
};

/* Enough people for a table, with robots or without? */
bool round_possible(const struct course *);
/* So many must there be. */
int round_needs(const struct course *);
/* The first round, or the next one: who sits where.  Its matches are made by
 * the tick (tables.c). */
int round_begin(struct course *, struct course_news *);
/* What was due: rounds end, the next one begins, the series does.  Nothing is
 * told yet. */
int round_advance(struct course *, struct course_news *);

#endif

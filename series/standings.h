/* SPDX-License-Identifier: ISC */
/* The places of people in a series, by its tables and its rule.  Pure. */
#ifndef SERIES_STANDINGS_H
#define SERIES_STANDINGS_H

#include "series/rule.h"
#include "series/seating.h"

#include <stdbool.h>

/* A seat of a table that is over. */
struct series_seat {
	int who; /* from 0; -1: a robot */
	int place, score; /* 1 for the winners; equal places are equal */
	bool gave_up; /* somebody else played most of it */
};

struct series_standing {
	int who;
	int place; /* from 1; all that is equal shares it */
	int points, opponents; /* in sixtieths: SERIES_POINT */
	int tables, wins, score;
};

struct series_standings;
struct series_standings *series_standings_new(const struct series_rule *);
void series_standings_free(struct series_standings *);
/* A table with a result, or (finished false) without one. */
void series_add_table(struct series_standings *, const struct series_seat *,
    int seats, bool finished);
/* A round in which somebody had no table: rested, or was not there. */
void series_add_without(struct series_standings *, int who, bool absent);
/* Those n people, the best first; those who are equal in everything, in that
 * order. */
void series_rank(const struct series_standings *, const int *people, int n,
    struct series_standing *);
/* Does that put somebody before others with as many points? */
bool series_tied_by(const struct series_rule *, enum series_tie,
    const struct series_standing *, int n);
/* So many of those n share the first place. */
int series_first(const struct series_standing *, int n);

#endif

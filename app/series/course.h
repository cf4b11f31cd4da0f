/* SPDX-License-Identifier: ISC */
/* A series as it stands, loaded from its rows. */
#ifndef APP_SERIES_COURSE_H
#define APP_SERIES_COURSE_H

#include "policy/policy.h"
#include "series/rule.h"
#include "store/series.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct home;
struct series_standing;

/* The most people: the robots that fill tables need numbers, too. */
#define COURSE_PEOPLE (SERIES_PEOPLE - SERIES_SEATS)

struct course {
	struct home *home;
	struct series_row *row;
	struct series_rule rule;
	struct policy policy; /* of its matches */
	json_t *options; /* of its matches: a list of "WORD=VALUE" */
	GArray *entrants; /* struct entrant_row; people have their places here
			     as numbers */
	GArray *rounds; /* struct series_round_row, 1 at 0 */
	GArray *tables; /* struct series_table_row */
	GArray *seats; /* struct series_seat_row by round, table and seat:
			  course_seats looks for the first of a table */
	GArray *progress; /* int: see course_progress */
	GHashTable *people; /* struct course_person by number: looked up once,
			       however many letters tell of them */
};
/* Somebody as letters name people. */
struct course_person {
	char *name;
	bool named; /* has still a name, and shows it */
	bool forgotten; /* has neither address nor name any more */
};
/* NULL with err: ERR_MISSING if there is none. */
struct course *course_open(struct home *, int64_t id);
void course_free(struct course *);

struct entrant_row *course_entrant(const struct course *, int i);
/* The number of that person; -1: takes no part. */
int course_find(const struct course *, int64_t person);
/* NULL with err. */
const struct course_person *course_person(const struct course *, int64_t id);
/* The seats of that table, in their order; *n: how many. */
struct series_seat_row *course_seats(
    const struct course *, const struct series_table_row *, int *n);
/* Was the person in that round, with a table or resting? */
bool course_was_in(const struct course *, int i, int round);
/* The numbers of the people who play in the next round, others wait for a
 * place; returns how many. */
int course_active(const struct course *, int *people);
bool course_waits(const struct course *, int i);
/* May people who take no part see its tables and standings? */
bool course_public(const struct course *);

/* All people who ever took part, the best first: SERIES_PEOPLE at most; returns
 * how many. */
int course_rank(const struct course *, struct series_standing *out);
/* What people had after each round, in sixtieths of points: that of number i
 * after a round is out[round * SERIES_PEOPLE + i].  *rounds: the last of which
 * a table is over.  Kept from the first call on: nothing of the course may
 * change after it. */
const int *course_progress(const struct course *, int *rounds);
/* Is any table over, with or without a result? */
bool course_any_over(const struct course *);

#endif

/* SPDX-License-Identifier: ISC */
/*
 * Who sits with whom in the rounds of a series, and in which place: so that all
 * meet each other, sit in each place, and rest equally often, as nearly as can
 * be.  Pure: the same people, rounds and seed give the same tables.
 */
#ifndef SERIES_SEATING_H
#define SERIES_SEATING_H

#include <stdbool.h>
#include <stdint.h>

#define SERIES_PEOPLE 200 /* at most, from 0 */
#define SERIES_SEATS 6 /* at a table, at most */
#define SERIES_ROUNDS 50 /* at most */

/* How a number of people is dealt to tables whose sizes differ by one at most.
 */
struct seating_shape {
	int tables;
	int seats; /* at each table, ... */
	int larger; /* ... and one more at so many of them */
	int resting; /* people who have no table in a round */
};
/* As few tables as will do, and as few people without one; false: too few
 * people for one table. */
bool seating_shape(int people, int least, int most, struct seating_shape *);

/* A round: who sits at each table, in the order of the places. */
struct seating_round {
	int tables;
	int seats[SERIES_PEOPLE]; /* by table */
	int who[SERIES_PEOPLE][SERIES_SEATS];
};

/* What was so far. */
struct seating;
struct seating *seating_new(void);
void seating_free(struct seating *);
/* How often the two met, how often the person sat in that place, rested. */
int seating_met(const struct seating *, int a, int b);
int seating_sat(const struct seating *, int person, int place);
int seating_rested(const struct seating *, int person);

/*
 * Plan that many rounds for those n people (n as seating_shape allows), the
 * next ones after what was so far.  If somebody leaves or comes, what is left
 * is planned anew.
 */
void seating_plan(const struct seating *, const int *people, int n, int least,
    int most, uint64_t seed, struct seating_round *rounds, int nrounds);
/* That round was seated; people who were there and have no table rested. */
void seating_add(
    struct seating *, const int *people, int n, const struct seating_round *);

#endif

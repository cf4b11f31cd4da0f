/* SPDX-License-Identifier: ISC */
/* Results of matches: the places of their seats, and who is rated by them. */
#ifndef APP_MATCHES_RESULTS_RESULTS_H
#define APP_MATCHES_RESULTS_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct home;
struct result;
struct table;

/* Whose result that of a seat is: a person's, a robot's, or nobody's (0 and
 * NULL). */
struct result_owner {
	int64_t person;
	const char *level; /* points into the seat's row */
};
/*
 * Who made more than half of the seat's moves, be it by letting deadlines pass:
 * whoever leaves a match that is nearly lost has still played it, and whoever
 * takes over for its last turns has not.
 */
struct result_owner result_owner(struct table *, int seat);
/* Was the seat's last move up to that event made by that person, also by
 * missing a deadline, and not by a robot in the person's place? */
bool results_moved_last(
    const struct table *, int seat, int64_t event, int64_t person);
/* 1 for the winners, then by the points; equal points share a place. */
void places_of(const struct result *, size_t seats, int *places);

/* The match is over: its results are kept. */
int results_keep(struct table *);
/* Matches that were over before results were kept get theirs, for so many
 * microseconds; a negative number: all of them. */
int results_catch_up(struct home *, int64_t usec);
/* The same within the step tick. */
int results_tick(struct home *);

#endif

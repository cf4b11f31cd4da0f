/* SPDX-License-Identifier: ISC */
/* Results of matches that were played to their ends, and who is rated. */
#ifndef STORE_MATCHES_RESULTS_H
#define STORE_MATCHES_RESULTS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* Of a seat.  level: a robot's; person 0 and level NULL: nobody's. */
struct result_row {
	char *game;
	int64_t ended, match;
	int seat, score, place;
	int64_t person;
	char *level;
};
void result_row_free(struct result_row *);
/* One of a match more; one that is there is replaced. */
int store_result_set(struct store *, const struct result_row *);
/*
 * All of a game, in the order in which ratings are computed: by when the match
 * ended, its number, the seat.  The row is only lent, and nothing may be asked
 * of the store meanwhile.
 */
typedef void result_each(const struct result_row *, void *to);
int store_results(
    struct store *, const char *game, result_each *each, void *to);
/* Those of a match, by seat: struct result_row *; none if it has none. */
GPtrArray *store_results_of_match(struct store *, int64_t match);
/* Those of the last matches in which the person had a result, all seats of
 * each: struct result_row *, the newest match first. */
GPtrArray *store_results_of(struct store *, int64_t person, int matches);

/* The same of matches that ended from then until before then, the oldest match
 * first. */
GPtrArray *store_results_between(
    struct store *, int64_t person, int64_t from, int64_t until);

/* Numbers of people who stay out of ratings: GArray of int64_t. */
GArray *store_unrated(struct store *);
/* ERR_MISSING: there is no such person. */
int store_rated(struct store *, int64_t person, bool *rated);
int store_rated_set(struct store *, int64_t person, bool rated);

/* The newest match that may be past and have no results yet; 0: none. */
int store_results_missing(struct store *, int64_t *match);
/* That one has some now, or needs none. */
int store_results_found(struct store *, int64_t match);

#endif

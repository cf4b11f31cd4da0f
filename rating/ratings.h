/* SPDX-License-Identifier: ISC */
/*
 * The ratings of all who play one game, computed from the results of its
 * matches in their order: by the time when each ended, then by its number.
 */
#ifndef RATING_RATINGS_H
#define RATING_RATINGS_H

#include "rating/rating.h"

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Who played a seat: the number of a person; -1, -2 ... for robots of level 0,
 * 1 ...; 0: nobody who is rated. */
struct rating_result {
	int64_t who;
	int place; /* 1 is the best */
};

struct rated {
	int64_t who;
	struct rating rating;
	int matches; /* that counted */
	int won;
};

struct ratings;
struct ratings *ratings_new(void);
void ratings_free(struct ratings *);
/*
 * The next match, with all its seats in their order.
 *
 * People are rated by how they did against other people: a match counts for
 * them if at least two who are rated sit there.  Robots are rated by how they
 * did against all, and change nobody's rating but their own.  Who has several
 * seats is rated by the first of them.
 */
void ratings_add(struct ratings *, const struct rating_result *seats, size_t n);
/* NULL: that one is not rated (yet). */
const struct rated *ratings_of(const struct ratings *, int64_t who);
bool rated_is_robot(const struct rated *);
bool rated_is_provisional(const struct rated *);
/*
 * People, or robots: those with the best ratings first, those that are
 * provisional behind them; const struct rated *, which live as long as the
 * ratings do.
 */
GPtrArray *ratings_list(const struct ratings *, bool robots);

#endif

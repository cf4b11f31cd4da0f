/* SPDX-License-Identifier: ISC */
/* How somebody's ratings came, as a letter charts it. */
#ifndef APP_LETTERS_WRITING_RATING_CHART_H
#define APP_LETTERS_WRITING_RATING_CHART_H

#include "app/matches/results/ratings.h"

#include <glib.h>
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct catalog;

#define RATING_COURSE_GAMES 6 /* the chart has so many colours */

/* What became of the ratings of one player, over all games. */
struct rating_course {
	const char *game[RATING_COURSE_GAMES];
	struct rating_path path[RATING_COURSE_GAMES];
	size_t n;
	GArray *marks; /* struct rating_step: when something changed */
};

void rating_course_begin(struct rating_course *);
void rating_course_end(struct rating_course *);
/* The steps of one game, by ratings_of_game, are taken over. */
void rating_course_add(
    struct rating_course *, const char *game, struct rating_path *);
/* What a rating was before that moment: 1500 at first. */
int rating_course_before(const struct rating_path *, int64_t moment);
/*
 * The part "chart": what the ratings were before that moment, and after each of
 * the last matches since then and before the other moment.
 */
json_t *rating_chart(const struct rating_course *, const struct catalog *,
    int64_t from, int64_t until);

#endif

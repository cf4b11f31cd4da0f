/* SPDX-License-Identifier: ISC */
/* The ratings of a game in this home. */
#ifndef APP_MATCHES_RESULTS_RATINGS_H
#define APP_MATCHES_RESULTS_RATINGS_H

#include <glib.h>
#include <stdint.h>

struct home;
struct ratings;

/* What became of one player: after each match that counted. */
struct rating_step {
	int64_t match, ended;
	int points;
};
struct rating_path {
	int64_t who; /* as struct rating_result has it */
	GArray *steps; /* struct rating_step */
};

/*
 * Of the results of all its matches, without those people who stay out; path
 * may be NULL.  NULL is a fault.
 */
struct ratings *ratings_of_game(
    struct home *, const char *game, struct rating_path *path);

#endif

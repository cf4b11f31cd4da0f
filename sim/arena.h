/* SPDX-License-Identifier: ISC */
/*
 * Robots play whole matches of a game against each other, in memory: which of
 * them plays better, and how even the game is to its seats and roles.
 */
#ifndef SIM_ARENA_H
#define SIM_ARENA_H

#include <glib.h>
#include <jansson.h>
#include <stdint.h>

struct err;

#define ARENA_MATCHES_MAX 1000000
#define ARENA_JOBS_MAX 64

struct arena_options {
	const char *game;
	const char *seats; /* contestants, one a seat, with commas between */
	int matches; /* at least; deals are played by all rotations */
	uint64_t seed; /* the same, and all but times comes the same */
	char *const *options; /* "WORD=VALUE[,VALUE...]", NULL-ended, or NULL */
	int jobs; /* threads; what comes of it is the same for any number */
	/* CPU time of the thread that asks, in nanoseconds. */
	int64_t (*cpu)(void);
	/* Called after each match, by one thread at a time; or NULL. */
	void (*progress)(void *arg, int done, int all);
	void *arg;
};

/*
 * What came of it, as JSON.  NULL with err: ERR_FORMAT if the options are not
 * as they must be, ERR_CLASH if a match did not end.
 */
json_t *arena_run(const struct arena_options *, struct err *);
/* The same as tables for people. */
char *arena_text(const json_t *report);
/* Its win shares as SVG. */
char *arena_chart(const json_t *report);

#endif

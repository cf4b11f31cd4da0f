/* SPDX-License-Identifier: ISC */
/*
 * A simulated season: people with a behaviour of their own play matches by mail
 * in a home of its own, over a clock that runs as fast as the work is done.
 * What a policy promises is checked on the way.
 */
#ifndef SIM_SEASON_H
#define SIM_SEASON_H

#include <jansson.h>
#include <stdint.h>

struct err;

struct season_options {
	const char *game; /* its name; NULL: all games */
	int people, matches, days;
	uint64_t seed; /* the same, and all comes the same */
	char *const *policy; /* "KEY=VALUE" for all matches, NULL-ended, or
				NULL: several that people agree on */
	/* Called once a simulated day, with what is done of all; or NULL. */
	void (*progress)(void *arg, int done, int all);
	void *arg;
};

/*
 * What came of it, as JSON.  NULL with err: ERR_CLASH if a promise was broken;
 * the text says which, where and when.  A process can do this once, before
 * anything else: nothing that it draws is a secret afterwards.
 */
json_t *season_run(const struct season_options *, struct err *);

#endif

/* SPDX-License-Identifier: ISC */
/* The tables of a series, tried beforehand: how evenly people would meet. */
#ifndef SIM_SERIES_H
#define SIM_SERIES_H

#include <glib.h>
#include <jansson.h>
#include <stdint.h>

struct err;
struct series_rule;

struct series_options {
	int people;
	int least, most; /* at a table */
	int rounds;
	int leave; /* so many leave, each after a round that chance names */
	uint64_t seed; /* the same, and all comes the same */
	const struct series_rule *rule; /* by which chance is scored; or NULL */
};

/*
 * {"people", "rounds": [{"round", "tables": [[NUMBER...]...], "resting",
 * "left"}...], "met": [{"times", "pairs"}...], "even", "places", "rests":
 * {"least", "most"}}; people have numbers from 1, and what is counted is
 * counted of those who stayed.  NULL with err: ERR_FORMAT if that cannot be
 * seated at all, ERR_CLASH if too few are left after a round.  With a rule
 * also "standings": [{"place", "person", "points", "tables", "wins"}...]: who
 * wins is drawn, the lower numbers more often.
 */
json_t *series_try(const struct series_options *, struct err *);
/* The same for people. */
char *series_text(const json_t *report);

#endif

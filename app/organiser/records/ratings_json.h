/* SPDX-License-Identifier: ISC */
/* A rating in JSON. */
#ifndef APP_ORGANISER_RECORDS_RATINGS_JSON_H
#define APP_ORGANISER_RECORDS_RATINGS_JSON_H

#include <jansson.h>

struct rated;

/*
 * {"game", "person" or "robot", "points", "doubt", "mu", "sigma", "matches",
 * "won", "provisional"}: mu and sigma with all digits of a double.  A person
 * whose rating is not provisional has a "place", too, from 1.
 */
json_t *rated_json(const char *game, int place, const struct rated *);

#endif

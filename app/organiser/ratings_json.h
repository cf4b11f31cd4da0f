/* SPDX-License-Identifier: ISC */
/* A rating in JSON. */
#ifndef APP_ORGANISER_RATINGS_JSON_H
#define APP_ORGANISER_RATINGS_JSON_H

#include <jansson.h>

struct rated;

/*
 * {"game", "person" or "robot", "points", "doubt", "mu", "sigma", "matches",
 * "won", "provisional"}: mu and sigma with all digits of a double.
 */
json_t *rated_json(const char *game, const struct rated *);

#endif

/* SPDX-License-Identifier: ISC */
/* Standings of a series as letters and pages tell them in a language. */
#ifndef APP_SERIES_POINTS_H
#define APP_SERIES_POINTS_H

#include <jansson.h>

struct catalog;
struct series_rule;
struct series_standing;

/* 450 sixtieths as "7.5" or, where people write it so, "7,5"; newly
 * allocated. */
char *points_said(const struct catalog *, int sixtieths);
/* What somebody has, put into the object: "place", "points", "tables", "wins",
 * "score", "opponents". */
void points_tell(
    const struct catalog *, const struct series_standing *, json_t *item);
/* What has decided between equal points beside the wins, and so needs a column,
 * of n people, the best first: "by_score", "by_opponents". */
void points_tell_ties(const struct series_rule *,
    const struct series_standing *ranked, int n, json_t *map);

#endif

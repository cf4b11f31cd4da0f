/* SPDX-License-Identifier: ISC */
/* Points of a series as people of a language write them. */
#ifndef APP_SERIES_POINTS_H
#define APP_SERIES_POINTS_H

struct catalog;

/* 450 sixtieths as "7.5" or, where people write it so, "7,5"; newly
 * allocated. */
char *points_said(const struct catalog *, int sixtieths);

#endif

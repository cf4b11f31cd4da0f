/* SPDX-License-Identifier: ISC */
/* People come to a series, and leave it. */
#ifndef APP_SERIES_JOIN_H
#define APP_SERIES_JOIN_H

#include <stdbool.h>
#include <stdint.h>

struct course;

/*
 * Both give the key of a sentence that says why not, as *why, which is NULL if
 * it was done.
 */
int series_enter(struct course *, int64_t person, const char **why);
int series_leave(struct course *, int64_t person, const char **why);

#endif

/* SPDX-License-Identifier: ISC */
/* How points of a series came, round by round, for a chart. */
#ifndef APP_SERIES_PROGRESS_H
#define APP_SERIES_PROGRESS_H

#include <jansson.h>
#include <stdint.h>

struct catalog;
struct course;

/* How that person is shown, newly allocated; NULL with err. */
typedef char *progress_name(const struct course *, int64_t person, void *arg);

/*
 * The context of a chart (render/picture/picture.h) and of its table: the best
 * people, and number own, if it is not -1.  Beside that "some", if others are
 * left out, "own", if number own has a line, "many", if there is more than one
 * round, and for a sentence "round", "first" (all in first place) and "points".
 * *progress is NULL before a table is over.
 */
int series_progress(const struct course *, const struct catalog *, int own,
    progress_name *, void *arg, json_t **progress);

#endif

/* SPDX-License-Identifier: ISC */
/* A robot begins to play a seat, or ends it. */
#ifndef APP_MATCHES_SEATS_ROBOT_RELIEF_H
#define APP_MATCHES_SEATS_ROBOT_RELIEF_H

#include <jansson.h>

struct table;

/* A robot of that level plays from now on; args of the notice, taken over,
 * are completed.  It tells all. */
int robot_takes_over(struct table *, int seat, const char *level,
    const char *notice, json_t *args);
/* It plays no longer: its person does, with the full time, or the seat is
 * open to others. */
int robot_gives_back(
    struct table *, int seat, const char *notice, json_t *args);

#endif

/* SPDX-License-Identifier: ISC */
/* Seats that robots have from the beginning. */
#ifndef APP_MATCHES_ROBOTS_H
#define APP_MATCHES_ROBOTS_H

#include <glib.h>
#include <stdbool.h>

struct home;

/* Is that seat of a match ordered for a robot: "robot:medium"? */
bool robot_is_ordered(const char *seat);
/* Its row behind those of the seats before it; it has no name yet. */
int robot_order(struct home *, const char *seat, GPtrArray *rows);
/* Robots get names, when all the people have theirs. */
void robots_name(GPtrArray *rows);

#endif

/* SPDX-License-Identifier: ISC */
/* Seats that robots play: their own, or for a person for a while. */
#ifndef APP_MATCHES_TABLE_ROBOTS_H
#define APP_MATCHES_TABLE_ROBOTS_H

#include "policy/policy.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct home;
struct seat_row;
struct table;

/* In a home where robots never think (robots: think), nothing may wait for a
 * thought: a turn is missed as if the policy left it to the default move, and
 * the program plays so where nobody does. */
enum policy_missed robots_missed(const struct home *, const struct policy *);
enum policy_robot robots_absent(const struct home *, const struct policy *);
/* That a robot shall play is refused there: -1 with the reason. */
int robots_can_think(struct home *);

/* Is that seat of a match ordered for a robot: "robot:medium"? */
bool robot_is_ordered(const char *seat);
/* Its row behind those of the seats before it; it has no name yet. */
int robot_order(struct home *, const char *seat, GPtrArray *rows);
/* Robots get names, when all the people have theirs. */
void robots_name(GPtrArray *rows);
/* The seat was made for it. */
bool robot_owns(const struct seat_row *);

/* Does the program play that seat now? */
bool robot_plays(const struct seat_row *);
/* Does it play there for a person, who still has the seat? */
bool robot_relieves(const struct seat_row *);
/* Has no person any other seat of that table?  A robot that relieves a player
 * leaves that player the seat. */
bool robots_alone_beside(struct table *, int seat);
/* A level as an argument of a notice. */
json_t *robot_level_said(const char *level);

#endif

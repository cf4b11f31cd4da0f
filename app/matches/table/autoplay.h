/* SPDX-License-Identifier: ISC */
/* Moves of seats that the program plays. */
#ifndef APP_MATCHES_TABLE_AUTOPLAY_H
#define APP_MATCHES_TABLE_AUTOPLAY_H

#include <stdbool.h>

struct move;
struct table;

/* The word of the level at which the program plays or would play that seat, as
 * robot/level.h has it; NULL: it does not think. */
const char *robot_level(struct table *, int seat);
/* Is it asked, and must it think first? */
bool robot_thinks(struct table *, int seat);
/* Does the player of that seat, alone among robots, wait for a thought? */
bool robots_awaited(struct table *, int seat);
/* Would it have to, if it moved there now? */
bool robot_must_think(struct table *, int seat);
/* What it would do: takes its time, so it is not called with a lock. */
void robot_ponder(struct table *, int seat, struct move *);
/* It has thought that of the table as it stands: robot_thinks no longer. */
void robot_thought(struct table *, int seat, const struct move *);
/* As was agreed, by what the seat may know alone; the same move whenever it is
 * asked in the same state. */
void robot_move(struct table *, int seat, struct move *);

#endif

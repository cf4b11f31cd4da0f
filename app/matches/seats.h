/* SPDX-License-Identifier: ISC */
/* Players of seats: how they come and go. */
#ifndef APP_MATCHES_SEATS_H
#define APP_MATCHES_SEATS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct tenure_row;
struct move;
struct table;
struct timer_row;

/* ---- seats.c: the player of a seat ---- */

/*
 * Each of these changes tells all at the table, and who held the seat until
 * now; the letters are written by settle_match.
 */
/* Nobody holds it any more, for the reason that the notice (or NULL) tells
 * ({who}): it
 * is offered to others, or played by the program at once if that is agreed. */
int seat_open(struct table *, int seat, const char *why);
/* That person holds it: with new keys, its whole history and the full time.
 * args are taken over. */
int seat_give(
    struct table *, int seat, int64_t person, const char *notice, json_t *args);
/* The program plays it. */
int seat_robot(struct table *, int seat, const char *notice);
/* A seat was offered long enough: the program plays it. */
int seat_offer_over(struct table *, const struct timer_row *);
/* The person who has it now, or NULL. */
const struct tenure_row *seat_tenure(const struct table *, int seat);
/* The name of the person who plays it, if it bears another's; else NULL. */
const char *seat_player(struct table *, int seat);

/* ---- autoplay.c: moves of seats that the program plays ---- */

/* The word of the level at which the program plays or would play that seat, as
 * robot/level.h has it; NULL: it does not think. */
const char *robot_level(struct table *, int seat);
/* Is it asked, and must it think first? */
bool robot_thinks(struct table *, int seat);
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

/* SPDX-License-Identifier: ISC */
/* One world played on, as sensible players might, and what comes of it. */
#ifndef ROBOT_PLAYOUT_H
#define ROBOT_PLAYOUT_H

#include "core/decision.h"
#include "core/rules.h"

#include <glib.h>
#include <stdint.h>

struct chance;

/* Room for the moves of one decision, used again and again. */
struct choices {
	GArray *moves; /* struct move */
	GArray *weights; /* uint16_t, of each */
};
void choices_init(struct choices *);
void choices_clear(struct choices *);

/* The legal moves of a seat, with what a sensible player might do of them. */
void choices_of(
    struct choices *, const struct game *, const void *state, int seat);

/* Whose move is in question, and how far its alternatives are played on. */
struct horizon {
	int seats, seat;
	int chapter; /* the last; without any in the game: 0 */
};
/* From where the seat decides.  It holds for all moves that the seat may make,
 * for one of them may begin the next chapter. */
struct horizon playout_horizon(
    const struct game *, const void *state, int seats, int seat);

/*
 * Play on from a state, which is changed, until the match or the last chapter
 * is over.  What that promises the seat, from 0 to ROBOT_WIN.
 */
int32_t playout(const struct game *, void *state, const struct horizon *,
    struct choices *, struct chance *);

/* The same of a state as it is. */
int32_t playout_value(
    const struct game *, const void *state, int seats, int seat);

#endif

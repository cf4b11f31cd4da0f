/* SPDX-License-Identifier: ISC */
/*
 * What a robot would do at a seat, and why: moves tried in many worlds that
 * the seat cannot tell from the one it is in.
 *
 * Honest by construction: of the state nothing is read but what
 * game->resample leaves, which depends on what the seat knows alone.  No
 * input, output, clock or memory between calls; whole numbers only, so that
 * every machine answers the same.
 */
#ifndef ROBOT_THINK_H
#define ROBOT_THINK_H

#include "core/chance.h"
#include "core/decision.h"

#include <glib.h>
#include <stdint.h>

struct match;

#define ROBOT_ITERATIONS_MAX 1000000
#define ROBOT_WIN 1000 /* the value of a match won */

struct thought {
	struct move move;
	uint32_t visits; /* how often it was tried */
	int32_t value; /* what it promises, from 0 to ROBOT_WIN */
};

/*
 * All legal moves of a seat that is asked, with so many iterations (1 to
 * ROBOT_ITERATIONS_MAX) of thought: struct thought, most visits first, then in
 * the order of legal.  The first is the one to play.  The seed must not be that
 * of the match; the match is left as it is.
 */
GArray *robot_think(const struct match *, int seat, uint32_t iterations,
    const unsigned char seed[SEED_SIZE]);

#endif

/* SPDX-License-Identifier: ISC */
/*
 * What a few moves of a seat promise, each tried in the same worlds, so that
 * their differences mean something.  As honest as robot_think: of the state
 * nothing is read but what game->resample leaves.
 */
#ifndef ROBOT_COMPARE_H
#define ROBOT_COMPARE_H

#include "core/chance.h"
#include "core/decision.h"

#include <glib.h>
#include <stdint.h>

struct match;

/* Means over all worlds; points are scores as far as was thought ahead. */
struct outlook {
	int32_t win; /* chance to win, from 0 to ROBOT_WIN */
	int32_t points; /* the seat's, in hundredths */
	int32_t others; /* those of the best of the others */
};

/* Of n legal moves of a seat that is asked, tried in so many worlds (at least
 * one): an outlook for each.  The seed must not be that of the match. */
void robot_compare(const struct match *, int seat, const struct move *, guint n,
    uint32_t worlds, const unsigned char seed[SEED_SIZE], struct outlook *);

#endif

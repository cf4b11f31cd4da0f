/* SPDX-License-Identifier: ISC */
/* Those who play in an arena, and how they choose a move. */
#ifndef SIM_CONTESTANTS_H
#define SIM_CONTESTANTS_H

#include "core/chance.h"
#include "core/decision.h"

#include <glib.h>
#include <stdint.h>

struct err;
struct match;

enum contestant_kind {
	CONTESTANT_RANDOM,
	CONTESTANT_GREEDY,
	CONTESTANT_FLAT,
	CONTESTANT_ROBOT,
	CONTESTANT_LEVEL
};

#define FLAT_MAX 10000

struct contestant {
	char *name; /* as it was written */
	enum contestant_kind kind;
	uint32_t n; /* playouts of each move, or iterations; of CONTESTANT_LEVEL
		     * which one */
};

/* 0, or -1 with what is wrong; the name is the caller's to free. */
int contestant_read(const char *word, struct contestant *, struct err *);
/*
 * The move of a seat that has several.  Of the match nothing is read but what
 * game->resample leaves of it for that seat; the chance is the seed's.
 */
struct move contestant_choose(const struct contestant *, const struct match *,
    int seat, const unsigned char seed[SEED_SIZE]);

#endif

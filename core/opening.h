/* SPDX-License-Identifier: ISC */
/* What a match begins with. */
#ifndef CORE_OPENING_H
#define CORE_OPENING_H

#include "core/chance.h"

#include <jansson.h>
#include <stddef.h>

struct game;

/* With what a match begins. */
struct opening {
	const struct game *game;
	char *const *names; /* by seat */
	size_t seats;
	const json_t *options; /* object or NULL: all defaults */
	const json_t *data; /* as data_check allowed it, or NULL */
	const json_t *preset; /* setup of the engine protocol, or NULL */
	unsigned char seed[SEED_SIZE];
};

/*
 * agreed.c: BLAKE2b-256 of the server seed and all of it but names and seed, so
 * that nothing of it can be changed later: published before, with the
 * commitment, and proved afterwards.
 */
void opening_agreed(const struct opening *,
    const unsigned char server_seed[SEED_SIZE], unsigned char hash[SEED_SIZE]);

#endif

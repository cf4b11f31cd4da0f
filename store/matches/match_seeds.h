/* SPDX-License-Identifier: ISC */
/* The secret numbers of matches, by which one is known. */
#ifndef STORE_MATCHES_MATCH_SEEDS_H
#define STORE_MATCHES_MATCH_SEEDS_H

#include <glib.h>
#include <stdint.h>

struct store;

struct match_seed {
	int64_t match;
	unsigned char server_seed[32];
};
/* Of all matches: struct match_seed *. */
GPtrArray *store_match_seeds(struct store *);

#endif

/* SPDX-License-Identifier: ISC */
/* ChaCha20 draws from the seed of a match, recorded or replayed. */
#ifndef CORE_CHANCE_H
#define CORE_CHANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chance;

#define SEED_SIZE 32
#define SEED_HEX_SIZE (2 * SEED_SIZE + 1)

/* One below(n): written into the event, read back by a replay. */
struct draw {
	uint32_t n, value;
};

/* A new secret seed from the kernel. */
void seed_random(unsigned char seed[SEED_SIZE]);
/* BLAKE2b-256 of the server seed: published before, proved afterwards. */
void seed_commitment(const unsigned char server_seed[SEED_SIZE],
    unsigned char commitment[SEED_SIZE]);
/*
 * BLAKE2b-256 of the server seed and each seat's luck words (NULL is as ""),
 * each preceded by its length in bytes as 32 bit little endian.
 */
void seed_match(const unsigned char server_seed[SEED_SIZE], char *const luck[],
    size_t seats, unsigned char seed[SEED_SIZE]);
void seed_to_hex(const unsigned char seed[SEED_SIZE], char hex[SEED_HEX_SIZE]);
/* Exactly 64 lower-case hex digits, else false. */
bool seed_from_hex(const char *hex, unsigned char seed[SEED_SIZE]);

/*
 * For simulations, before anything is drawn: all that comes from the kernel in
 * this process (keys of letters, too) comes from that seed instead, and is no
 * secret any more.
 */
void chance_fix(const unsigned char seed[SEED_SIZE]);
/* A source of draws on its own, for resample and random players. */
struct chance *chance_new(const unsigned char seed[SEED_SIZE]);
void chance_free(struct chance *);

#endif

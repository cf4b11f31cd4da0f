/* SPDX-License-Identifier: ISC */
/*
 * The fingerprint of what is agreed before a match begins: the game and its
 * rules, how many play, options, data, and what is laid out.  With the
 * commitment, which fixes all that chance brings, nothing about the start of a
 * match can be changed later without that it shows.  The server seed is hashed
 * with it: what was laid out may be a secret, and is soon guessed.
 */
#include "core/opening.h"

#include "core/chance.h"
#include "core/rules.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Shared, so nothing of it is written to. */
static void
add(json_t *agreed, const char *key, const json_t *value)
{
	if (value != NULL)
		json_object_set(agreed, key, (json_t *)(uintptr_t)value);
}

void
opening_agreed(const struct opening *opening,
    const unsigned char server_seed[SEED_SIZE], unsigned char hash[SEED_SIZE])
{
	crypto_generichash_state state;
	json_t *agreed =
	    json_pack("{s:s, s:i, s:i}", "game", opening->game->name, "rules",
		opening->game->rules, "seats", (int)opening->seats);
	char *text;

	add(agreed, "options", opening->options);
	add(agreed, "data", opening->data);
	add(agreed, "setup", opening->preset);
	/* turnpost-record(5) promises this form for ever */
	text = json_dumps(agreed, JSON_COMPACT | JSON_SORT_KEYS);
	crypto_generichash_init(&state, NULL, 0, SEED_SIZE);
	crypto_generichash_update(&state, server_seed, SEED_SIZE);
	crypto_generichash_update(
	    &state, (const unsigned char *)text, strlen(text));
	crypto_generichash_final(&state, hash, SEED_SIZE);
	free(text);
	json_decref(agreed);
}

/* SPDX-License-Identifier: ISC */
/*
 * Chance that can be proved: every number comes from the ChaCha20 keystream
 * (IETF, zero nonce, counter from 0) of the match seed, read as 32 bit little
 * endian words.  Each below(n) uses at least one word, also below(1), where
 * there is nothing to choose: whoever recomputes draws need know no exception.
 */
#include "core/chance.h"

#include "core/draw.h"
#include "core/inner.h"

#include <sodium.h>
#include <string.h>

enum { BLOCK_WORDS = 16 };

void
seed_random(unsigned char seed[SEED_SIZE])
{
	int ready = sodium_init();

	g_assert(ready >= 0);
	randombytes_buf(seed, SEED_SIZE);
}

/* ---- what is no chance ---- */

static unsigned char fixed_seed[SEED_SIZE];
static uint64_t fixed_at;

static const char *
fixed_name(void)
{
	return "fixed";
}

static void
fixed_bytes(void *const out, const size_t size)
{
	unsigned char nonce[crypto_stream_chacha20_NONCEBYTES];
	/* The macro may take its argument many times. */
	uint64_t at = fixed_at++, le = GUINT64_TO_LE(at);

	G_STATIC_ASSERT(sizeof(nonce) == sizeof(le));
	memcpy(nonce, &le, sizeof(nonce));
	crypto_stream_chacha20(out, size, nonce, fixed_seed);
}

static uint32_t
fixed_number(void)
{
	uint32_t number;

	fixed_bytes(&number, sizeof(number));
	return GUINT32_FROM_LE(number);
}

void
chance_fix(const unsigned char seed[SEED_SIZE])
{
	static randombytes_implementation fixed = {
		.implementation_name = fixed_name,
		.random = fixed_number,
		.buf = fixed_bytes,
	};
	int r;

	G_STATIC_ASSERT(SEED_SIZE == crypto_stream_chacha20_KEYBYTES);
	memcpy(fixed_seed, seed, SEED_SIZE);
	fixed_at = 0;
	r = randombytes_set_implementation(&fixed);
	g_assert(r == 0);
}

void
seed_commitment(const unsigned char server_seed[SEED_SIZE],
    unsigned char commitment[SEED_SIZE])
{
	crypto_generichash(
	    commitment, SEED_SIZE, server_seed, SEED_SIZE, NULL, 0);
}

void
seed_match(const unsigned char server_seed[SEED_SIZE], char *const luck[],
    size_t seats, unsigned char seed[SEED_SIZE])
{
	crypto_generichash_state hash;

	crypto_generichash_init(&hash, NULL, 0, SEED_SIZE);
	crypto_generichash_update(&hash, server_seed, SEED_SIZE);
	for (size_t i = 0; i < seats; i++) {
		const char *words = luck[i] != NULL ? luck[i] : "";
		uint32_t size = (uint32_t)strlen(words);
		uint32_t le = GUINT32_TO_LE(size);

		crypto_generichash_update(
		    &hash, (const unsigned char *)&le, sizeof le);
		crypto_generichash_update(
		    &hash, (const unsigned char *)words, size);
	}
	crypto_generichash_final(&hash, seed, SEED_SIZE);
}

void
seed_to_hex(const unsigned char seed[SEED_SIZE], char hex[SEED_HEX_SIZE])
{
	sodium_bin2hex(hex, SEED_HEX_SIZE, seed, SEED_SIZE);
}

bool
seed_from_hex(const char *hex, unsigned char seed[SEED_SIZE])
{
	size_t digits = strspn(hex, "0123456789abcdef");

	if (digits != 2 * SEED_SIZE || hex[digits] != '\0')
		return false;
	return sodium_hex2bin(seed, SEED_SIZE, hex, digits, NULL, NULL, NULL) ==
	       0;
}

void
chance_begin(struct chance *c, const unsigned char seed[SEED_SIZE])
{
	memset(c, 0, sizeof *c);
	memcpy(c->seed, seed, SEED_SIZE);
	c->chunk = UINT64_MAX;
}

struct chance *
chance_new(const unsigned char seed[SEED_SIZE])
{
	struct chance *c = g_new(struct chance, 1);

	chance_begin(c, seed);
	return c;
}

void
chance_free(struct chance *c)
{
	g_free(c);
}

void
chance_listen(
    struct chance *c, GArray *draws, json_t *told, const GArray *script)
{
	c->draws = draws;
	c->told = told;
	c->script = script;
	c->script_at = 0;
	c->damaged = false;
}

bool
chance_rest(struct chance *c)
{
	bool right = c->script == NULL ||
		     (!c->damaged && c->script_at == c->script->len);

	chance_listen(c, NULL, NULL, NULL);
	return right;
}

static void
fill_chunk(struct chance *c, uint64_t chunk)
{
	static const unsigned char
	    nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
	unsigned char bytes[CHUNK_WORDS * sizeof(uint32_t)] = { 0 };
	uint32_t block = (uint32_t)(chunk * (CHUNK_WORDS / BLOCK_WORDS));

	crypto_stream_chacha20_ietf_xor_ic(
	    bytes, bytes, sizeof bytes, nonce, block, c->seed);
	memcpy(c->words, bytes, sizeof bytes);
	for (size_t i = 0; i < CHUNK_WORDS; i++)
		c->words[i] = GUINT32_FROM_LE(c->words[i]);
	c->chunk = chunk;
}

static uint32_t
next_word(struct chance *c)
{
	uint64_t chunk = c->at / CHUNK_WORDS;

	if (c->chunk != chunk)
		fill_chunk(c, chunk);
	return c->words[c->at++ % CHUNK_WORDS];
}

/* A log that says otherwise than the seed is not believed, only noted. */
static void
compare_script(struct chance *c, struct draw drawn)
{
	const struct draw *said;

	if (c->script_at == c->script->len) {
		c->damaged = true;
		return;
	}
	said = &g_array_index(c->script, struct draw, c->script_at++);
	if (said->n != drawn.n || said->value != drawn.value)
		c->damaged = true;
}

uint32_t
chance_below(struct chance *c, uint32_t n)
{
	struct draw drawn = { .n = n };
	uint64_t limit;
	uint32_t word;

	g_assert(n > 0);
	limit = ((uint64_t)1 << 32) / n * n;
	do
		word = next_word(c);
	while (word >= limit);
	drawn.value = word % n;
	if (c->script != NULL)
		compare_script(c, drawn);
	if (c->draws != NULL)
		g_array_append_val(c->draws, drawn);
	return drawn.value;
}

static void
tell(struct chance *c, const char *what, const char *key, json_t *value)
{
	json_t *draw = json_object();

	json_object_set_new(draw, "what", json_string(what));
	json_object_set_new(draw, key, value);
	json_array_append_new(c->told, draw);
}

static void
tell_order(struct chance *c, const char *what, char kind, const int16_t *v,
    size_t shown)
{
	json_t *order;

	if (c->told == NULL || what == NULL)
		return;
	order = json_array();
	for (size_t i = 0; i < shown; i++)
		json_array_append_new(
		    order, value_json(c->game, c->state, kind, v[i]));
	tell(c, what, "order", order);
}

static void
shuffle(struct chance *c, int16_t *v, size_t n)
{
	for (size_t i = n; i-- > 1;) {
		size_t j = chance_below(c, (uint32_t)(i + 1));
		int16_t moved = v[i];

		v[i] = v[j];
		v[j] = moved;
	}
}

void
chance_shuffle(struct chance *c, const char *what, char kind, int16_t *v,
    size_t n, size_t shown)
{
	g_assert(shown <= n);
	if (preset_order(c, what, kind, v, n, shown)) {
		shuffle(c, v + shown, n - shown);
		return;
	}
	shuffle(c, v, n);
	tell_order(c, what, kind, v, shown);
}

int16_t
chance_pick(
    struct chance *c, const char *what, char kind, const int16_t *v, size_t n)
{
	int16_t value;

	if (preset_value(c, what, kind, v, n, true, &value))
		return value;
	value = v[chance_below(c, (uint32_t)n)];
	if (c->told != NULL && what != NULL)
		tell(c, what, "value",
		    value_json(c->game, c->state, kind, value));
	return value;
}

bool
chance_preset(struct chance *c, const char *what, char kind, const int16_t *v,
    size_t n, int16_t *value)
{
	return preset_value(c, what, kind, v, n, false, value);
}

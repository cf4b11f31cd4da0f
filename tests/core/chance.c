/* SPDX-License-Identifier: ISC */
/*
 * Chance against what anybody can compute who has the seed: the keystream by
 * libsodium's plain stream function, the numbers by a below() of our own.
 */
#include "core/chance.h"
#include "core/draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sodium.h>
#include <string.h>
#include <cmocka.h>
#include <glib.h>

enum { STREAM = 1 << 16 };

struct stream {
	unsigned char bytes[STREAM];
	size_t at;
};

static void
stream_begin(struct stream *s, const unsigned char seed[SEED_SIZE])
{
	static const unsigned char
	    nonce[crypto_stream_chacha20_ietf_NONCEBYTES];

	crypto_stream_chacha20_ietf(s->bytes, STREAM, nonce, seed);
	s->at = 0;
}

static uint32_t
stream_below(struct stream *s, uint32_t n)
{
	const uint64_t all = UINT64_C(4294967296);
	uint64_t word;

	do {
		const unsigned char *b = s->bytes + s->at;

		assert_true(s->at + 4 <= STREAM);
		word = b[0] + 256u * b[1] + 65536u * b[2] +
		       UINT64_C(16777216) * b[3];
		s->at += 4;
	} while (word >= all - all % n);
	return (uint32_t)(word % n);
}

static void
numbered_seed(unsigned char seed[SEED_SIZE])
{
	for (int i = 0; i < SEED_SIZE; i++)
		seed[i] = (unsigned char)i;
}

/* RFC 8439, appendix A.1, the first vector. */
static void
test_words_of_the_rfc(void **state)
{
	static const unsigned char zero[SEED_SIZE];
	static const uint32_t words[] = { 0xade0b876, 0x903df1a0, 0xe56a5d40,
		0x28bd8653, 0xb819d2bd, 0x1aed8da0, 0xccef36a8, 0xc70d778b };
	struct chance *c = chance_new(zero);

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		assert_int_equal(chance_below(c, UINT32_MAX), words[i]);
	chance_free(c);
}

static void
test_draws_as_computed(void **state)
{
	static const uint32_t ns[] = { 1, 2, 3, 6, 7, 12, 52, 100, 1000, 65536,
		65537, 1000003, 2147483648u, 4294967295u };
	unsigned char seed[SEED_SIZE];
	struct chance *c;
	struct stream *s = g_new(struct stream, 1);

	(void)state;
	numbered_seed(seed);
	c = chance_new(seed);
	stream_begin(s, seed);
	for (int i = 0; i < 5000; i++) {
		uint32_t n = ns[(size_t)i % G_N_ELEMENTS(ns)];

		assert_int_equal(chance_below(c, n), stream_below(s, n));
	}
	chance_free(c);
	g_free(s);
}

/* Nearly half of all words are too high for such an n. */
static void
test_rejection(void **state)
{
	const uint32_t n = 2147483649u;
	unsigned char seed[SEED_SIZE];
	struct chance *c;
	struct stream *s = g_new(struct stream, 1);

	(void)state;
	numbered_seed(seed);
	c = chance_new(seed);
	stream_begin(s, seed);
	for (int i = 0; i < 1000; i++) {
		uint32_t value = chance_below(c, n);

		assert_true(value < n);
		assert_int_equal(value, stream_below(s, n));
	}
	/* 1000 draws with none rejected would have used 4000 bytes */
	assert_in_range(s->at, 7000, 9000);
	chance_free(c);
	g_free(s);
}

/* Fisher-Yates from the last place down: below(n), below(n-1), ... below(2) */
static void
test_order_of_a_shuffle(void **state)
{
	unsigned char seed[SEED_SIZE];
	int16_t v[40], w[40];
	struct chance *c;
	struct stream *s = g_new(struct stream, 1);

	(void)state;
	numbered_seed(seed);
	c = chance_new(seed);
	stream_begin(s, seed);
	for (int16_t i = 0; i < 40; i++)
		v[i] = w[i] = (int16_t)(3 * i);
	chance_shuffle(c, NULL, 'n', v, 40, 7);
	for (uint32_t last = 39; last >= 1; last--) {
		uint32_t other = stream_below(s, last + 1);
		int16_t moved = w[last];

		w[last] = w[other];
		w[other] = moved;
	}
	assert_memory_equal(v, w, sizeof v);
	/* and nothing was drawn besides */
	assert_int_equal(chance_below(c, 1000), stream_below(s, 1000));
	chance_free(c);
	g_free(s);
}

static void
test_shuffle_of_few(void **state)
{
	unsigned char seed[SEED_SIZE];
	int16_t v[] = { 5 };
	struct chance *c, *d;

	(void)state;
	numbered_seed(seed);
	c = chance_new(seed);
	d = chance_new(seed);
	chance_shuffle(c, NULL, 'n', v, 0, 0);
	chance_shuffle(c, NULL, 'n', v, 1, 1);
	assert_int_equal(v[0], 5);
	assert_int_equal(chance_below(c, 99991), chance_below(d, 99991));
	chance_free(c);
	chance_free(d);
}

/* Each of the 24 orders of four comes up about as often. */
static void
test_shuffle_is_fair(void **state)
{
	enum { TIMES = 24000 };
	unsigned char seed[SEED_SIZE];
	int count[4][4] = { { 0 } };
	struct chance *c;

	(void)state;
	numbered_seed(seed);
	c = chance_new(seed);
	for (int i = 0; i < TIMES; i++) {
		int16_t v[] = { 0, 1, 2, 3 };

		chance_shuffle(c, NULL, 'n', v, 4, 4);
		for (int k = 0; k < 4; k++)
			count[k][v[k]]++;
	}
	for (int k = 0; k < 4; k++)
		for (int value = 0; value < 4; value++)
			assert_in_range(
			    count[k][value], TIMES / 4 - 300, TIMES / 4 + 300);
	chance_free(c);
}

static void
test_pick(void **state)
{
	static const int16_t v[] = { 10, 20, 30, 40, 50 };
	unsigned char seed[SEED_SIZE];
	struct chance *c;
	struct stream *s = g_new(struct stream, 1);

	(void)state;
	numbered_seed(seed);
	c = chance_new(seed);
	stream_begin(s, seed);
	for (int i = 0; i < 100; i++)
		assert_int_equal(
		    chance_pick(c, NULL, 'n', v, 5), v[stream_below(s, 5)]);
	chance_free(c);
	g_free(s);
}

/* The expected values were computed with another library's BLAKE2b. */
static void
test_commitment(void **state)
{
	unsigned char seed[SEED_SIZE], commitment[SEED_SIZE];
	char hex[SEED_HEX_SIZE];

	(void)state;
	numbered_seed(seed);
	seed_commitment(seed, commitment);
	seed_to_hex(commitment, hex);
	assert_string_equal(hex,
	    "cb2f5160fc1f7e05a55ef49d340b48da2e5a78099d53393351cd579dd42503d6");
}

static void
test_match_seed(void **state)
{
	g_autofree char *many = g_strnfill(300, 'x');
	char *luck[] = { NULL, (char *)(uintptr_t) "żółw i lis", many };
	char *empty[] = { (char *)(uintptr_t) "", luck[1], many };
	unsigned char server[SEED_SIZE], seed[SEED_SIZE], other[SEED_SIZE];
	char hex[SEED_HEX_SIZE];

	(void)state;
	numbered_seed(server);
	seed_match(server, luck, 3, seed);
	seed_to_hex(seed, hex);
	assert_string_equal(hex,
	    "a5066827d567c36758615a5c4bca0aa8976573ce8017fdfcd6e52e4b56235721");
	seed_match(server, empty, 3, other);
	assert_memory_equal(seed, other, SEED_SIZE);
}

/* The lengths keep words of one seat apart from those of the next. */
static void
test_match_seed_tells_seats_apart(void **state)
{
	char *one[] = { (char *)(uintptr_t) "ab", (char *)(uintptr_t) "c" };
	char *two[] = { (char *)(uintptr_t) "a", (char *)(uintptr_t) "bc" };
	unsigned char server[SEED_SIZE], a[SEED_SIZE], b[SEED_SIZE];

	(void)state;
	numbered_seed(server);
	seed_match(server, one, 2, a);
	seed_match(server, two, 2, b);
	assert_memory_not_equal(a, b, SEED_SIZE);
}

static void
test_hex(void **state)
{
	static const char *const bad[] = { "", "0", "00", "0x",
		"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e"
		"1",
		"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e"
		"1"
		"f0",
		"000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E"
		"1F",
		"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e"
		"1g",
		" 00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e"
		"1f",
		"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e"
		"1f " };
	unsigned char seed[SEED_SIZE], back[SEED_SIZE];
	char hex[SEED_HEX_SIZE];

	(void)state;
	numbered_seed(seed);
	seed_to_hex(seed, hex);
	assert_string_equal(hex, "000102030405060708090a0b0c0d0e0f"
				 "101112131415161718191a1b1c1d1e1f");
	assert_true(seed_from_hex(hex, back));
	assert_memory_equal(seed, back, SEED_SIZE);
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
		assert_false(seed_from_hex(bad[i], back));
}

static void
test_seeds_differ(void **state)
{
	unsigned char a[SEED_SIZE], b[SEED_SIZE];

	(void)state;
	seed_random(a);
	seed_random(b);
	assert_memory_not_equal(a, b, SEED_SIZE);
}

/* What is no chance is the same on every machine: bytes and numbers. */
static void
test_fixed(void **state)
{
	static const unsigned char seed[SEED_SIZE] = { 7 };
	unsigned char nonce[crypto_stream_chacha20_NONCEBYTES] = { 0 };
	unsigned char want[12], bytes[12];
	uint32_t number;

	(void)state;
	chance_fix(seed);
	for (unsigned char i = 0; i < 3; i++) {
		nonce[0] = i;
		crypto_stream_chacha20(want, sizeof(want), nonce, seed);
		if (i < 2) {
			randombytes_buf(bytes, sizeof(bytes));
			assert_memory_equal(bytes, want, sizeof(want));
			continue;
		}
		number = randombytes_random();
		for (int b = 0; b < 4; b++)
			assert_int_equal((number >> 8 * b) & 255, want[b]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words_of_the_rfc),
		cmocka_unit_test(test_draws_as_computed),
		cmocka_unit_test(test_rejection),
		cmocka_unit_test(test_order_of_a_shuffle),
		cmocka_unit_test(test_shuffle_of_few),
		cmocka_unit_test(test_shuffle_is_fair),
		cmocka_unit_test(test_pick),
		cmocka_unit_test(test_commitment),
		cmocka_unit_test(test_match_seed),
		cmocka_unit_test(test_match_seed_tells_seats_apart),
		cmocka_unit_test(test_hex),
		cmocka_unit_test(test_seeds_differ),
		/* behind it, no chance is left */
		cmocka_unit_test(test_fixed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

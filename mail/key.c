/* SPDX-License-Identifier: ISC */
/*
 * Reply keys: a person who holds a letter of ours can answer for its seat,
 * nobody else can make one up.  Letters and digits only, in one case, since
 * mail programs and servers fold addresses.
 */
#include "mail/key.h"

#include "mail/inner.h"
#include "mail/ticket.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
key_init(void)
{
	if (sodium_init() < 0) {
		fprintf(stderr, "turnpost: libsodium cannot start\n");
		abort();
	}
}

/*
 * A hash of the words under the secret.  Half of it is to take in the secret,
 * which is the same for all of a home, and that is kept.
 */
static void
hash(const unsigned char secret[SECRET_SIZE], const char *words,
    unsigned char mac[crypto_auth_hmacsha256_BYTES])
{
	static _Thread_local crypto_auth_hmacsha256_state begun;
	static _Thread_local unsigned char by[SECRET_SIZE];
	static _Thread_local bool known;
	crypto_auth_hmacsha256_state state;

	if (!known || memcmp(by, secret, SECRET_SIZE) != 0) {
		crypto_auth_hmacsha256_init(&begun, secret, SECRET_SIZE);
		memcpy(by, secret, SECRET_SIZE);
		known = true;
	}
	state = begun;
	crypto_auth_hmacsha256_update(
	    &state, (const unsigned char *)words, strlen(words));
	crypto_auth_hmacsha256_final(&state, mac);
	sodium_memzero(&state, sizeof(state));
}

/* The first chars * 5 bits of a hash of the words, as base32. */
static void
make(const unsigned char secret[SECRET_SIZE], const char *words, char *out,
    size_t chars)
{
	static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
	unsigned char mac[crypto_auth_hmacsha256_BYTES];
	unsigned bits = 0, held = 0;
	size_t next = 0;

	G_STATIC_ASSERT(SECRET_SIZE == crypto_auth_hmacsha256_KEYBYTES);
	hash(secret, words, mac);
	for (size_t i = 0; i < chars; i++) {
		if (held < 5) {
			bits = (bits & 0x1f) << 8 | mac[next++];
			held += 8;
		}
		held -= 5;
		out[i] = alphabet[bits >> held & 0x1f];
	}
	out[chars] = '\0';
	sodium_memzero(mac, sizeof(mac));
}

void
key_make(const unsigned char secret[SECRET_SIZE], int64_t match, int seat,
    int epoch, char key[KEY_SIZE + 1])
{
	g_autofree char *words = g_strdup_printf(
	    "v1|%" G_GINT64_FORMAT "|%d|%d", match, seat, epoch);

	make(secret, words, key, KEY_SIZE);
}

bool
key_equal(const char *a, const char *b)
{
	char folded[2][KEY_SIZE];

	if (strlen(a) != KEY_SIZE || strlen(b) != KEY_SIZE)
		return false;
	for (int i = 0; i < KEY_SIZE; i++) {
		folded[0][i] = g_ascii_tolower(a[i]);
		folded[1][i] = g_ascii_tolower(b[i]);
	}
	return sodium_memcmp(folded[0], folded[1], KEY_SIZE) == 0;
}

void
code_make(const unsigned char secret[SECRET_SIZE], const char *purpose,
    int64_t match, int seat, int epoch, char code[7])
{
	/* No key begins like this, so a code never tells part of one. */
	g_autofree char *words = g_strdup_printf(
	    "code1|%s|%" G_GINT64_FORMAT "|%d|%d", purpose, match, seat, epoch);

	make(secret, words, code, 6);
}

void
serial_make(const unsigned char secret[SECRET_SIZE], int64_t number,
    char serial[SERIAL_SIZE + 1])
{
	g_autofree char *words =
	    g_strdup_printf("serial1|%" G_GINT64_FORMAT, number);

	make(secret, words, serial, SERIAL_SIZE);
}

uint32_t
spread_make(const unsigned char secret[SECRET_SIZE], const char *purpose,
    int64_t match, int seat, int64_t number)
{
	g_autofree char *words = g_strdup_printf("spread1|%s|%" G_GINT64_FORMAT
						 "|%d|%" G_GINT64_FORMAT,
	    purpose, match, seat, number);
	unsigned char mac[crypto_auth_hmacsha256_BYTES];

	crypto_auth_hmacsha256(
	    mac, (const unsigned char *)words, strlen(words), secret);
	return (uint32_t)mac[0] << 24 | (uint32_t)mac[1] << 16 |
	       (uint32_t)mac[2] << 8 | mac[3];
}

void
letter_key_make(const unsigned char secret[SECRET_SIZE], const char *purpose,
    int64_t number, char key[KEY_SIZE + 1])
{
	g_autofree char *words =
	    g_strdup_printf("letter1|%s|%" G_GINT64_FORMAT, purpose, number);

	make(secret, words, key, KEY_SIZE);
}

/*
 * As Outlook makes it: the upper 6 bytes of the time, which it counts in units
 * of 100 ns since 1601, and 16 bytes that nothing else has.
 */
void
thread_index(const unsigned char secret[SECRET_SIZE], int64_t match,
    int64_t created, char index[THREAD_INDEX_SIZE])
{
	g_autofree char *words =
	    g_strdup_printf("thread1|%" G_GINT64_FORMAT, match);
	unsigned char mac[crypto_auth_hmacsha256_BYTES], bytes[22];
	uint64_t time =
	    ((uint64_t)created + UINT64_C(11644473600)) * UINT64_C(10000000);
	g_autofree char *text = NULL;

	crypto_auth_hmacsha256(
	    mac, (const unsigned char *)words, strlen(words), secret);
	for (int i = 0; i < 6; i++)
		bytes[i] = (unsigned char)(time >> (56 - 8 * i));
	memcpy(bytes + 6, mac, 16);
	text = g_base64_encode(bytes, sizeof(bytes));
	g_strlcpy(index, text, THREAD_INDEX_SIZE);
}

void
bounce_word(const unsigned char secret[SECRET_SIZE], int64_t letter,
    char word[KEY_SIZE + 1])
{
	g_autofree char *words =
	    g_strdup_printf("bounce1|%" G_GINT64_FORMAT, letter);

	make(secret, words, word, KEY_SIZE);
}

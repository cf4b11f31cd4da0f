/* SPDX-License-Identifier: ISC */
/*
 * It begins with the number of keys and the number of slots, a power of two.
 * Then it tells for each key where it stands, from the beginning of the table,
 * and for each slot what key is in it, from 1, or 0.  All these numbers have
 * four bytes with their big end first.  A key is in the slot of its hash or, if
 * that was taken, in the next free one.  A key and its value end with a NUL; a
 * value may have more of them inside.
 */
#include "base/lexicon.h"

#include <endian.h>
#include <stdint.h>
#include <string.h>

static uint32_t
number_at(const char *lexicon, size_t n)
{
	uint32_t number;

	memcpy(&number, lexicon + n * sizeof(number), sizeof(number));
	return be32toh(number);
}

size_t
lexicon_size(const char *lexicon)
{
	return number_at(lexicon, 0);
}

const char *
lexicon_key(const char *lexicon, size_t n)
{
	return lexicon + number_at(lexicon, 2 + n);
}

/* As tools/pack_words.py has it. */
static uint32_t
hash_of(const char *key)
{
	uint32_t hash = 5381;

	for (const unsigned char *p = (const unsigned char *)key; *p != '\0';
	     p++)
		hash = hash * 33 + *p;
	return hash;
}

const char *
lexicon_find(const char *lexicon, const char *key)
{
	const uint32_t keys = number_at(lexicon, 0);
	const uint32_t last = number_at(lexicon, 1) - 1;
	const char *slots = lexicon + (2 + (size_t)keys) * sizeof(uint32_t);
	uint32_t slot = hash_of(key) & last, n;

	while ((n = number_at(slots, slot)) != 0) {
		const char *found = lexicon_key(lexicon, n - 1);

		if (strcmp(key, found) == 0)
			return found + strlen(found) + 1;
		slot = (slot + 1) & last;
	}
	return NULL;
}

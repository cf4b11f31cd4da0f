/* SPDX-License-Identifier: ISC */
/* Headers of tar: old fields of octal digits, a big size in base 256. */
#include "base/tar.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/* Where the fields are. */
enum {
	AT_NAME = 0,
	AT_MODE = 100,
	AT_USER = 108,
	AT_GROUP = 116,
	AT_SIZE = 124,
	AT_TIME = 136,
	AT_SUM = 148,
	AT_TYPE = 156,
	AT_MAGIC = 257
};
enum { SHORT = 8, LONG = 12, SUM_DIGITS = 6 };
#define MAGIC "ustar  " /* of GNU, with its NUL */

static void
put_octal(unsigned char *at, size_t digits, uint64_t n)
{
	at[digits] = '\0';
	while (digits > 0) {
		at[--digits] = (unsigned char)('0' + (n & 7));
		n >>= 3;
	}
}

/* Eleven digits, or else all bits in eleven bytes. */
static void
put_size(unsigned char *at, uint64_t n)
{
	if (n >> 33 == 0) {
		put_octal(at, LONG - 1, n);
		return;
	}
	for (size_t i = LONG - 1; i > 0; i--) {
		at[i] = (unsigned char)n;
		n >>= 8;
	}
	at[0] = 0x80;
}

/* As if the sum's own field were blank. */
static unsigned
sum_of(const unsigned char *block)
{
	unsigned sum = 0;

	for (size_t i = 0; i < TAR_BLOCK; i++)
		sum += i >= AT_SUM && i < AT_SUM + SHORT ? ' ' : block[i];
	return sum;
}

void
tar_write(const struct tar_header *h, unsigned char block[TAR_BLOCK])
{
	memset(block, 0, TAR_BLOCK);
	memcpy(block + AT_NAME, h->name, strnlen(h->name, TAR_NAME_MAX));
	put_octal(block + AT_MODE, SHORT - 1, h->mode);
	put_octal(block + AT_USER, SHORT - 1, 0);
	put_octal(block + AT_GROUP, SHORT - 1, 0);
	put_size(block + AT_SIZE, (uint64_t)h->size);
	put_octal(block + AT_TIME, LONG - 1, (uint64_t)MAX(h->time, 0));
	block[AT_TYPE] = (unsigned char)h->type;
	memcpy(block + AT_MAGIC, MAGIC, sizeof(MAGIC));
	put_octal(block + AT_SUM, SUM_DIGITS, sum_of(block));
	block[AT_SUM + SHORT - 1] = ' ';
}

static bool
get_octal(const unsigned char *at, size_t size, uint64_t *n)
{
	size_t i = 0;

	*n = 0;
	for (; i < size && at[i] >= '0' && at[i] <= '7'; i++)
		*n = *n << 3 | (uint64_t)(at[i] - '0');
	return i > 0 && (i == size || at[i] == '\0' || at[i] == ' ');
}

static bool
get_size(const unsigned char *at, int64_t *size)
{
	uint64_t n = 0;

	if (at[0] == 0x80)
		for (size_t i = LONG - 8; i < LONG; i++)
			n = n << 8 | at[i];
	else if (!get_octal(at, LONG, &n))
		return false;
	*size = (int64_t)n;
	return *size >= 0;
}

static bool
is_end(const unsigned char *block)
{
	for (size_t i = 0; i < TAR_BLOCK; i++)
		if (block[i] != 0)
			return false;
	return true;
}

int
tar_read(const unsigned char block[TAR_BLOCK], struct tar_header *h)
{
	uint64_t sum, mode, time;

	if (is_end(block))
		return 0;
	if (!get_octal(block + AT_SUM, SHORT, &sum) || sum != sum_of(block) ||
	    !get_octal(block + AT_MODE, SHORT, &mode) ||
	    !get_octal(block + AT_TIME, LONG, &time) ||
	    !get_size(block + AT_SIZE, &h->size))
		return -1;
	memcpy(h->name, block + AT_NAME, TAR_NAME_MAX);
	h->name[TAR_NAME_MAX] = '\0';
	h->mode = (unsigned)mode & 0777;
	h->time = (int64_t)time;
	h->type = (enum tar_type)block[AT_TYPE];
	return h->type == TAR_FILE || h->type == TAR_FOLDER ||
		       h->type == TAR_LONG_NAME
		   ? 1
		   : -1;
}

size_t
tar_filling(int64_t size)
{
	return (size_t)((TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK);
}

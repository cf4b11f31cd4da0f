/* SPDX-License-Identifier: ISC */
/* Rows of pictures, packed: what libdeflate unpacks is what they were. */
#include "core/chance.h"
#include "core/draw.h"
#include "render/picture/deflating.h"

#include <libdeflate.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

/* A place of rows, and how they come. */
struct kind {
	int width, rows;
	unsigned colours; /* of that many bytes */
	unsigned longest; /* run */
	unsigned again; /* in 100 rows, as the one before */
	unsigned same; /* in 100 runs, as above */
};

static unsigned
below(struct chance *chance, unsigned n)
{
	return n > 1 ? chance_below(chance, n) : 0;
}

static void
fill_row(struct chance *chance, const struct kind *k, const guint8 *above,
    guint8 *row)
{
	for (int x = 0, n; x < k->width; x += n) {
		n = 1 + (int)below(chance, k->longest);
		n = MIN(n, k->width - x);
		if (above != NULL && below(chance, 100) < k->same)
			memcpy(row + x, above + x, (size_t)n);
		else
			memset(
			    row + x, (int)below(chance, k->colours), (size_t)n);
	}
}

static void
pack_row(struct deflate *d, const guint8 *row, int width)
{
	g_autofree guint16 *ends = g_new(guint16, (size_t)width);
	int n = 0;

	memcpy(deflate_room(d), row, (size_t)width);
	for (int x = 1; x <= width; x++)
		if (x == width || row[x] != row[x - 1])
			ends[n++] = (guint16)x;
	deflate_row(d, ends);
}

static void
check(struct chance *chance, const struct kind *k)
{
	const size_t width = (size_t)k->width;
	const size_t size = width * (size_t)k->rows;
	g_autofree guint8 *rows = g_malloc(size), *out = g_malloc(size);
	struct deflate *d = deflate_new(k->width);
	struct libdeflate_decompressor *reader =
	    libdeflate_alloc_decompressor();
	GByteArray *packed;

	for (int y = 0; y < k->rows; y++) {
		guint8 *row = rows + width * (size_t)y;
		const guint8 *above = y > 0 ? row - width : NULL;

		if (above != NULL && below(chance, 100) < k->again) {
			memcpy(row, above, width);
			deflate_row_again(d);
			continue;
		}
		fill_row(chance, k, above, row);
		pack_row(d, row, k->width);
	}
	packed = deflate_end(d);
	assert_int_equal(libdeflate_zlib_decompress(reader, packed->data,
			     packed->len, out, size, NULL),
	    LIBDEFLATE_SUCCESS);
	assert_memory_equal(rows, out, size);
	g_byte_array_unref(packed);
	libdeflate_free_decompressor(reader);
}

static void
rows_come_back(void **state)
{
	static const struct kind kinds[] = {
		{ 1201, 700, 256, 40, 30, 70 },
		{ 1201, 60, 256, 1, 0, 0 },
		{ 1201, 60, 9, 2, 0, 60 },
		{ 1201, 300, 1, 1201, 0, 0 },
		{ 300, 900, 5, 300, 50, 90 },
		{ 260, 700, 3, 261, 20, 50 },
		{ 2, 500, 3, 2, 50, 50 },
		{ 1, 5, 3, 1, 50, 50 },
		{ 32768, 12, 200, 99, 30, 90 },
		{ 32769, 12, 200, 99, 30, 90 },
		{ 65535, 5, 200, 999, 30, 90 },
	};
	static const unsigned char seed[SEED_SIZE] = { 7 };
	struct chance *chance = chance_new(seed);

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		check(chance, &kinds[i]);
	chance_free(chance);
}

/* Of 1 << 15: a full set of codes, as readers want it. */
static guint32
taken(const struct codes *codes, int n)
{
	guint32 sum = 0;

	for (int i = 0; i < n; i++) {
		assert_in_range(codes->length[i], 0, 15);
		if (codes->length[i] > 0)
			sum += 1U << (15 - codes->length[i]);
	}
	return sum;
}

/* Each symbol as often as the two before it: Huffman's codes would have a bit
 * more for each. */
static void
codes_have_a_limit(void **state)
{
	guint32 counts[CODES_MAX] = { 1, 1 };
	struct codes codes;

	(void)state;
	for (int i = 2; i < 40; i++)
		counts[i] = counts[i - 1] + counts[i - 2];
	codes_make(&codes, counts, 40);
	assert_int_equal(taken(&codes, 40), 1 << 15);
	assert_int_equal(codes.length[39], 1);
	for (int i = 0; i < 40; i++)
		counts[i] = 1;
	counts[7] = 0;
	codes_make(&codes, counts, 40);
	assert_int_equal(taken(&codes, 40), 1 << 15);
	assert_int_equal(codes.length[7], 0);
}

static void
one_symbol_has_a_code(void **state)
{
	const guint32 counts[3] = { 0, 5, 0 };
	struct codes codes;

	(void)state;
	codes_make(&codes, counts, 3);
	assert_int_equal(codes.length[1], 1);
	assert_int_equal(taken(&codes, 3), 1 << 14);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_come_back),
		cmocka_unit_test(codes_have_a_limit),
		cmocka_unit_test(one_symbol_has_a_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

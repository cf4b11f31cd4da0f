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

/* Rows of a picture, and how many of them each band has. */
struct rows {
	const struct kind *kind;
	guint8 *all;
	bool *again; /* the same as the one before, and told so */
	int band[64], bands;
};

static void
rows_make(struct rows *r, struct chance *chance, const struct kind *k)
{
	const size_t width = (size_t)k->width;
	int left = k->rows;

	r->kind = k;
	r->all = g_malloc(width * (size_t)k->rows);
	r->again = g_new0(bool, (size_t)k->rows);
	for (int y = 0; y < k->rows; y++) {
		guint8 *row = r->all + width * (size_t)y;
		const guint8 *above = y > 0 ? row - width : NULL;

		r->again[y] = above != NULL && below(chance, 100) < k->again;
		if (r->again[y])
			memcpy(row, above, width);
		else
			fill_row(chance, k, above, row);
	}
	for (r->bands = 0; left > 0; left -= r->band[r->bands++]) {
		r->band[r->bands] = 1 + (int)below(chance, 90);
		if (left < r->band[r->bands] || r->bands == 63)
			r->band[r->bands] = left;
	}
}

static void
rows_clear(struct rows *r)
{
	g_free(r->all);
	g_free(r->again);
}

/* The band that begins at that row. */
static GBytes *
pack_band(
    struct deflate *d, const struct rows *r, int from, int n, guint32 *sum)
{
	deflate_begin(d, from > 0);
	for (int y = from; y < from + n; y++)
		if (r->again[y])
			deflate_row_again(d);
		else
			pack_row(d, r->all + (size_t)r->kind->width * (size_t)y,
			    r->kind->width);
	return deflate_end(d, sum);
}

/* Packed by somebody who saw nothing but it and the row above. */
static void
assert_band_alone(
    const struct rows *r, int from, int n, GBytes *want, guint32 want_sum)
{
	const size_t width = (size_t)r->kind->width;
	struct deflate *d = deflate_new(r->kind->width);
	g_autoptr(GBytes) packed = NULL;
	guint32 sum;

	if (from > 0) {
		memcpy(deflate_room(d), r->all + width * (size_t)(from - 1),
		    width);
		deflate_above(d);
	}
	packed = pack_band(d, r, from, n, &sum);
	assert_true(g_bytes_equal(packed, want));
	assert_int_equal(sum, want_sum);
	deflate_free(d);
}

/* As zlib's bytes, all bands one after the other. */
static GByteArray *
pack_rows(const struct rows *r)
{
	static const guint8 head[] = { 0x78, 1 }, end[] = { 3, 0 };
	GByteArray *all = g_byte_array_new();
	struct deflate *d = deflate_new(r->kind->width);
	guint32 sum = 1;

	g_byte_array_append(all, head, sizeof(head));
	for (int i = 0, from = 0; i < r->bands; from += r->band[i++]) {
		guint32 one;
		g_autoptr(GBytes) packed =
		    pack_band(d, r, from, r->band[i], &one);
		gsize size;
		const guint8 *data = g_bytes_get_data(packed, &size);

		assert_band_alone(r, from, r->band[i], packed, one);
		g_byte_array_append(all, data, (guint)size);
		sum = deflate_sum(
		    sum, one, (size_t)r->band[i] * (size_t)r->kind->width);
	}
	deflate_free(d);
	g_byte_array_append(all, end, sizeof(end));
	sum = GUINT32_TO_BE(sum);
	g_byte_array_append(all, (const guint8 *)&sum, sizeof(sum));
	return all;
}

static void
check(struct chance *chance, const struct kind *k)
{
	const size_t size = (size_t)k->width * (size_t)k->rows;
	g_autofree guint8 *out = g_malloc(size);
	struct libdeflate_decompressor *reader =
	    libdeflate_alloc_decompressor();
	struct rows rows;
	GByteArray *packed;

	rows_make(&rows, chance, k);
	packed = pack_rows(&rows);
	assert_int_equal(libdeflate_zlib_decompress(reader, packed->data,
			     packed->len, out, size, NULL),
	    LIBDEFLATE_SUCCESS);
	assert_memory_equal(rows.all, out, size);
	g_byte_array_unref(packed);
	rows_clear(&rows);
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

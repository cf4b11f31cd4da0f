/* SPDX-License-Identifier: ISC */
/* Packing: it comes back the same, damage and bombs are refused. */
#include "base/err.h"
#include "base/gzip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static GBytes *
bytes_of(size_t size)
{
	guint8 *bytes = g_malloc(size + 1);

	for (size_t i = 0; i < size; i++)
		bytes[i] = (guint8)(i * i >> 7);
	return g_bytes_new_take(bytes, size);
}

static void
test_there_and_back(void **state)
{
	static const size_t sizes[] = { 0, 1, 70000, 500000 };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
		struct err e = { 0 };
		g_autoptr(GBytes) from = bytes_of(sizes[i]);
		g_autoptr(GBytes) packed = gzip_pack(from);
		g_autoptr(GBytes) again = gzip_pack(from);
		g_autoptr(GBytes) back = gzip_unpack(packed, sizes[i], &e);

		assert_true(gzip_is(packed));
		assert_true(g_bytes_equal(packed, again));
		assert_non_null(back);
		assert_true(g_bytes_equal(from, back));
	}
}

static void
test_refused(void **state)
{
	struct err e = { 0 };
	g_autoptr(GBytes) from = bytes_of(100000);
	g_autoptr(GBytes) packed = gzip_pack(from);
	g_autoptr(GBytes) half =
	    g_bytes_new_from_bytes(packed, 0, g_bytes_get_size(packed) / 2);

	(void)state;
	assert_null(gzip_unpack(packed, 99999, &e));
	assert_int_equal(e.code, ERR_FORMAT);
	assert_null(gzip_unpack(half, 200000, &e));
	assert_null(gzip_unpack(from, 200000, &e));
	assert_false(gzip_is(from));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_there_and_back),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("gzip", tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/* Packing for the database: it comes back the same, damage is refused. */
#include "base/pack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static GBytes *
bytes_of(size_t size)
{
	guint8 *bytes = g_malloc(size);

	for (size_t i = 0; i < size; i++)
		bytes[i] = (guint8)(i * i >> 7);
	return g_bytes_new_take(bytes, size);
}

static void
test_there_and_back(void **state)
{
	static const size_t sizes[] = { 1, 70000, 500000 };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
		g_autoptr(GBytes) from = bytes_of(sizes[i]);
		g_autoptr(GBytes) packed = bytes_pack(from);
		g_autoptr(GBytes) back = bytes_unpack(packed, sizes[i]);

		assert_non_null(back);
		assert_true(g_bytes_equal(from, back));
		if (i > 0)
			assert_true(g_bytes_get_size(packed) < sizes[i] / 2);
	}
}

static void
refuse(const void *bytes, gsize size)
{
	g_autoptr(GBytes) damaged = g_bytes_new(bytes, size);

	assert_null(bytes_unpack(damaged, 1 << 20));
}

static void
test_refused(void **state)
{
	g_autoptr(GBytes) from = bytes_of(100000);
	g_autoptr(GBytes) packed = bytes_pack(from);
	g_autofree guint8 *bytes = NULL;
	gsize size;

	(void)state;
	assert_null(bytes_unpack(packed, 99999));
	bytes = g_memdup2(
	    g_bytes_get_data(packed, &size), g_bytes_get_size(packed));
	for (gsize n = 0; n < size; n += 1 + n / 2)
		refuse(bytes, n);
	/* a byte of it, its sum, its size */
	for (gsize at = size; at > 0; at /= 3) {
		bytes[at - 1] ^= 0x55;
		refuse(bytes, size);
		bytes[at - 1] ^= 0x55;
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_there_and_back),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

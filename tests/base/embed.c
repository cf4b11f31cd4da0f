/* SPDX-License-Identifier: ISC */
/* Files built into the program are those of the tree, byte for byte. */
#include "base/embed.h"
#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void
test_same_as_the_tree(void **state)
{
	const struct embedded *all;
	size_t n;

	(void)state;
	all = embedded_all(&n);
	assert_true(n > 0);
	for (size_t i = 0; i < n; i++) {
		g_autoptr(GBytes) file =
		    file_read(all[i].path, SIZE_MAX, NULL, NULL);

		assert_non_null(file);
		assert_int_equal(all[i].size, g_bytes_get_size(file));
		assert_memory_equal(
		    all[i].data, g_bytes_get_data(file, NULL), all[i].size);
		assert_int_equal(all[i].data[all[i].size], '\0');
	}
}

static void
test_find(void **state)
{
	const struct embedded *all;
	size_t n;

	(void)state;
	all = embedded_all(&n);
	for (size_t i = 0; i < n; i++) {
		assert_ptr_equal(embedded_find(all[i].path), &all[i]);
		if (i > 0)
			assert_true(strcmp(all[i - 1].path, all[i].path) < 0);
	}
	assert_non_null(embedded_find("etc/turnpost.yaml"));
	assert_null(embedded_find(""));
	assert_null(embedded_find("etc/turnpost.yam"));
	assert_null(embedded_find("zzz"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_as_the_tree),
		cmocka_unit_test(test_find),
	};

	return cmocka_run_group_tests_name("base/embed", tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/* Shares of sizes, as large as a size can be. */
#include "base/size.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <cmocka.h>

static void
test_share(void **state)
{
	const size_t most = SIZE_MAX;

	(void)state;
	assert_int_equal(size_share(10, 0, 3), 0);
	assert_int_equal(size_share(10, 1, 3), 3);
	assert_int_equal(size_share(10, 2, 3), 6);
	assert_int_equal(size_share(10, 3, 3), 10);
	assert_int_equal(size_share(0, 1, 3), 0);
	assert_int_equal(size_share(most, 0, most), 0);
	assert_int_equal(size_share(most, most, most), most);
	assert_int_equal(size_share(most, 1, most), 1);
	assert_int_equal(size_share(2, most / 2 + 1, most), 1);
	assert_int_equal(size_share(most, most / 2, most), most / 3);
	/* 4000 steps in 1.5 MB of 3 MB, as on 32 bits */
	assert_int_equal(size_share(4000, 1500000, 3000000), 2000);
}

/* Never more than there is room for. */
static void
test_never_too_much(void **state)
{
	(void)state;
	for (size_t n = 1; n < 300; n += 7)
		for (size_t part = 1; part < 300; part += 11) {
			size_t large = SIZE_MAX / 300;
			size_t got =
			    size_share(n * large, part * large, 300 * large);

			assert_true(got <= n * large / 300 * part + part);
		}
}

static void
test_times(void **state)
{
	(void)state;
	assert_true((time_t)INT64_C(4102444800) > 0); /* the year 2100 */
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_share),
		cmocka_unit_test(test_never_too_much),
		cmocka_unit_test(test_times),
	};

	return cmocka_run_group_tests_name("base/size", tests, NULL, NULL);
}

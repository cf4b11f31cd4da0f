/* SPDX-License-Identifier: ISC */
/* Against BLAKE2b as Python has it: homes keep what is known by these. */
#include "core/fingerprint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void
known_ones(void **state)
{
	char hex[FINGERPRINT_SIZE + 1];

	(void)state;
	fingerprint_of("", "", hex);
	assert_string_equal(hex, "3345524abf6bbe1809449224b5972c41790b6cf2");
	fingerprint_of("versions", "text", hex);
	assert_string_equal(hex, "679525666feb9aaac35eb20f6cc747b50213dd03");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/* Which names need a mark in front of a number that follows them. */
#include "base/direction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define MARK "\u200e"

static void
test_names(void **state)
{
	static const char *const none[] = { "", "Anna", "Łucja Żółć",
		"Анна Сергеевна", "李雷", "Αλέξης", "Արամ", "🂡" };
	static const char *const marked[] = { "שלום", "Bo שלום", "محمد علي",
		"ﷺ", "ﻼ", "𐤀", "𞤀", "ܐ", "ޱ" };

	(void)state;
	for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++)
		assert_string_equal(direction_after(none[i]), "");
	for (size_t i = 0; i < sizeof(marked) / sizeof(*marked); i++)
		assert_string_equal(direction_after(marked[i]), MARK);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests_name("direction", tests, NULL, NULL);
}

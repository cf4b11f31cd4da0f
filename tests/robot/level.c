/* SPDX-License-Identifier: ISC */
/* How much a robot thinks at each level. */
#include "robot/level.h"
#include "robot/think.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* More at a higher level, more for more moves, and never more than a decision
 * may take. */
static void
test_iterations(void **state)
{
	static const size_t moves[] = { 1, 2, 6, 40, 267, 100000 };

	(void)state;
	for (int level = 0; level < ROBOT_LEVELS; level++) {
		uint32_t before = 0;

		for (size_t i = 0; i < sizeof(moves) / sizeof(*moves); i++) {
			uint32_t n = robot_level_iterations(
			    (enum robot_level)level, moves[i]);

			assert_in_range(n, 1, 5000);
			assert_true(n >= before);
			if (level > 0)
				assert_true(
				    n >= robot_level_iterations(
					     (enum robot_level)(level - 1),
					     moves[i]));
			before = n;
		}
	}
	assert_true(robot_level_iterations(ROBOT_STRONG, 6) >
		    robot_level_iterations(ROBOT_MEDIUM, 6));
	assert_true(robot_level_iterations(ROBOT_MEDIUM, 6) >
		    robot_level_iterations(ROBOT_EASY, 6));
}

static void
test_words(void **state)
{
	enum robot_level level = ROBOT_MEDIUM;

	(void)state;
	for (int i = 0; i < ROBOT_LEVELS; i++) {
		assert_true(robot_level_read(
		    robot_level_word((enum robot_level)i), &level));
		assert_int_equal(level, i);
	}
	assert_false(robot_level_read("Strong", &level));
	assert_int_equal(level, ROBOT_STRONG);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_iterations),
		cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

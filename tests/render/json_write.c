/* SPDX-License-Identifier: ISC */
/* JSON is written as the library would write it. */
#include "render/json_write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void
assert_as_library(json_t *value)
{
	g_autoptr(GString) text = g_string_new("before ");
	char *theirs = json_dumps(value, JSON_INDENT(1));

	json_write(value, text);
	assert_string_equal(text->str + strlen("before "), theirs);
	free(theirs);
	json_decref(value);
}

static void
test_values(void **state)
{
	(void)state;
	assert_as_library(json_object());
	assert_as_library(json_array());
	assert_as_library(json_pack(
	    "{s:[], s:{}, s:[{}, [], [[]]]}", "none", "nothing", "inside"));
	assert_as_library(
	    json_pack("[I, I, i, f, f, b, b, n]", (json_int_t)INT64_MIN,
		(json_int_t)INT64_MAX, 0, 0.1, -2e300, true, false));
	assert_as_library(json_pack("{s:{s:[i, {s:s}]}, s:s}", "z", "a", 1, "b",
	    "c", "a", "the order stays"));
}

/* All bytes, at all places among eight and behind them. */
static void
test_strings(void **state)
{
	(void)state;
	for (int c = 1; c < 128; c++) {
		json_t *list = json_array();

		for (size_t size = 0; size < 20; size++) {
			g_autofree char *text = g_strnfill(size + 3, 'x');

			text[size] = (char)c;
			json_array_append_new(list, json_string(text));
		}
		assert_as_library(list);
	}
	assert_as_library(json_pack("{s:s, s:s}", "key \"\\\n/", "Zoë → \x7f",
	    "Ёж", "\xf0\x9f\x83\x8f und länger als acht \t"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_strings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/* Data that matches share is what stands in the row of each. */
#include "app/home/game_data.h"
#include "app/home/home.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static json_t *
data_number(struct home *home, int n)
{
	g_autofree char *text = g_strdup_printf("{\"cards\": [%d]}", n);

	return game_data_read(home, text);
}

static json_int_t
number_in(const json_t *data)
{
	return json_integer_value(
	    json_array_get(json_object_get(data, "cards"), 0));
}

static void
test_equal_texts_are_shared(void **state)
{
	struct home home = { 0 };
	json_t *a = data_number(&home, 1), *b = data_number(&home, 1);

	(void)state;
	assert_non_null(a);
	assert_ptr_equal(a, b);
	json_decref(a);
	json_decref(b);
	game_data_free(home.game_data);
}

/* More of them than are kept, twice; what was handed out stays. */
static void
test_each_text_is_itself(void **state)
{
	struct home home = { 0 };
	json_t *first = data_number(&home, 0);

	(void)state;
	for (int i = 0; i < 40; i++) {
		json_t *data = data_number(&home, i % 20);

		assert_int_equal(number_in(data), i % 20);
		json_decref(data);
	}
	assert_int_equal(number_in(first), 0);
	game_data_free(home.game_data);
	assert_int_equal(number_in(first), 0);
	json_decref(first);
}

static void
test_no_json_is_told(void **state)
{
	struct home home = { 0 };

	(void)state;
	assert_null(game_data_read(&home, "{\"cards\": "));
	assert_null(game_data_read(&home, "{\"cards\": "));
	game_data_free(home.game_data);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_equal_texts_are_shared),
		cmocka_unit_test(test_each_text_is_itself),
		cmocka_unit_test(test_no_json_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

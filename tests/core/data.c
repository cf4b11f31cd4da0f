/* SPDX-License-Identifier: ISC */
/* A game's data from YAML to JSON, and back to the line that is wrong. */
#include "base/yaml.h"
#include "core/data.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static struct ynode *
tree(const char *text)
{
	struct ynode *y = yaml_read(text, strlen(text), "t", NULL);

	assert_non_null(y);
	return y;
}

static void
assert_data(const char *yaml, const char *json)
{
	struct ynode *y = tree(yaml);
	json_t *got = data_from_yaml(y);
	json_t *want = json_loads(json, JSON_DECODE_ANY, NULL);

	assert_non_null(want);
	if (!json_equal(got, want)) {
		char *text = json_dumps(got, JSON_ENCODE_ANY);

		print_error("%s: %s, not %s\n", yaml, text, json);
		free(text);
		fail();
	}
	json_decref(got);
	json_decref(want);
	ynode_free(y);
}

static void
test_values(void **state)
{
	(void)state;
	assert_data("a: 1", "{\"a\":1}");
	assert_data("a: -17", "{\"a\":-17}");
	assert_data("a: 0", "{\"a\":0}");
	assert_data("a: true\nb: false", "{\"a\":true,\"b\":false}");
	assert_data("- 1\n- x\n- [2, 3]", "[1,\"x\",[2,3]]");
	assert_data("a: {b: {c: ruby}}", "{\"a\":{\"b\":{\"c\":\"ruby\"}}}");
	assert_data("a: Frosthöhle", "{\"a\":\"Frosthöhle\"}");
	assert_data("a: []\nb: {}", "{\"a\":[],\"b\":{}}");
}

/* What only looks like a number or a truth is text. */
static void
test_texts(void **state)
{
	static const char *const texts[] = { "007", "-0", "+1", "1.0", "1e3",
		"0x1", "9223372036854775808", "True", "yes", "no", "1 2" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		g_autofree char *yaml = g_strdup_printf("a: %s", texts[i]);
		g_autofree char *json =
		    g_strdup_printf("{\"a\":\"%s\"}", texts[i]);

		assert_data(yaml, json);
	}
	assert_data("a: '1'\nb: \"true\"", "{\"a\":\"1\",\"b\":\"true\"}");
	assert_data("a: 9223372036854775807", "{\"a\":9223372036854775807}");
}

static void
test_lines(void **state)
{
	struct ynode *y = tree("top: 1\n"
			       "islands:\n"
			       "  - id: one\n"
			       "    buys: [wine]\n"
			       "  - id: two\n"
			       "    buys:\n"
			       "      - wine\n"
			       "      - salt\n");

	(void)state;
	assert_int_equal(data_line(y, "top"), 1);
	assert_int_equal(data_line(y, "islands/0/buys"), 4);
	assert_int_equal(data_line(y, "islands/1/id"), 5);
	assert_int_equal(data_line(y, "islands/1/buys/1"), 8);
	/* what is not there: the line of what holds it */
	assert_int_equal(
	    data_line(y, "islands/1/none"), data_line(y, "islands/1"));
	assert_int_equal(data_line(y, "islands/7"), data_line(y, "islands"));
	assert_int_equal(data_line(y, "islands/-1"), data_line(y, "islands"));
	assert_int_equal(data_line(y, "islands/x"), data_line(y, "islands"));
	assert_int_equal(data_line(y, "top/deeper"), 1);
	assert_int_equal(data_line(y, ""), 1);
	ynode_free(y);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

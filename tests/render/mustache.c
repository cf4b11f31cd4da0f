/* SPDX-License-Identifier: ISC */
/*
 * Mustache: the features of the public specification (spec, own cases), and
 * templates that are wrong or hostile.
 */
#include "base/err.h"
#include "render/mustache/template.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define SPEC "tests/render/spec"

static const char *
partial_of(void *partials, const char *name)
{
	return json_string_value(json_object_get(partials, name));
}

/* {{#shout}}: upper case. */
static bool
shout(void *arg, const char *name, const char *inside, GString *out)
{
	(void)arg;
	if (strcmp(name, "shout") != 0)
		return false;
	if (inside != NULL) {
		g_autofree char *up = g_utf8_strup(inside, -1);

		g_string_append(out, up);
	}
	return true;
}

static int
run_case(const json_t *item)
{
	const struct mustache_env env = {
		.partial = partial_of,
		.arg = json_object_get(item, "partials"),
		.html = true,
	};
	struct err err = { 0 };
	const char *expected =
	    json_string_value(json_object_get(item, "expected"));
	const char *name = json_string_value(json_object_get(item, "name"));
	g_autofree char *got = mustache_render("template",
	    json_string_value(json_object_get(item, "template")),
	    json_object_get(item, "data"), &env, &err);

	assert_non_null(expected);
	if (got != NULL && strcmp(got, expected) == 0)
		return 0;
	print_error("%s: want \"%s\", got \"%s\"\n", name, expected,
	    got != NULL ? got : err.text);
	return 1;
}

static void
test_spec(void **state)
{
	static const char *const files[] = { "comments", "delimiters",
		"interpolation", "inverted", "partials", "sections" };
	size_t cases = 0;
	int bad = 0;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *path =
		    g_strdup_printf("%s/%s.json", SPEC, files[i]);
		json_t *list = json_load_file(path, 0, NULL);
		const json_t *item;
		size_t j;

		assert_non_null(list);
		json_array_foreach(list, j, item) bad += run_case(item);
		cases += json_array_size(list);
		json_decref(list);
	}
	assert_true(cases > 100);
	assert_int_equal(bad, 0);
}

static char *
render(const char *text, const char *context, struct err *err)
{
	const struct mustache_env env = { .filter = shout };
	json_t *json = json_loads(context, 0, NULL);
	char *got;

	assert_non_null(json);
	got = mustache_render("t", text, json, &env, err);
	json_decref(json);
	return got;
}

static void
test_plain_text_is_not_escaped(void **state)
{
	g_autofree char *got = render("{{a}}{{&a}}", "{\"a\":\"<&>\"}", NULL);

	(void)state;
	assert_string_equal(got, "<&><&>");
}

static void
test_filter(void **state)
{
	g_autofree char *got =
	    render("{{#shout}}a{{x}}{{#shout}}b{{/shout}}"
		   "{{#l}}{{#shout}}{{.}}{{/shout}}{{/l}}{{/shout}}{{#other}}c"
		   "{{/other}}",
		"{\"x\":\"ö\",\"l\":[\"p\",\"q\"]}", NULL);

	(void)state;
	assert_string_equal(got, "AÖBPQ");
}

/* A filter asks for nothing twice, so nesting costs nothing. */
static void
test_nested_filters_are_fast(void **state)
{
	g_autoptr(GString) text = g_string_new(NULL);
	g_autofree char *got = NULL;

	(void)state;
	for (int i = 0; i < 60; i++)
		g_string_append(text, "{{#shout}}");
	g_string_append(text, "x");
	for (int i = 0; i < 60; i++)
		g_string_append(text, "{{/shout}}");
	got = render(text->str, "{}", NULL);
	assert_string_equal(got, "X");
}

static void
test_faults_name_the_line(void **state)
{
	static const char *const cases[][2] = {
		{ "a\n{{#b}}\nc", "t:2: section without end: b" },
		{ "a\n\n{{/b}}", "t:3: no section to close: b" },
		{ "{{#a}}\n{{#b}}\n{{/a}}", "t:3: closes another section: a" },
		{ "\n{{name", "t:2: tag without end: {{name" },
		{ "{{{name}}", "t:1: tag without end: {{{name}}" },
		{ "{{}}", "t:1: not a name: " },
		{ "{{a b}}", "t:1: not a name: a b" },
		{ "{{> }}", "t:1: not a name: " },
		{ "{{#cards.0}}x{{/cards.0}}",
		    "t:1: no number leads into a list but in {{#fact}}: "
		    "cards.0" },
		{ "\n{{^a.12.b}}x{{/a.12.b}}",
		    "t:2: no number leads into a list but in {{#fact}}: "
		    "a.12.b" },
		{ "{{a.0}}",
		    "t:1: no number leads into a list but in {{#fact}}: a.0" },
		{ "{{=}}=}}", "t:1: no delimiters: }}" },
		{ "{{= =}}", "t:1: no delimiters: " },
		{ "{{=a b c=}}", "t:1: no delimiters: a b c" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct err err = { 0 };
		char *got = render(cases[i][0], "{}", &err);

		assert_null(got);
		assert_int_equal(err.code, ERR_FORMAT);
		assert_string_equal(err.text, cases[i][1]);
	}
}

static void
test_deep_nesting_is_refused(void **state)
{
	g_autoptr(GString) text = g_string_new(NULL);
	struct err err = { 0 };

	(void)state;
	for (int i = 0; i < 100000; i++)
		g_string_append(text, "{{#a}}");
	assert_null(render(text->str, "{}", &err));
	assert_string_equal(err.text, "t:1: nested too deep: a");
}

static const char *
endless(void *arg, const char *name)
{
	(void)name;
	return arg;
}

static void
assert_stops(const char *text, const char *partial, const char *what)
{
	const struct mustache_env env = {
		.partial = endless,
		.arg = (void *)(uintptr_t)partial,
	};
	struct err err = { 0 };
	json_t *context = json_loads(
	    "{\"l\":[1,2,3,4,5,6,7,8,9,0],\"t\":\"twelve bytes\"}", 0, NULL);

	assert_null(mustache_render("t", text, context, &env, &err));
	assert_int_equal(err.code, ERR_FORMAT);
	assert_non_null(strstr(err.text, what));
	json_decref(context);
}

static void
test_hostile_templates_end(void **state)
{
	(void)state;
	assert_stops("{{>p}}", "{{>p}}", "without end");
	assert_stops("{{>p}}", "\n {{>p}}\n", "without end");
	assert_stops("{{>p}}", "{{#l}}{{>p}}{{/l}}", "without end");
	assert_stops("{{>p}}",
	    "{{#l}}{{#l}}{{#l}}{{#l}}{{#l}}{{#l}}{{#l}}{{#l}}"
	    "{{/l}}{{/l}}{{/l}}{{/l}}{{/l}}{{/l}}{{/l}}{{/l}}",
	    "takes too long");
	assert_stops("{{>p}}",
	    "{{#l}}{{#l}}{{#l}}{{#l}}{{#l}}{{t}}"
	    "{{/l}}{{/l}}{{/l}}{{/l}}{{/l}}",
	    "1 MiB");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_spec),
		cmocka_unit_test(test_plain_text_is_not_escaped),
		cmocka_unit_test(test_filter),
		cmocka_unit_test(test_nested_filters_are_fast),
		cmocka_unit_test(test_faults_name_the_line),
		cmocka_unit_test(test_deep_nesting_is_refused),
		cmocka_unit_test(test_hostile_templates_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

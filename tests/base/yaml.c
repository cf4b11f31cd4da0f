/* SPDX-License-Identifier: ISC */
/* YAML to a tree with lines, and everything that is refused. */
#include "base/err.h"
#include "base/yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static struct ynode *
parse(const char *text, struct err *e)
{
	return yaml_read(text, strlen(text), "f.yaml", e);
}

static void
refused(const char *text, const char *want)
{
	struct ynode *n;
	struct err e = { 0 };

	n = parse(text, &e);
	if (n != NULL || e.code != ERR_FORMAT ||
	    strncmp(e.text, want, strlen(want)) != 0)
		fail_msg("\"%s\": wanted \"%s\", got %s \"%s\"", text, want,
		    n != NULL ? "a tree" : "error", e.text);
}

static const struct ynode *
child(const struct ynode *n, guint i)
{
	assert_true(i < n->children->len);
	return g_ptr_array_index(n->children, i);
}

static void
test_tree_with_lines(void **state)
{
	const struct ynode *list, *inner;
	struct ynode *n;
	struct err e;

	(void)state;
	n = parse("# sample\n"
		  "name: Anna\n"
		  "list:\n"
		  "  - 1\n"
		  "  - \"2\"\n"
		  "  - {a: b}\n"
		  "empty:\n",
	    &e);
	assert_non_null(n);
	assert_int_equal(n->kind, YNODE_MAP);
	assert_null(n->key);
	assert_int_equal(n->children->len, 3);
	assert_string_equal(ynode_text(n, "name"), "Anna");
	assert_int_equal(ynode_get(n, "name")->line, 2);
	list = ynode_get(n, "list");
	assert_int_equal(list->kind, YNODE_LIST);
	assert_string_equal(list->key, "list");
	assert_true(child(list, 0)->plain);
	assert_false(child(list, 1)->plain);
	assert_string_equal(child(list, 1)->text, "2");
	assert_int_equal(child(list, 1)->line, 5);
	assert_null(child(list, 1)->key);
	inner = child(list, 2);
	assert_int_equal(inner->kind, YNODE_MAP);
	assert_int_equal(inner->line, 6);
	assert_string_equal(ynode_text(inner, "a"), "b");
	assert_string_equal(ynode_text(n, "empty"), "");
	ynode_free(n);
}

static void
test_order_is_kept(void **state)
{
	struct ynode *n = parse("{z: 1, a: 2, m: 3}", NULL);

	(void)state;
	assert_string_equal(child(n, 0)->key, "z");
	assert_string_equal(child(n, 1)->key, "a");
	assert_string_equal(child(n, 2)->key, "m");
	ynode_free(n);
}

static void
test_asking(void **state)
{
	struct ynode *n = parse("{a: [1], b: x}", NULL);

	(void)state;
	assert_null(ynode_get(n, "c"));
	assert_null(ynode_text(n, "c"));
	assert_null(ynode_text(n, "a"));
	assert_null(ynode_get(ynode_get(n, "a"), "1"));
	assert_null(ynode_get(ynode_get(n, "b"), "x"));
	assert_null(ynode_get(NULL, "a"));
	ynode_free(n);
	ynode_free(NULL);
}

static void
test_empty_is_a_map(void **state)
{
	const char *empty[] = { "", "# nothing but a remark\n", "\n\n" };
	struct ynode *nothing;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(empty); i++) {
		struct ynode *n = parse(empty[i], NULL);

		assert_non_null(n);
		assert_int_equal(n->kind, YNODE_MAP);
		assert_int_equal(n->children->len, 0);
		ynode_free(n);
	}
	/* as g_bytes_get_data gives an empty file */
	nothing = yaml_read(NULL, 0, "f.yaml", NULL);
	assert_non_null(nothing);
	assert_int_equal(nothing->kind, YNODE_MAP);
	ynode_free(nothing);
}

static void
test_texts(void **state)
{
	struct ynode *n = parse("a: |\n  two\n  lines\n"
				"b: \"\\u00e4\\n\"\nc: 'it''s'\n\xc3\xa4: d\n",
	    NULL);

	(void)state;
	assert_string_equal(ynode_text(n, "a"), "two\nlines\n");
	assert_string_equal(ynode_text(n, "b"), "\xc3\xa4\n");
	assert_string_equal(ynode_text(n, "c"), "it's");
	assert_string_equal(ynode_text(n, "\xc3\xa4"), "d");
	assert_false(ynode_get(n, "a")->plain);
	ynode_free(n);
}

static void
test_refused(void **state)
{
	(void)state;
	refused("a: 1\nb: 2\na: 3\n", "f.yaml:3: \"a\" occurs here twice");
	refused("a: 1\n---\nb: 2\n", "f.yaml:2: only one document");
	refused("a: &x 1\n", "f.yaml:1: anchors");
	refused("a: &x [1]\n", "f.yaml:1: anchors");
	refused("a: &x {b: 1}\n", "f.yaml:1: anchors");
	refused("a: 1\nb: *x\n", "f.yaml:2: aliases");
	refused("&x a: 1\n", "f.yaml:1: anchors");
	refused("a: !!int 1\n", "f.yaml:1: anchors and tags");
	refused("a: !x [1]\n", "f.yaml:1: anchors and tags");
	refused("[a]: 1\n", "f.yaml:1: a key must be text");
	refused("*x : 1\n", "f.yaml:1: a key must be text");
	refused("a: \"x\\0y\"\n", "f.yaml:1: a NUL");
	refused("\"a\\0b\": 1\n", "f.yaml:1: a NUL");
}

static void
test_broken(void **state)
{
	(void)state;
	refused("a: [1, 2\n", "f.yaml:");
	refused("a: 1\n\tb: 2\n", "f.yaml:2: indent lines with blanks");
	/* in words of people, not of libyaml */
	refused("a:\n  - b: 1\n    c: 2\n  d: 3\n",
	    "f.yaml:4: list item expected: begin it with \"- \"");
	refused("a: 1\n b: 2\n", "f.yaml:2: a \":\" is not allowed here");
	refused("a: \"b\nc: d\n", "f.yaml:1: the quotation mark");
	refused("a: 1\nb\nc: 1\n", "f.yaml:2: a \":\" is missing");
	refused("a: \"open\n", "f.yaml:");
	refused("a: b: c\n", "f.yaml:1:");
	refused("ok: 1\nbad: \xff\n", "f.yaml:");
	refused("a: \x01\n", "f.yaml:");
}

static struct ynode *
nested(size_t depth, struct err *e)
{
	GString *s = g_string_new(NULL);
	struct ynode *n;

	for (size_t i = 0; i < depth; i++)
		g_string_append_c(s, '[');
	for (size_t i = 0; i < depth; i++)
		g_string_append_c(s, ']');
	n = parse(s->str, e);
	g_string_free(s, TRUE);
	return n;
}

static void
test_depth(void **state)
{
	struct ynode *deepest = nested(32, NULL);
	struct err e = { 0 };

	(void)state;
	assert_non_null(deepest);
	ynode_free(deepest);
	assert_null(nested(33, &e));
	assert_string_equal(e.text, "f.yaml:1: nested too deeply");
	assert_null(nested(100000, &e));
}

static void
test_size(void **state)
{
	size_t size = 1024 * 1024;
	g_autofree char *text = g_malloc(size + 1);
	struct ynode *n;
	struct err e = { 0 };

	(void)state;
	memset(text, 'x', size + 1);
	n = yaml_read(text, size, "f.yaml", &e);
	assert_non_null(n);
	assert_int_equal(strlen(n->text), size);
	ynode_free(n);
	assert_null(yaml_read(text, size + 1, "f.yaml", &e));
	assert_string_equal(e.text, "f.yaml:1: longer than 1 MiB");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tree_with_lines),
		cmocka_unit_test(test_order_is_kept),
		cmocka_unit_test(test_asking),
		cmocka_unit_test(test_empty_is_a_map),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_broken),
		cmocka_unit_test(test_depth),
		cmocka_unit_test(test_size),
	};

	return cmocka_run_group_tests_name("base/yaml", tests, NULL, NULL);
}

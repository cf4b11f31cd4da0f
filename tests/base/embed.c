/* SPDX-License-Identifier: ISC */
/* Files built into the program are those of the tree, byte for byte. */
#include "base/embed.h"
#include "base/err.h"
#include "base/file.h"
#include "base/yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define PACKED "packed/"

static void
test_same_as_the_tree(void **state)
{
	const struct embedded *all;
	size_t n;

	(void)state;
	all = embedded_all(&n);
	assert_true(n > 0);
	for (size_t i = 0; i < n; i++) {
		g_autoptr(GBytes) file = NULL;

		if (g_str_has_prefix(all[i].path, PACKED))
			continue;
		file = file_read(all[i].path, SIZE_MAX, NULL, NULL);

		assert_non_null(file);
		assert_int_equal(all[i].size, g_bytes_get_size(file));
		assert_memory_equal(
		    all[i].data, g_bytes_get_data(file, NULL), all[i].size);
		assert_int_equal(all[i].data[all[i].size], '\0');
	}
}

static void
assert_same_node(const struct ynode *one, const struct ynode *other)
{
	assert_int_equal(one->kind, other->kind);
	assert_int_equal(one->line, other->line);
	assert_int_equal(one->plain, other->plain);
	assert_int_equal(one->key == NULL, other->key == NULL);
	if (one->key != NULL)
		assert_string_equal(one->key, other->key);
	if (one->kind == YNODE_TEXT) {
		assert_string_equal(one->text, other->text);
		return;
	}
	assert_int_equal(one->children->len, other->children->len);
	for (guint i = 0; i < one->children->len; i++)
		assert_same_node(
		    one->children->pdata[i], other->children->pdata[i]);
}

/* Parsed when the program was built, or now: the same tree. */
static void
test_packed(void **state)
{
	const struct embedded *all;
	int packed = 0, plain = 0;
	size_t n;

	(void)state;
	all = embedded_all(&n);
	for (size_t i = 0; i < n; i++) {
		const struct embedded *file;
		struct ynode *now, *then;
		struct err e = { 0 };

		plain += g_str_has_prefix(all[i].path, "templates/") &&
			 g_str_has_suffix(all[i].path, ".yaml");
		/* tables of words: tests/render/built_in.c */
		if (!g_str_has_prefix(all[i].path, PACKED) ||
		    g_str_has_suffix(all[i].path, ".lexicon"))
			continue;
		packed++;
		file = embedded_find(all[i].path + strlen(PACKED));
		assert_non_null(file);
		now = yaml_read(file->data, file->size, file->path, &e);
		then = yaml_unpack(all[i].data, all[i].size);
		assert_non_null(now);
		assert_same_node(now, then);
		ynode_free(now);
		ynode_free(then);
	}
	assert_int_equal(packed, plain);
	assert_true(packed > 40);
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
		cmocka_unit_test(test_packed),
		cmocka_unit_test(test_find),
	};

	return cmocka_run_group_tests_name("base/embed", tests, NULL, NULL);
}

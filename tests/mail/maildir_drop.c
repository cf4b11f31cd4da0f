/* SPDX-License-Identifier: ISC */
/* Maildirs: old letters go, if the caller, which knows more of them, says so.
 */
#include "base/err.h"
#include "mail/maildir/maildir.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static char *box;

static int
setup(void **state)
{
	(void)state;
	box = g_dir_make_tmp("turnpost-maildir-XXXXXX", NULL);
	return box != NULL ? 0 : -1;
}

/* Names in BOX/FOLDER; removed: and then they go. */
static int
go_through(const char *folder, bool removed)
{
	g_autofree char *path = g_build_filename(box, folder, NULL);
	g_autoptr(GDir) d = g_dir_open(path, 0, NULL);
	const char *name;
	int n = 0;

	while (d != NULL && (name = g_dir_read_name(d)) != NULL) {
		g_autofree char *inner = g_build_filename(path, name, NULL);

		n++;
		if (removed)
			g_remove(inner);
	}
	if (removed)
		g_remove(path);
	return n;
}

static int
count(const char *folder)
{
	return go_through(folder, false);
}

static int
teardown(void **state)
{
	(void)state;
	go_through("tmp", true);
	go_through("new", true);
	go_through("cur", true);
	g_remove(box);
	g_free(box);
	return 0;
}

/* A file BOX/NAME holding text. */
static void
drop(const char *name, const char *text)
{
	g_autofree char *path = g_build_filename(box, name, NULL);

	assert_true(g_file_set_contents(path, text, -1, NULL));
}

static bool
has(const char *name)
{
	g_autofree char *path = g_build_filename(box, name, NULL);

	return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* What goes, asked for each: all but what begins so. */
struct asked {
	const char *stays;
	GString *names;
};

static int
goes(void *arg, const char *base)
{
	const struct asked *asked = arg;
	g_autofree char *path = g_build_filename(box, "cur", base, NULL);

	g_string_append_printf(asked->names, "%s ", base);
	/* One that has become a folder meanwhile cannot be removed. */
	if (g_str_has_prefix(base, "folder")) {
		assert_int_equal(g_remove(path), 0);
		assert_int_equal(g_mkdir(path, 0700), 0);
	}
	if (strcmp(asked->stays, "fault") == 0)
		return -1;
	return !g_str_has_prefix(base, asked->stays);
}

static int
drop_old(const char *stays, int max, int want, struct err *err)
{
	struct asked asked = { stays, g_string_new(NULL) };
	const struct maildir_old old = { 1795262400, max, goes, &asked };
	int n, r = maildir_drop(box, &old, &n, err);

	assert_int_equal(n, want);
	/* a name that tells that it came later needs no question */
	assert_null(strstr(asked.names->str, "1795262400."));
	g_string_free(asked.names, TRUE);
	return r;
}

static void
test_drop(void **state)
{
	static const char *const names[] = { "cur/1795262399.1.a:2,S",
		"cur/42.eml", "cur/20270101.7.a", "cur/1795262400123.a",
		"cur/stays:2,S", "cur/plain", "cur/1795262400.1.a:2,S",
		"new/1.a" };
	struct err err = { 0 };

	(void)state;
	assert_int_equal(drop_old("", 9, 0, &err), 0);
	assert_int_equal(maildir_make(box, &err), 0);
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		drop(names[i], "x");
	assert_int_equal(drop_old("fault", 9, 0, &err), -1);
	assert_int_equal(drop_old("stays", 2, 2, &err), 0);
	assert_int_equal(count("cur"), 5);
	assert_int_equal(drop_old("stays", 9, 3, &err), 0);
	assert_true(has("cur/stays:2,S"));
	assert_true(has("cur/1795262400.1.a:2,S"));
	assert_true(has("new/1.a"));
	assert_int_equal(count("cur"), 2);
}

/* It is told of, and all others go. */
static void
test_drop_errors(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_int_equal(maildir_make(box, &err), 0);
	drop("cur/folder1", "x");
	drop("cur/folder2", "x");
	for (int i = 0; i < 20; i++) {
		g_autofree char *name = g_strdup_printf("cur/%d.eml", i);

		drop(name, "x");
	}
	assert_int_equal(drop_old("stays", 99, 20, &err), -1);
	assert_non_null(strstr(err.text, "cannot remove folder"));
	assert_non_null(strstr(err.text, box));
	assert_int_equal(count("cur"), 2);
}

#define WITH_BOX(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_BOX(test_drop),
		WITH_BOX(test_drop_errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

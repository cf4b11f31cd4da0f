/* SPDX-License-Identifier: ISC */
/* Libraries opened when first used; that the program does not link them. */
#include "base/err.h"
#include "base/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glib.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

/* Of libcurl: a name that it has, one that it never had. */
static const char *(*version)(void);
static void (*nothing)(void);

/* Is a library of that name in this process? */
static int
compare(struct dl_phdr_info *info, size_t size, void *name)
{
	g_autofree char *base = g_path_get_basename(info->dlpi_name);

	(void)size;
	return strcmp(base, name) == 0;
}

static bool
is_loaded(const char *file)
{
	g_autofree char *name = g_strdup(file);

	return dl_iterate_phdr(compare, name) != 0;
}

static void
test_need(void **state)
{
	const struct library_call calls[] = { { "curl_version", &version } };
	struct library library = { library_curl, calls, 1, false };
	struct err e = { 0 };

	(void)state;
	assert_false(is_loaded(library_curl));
	assert_int_equal(library_need(&library, &e), 0);
	assert_true(is_loaded(library_curl));
	assert_true(g_str_has_prefix(version(), "libcurl/"));
	/* again: nothing more to do */
	version = NULL;
	assert_int_equal(library_need(&library, &e), 0);
	assert_null(version);
}

static void
test_missing_library(void **state)
{
	const struct library_call calls[] = { { "curl_version", &version } };
	struct library library = { "libnosuch.so.7", calls, 1, false };
	struct err e = { 0 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(library_need(&library, &e), -1);
		assert_int_equal(e.code, ERR_IO);
		assert_non_null(strstr(e.text, "libnosuch.so.7"));
		assert_non_null(strstr(e.text, "install it"));
	}
}

static void
test_missing_call(void **state)
{
	const struct library_call calls[] = { { "curl_version", &version },
		{ "curl_no_such_call", &nothing } };
	struct library library = { library_curl, calls, 2, false };
	struct err e = { 0 };

	(void)state;
	assert_int_equal(library_need(&library, &e), -1);
	assert_int_equal(e.code, ERR_IO);
	assert_non_null(strstr(e.text, "curl_no_such_call"));
	assert_null(nothing);
	assert_int_equal(library_need(&library, &e), -1);
}

/* What lies in the current folder, where others may write, is not asked. */
static void
test_current_folder(void **state)
{
	const struct library_call calls[] = { { "curl_version", &version } };
	struct library library = { library_curl, calls, 1, false };
	g_autofree char *dir = g_dir_make_tmp("turnpost-XXXXXX", NULL);
	g_autofree char *archive =
	    g_strdup_printf("%s/%s.la", dir, library_curl);
	g_autofree char *before = g_get_current_dir();
	struct err e = { 0 };

	(void)state;
	assert_true(g_file_set_contents(archive,
	    "dlname='libnosuch.so.7'\nlibdir='/tmp'\ninstalled=yes\n", -1,
	    NULL));
	assert_int_equal(chdir(dir), 0);
	assert_int_equal(library_need(&library, &e), 0);
	assert_int_equal(chdir(before), 0);
	assert_int_equal(unlink(archive), 0);
	assert_int_equal(rmdir(dir), 0);
}

/* Each is there, by the name that the loader knows. */
static void
test_names(void **state)
{
	const char *const files[] = { library_cairo, library_curl,
		library_fontconfig, library_ical, library_rsvg };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
		struct library library = { files[i], NULL, 0, false };
		struct err e = { 0 };

		assert_int_equal(library_need(&library, &e), 0);
		assert_true(is_loaded(files[i]));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_need),
		cmocka_unit_test(test_missing_library),
		cmocka_unit_test(test_missing_call),
		cmocka_unit_test(test_current_folder),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

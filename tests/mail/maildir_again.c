/* SPDX-License-Identifier: ISC */
/* A letter whose name is given again between its reading and its moving. */
#include "base/err.h"
#include "mail/maildir/maildir.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static char *home, *box, *done, *path;

static int
setup(void **state)
{
	struct err err = { 0 };

	(void)state;
	home = g_dir_make_tmp("turnpost-maildir-XXXXXX", NULL);
	box = g_build_filename(home, "box", NULL);
	done = g_build_filename(home, "done", NULL);
	path = g_build_filename(box, "new", "1.a", NULL);
	return maildir_make(box, &err);
}

static int
teardown(void **state)
{
	g_autofree char *moved = g_build_filename(done, "cur", "1.a:2,S", NULL);

	(void)state;
	unlink(path);
	unlink(moved);
	for (const char *const *name =
		 (const char *const[]){ "new", "cur", "tmp", "", NULL };
	     *name != NULL; name++) {
		g_autofree char *in = g_build_filename(box, *name, NULL);
		g_autofree char *out = g_build_filename(done, *name, NULL);

		rmdir(in);
		rmdir(out);
	}
	rmdir(home);
	g_free(home);
	g_free(box);
	g_free(done);
	g_free(path);
	return 0;
}

/* The bytes of that very file, changed at so many nanoseconds. */
static void
write_over(const char *file, const char *text, long changed)
{
	const struct timespec times[] = { { 0, UTIME_OMIT }, { 1, changed } };
	FILE *f = fopen(file, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(utimensat(AT_FDCWD, file, times, 0), 0);
}

static struct maildir_file
reads(const char *want)
{
	struct maildir_file file = { 0 };
	struct err err = { 0 };
	g_autoptr(GBytes) raw = maildir_read(box, "1.a", &file, &err);

	if (raw == NULL)
		fail_msg("%s", err.text);
	assert_int_equal(g_bytes_get_size(raw), strlen(want));
	assert_memory_equal(g_bytes_get_data(raw, NULL), want, strlen(want));
	return file;
}

static bool
moves(const struct maildir_file *file)
{
	struct err err = { 0 };

	if (maildir_move(box, "1.a", file, done, &err) != 0)
		fail_msg("%s", err.text);
	return !g_file_test(path, G_FILE_TEST_EXISTS);
}

/* Alike in all else. */
static void
another_file(void **state)
{
	g_autofree char *other = g_build_filename(box, "tmp", "2.a", NULL);
	struct maildir_file file;

	(void)state;
	write_over(path, "one", 1);
	file = reads("one");
	write_over(other, "two", 1);
	assert_int_equal(rename(other, path), 0);
	assert_false(moves(&file));
	file = reads("two");
	assert_true(moves(&file));
}

/* Within the same second. */
static void
written_again(void **state)
{
	struct maildir_file file;

	(void)state;
	write_over(path, "one", 1);
	file = reads("one");
	write_over(path, "two", 2);
	assert_false(moves(&file));
	file = reads("two");
	assert_true(moves(&file));
}

/* At a moment that the clock does not tell from the first. */
static void
written_on(void **state)
{
	struct maildir_file file;

	(void)state;
	write_over(path, "one", 1);
	file = reads("one");
	write_over(path, "one and two", 1);
	assert_false(moves(&file));
	file = reads("one and two");
	assert_true(moves(&file));
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(another_file),
		T(written_again),
		T(written_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

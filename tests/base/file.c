/* SPDX-License-Identifier: ISC */
/* Whole files in and out, in a folder of their own under /tmp. */
#include "base/err.h"
#include "base/file.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include <glib/gstdio.h>

static char *folder;

static int
setup(void **state)
{
	(void)state;
	folder = g_dir_make_tmp("turnpost-file-XXXXXX", NULL);
	return folder != NULL ? 0 : -1;
}

static void
remove_all(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *inner = g_build_filename(path, name, NULL);

		remove_all(inner);
	}
	if (dir != NULL)
		g_dir_close(dir);
	g_remove(path);
}

static int
teardown(void **state)
{
	(void)state;
	remove_all(folder);
	g_free(folder);
	return 0;
}

static char *
at(const char *name)
{
	return g_build_filename(folder, name, NULL);
}

static guint
files_in_folder(void)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	guint n = 0;

	while (g_dir_read_name(dir) != NULL)
		n++;
	g_dir_close(dir);
	return n;
}

static void
test_there_and_back(void **state)
{
	g_autofree char *path = at("a");
	g_autofree char *big = g_malloc(100000);
	g_autoptr(GBytes) read = NULL;
	size_t whole = 0;
	struct err e;

	(void)state;
	for (size_t i = 0; i < 100000; i++)
		big[i] = (char)(i % 251);
	assert_int_equal(file_replace(path, big, 100000, &e), 0);
	read = file_read(path, SIZE_MAX, &whole, &e);
	assert_non_null(read);
	assert_int_equal(whole, 100000);
	assert_int_equal(g_bytes_get_size(read), 100000);
	assert_memory_equal(g_bytes_get_data(read, NULL), big, 100000);
	assert_int_equal(files_in_folder(), 1);
}

static void
test_cut_is_seen(void **state)
{
	g_autofree char *path = at("a");
	g_autoptr(GBytes) part = NULL, none = NULL;
	size_t whole = 0;

	(void)state;
	assert_int_equal(file_replace(path, "0123456789", 10, NULL), 0);
	part = file_read(path, 4, &whole, NULL);
	assert_int_equal(whole, 10);
	assert_int_equal(g_bytes_get_size(part), 4);
	assert_memory_equal(g_bytes_get_data(part, NULL), "0123", 4);
	none = file_read(path, 0, &whole, NULL);
	assert_int_equal(whole, 10);
	assert_int_equal(g_bytes_get_size(none), 0);
}

static void
test_missing_and_unreadable(void **state)
{
	g_autofree char *path = at("none");
	struct err e;

	(void)state;
	assert_null(file_read(path, 10, NULL, &e));
	assert_int_equal(e.code, ERR_MISSING);
	assert_non_null(strstr(e.text, "none"));
	assert_null(file_read(folder, 10, NULL, &e));
	assert_int_equal(e.code, ERR_FORMAT);
	assert_non_null(strstr(e.text, folder));
}

static void
test_pipe_to_its_end(void **state)
{
	g_autoptr(GBytes) data = NULL;
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "abc", 3), 3);
	assert_int_equal(write(ends[1], "def", 3), 3);
	close(ends[1]);
	data = file_read_fd(ends[0], 100, NULL);
	close(ends[0]);
	assert_int_equal(g_bytes_get_size(data), 6);
	/* with a NUL behind, so that it may be read as a string */
	assert_string_equal(g_bytes_get_data(data, NULL), "abcdef");
	assert_null(file_read_fd(-1, 100, NULL));
}

static void
test_replace_keeps_mode(void **state)
{
	g_autofree char *path = at("a");
	struct stat st;

	(void)state;
	assert_int_equal(file_replace(path, "x", 1, NULL), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(chmod(path, 0640), 0);
	assert_int_equal(file_replace(path, "yy", 2, NULL), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
	assert_int_equal(st.st_size, 2);
}

static int
mode_of(const char *path)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return (int)(st.st_mode & 07777);
}

static void
test_private(void **state)
{
	g_autofree char *path = at("private");
	mode_t before = umask(0);
	int fd;

	(void)state;
	assert_int_equal(file_replace_private(path, "x", 1, NULL), 0);
	assert_int_equal(mode_of(path), 0600);
	assert_int_equal(chmod(path, 0644), 0);
	assert_int_equal(file_replace_private(path, "x", 1, NULL), 0);
	assert_int_equal(mode_of(path), 0600);
	assert_int_equal(chmod(path, 0664), 0);
	fd = open(path, O_WRONLY | O_APPEND);
	assert_int_equal(file_make_private(fd, NULL), 0);
	close(fd);
	assert_int_equal(mode_of(path), 0600);
	/* all may read a new one, and one that was there keeps its mode */
	assert_int_equal(chmod(path, 0640), 0);
	assert_int_equal(file_replace_as(path, 0644, "x", 1, NULL), 0);
	assert_int_equal(mode_of(path), 0640);
	assert_int_equal(unlink(path), 0);
	umask(077);
	assert_int_equal(file_replace_as(path, 0644, "x", 1, NULL), 0);
	assert_int_equal(mode_of(path), 0644);
	umask(0);
	/* what is no file is left alone */
	fd = open("/dev/null", O_WRONLY);
	assert_int_equal(file_make_private(fd, NULL), 0);
	close(fd);
	assert_int_equal(mode_of("/dev/null"), 0666);
	umask(before);
}

/* Written through a link, which may lead on, and nowhere as yet. */
static void
test_links_stay(void **state)
{
	g_autofree char *path = at("a"), *middle = at("b"), *end = at("c");
	g_autofree char *plain = file_target(path), *target = NULL;
	g_autofree char *itself = NULL;
	g_autoptr(GBytes) read = NULL;

	(void)state;
	assert_string_equal(plain, path);
	assert_int_equal(symlink("b", path), 0);
	assert_int_equal(symlink(end, middle), 0);
	target = file_target(path);
	assert_string_equal(target, end);
	assert_int_equal(file_replace(target, "x", 1, NULL), 0);
	read = file_read(path, SIZE_MAX, NULL, NULL);
	assert_int_equal(g_bytes_get_size(read), 1);
	assert_true(g_file_test(path, G_FILE_TEST_IS_SYMLINK));
	assert_int_equal(unlink(end), 0);
	assert_int_equal(symlink("c", end), 0);
	itself = file_target(path);
	assert_int_equal(file_replace(itself, "x", 1, NULL), 0);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(unlink(middle), 0);
}

static void
test_failed_replace_leaves_nothing(void **state)
{
	g_autofree char *inside = at("none/a");
	g_autofree char *full = at("full");
	g_autofree char *within = at("full/x");
	struct err e;

	(void)state;
	assert_int_equal(file_replace(inside, "x", 1, &e), -1);
	assert_int_equal(e.code, ERR_IO);
	/* a folder stands where the file should go */
	assert_int_equal(file_mkdir(full, NULL), 0);
	assert_int_equal(file_replace(within, "x", 1, NULL), 0);
	assert_int_equal(file_replace(full, "x", 1, &e), -1);
	assert_int_equal(e.code, ERR_FORMAT);
	assert_int_equal(files_in_folder(), 1);
}

static void
test_mkdir(void **state)
{
	g_autofree char *deep = at("a/b/c");
	g_autofree char *file = at("f");
	g_autofree char *below = at("f/x");
	struct stat st;
	struct err e;

	(void)state;
	assert_int_equal(file_mkdir(deep, &e), 0);
	assert_int_equal(file_mkdir(deep, &e), 0);
	assert_int_equal(stat(deep, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	assert_int_equal(file_sync_dir(deep, &e), 0);
	assert_int_equal(file_replace(file, "", 0, NULL), 0);
	assert_int_equal(file_mkdir(below, &e), -1);
	assert_int_equal(file_mkdir(file, &e), -1);
	assert_int_equal(file_sync_dir(below, &e), -1);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_there_and_back),
		TEST(test_cut_is_seen),
		TEST(test_missing_and_unreadable),
		TEST(test_pipe_to_its_end),
		TEST(test_replace_keeps_mode),
		TEST(test_private),
		TEST(test_links_stay),
		TEST(test_failed_replace_leaves_nothing),
		TEST(test_mkdir),
	};

	return cmocka_run_group_tests_name("base/file", tests, NULL, NULL);
}

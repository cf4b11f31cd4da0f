/* SPDX-License-Identifier: ISC */
/* Bundles: all comes back the same, damage is found, and what is too big. */
#include "base/bundle.h"
#include "base/bundle_end.h"
#include "base/err.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <glib.h>

#define BIG 300001

static char *path;
static char big[BIG];

static int
setup(void **state)
{
	int fd;

	(void)state;
	path = g_build_filename(g_get_tmp_dir(), "turnpost-XXXXXX", NULL);
	fd = mkostemp(path, O_CLOEXEC);
	for (size_t i = 0; i < BIG; i++)
		big[i] = (char)(i * i >> 7);
	return fd == -1 ? -1 : close(fd);
}

static int
teardown(void **state)
{
	(void)state;
	unlink(path);
	g_free(path);
	return 0;
}

static struct bundle_entry
file(const char *name, int64_t size)
{
	return (struct bundle_entry){ (char *)(uintptr_t)name, false, 0600,
		size, 1795262400 };
}

/* A name that no header has room for. */
static char *
long_name(void)
{
	g_autofree char *folder = g_strnfill(120, 'f');

	return g_strdup_printf("%s/%s", folder, folder);
}

static void
write_it(void)
{
	struct err e = { 0 };
	int fd = open(path, O_RDWR | O_TRUNC | O_CLOEXEC);
	struct bundle_writer *w = bundle_create(fd, &e);
	g_autofree char *name = long_name();
	struct bundle_entry folder = { (char *)(uintptr_t) "spool", true, 0700,
		0, 1 };
	struct bundle_entry small = file("spool/a", 5), none = file("none", 0),
			    whole = file("big", BIG), far = file(name, 2);

	assert_non_null(w);
	assert_int_equal(bundle_add(w, &folder, NULL, &e), 0);
	assert_int_equal(bundle_add(w, &small, "hello", &e), 0);
	assert_int_equal(bundle_add(w, &none, "", &e), 0);
	assert_int_equal(bundle_add(w, &whole, big, &e), 0);
	assert_int_equal(bundle_add(w, &far, "ff", &e), 0);
	assert_int_equal(bundle_end(w, &e), 0);
	bundle_writer_free(w);
	close(fd);
}

static int
check(struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int r = bundle_check(fd, e);

	close(fd);
	return r;
}

static void
next_is(
    struct bundle_reader *r, const char *name, const void *bytes, int64_t size)
{
	struct err e = { 0 };
	struct bundle_entry entry;
	g_autofree char *got = g_malloc((size_t)size + 1);
	size_t n;

	assert_int_equal(bundle_next(r, &entry, &e), 1);
	assert_string_equal(entry.name, name);
	assert_int_equal(entry.size, size);
	assert_int_equal(entry.is_folder, bytes == NULL);
	assert_int_equal(entry.mode, bytes == NULL ? 0700 : 0600);
	assert_int_equal(bundle_read(r, got, (size_t)size + 1, &n, &e), 0);
	assert_int_equal(n, size);
	if (size > 0)
		assert_memory_equal(got, bytes, n);
}

static void
there_and_back(void **state)
{
	struct err e = { 0 };
	struct bundle_entry entry;
	struct bundle_reader *r;
	g_autofree char *name = long_name();
	int fd;

	(void)state;
	write_it();
	assert_int_equal(check(&e), 0);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	r = bundle_open(fd, &e);
	assert_non_null(r);
	next_is(r, "spool", NULL, 0);
	next_is(r, "spool/a", "hello", 5);
	next_is(r, "none", "", 0);
	/* This one is passed over. */
	assert_int_equal(bundle_next(r, &entry, &e), 1);
	assert_int_equal(entry.size, BIG);
	next_is(r, name, "ff", 2);
	assert_int_equal(bundle_next(r, &entry, &e), 0);
	bundle_reader_free(r);
	close(fd);
}

/* Each byte counts, and each missing one. */
static void
damage(void **state)
{
	g_autofree char *bytes = NULL;
	gsize size;
	struct err e = { 0 };

	(void)state;
	write_it();
	g_file_get_contents(path, &bytes, &size, NULL);
	for (gsize at = 0; at < size; at += at + 200 < size ? 97 : 1) {
		bytes[at] ^= 0x10;
		g_file_set_contents(path, bytes, (gssize)size, NULL);
		assert_int_equal(check(&e), -1);
		assert_true(e.code == ERR_DAMAGED || e.code == ERR_NEWER ||
			    e.code == ERR_FORMAT);
		bytes[at] ^= 0x10;
	}
	for (gsize cut = 1; cut < size; cut += 1 + cut / 3) {
		g_file_set_contents(path, bytes, (gssize)(size - cut), NULL);
		assert_int_equal(check(&e), -1);
		assert_int_equal(
		    e.code, size - cut < 4 ? ERR_FORMAT : ERR_DAMAGED);
	}
}

static void
foreign(void **state)
{
	struct err e = { 0 };

	(void)state;
	g_file_set_contents(path, "", 0, NULL);
	assert_int_equal(check(&e), -1);
	assert_string_equal(e.text, "this is no backup of turnpost");
	g_file_set_contents(path, big, BIG, NULL);
	assert_int_equal(check(&e), -1);
	assert_int_equal(e.code, ERR_FORMAT);
}

static void
newer(void **state)
{
	g_autofree char *bytes = NULL;
	gsize size;
	struct err e = { 0 };

	(void)state;
	write_it();
	g_file_get_contents(path, &bytes, &size, NULL);
	bytes[size - BUNDLE_TEXT_SIZE + strlen(BUNDLE_MARK)] = '2';
	g_file_set_contents(path, bytes, (gssize)size, NULL);
	assert_int_equal(check(&e), -1);
	assert_int_equal(e.code, ERR_NEWER);
	assert_non_null(strstr(e.text, "format 2; this one knows 1"));
}

/* Names that would lead out of the folder into which it is unpacked. */
static void
names(void **state)
{
	static const char *const bad[] = { "../x", "/etc/x", "a//b", "a/../b",
		".", "..", "a/." };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		struct err e = { 0 };
		int fd = open(path, O_RDWR | O_TRUNC | O_CLOEXEC);
		struct bundle_writer *w = bundle_create(fd, &e);
		struct bundle_entry entry = file(bad[i], 1);
		struct bundle_reader *r;

		assert_int_equal(bundle_add(w, &entry, "x", &e), 0);
		assert_int_equal(bundle_end(w, &e), 0);
		bundle_writer_free(w);
		assert_int_equal(check(&e), 0);
		r = bundle_open(fd, &e);
		assert_int_equal(bundle_next(r, &entry, &e), -1);
		assert_int_equal(e.code, ERR_DAMAGED);
		bundle_reader_free(r);
		close(fd);
	}
}

/* Files take room on a disk that their bytes do not tell. */
static void
room(void **state)
{
	struct err e = { 0 };
	int fd;

	(void)state;
	write_it();
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_int_equal(bundle_look_through(fd, BIG + 5 * 8192, &e), 0);
	assert_int_equal(bundle_look_through(fd, INT64_MAX, &e), 0);
	assert_int_equal(bundle_look_through(fd, BIG + 8192, &e), -1);
	assert_int_equal(e.code, ERR_IO);
	assert_non_null(strstr(e.text, "of room that are left there"));
	assert_int_equal(bundle_look_through(fd, 0, &e), -1);
	close(fd);
}

/* A file that is shorter than was said is a fault. */
static void
shorter(void **state)
{
	struct err e = { 0 };
	int fd = open(path, O_RDWR | O_TRUNC | O_CLOEXEC);
	int from = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
	struct bundle_writer *w = bundle_create(fd, &e);
	struct bundle_entry entry = file("x", 10);

	(void)state;
	assert_int_equal(bundle_add_file(w, &entry, from, &e), -1);
	assert_int_equal(e.code, ERR_BUSY);
	bundle_writer_free(w);
	w = bundle_create(full, &e);
	assert_int_equal(bundle_add(w, &entry, "0123456789", &e), 0);
	assert_int_equal(bundle_end(w, &e), -1);
	assert_int_equal(e.code, ERR_IO);
	bundle_writer_free(w);
	close(full);
	close(from);
	close(fd);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_and_back),
		cmocka_unit_test(damage),
		cmocka_unit_test(foreign),
		cmocka_unit_test(newer),
		cmocka_unit_test(names),
		cmocka_unit_test(room),
		cmocka_unit_test(shorter),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}

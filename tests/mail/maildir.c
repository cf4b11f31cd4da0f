/* SPDX-License-Identifier: ISC */
/* Maildirs: what is put in is there, once; what is odd is left alone. */
#include "base/err.h"
#include "mail/mail.h"
#include "mail/maildir/maildir.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>
#include <cmocka.h>

static char *home, *box, *done;

static void
remove_all(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *inner = g_build_filename(path, name, NULL);
		if (g_file_test(inner, G_FILE_TEST_IS_SYMLINK))
			unlink(inner);
		else
			remove_all(inner);
	}
	if (dir != NULL)
		g_dir_close(dir);
	g_remove(path);
}

static int
setup(void **state)
{
	(void)state;
	home = g_dir_make_tmp("turnpost-maildir-XXXXXX", NULL);
	box = g_build_filename(home, "a", "box", NULL);
	done = g_build_filename(home, "done", NULL);
	return home != NULL ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	remove_all(home);
	g_free(home);
	g_free(box);
	g_free(done);
	return 0;
}

static void
make_box(void)
{
	struct err err = { 0 };

	assert_int_equal(maildir_make(box, &err), 0);
}

/* A file BOX/NAME holding text. */
static void
drop(const char *name, const char *text)
{
	g_autofree char *path = g_build_filename(box, name, NULL);

	assert_true(g_file_set_contents(path, text, -1, NULL));
}

static bool
has(const char *dir, const char *name)
{
	g_autofree char *path = g_build_filename(dir, name, NULL);

	return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* Names in DIR/FOLDER. */
static int
count(const char *dir, const char *folder)
{
	g_autofree char *path = g_build_filename(dir, folder, NULL);
	g_autoptr(GDir) d = g_dir_open(path, 0, NULL);
	int n = 0;

	while (d != NULL && g_dir_read_name(d) != NULL)
		n++;
	return n;
}

/* maildir_list, joined by blanks */
static char *
list(int max)
{
	struct err err = { 0 };
	g_autoptr(GPtrArray) names = maildir_list(box, max, &err);

	if (names == NULL)
		fail_msg("%s", err.text);
	g_ptr_array_add(names, NULL);
	return g_strjoinv(" ", (char **)names->pdata);
}

static void
lists(const char *want)
{
	g_autofree char *is = list(100);

	assert_string_equal(is, want);
}

/* The text of a letter, or "-" if it is gone. */
static char *
text_of(const char *name)
{
	struct err err = { 0 };
	struct maildir_file file = { 0 };
	g_autoptr(GBytes) raw = maildir_read(box, name, &file, &err);

	if (raw == NULL) {
		assert_int_equal(err.code, ERR_MISSING);
		return g_strdup("-");
	}
	assert_false(file.cut);
	assert_int_equal(file.size, g_bytes_get_size(raw));
	return g_strndup(g_bytes_get_data(raw, NULL), file.size);
}

static void
reads(const char *name, const char *want)
{
	g_autofree char *is = text_of(name);

	assert_string_equal(is, want);
}

static void
test_list(void **state)
{
	g_autofree char *two = NULL;

	(void)state;
	lists("");
	make_box();
	lists("");
	drop("new/1700000010.M2P3Q1.host", "b");
	drop("new/1700000009.M9P3Q1.host", "a");
	drop("new/1700000010.M10P3Q1.host,S=1,W=2", "c");
	drop("cur/1600000000.x:2,", "d");
	drop("cur/1600000001.x:2,FS", "seen");
	drop("cur/1600000002.x:2,F", "e");
	drop("cur/1600000003.x", "f");
	drop("tmp/1500000000.x", "never");
	drop("new/.hidden", "never");
	lists("1600000000.x:2, 1600000002.x:2,F 1600000003.x "
	      "1700000009.M9P3Q1.host 1700000010.M2P3Q1.host "
	      "1700000010.M10P3Q1.host,S=1,W=2");
	two = list(2);
	assert_string_equal(two, "1600000000.x:2, 1600000002.x:2,F");
}

/* Only files are letters: opening a pipe would wait for ever. */
static void
test_odd_files(void **state)
{
	g_autofree char *pipe = NULL, *folder = NULL, *link = NULL;
	g_autofree char *other = NULL;

	(void)state;
	make_box();
	pipe = g_build_filename(box, "new", "pipe", NULL);
	folder = g_build_filename(box, "new", "folder", NULL);
	link = g_build_filename(box, "new", "link", NULL);
	other = g_build_filename(box, "secret", NULL);
	drop("secret", "secret");
	assert_int_equal(mkfifo(pipe, 0600), 0);
	assert_int_equal(mkdir(folder, 0700), 0);
	assert_int_equal(symlink(other, link), 0);
	lists("");
	reads("pipe", "-");
	reads("folder", "-");
	reads("link", "-");
}

static void
test_read(void **state)
{
	(void)state;
	make_box();
	drop("new/1.a", "one");
	drop("cur/2.a:2,", "two");
	drop("cur/3.a:2,RS", "three");
	drop("tmp/4.a", "four");
	drop("new/5.a", "");
	reads("1.a", "one");
	reads("2.a:2,", "two");
	reads("2.a", "two"); /* moved by another reader meanwhile */
	reads("3.a:2,", "three");
	reads("4.a", "-");
	reads("5.a", "");
	reads("6.a", "-");
}

static void
test_bad_names(void **state)
{
	static const char *const names[] = { "", ".", "..", ".a", "../cur/1.a",
		"a/b" };
	struct err err;
	struct maildir_file file = { 0 };

	(void)state;
	make_box();
	drop("cur/1.a", "one");
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		err = (struct err){ 0 };
		assert_null(maildir_read(box, names[i], &file, &err));
		assert_int_equal(err.code, ERR_FORMAT);
		assert_int_equal(
		    maildir_move(box, names[i], &file, done, &err), -1);
	}
}

static void
test_big(void **state)
{
	g_autofree char *text = g_strnfill(MAIL_MAX_SIZE + 1, 'x');
	struct err err = { 0 };
	struct maildir_file file = { 0 };
	GBytes *raw;

	(void)state;
	make_box();
	drop("new/over", text);
	raw = maildir_read(box, "over", &file, &err);
	assert_non_null(raw);
	assert_true(file.cut);
	assert_int_equal(file.size, MAIL_MAX_SIZE + 1);
	assert_int_equal(g_bytes_get_size(raw), MAIL_CUT_SIZE);
	g_bytes_unref(raw);
	text[MAIL_MAX_SIZE] = '\0';
	drop("new/full", text);
	raw = maildir_read(box, "full", &file, &err);
	assert_non_null(raw);
	assert_false(file.cut);
	assert_int_equal(g_bytes_get_size(raw), MAIL_MAX_SIZE);
	g_bytes_unref(raw);
}

static void
move(const char *name)
{
	struct maildir_file file = { 0 };
	struct err err = { 0 };
	GBytes *raw = maildir_read(box, name, &file, NULL);

	if (raw != NULL)
		g_bytes_unref(raw);
	if (maildir_move(box, name, &file, done, &err) != 0)
		fail_msg("%s", err.text);
}

static void
test_move(void **state)
{
	(void)state;
	make_box();
	drop("new/1.a", "one");
	drop("cur/2.a:2,FT", "two");
	drop("cur/3.a", "three");
	move("1.a");
	move("1.a");
	move("2.a:2,FT");
	move("3.a");
	move("no such letter");
	lists("");
	assert_true(has(done, "cur/1.a:2,S"));
	assert_true(has(done, "cur/2.a:2,FST"));
	assert_true(has(done, "cur/3.a:2,S"));
	assert_int_equal(count(done, "cur"), 3);
}

/* There is no name of more than 255 bytes. */
static void
test_move_long_names(void **state)
{
	g_autofree char *name = g_strnfill(253, 'a');
	g_autofree char *from = g_build_filename(box, "new", "1.a", NULL);
	g_autofree char *to = g_build_filename(box, "new", name, NULL);
	g_autofree char *in_cur = g_strconcat("cur/", name, NULL);

	(void)state;
	make_box();
	drop("new/1.a", "one");
	assert_int_equal(rename(from, to), 0);
	move(name);
	lists("");
	assert_true(has(done, in_cur));
	assert_int_equal(count(done, "cur"), 1);
}

static struct maildir_item
item(const char *dir, const char *name, const char *text)
{
	return (struct maildir_item){
		.dir = dir, .name = name, .raw = g_bytes_new(text, strlen(text))
	};
}

static void
put_all(struct maildir_item *items, size_t n)
{
	maildir_put(items, n);
	for (size_t i = 0; i < n; i++)
		if (items[i].err.code != 0)
			fail_msg("%s", items[i].err.text);
}

static void
unref_all(struct maildir_item *items, size_t n)
{
	for (size_t i = 0; i < n; i++)
		g_bytes_unref(items[i].raw);
}

static void
test_put(void **state)
{
	struct maildir_item items[3];
	struct stat st;
	g_autofree char *path = NULL;

	(void)state;
	items[0] = item(box, "1.a", "one");
	items[1] = item(box, "2.a", "");
	items[2] = item(done, "1.a", "other");
	put_all(items, 3);
	reads("1.a", "one");
	reads("2.a", "");
	assert_true(has(done, "new/1.a"));
	assert_int_equal(count(box, "tmp"), 0);
	path = g_build_filename(box, "new", "1.a", NULL);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	unref_all(items, 3);
	maildir_put(NULL, 0);
}

/* More than are synced at once, some of them twice. */
static void
test_put_many(void **state)
{
	enum { N = 1300 };
	struct maildir_item *items = g_new(struct maildir_item, N);
	const char *const dirs[] = { box, done };

	(void)state;
	for (int i = 0; i < N; i++) {
		char *name = g_strdup_printf("%d.a", i / 4);
		items[i] = item(dirs[i % 2], name, name);
	}
	put_all(items, N);
	assert_int_equal(count(box, "new"), N / 4);
	assert_int_equal(count(done, "new"), N / 4);
	assert_int_equal(count(box, "tmp"), 0);
	reads("17.a", "17.a");
	reads("324.a", "324.a");
	for (int i = 0; i < N; i++)
		g_free((char *)(uintptr_t)items[i].name);
	unref_all(items, N);
	g_free(items);
}

/* Sent again after a crash: it is there, wherever its reader has put it. */
static void
test_put_again(void **state)
{
	struct maildir_item items[3];

	(void)state;
	make_box();
	drop("new/1.a", "old");
	drop("cur/2.a:2,RS", "old");
	items[0] = item(box, "1.a", "new");
	items[1] = item(box, "2.a", "new");
	items[2] = item(box, "3.a", "new");
	for (size_t i = 0; i < 3; i++)
		items[i].maybe_there = true;
	put_all(items, 3);
	put_all(items, 3);
	reads("1.a", "old");
	reads("2.a", "old");
	reads("3.a", "new");
	assert_int_equal(count(box, "new"), 2);
	assert_int_equal(count(box, "cur"), 1);
	unref_all(items, 3);
}

/* One that cannot be put does not hold up the others. */
static void
test_put_errors(void **state)
{
	struct maildir_item items[5];
	g_autofree char *blocked = g_build_filename(home, "file", "box", NULL);
	g_autofree char *file = g_build_filename(home, "file", NULL);
	g_autofree char *long_name = g_strnfill(300, 'a');

	(void)state;
	assert_true(g_file_set_contents(file, "", 0, NULL));
	items[0] = item(blocked, "1.a", "x");
	items[1] = item(box, "../1.a", "x");
	items[2] = item(box, "1.a:2,S", "x");
	items[3] = item(box, long_name, "x");
	items[4] = item(box, "good", "x");
	maildir_put(items, 5);
	assert_int_equal(items[0].err.code, ERR_IO);
	assert_non_null(strstr(items[0].err.text, "Not a directory"));
	assert_int_equal(items[1].err.code, ERR_FORMAT);
	assert_int_equal(items[2].err.code, ERR_FORMAT);
	assert_int_equal(items[3].err.code, ERR_IO);
	assert_non_null(strstr(items[3].err.text, "File name too long"));
	assert_int_equal(items[4].err.code, 0);
	assert_int_equal(count(box, "new"), 1);
	assert_int_equal(count(box, "tmp"), 0);
	unref_all(items, 5);
}

/* new/ cannot be written to: what is in tmp/ goes again. */
static void
test_put_blocked(void **state)
{
	struct maildir_item items[1];
	g_autofree char *in_the_way = g_build_filename(box, "new", "1.a", NULL);

	(void)state;
	make_box();
	assert_int_equal(mkdir(in_the_way, 0700), 0);
	items[0] = item(box, "1.a", "x");
	maildir_put(items, 1);
	assert_int_equal(items[0].err.code, ERR_IO);
	assert_non_null(strstr(items[0].err.text, box));
	assert_int_equal(count(box, "tmp"), 0);
	unref_all(items, 1);
}

static int placed;

static void
placing(void)
{
	placed++;
	assert_int_equal(count(box, "new"), 0);
	assert_int_equal(count(box, "tmp"), 1);
}

/* Whoever could be ended hears of it before the letter is there. */
static void
test_put_tells_before(void **state)
{
	struct maildir_item items[1];

	(void)state;
	make_box();
	items[0] = item(box, "1.a", "x");
	items[0].placing = placing;
	maildir_put(items, 1);
	assert_int_equal(items[0].err.code, 0);
	assert_int_equal(placed, 1);
	assert_int_equal(count(box, "new"), 1);
	unref_all(items, 1);
}

static void
age(const char *name, time_t seconds)
{
	g_autofree char *path = g_build_filename(box, name, NULL);
	struct utimbuf times;
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	times.actime = times.modtime = st.st_mtime - seconds;
	assert_int_equal(utime(path, &times), 0);
}

/* Remains of ours, and only those, are swept away after 36 hours. */
static void
test_sweep(void **state)
{
	struct maildir_item items[1];

	(void)state;
	make_box();
	drop("tmp/1.a.P1Q1.turnpost", "old");
	drop("tmp/2.a.P1Q1.turnpost", "young");
	drop("tmp/3.other", "old, but not ours");
	age("tmp/1.a.P1Q1.turnpost", 37 * 60 * 60);
	age("tmp/2.a.P1Q1.turnpost", 35 * 60 * 60);
	age("tmp/3.other", 370 * 60 * 60);
	items[0] = item(box, "4.a", "x");
	put_all(items, 1);
	assert_false(has(box, "tmp/1.a.P1Q1.turnpost"));
	assert_true(has(box, "tmp/2.a.P1Q1.turnpost"));
	assert_true(has(box, "tmp/3.other"));
	unref_all(items, 1);
}

static void
test_names(void **state)
{
	g_autofree char *a = maildir_name(G_GINT64_CONSTANT(1700000000000007));
	g_autofree char *b = maildir_name(G_GINT64_CONSTANT(1700000000000007));
	g_autofree char *base = maildir_base("1.a,S=3:2,S");
	g_autofree char *plain = maildir_base("1.a");

	(void)state;
	assert_true(g_str_has_prefix(a, "1700000000.M000007P"));
	assert_string_not_equal(a, b);
	assert_null(strpbrk(a, "/:"));
	assert_string_equal(base, "1.a,S=3");
	assert_string_equal(plain, "1.a");
}

#define WITH_BOX(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_BOX(test_list),
		WITH_BOX(test_odd_files),
		WITH_BOX(test_read),
		WITH_BOX(test_bad_names),
		WITH_BOX(test_big),
		WITH_BOX(test_move),
		WITH_BOX(test_move_long_names),
		WITH_BOX(test_put),
		WITH_BOX(test_put_many),
		WITH_BOX(test_put_again),
		WITH_BOX(test_put_errors),
		WITH_BOX(test_put_blocked),
		WITH_BOX(test_put_tells_before),
		WITH_BOX(test_sweep),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

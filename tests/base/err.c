/* SPDX-License-Identifier: ISC */
/* struct err: filling in, adding context, staying one line of UTF-8. */
#include "base/err.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <glib.h>

static void
test_set(void **state)
{
	struct err e;

	(void)state;
	assert_int_equal(
	    err_set(&e, ERR_CLASH, "event %d %s", 40, "exists"), -1);
	assert_int_equal(e.code, ERR_CLASH);
	assert_string_equal(e.text, "event 40 exists");
}

static void
test_more_reads_as_a_path(void **state)
{
	struct err e;

	(void)state;
	err_set(&e, ERR_DAMAGED, "event 40 exists");
	assert_int_equal(err_more(&e, "match %d", 17), -1);
	assert_int_equal(err_more(&e, "inbox %d", 812), -1);
	assert_int_equal(e.code, ERR_DAMAGED);
	assert_string_equal(e.text, "inbox 812: match 17: event 40 exists");
}

static void
test_errno_words(void **state)
{
	struct err e;

	(void)state;
	errno = ENOENT;
	assert_int_equal(err_errno(&e, "open %s", "x"), -1);
	assert_int_equal(e.code, ERR_IO);
	assert_string_equal(e.text, "open x: No such file or directory");
}

static void
test_no_room(void **state)
{
	struct err e;

	(void)state;
	errno = ENOSPC;
	err_errno(&e, "write");
	assert_non_null(strstr(e.text, "the disk is full"));
	assert_true(err_is_full(ENOSPC) && err_is_full(EDQUOT));
	assert_true(err_is_full(EFBIG));
	assert_false(err_is_full(EIO) || err_is_full(0));
}

static void
test_nobody_listens(void **state)
{
	(void)state;
	assert_int_equal(err_set(NULL, ERR_IO, "x"), -1);
	assert_int_equal(err_errno(NULL, "x"), -1);
	assert_int_equal(err_more(NULL, "x"), -1);
}

static void
test_own_text_as_argument(void **state)
{
	struct err e;

	(void)state;
	err_set(&e, ERR_IO, "disk");
	err_set(&e, ERR_FORMAT, "not read (%s)", e.text);
	assert_string_equal(e.text, "not read (disk)");
}

static void
test_one_line(void **state)
{
	struct err e;

	(void)state;
	err_set(&e, ERR_IO, "%s",
	    "a\nb\r\tc\x01"
	    "d\x7f\xc2\x85"
	    "e\u2028f");
	assert_string_equal(e.text, "a b  c?d??e f");
	err_set(&e, ERR_IO, "bad \xff byte");
	assert_string_equal(e.text, "bad \xef\xbf\xbd byte");
}

/* Every length around the limit, with characters of one to four bytes. */
static void
test_cut_between_characters(void **state)
{
	const char *chars[] = { "x", "\xc3\xa4", "\xe2\x82\xac",
		"\xf0\x9f\x90\x9f" };

	(void)state;
	for (size_t c = 0; c < G_N_ELEMENTS(chars); c++) {
		for (size_t pad = 0; pad < 4; pad++) {
			GString *s = g_string_new(NULL);
			const char *gap;
			struct err e;

			for (size_t i = 0; i < pad; i++)
				g_string_append_c(s, '.');
			while (s->len < 2 * sizeof e.text)
				g_string_append(s, chars[c]);
			g_string_append(s, ": No such file");
			err_set(&e, ERR_IO, "%s", s->str);
			assert_true(g_utf8_validate(e.text, -1, NULL));
			gap = strstr(e.text + 5, "...");
			assert_non_null(gap);
			assert_memory_equal(
			    s->str, e.text, (size_t)(gap - e.text));
			assert_true(g_str_has_suffix(s->str, gap + 3));
			assert_true(g_str_has_suffix(gap, ": No such file"));
			assert_true(strlen(e.text) + 2 * strlen(chars[c]) + 2 >=
				    sizeof e.text);
			g_string_free(s, TRUE);
		}
	}
}

static void
test_exactly_full(void **state)
{
	char text[600];
	struct err e;

	(void)state;
	memset(text, 'x', sizeof text);
	text[sizeof e.text - 1] = '\0';
	err_set(&e, ERR_IO, "%s", text);
	assert_string_equal(e.text, text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_set),
		cmocka_unit_test(test_more_reads_as_a_path),
		cmocka_unit_test(test_errno_words),
		cmocka_unit_test(test_no_room),
		cmocka_unit_test(test_nobody_listens),
		cmocka_unit_test(test_own_text_as_argument),
		cmocka_unit_test(test_one_line),
		cmocka_unit_test(test_cut_between_characters),
		cmocka_unit_test(test_exactly_full),
	};

	return cmocka_run_group_tests_name("base/err", tests, NULL, NULL);
}

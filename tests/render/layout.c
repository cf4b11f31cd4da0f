/* SPDX-License-Identifier: ISC */
/* Widths, filled paragraphs, tables, and the tidying of a letter. */
#include "render/render.h"
#include "render/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void
test_width(void **state)
{
	(void)state;
	assert_int_equal(text_width(""), 0);
	assert_int_equal(text_width("abc"), 3);
	assert_int_equal(text_width("Grünland"), 8);
	assert_int_equal(text_width("Gru\xcc\x88nland"), 8);
	assert_int_equal(text_width("Дмитрий"), 7);
	assert_int_equal(text_width("王小明"), 6);
	assert_int_equal(text_width("a\xe2\x80\x8b\x62"), 2);
	assert_int_equal(text_width("→"), 1);
}

static void
assert_narrow(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (char **line = lines; *line != NULL; line++) {
		if (text_width(*line) > TEXT_COLUMNS)
			fail_msg("too wide: %s", *line);
	}
}

static void
assert_wraps(const char *text, const char *want)
{
	g_autoptr(GString) out = g_string_new(NULL);

	text_wrap(text, NULL, out);
	assert_narrow(out->str);
	assert_string_equal(out->str, want);
}

#define TEN "aaaaaaaaa "
#define SIXTY "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define SEVENTY TEN TEN TEN TEN TEN TEN TEN

static void
test_wrap(void **state)
{
	(void)state;
	assert_wraps("", "");
	assert_wraps("one\ntwo", "one two\n");
	assert_wraps("one\n\ntwo\n", "one\n\ntwo\n");
	assert_wraps(
	    "one\n  two\n  three\nfour", "one\n  two\n  three\nfour\n");
	assert_wraps(" - one two\n", " - one two\n");
}

static void
test_wrap_fills_and_hangs(void **state)
{
	(void)state;
	assert_wraps(SEVENTY "bb c d e",
	    TEN TEN TEN TEN TEN TEN "aaaaaaaaa bb\nc d e\n");
	assert_wraps("  " SEVENTY "bb c d",
	    "  " TEN TEN TEN TEN TEN TEN "aaaaaaaaa\n  bb c d\n");
	/* items leave room for the mark of a quotation */
	assert_wraps("=> " SEVENTY "bb c d",
	    "=> " TEN TEN TEN TEN TEN "aaaaaaaaa\n   aaaaaaaaa bb c d\n");
	assert_wraps(" · " SEVENTY "bb c d",
	    " · " TEN TEN TEN TEN TEN "aaaaaaaaa\n   aaaaaaaaa bb c d\n");
}

static void
test_wrap_leaves_no_short_last_line(void **state)
{
	(void)state;
	/* "play wine" alone on a line would read as a move */
	assert_wraps(SEVENTY "play wine",
	    TEN TEN TEN TEN TEN "aaaaaaaaa\naaaaaaaaa play wine\n");
	assert_wraps(SEVENTY "pass",
	    TEN TEN TEN TEN "aaaaaaaaa\naaaaaaaaa aaaaaaaaa pass\n");
}

static void
test_wrap_breaks_what_is_too_long(void **state)
{
	g_autofree char *digits = g_strnfill(500, '7');
	g_autoptr(GString) out = g_string_new(NULL);

	(void)state;
	text_wrap(digits, NULL, out);
	assert_narrow(out->str);
	g_string_truncate(out, 0);
	for (int i = 0; i < 100; i++)
		g_string_append(out, "王");
	digits = (g_free(digits), g_strdup(out->str));
	g_string_truncate(out, 0);
	text_wrap(digits, NULL, out);
	assert_narrow(out->str);
}

static void
assert_table(const char *rows, const char *want)
{
	g_autoptr(GString) out = g_string_new(NULL);

	text_table(rows, out);
	assert_narrow(out->str);
	assert_string_equal(out->str, want);
}

static void
test_table(void **state)
{
	(void)state;
	assert_table("", "");
	assert_table("a | b\n", "a  b\n");
	assert_table(
	    "\n  a | 1 | x\n  bbb | 22 | \n\n", "  a     1  x\n  bbb  22\n");
	assert_table("name | n\nAnn | 5\nBob | -12\nCy |\n",
	    "name    n\nAnn     5\nBob   -12\nCy\n");
	assert_table("n | m\n1 | x\n2 | 3\n", "n  m\n1  x\n2  3\n");
	/* a bar without blanks around it is part of a cell */
	assert_table("a|b | | c | d |\n", "a|b  | c  d\n");
	assert_table("x |\n | y", "x\n   y\n");
}

static void
test_table_of_wide_characters(void **state)
{
	(void)state;
	assert_table("王 | 1\nGru\xcc\x88n | 2\nДа | 3\n",
	    "王    1\nGru\xcc\x88n  2\nДа    3\n");
}

static void
test_table_without_room(void **state)
{
	g_autofree char *wide = g_strnfill(60, 'w');
	g_autofree char *row =
	    g_strdup_printf("%s | b | c\nx | y | " SEVENTY "\n", wide);
	g_autofree char *last =
	    g_strdup_printf("a | 1 | " SEVENTY SEVENTY "\n");
	g_autoptr(GString) out = g_string_new(NULL);

	(void)state;
	text_table(row, out);
	assert_narrow(out->str);
	assert_true(g_str_has_prefix(out->str, "- www"));
	g_string_truncate(out, 0);
	text_table(last, out);
	assert_narrow(out->str);
	assert_non_null(strstr(out->str, "\n      aaaaaaaaa "));
}

static void
test_table_of_wide_numbers(void **state)
{
	g_autofree char *number = g_strnfill(100, '1');
	g_autofree char *rows = g_strconcat("  points\n", number, "\n", NULL);
	g_autoptr(GString) out = g_string_new(NULL);

	(void)state;
	text_table(rows, out);
	assert_narrow(out->str);
}

static void
test_table_of_many_cells(void **state)
{
	(void)state;
	/* the last of sixteen takes what is left */
	assert_table("a | b | c | d | e | f | g | h | i | j | k | l | m | n | "
		     "o | p | q\n1 |  | 3 | 4 | 5 | 6\n",
	    "a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p | q\n"
	    "1     3  4  5  6\n");
	/* no room: each row a paragraph, without the empty cells */
	assert_table("  a | a1 ship | a2 route |  | a4 pirates | a5 warship "
		     "| a6 ship | a7 route | a8 ship | a9 route | a10 ship\n"
		     "  b | b1\n",
	    "  - a, a1 ship, a2 route, a4 pirates, a5 warship, a6 ship, a7 "
	    "route,\n    a8 ship, a9 route, a10 ship\n  - b, b1\n");
}

/* Where each row is a paragraph, each number says what it is. */
static void
test_table_without_room_for_its_numbers(void **state)
{
	(void)state;
	assert_table("who | points | hand | role | \n"
		     "Anna (you) | 3 | 12 | " SIXTY " | captain\n"
		     "Bob | -1 |  | mate |\n",
	    "- Anna (you): points 3, hand 12, role\n  " SIXTY ",\n  captain\n"
	    "- Bob: points -1, role mate\n");
	/* the colon ends what has no heading, such as a place and a name */
	assert_table("  |  | points | wins |\n  1. | Anna | 3 | " SIXTY
		     " | x\n",
	    "  - 1., Anna: points 3, wins\n    " SIXTY ",\n    x\n");
	/* a first row of numbers is no heading */
	assert_table("1 | 2 | x | \n3 | 4 | " SEVENTY "| z\n",
	    "- 1, 2, x\n- 3, 4, " TEN TEN TEN TEN
	    "aaaaaaaaa\n  aaaaaaaaa aaaaaaaaa, z\n");
}

static void
test_letter(void **state)
{
	g_autofree char *got = text_letter(
	    "\n\n  a  \n\n\nb\tc\r\n\x1b[1md\xc2\x85\n\n" SEVENTY "e f g");

	(void)state;
	assert_string_equal(got,
	    "  a\n\nb c\n[1md\n\n" TEN TEN TEN TEN TEN TEN "aaaaaaaaa\n"
	    "e f g\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_width),
		cmocka_unit_test(test_wrap),
		cmocka_unit_test(test_wrap_fills_and_hangs),
		cmocka_unit_test(test_wrap_leaves_no_short_last_line),
		cmocka_unit_test(test_wrap_breaks_what_is_too_long),
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_table_of_wide_characters),
		cmocka_unit_test(test_table_without_room),
		cmocka_unit_test(test_table_of_wide_numbers),
		cmocka_unit_test(test_table_of_many_cells),
		cmocka_unit_test(test_table_without_room_for_its_numbers),
		cmocka_unit_test(test_letter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

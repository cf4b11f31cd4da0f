/* SPDX-License-Identifier: ISC */
/* Which lines count, and what is left of a subject. */
#include "mail/mail.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static char *const stop_words[] = { "thanks", "dzięki", "с уважением", "Grüße",
	NULL };
static char *const prefixes[] = { "re", "aw", "odp", "отв", "fwd", "sv", NULL };
static const struct reading reading = { .stop_words = stop_words,
	.subject_prefixes = prefixes };

/* lines_read, joined by '|'; newly allocated */
static char *
read_lines(const char *text)
{
	g_autoptr(GPtrArray) lines = lines_read(text, &reading);

	g_ptr_array_add(lines, NULL);
	return g_strjoinv("|", (char **)lines->pdata);
}

static void
want(const char *text, const char *lines)
{
	g_autofree char *is = read_lines(text);

	assert_string_equal(is, lines);
}

static void
test_cleaning(void **state)
{
	(void)state;
	want("", "");
	want("\n \n\t\n", "");
	want("  play \t wine  \n", "play wine");
	want("no line end", "no line end");
	want("\xef\xbb\xbfplay\xc2\xadwine\xe2\x80\x8b", "playwine");
	want("a\xe2\x80\xaf"
	     "b\xe3\x80\x80"
	     "c\xc2\x85"
	     "d",
	    "a b c d");
	want("‐‑‒–—―−", "-------");
	want("‘a’ ‚b‛ ´c´ “d” „e‟ «f» …", "'a' 'b' 'c' \"d\" \"e\" \"f\" ...");
	/* marks that only NFKC brings to light */
	want("\xef\xb9\x98 \xe2\x81\xbb \xef\xbc\x8d", "- - -");
	want("‹a› a\xe1\xa0\x8b", "'a' a");
	want("ﬁre ｐｌａｙ ①", "fire play 1");
	want("e\xcc\x81", "é");
	want("\xe2\x81\xa6"
	     "ab\xe2\x81\xa9\xf0\x9f\x99\x82\xef\xb8\x8f",
	    "ab🙂");
	want("a\xff"
	     "b",
	    "a\xef\xbf\xbd"
	    "b");
}

static void
test_quotes(void **state)
{
	(void)state;
	want("> a\n>b\n | c\nAM> d\nAnna>> e\n\xe2\x80\x8b> f\n＞ g\nh", "h");
	want("a > b\n2> c\nAnnaMaj> d\nx>y", "a > b|2> c|AnnaMaj> d|x>y");
	want("Ł> a\nЖЖ> b\nc", "c");
}

static void
test_stops(void **state)
{
	(void)state;
	want("a\n--\nb", "a");
	want("a\n-- \nb", "a");
	want("a\n- -- \nb", "a");
	want("a\n---\n-\nb", "a|---|-|b");
	want("a\nx #~ y ~#\nb", "a");
	want("a\n> x #~ y ~#\n| #~\nb", "a|b");
	want("a\nTHANKS!!\nb", "a");
	want("a\n  thanks , .\nb", "a|thanks , .|b");
	want("a\nthanks all\nb", "a|thanks all|b");
	want("a\nDZIEKI\nb", "a");
	want("a\nС Уважением,\nb", "a");
	want("a\ngrusse\nb", "a");
	want("a\n.\n!\nb", "a|.|!|b");
}

static void
test_limits(void **state)
{
	GString *text = g_string_new(NULL);
	g_autofree char *fits = g_strnfill(LINE_MAX_CHARS, 'a');
	g_autoptr(GPtrArray) lines = NULL;

	(void)state;
	g_string_append_printf(text, "%s\n%sb\n", fits, fits);
	/* Long in bytes and not in characters, and the other way round. */
	for (int i = 0; i < LINE_MAX_CHARS; i++)
		g_string_append(text, "ż");
	g_string_append_c(text, '\n');
	for (int i = 0; i < 3000; i++)
		g_string_append(text, "  ");
	g_string_append(text, "far\n");
	lines = lines_read(text->str, &reading);
	assert_int_equal(lines->len, 2);
	assert_string_equal(g_ptr_array_index(lines, 0), fits);

	/* Blank and quoted lines are not counted, dropped ones are. */
	g_string_truncate(text, 0);
	for (int i = 0; i < 1000; i++)
		g_string_append(text, "> quoted\n\n");
	g_string_append_printf(text, "%sb\n", fits);
	for (int i = 0; i < LINES_MAX + 5; i++)
		g_string_append_printf(text, "line %d\n", i);
	g_ptr_array_unref(lines);
	lines = lines_read(text->str, &reading);
	assert_int_equal(lines->len, LINES_MAX - 1);
	assert_string_equal(g_ptr_array_index(lines, 0), "line 0");
	g_string_free(text, TRUE);
}

/* A cut line counts even if a mail program joined it to a huge line. */
static void
test_cut_in_long_line(void **state)
{
	g_autofree char *filler = g_strnfill(5000, 'x');
	g_autofree char *text =
	    g_strdup_printf("a\n> %s #~\nb\n%s #~ y\nc\n", filler, filler);
	g_autofree char *short_text =
	    g_strdup_printf("a\n%.300s #~ y\nc\n", filler);

	(void)state;
	want(text, "a|b");
	want(short_text, "a");
}

static void
test_no_words(void **state)
{
	static const struct reading none = { 0 };
	g_autoptr(GPtrArray) lines = lines_read("thanks\nb", &none);
	g_autofree char *subject = lines_subject("Re: [x] a", &none);

	(void)state;
	assert_int_equal(lines->len, 2);
	assert_string_equal(subject, "Re: a");
}

static void
test_subject(void **state)
{
	static const char *const cases[][2] = {
		{ "", "" },
		{ "play wine", "play wine" },
		{ "Re: [Mutineer 7] Harbour [g7-k3x7]", "Harbour" },
		{ "RE:AW: Odp : play wine", "play wine" },
		{ "Re[2]: Re(3): Re^4: a", "a" },
		{ "[EXTERNAL] Re: [g7-k3x7] play wine", "play wine" },
		{ "Отв: Re: сыграть", "сыграть" },
		{ "Re：全角", "全角" },
		{ "say all: hello", "say all: hello" },
		{ "Re: say re: hello", "say re: hello" },
		{ "Rex: a", "Rex: a" },
		{ "[open", "[open" },
		{ "Re:", "" },
		{ ": a", ": a" },
		{ "[a][b]", "" },
		{ "play\xc2\xa0 wine\n", "play wine" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *is = lines_subject(cases[i][0], &reading);
		assert_string_equal(is, cases[i][1]);
	}
}

/* With gaps, and with lines that are too long for commands. */
static void
test_all(void **state)
{
	g_autofree char *much = g_strnfill(900, 'a');
	g_autofree char *more = g_strnfill(50000, 'b');
	g_autofree char *text = g_strdup_printf(
	    "one\n\ntwo\n> three\n%s\n%s\nthanks\nfour", much, more);
	g_autoptr(GPtrArray) lines = lines_all(text, &reading);

	(void)state;
	assert_int_equal(lines->len, 6);
	assert_string_equal(lines->pdata[0], "one");
	assert_string_equal(lines->pdata[1], "");
	assert_string_equal(lines->pdata[2], "two");
	assert_string_equal(lines->pdata[3], "");
	assert_string_equal(lines->pdata[4], much);
	assert_int_equal(strlen(lines->pdata[5]), LINE_TALK_BYTES);
}

/* Of one without end only the beginning counts, and soon. */
static void
test_long_subjects(void **state)
{
	static const char *const units[] = { "[", "[a", "Re: ", ":",
		"\xc4\xb0" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
		GString *subject = g_string_new("play wine ");
		g_autofree char *is = NULL;

		while (subject->len < 1000000)
			g_string_append(subject, units[i]);
		is = lines_subject(subject->str, &reading);
		assert_true(g_str_has_prefix(is, "play wine"));
		assert_true(strlen(is) <= 1003);
		g_string_free(subject, TRUE);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cleaning),
		cmocka_unit_test(test_quotes),
		cmocka_unit_test(test_stops),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_cut_in_long_line),
		cmocka_unit_test(test_no_words),
		cmocka_unit_test(test_all),
		cmocka_unit_test(test_subject),
		cmocka_unit_test(test_long_subjects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/*
 * What must not come near GMime, which makes an object of every field, part,
 * address and parameter; and mails that only look like it.
 */
#include "mail/incoming/read.h"
#include "mail/inner.h"
#include "mail/mail.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "tests/mail/start.h"

#define OWN "robot@games.example"
#define HEAD "From: anna@example.org\nSubject: x\n"
#define MULTI HEAD "Content-Type: multipart/mixed; boundary=b\n\n"

/* start, times units, end, read; the letter is to be freed. */
static struct letter *
read_many(const char *start, const char *unit, int times, const char *end)
{
	GString *s = g_string_new(start);
	g_autoptr(GBytes) raw = NULL;

	for (int i = 0; i < times; i++)
		g_string_append(s, unit);
	g_string_append(s, end);
	raw = g_string_free_to_bytes(s);
	return letter_read(raw, false, OWN, NULL);
}

/* Why it is not read, or what its text is. */
static void
want(const char *start, const char *unit, int times, const char *end,
    const char *robot)
{
	struct letter *letter = read_many(start, unit, times, end);

	if (robot != NULL) {
		assert_non_null(letter->auto_submitted);
		assert_string_equal(letter->auto_submitted, robot);
		assert_string_equal(letter->text, "");
		assert_false(letter->auto_submitted_unless_keyed);
	} else {
		assert_null(letter->auto_submitted);
		assert_non_null(strstr(letter->text, "play wine"));
	}
	letter_free(letter);
}

static void
test_fields(void **state)
{
	static const char why[] = "header fields without end";
	static const char end[] = "\nplay wine\n--b--\n";
	static const char inside[] =
	    "--b\nContent-Type: message/rfc822\nX-Other: x\n";
	g_autofree char *mail = g_strconcat(MULTI, inside, "\n", NULL);
	g_autofree char *folded =
	    g_strconcat(MULTI "--b\nContent-Type:\n message/rfc822\n\n", NULL);

	(void)state;
	want(HEAD, "A:\n", ALL_FIELDS_MAX + 1, "\nplay wine\n", why);
	want(HEAD, "A:\r\n", ALL_FIELDS_MAX + 1, "\r\nplay wine\r\n", why);
	want(MULTI "--b\n", "A:\n", ALL_FIELDS_MAX + 1, end, why);
	want(MULTI, "--b\nA:\nB:\n\nx\n", ALL_FIELDS_MAX / 2 + 1, end, why);
	want(mail, "A:\n", ALL_FIELDS_MAX + 1, end, why);
	want(folded, "A:\n", ALL_FIELDS_MAX + 1, end, why);
	want(MULTI "--b\n\n", "A:\n", ALL_FIELDS_MAX + 1, end, why);
	/* lines of a text are no fields */
	want("Message-ID: <message/rfc822@b>\n" HEAD "\nplay wine\n", "A:\n",
	    ALL_FIELDS_MAX + 1, "", NULL);
	want(HEAD "\nplay wine\n", "A:\n", ALL_FIELDS_MAX + 1, "", NULL);
	want(MULTI "--b\nA: b\n\nplay wine\n", "A:\n", ALL_FIELDS_MAX + 1, end,
	    NULL);
}

static void
test_parts(void **state)
{
	static const char why[] = "parts without end";
	static const char text[] = "--b\n\nplay wine\n";
	g_autofree char *start = g_strconcat(MULTI, text, NULL);

	(void)state;
	want(start, "--b\n\n", PART_LINES_MAX + 1, "", why);
	/* any line that could be one, if the boundary cannot be told */
	want(HEAD "Content-Type: multipart/mixed; boundary*=b\n\n"
		  "--b\n\nplay wine\n",
	    "-- \n\n", PART_LINES_MAX + 1, "", why);
	want(HEAD "Content-Type: multipart/mixed; boundary=\"a\\\"b\"\n\n"
		  "--a\"b\n\nplay wine\n",
	    "-- \n\n", PART_LINES_MAX + 1, "", why);
	/* a table of rules, signatures of a digest */
	want(start, "-----\n--a\n", 5000, "--b--\n", NULL);
	want(HEAD "Content-Type: multipart/mixed;\n boundary=\"b c\"\n\n"
		  "--b c\n\nplay wine\n",
	    "--b\n-- \n", 5000, "--b c--\n", NULL);
}

static void
test_parameters(void **state)
{
	(void)state;
	want(HEAD "Content-Type: text/plain", ";a=b", PARAMETERS_MAX + 1,
	    "\n\nplay wine\n", "parameters without end");
	want(HEAD "Content-Disposition: inline", ";\n a=b", PARAMETERS_MAX + 1,
	    "\n\nplay wine\n", "parameters without end");
	want(HEAD "X-Other: text/plain", ";a=b", PARAMETERS_MAX + 1,
	    "\n\nplay wine\n", NULL);
}

static void
test_addresses(void **state)
{
	(void)state;
	want(HEAD "Cc: a@b.example", ", a@b.example", ALL_ADDRESSES_MAX + 1,
	    "\n\nplay wine\n", "addresses without end");
	want(HEAD "X-Cc: a@b.example", ", a@b.example", ALL_ADDRESSES_MAX + 1,
	    "\n\nplay wine\n", NULL);
}

/* Of an endless subject the start is kept, and what follows it is read. */
static void
test_subject(void **state)
{
	struct letter *letter = read_many("Subject: play wine ", "[a] ", 200000,
	    "\n b\nFrom: anna@example.org\n\nplay rum\n");

	(void)state;
	assert_true(g_str_has_prefix(letter->subject, "play wine [a] [a]"));
	assert_true(strlen(letter->subject) <= 2000);
	assert_string_equal(letter->from, "anna@example.org");
	assert_string_equal(letter->text, "play rum\n");
	letter_free(letter);
}

/* Only the beginning of a huge part counts; no character is torn. */
static void
test_long_text(void **state)
{
	struct letter *letter =
	    read_many(HEAD "Content-Type: text/plain; charset=us-ascii\n\n",
		"za\xc5\xbc\xc3\xb3\xc5\x82\xc4\x87\n", 90000, "play wine\n");

	(void)state;
	assert_true(strlen(letter->text) > 200 * 1024);
	assert_true(strlen(letter->text) <= 256 * 1024);
	assert_null(strstr(letter->text, "play wine"));
	assert_true(g_str_has_suffix(
	    letter->text, "za\xc5\xbc\xc3\xb3\xc5\x82\xc4\x87\n"));
	assert_false(letter->guessed);
	letter_free(letter);
}

/* Several text parts: the first that is not blank, but html before others. */
static void
test_blank_parts(void **state)
{
	static const char plain[] = "--b\nContent-Type: text/plain\n\n";
	static const char html[] = "--b\nContent-Type: text/html\n\n<p>";
	static const struct {
		const char *parts[3], *text, *part;
	} cases[] = {
		{ { " \n", "play wine\n", NULL }, "play wine", "text/plain" },
		{ { "\xe2\x80\x8b\xef\xbb\xbf\n", "<p>rum", "play wine\n" },
		    "rum", "text/html" },
		{ { "\n", "<p>&nbsp;", "play wine\n" }, "play wine",
		    "text/plain" },
		{ { "\n", " \n", NULL }, "", "text/plain" },
		{ { "<p> ", NULL, NULL }, "", "text/html" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		GString *s = g_string_new(NULL);
		struct letter *letter;

		for (int p = 0; p < 3 && cases[i].parts[p] != NULL; p++) {
			const char *text = cases[i].parts[p];
			g_string_append_printf(s, "%s%s\n",
			    text[0] == '<' ? html : plain,
			    text[0] == '<' ? text + 3 : text);
		}
		letter = read_many(MULTI, s->str, 1, "--b--\n");
		assert_string_equal(g_strstrip(letter->text), cases[i].text);
		assert_string_equal(letter->part, cases[i].part);
		letter_free(letter);
		g_string_free(s, TRUE);
	}
}

/* What took a time that grew with the square of its length is read so often
 * that the runner would refuse it for its CPU time. */
enum { OFTEN = 60 };

/* Each link asked, of the whole line, whether a letter stands before it. */
static void
test_links(void **state)
{
	g_autofree char *dashes = g_strnfill(128 * 1024, '-');
	g_autofree char *start =
	    g_strconcat(HEAD "Content-Type: text/html\n\n", dashes, NULL);

	(void)state;
	for (int i = 0; i < OFTEN; i++) {
		struct letter *letter =
		    read_many(start, "<a href=#>", 12000, "play wine\n");

		assert_non_null(strstr(letter->text, "---play wine"));
		letter_free(letter);
	}
}

/* Each comment was searched for its end. */
static void
test_comments(void **state)
{
	(void)state;
	for (int i = 0; i < OFTEN; i++) {
		struct letter *letter =
		    read_many("From: Anna <anna@example.org> ", "a(", 100000,
			"\n\nplay wine\n");

		assert_string_equal(letter->text, "play wine\n");
		letter_free(letter);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_parameters),
		cmocka_unit_test(test_addresses),
		cmocka_unit_test(test_subject),
		cmocka_unit_test(test_long_text),
		cmocka_unit_test(test_blank_parts),
		cmocka_unit_test(test_links),
		cmocka_unit_test(test_comments),
	};

	return cmocka_run_group_tests(tests, mail_start, NULL);
}

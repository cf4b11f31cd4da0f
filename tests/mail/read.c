/* SPDX-License-Identifier: ISC */
/*
 * Mails that nobody means well with: deep, wide, endless.  Each must be read
 * in a moment, and nothing be found in it that does not stand there.
 */
#include "mail/incoming/read.h"
#include "mail/mail.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "tests/mail/start.h"

#define OWN "robot@games.example"
#define HEAD "From: anna@example.org\nMessage-ID: <a@b>\nMIME-Version: 1.0\n"

static struct letter *
read_text(const char *text, size_t size)
{
	g_autoptr(GBytes) raw = g_bytes_new(text, size);

	return letter_read(raw, false, OWN, NULL);
}

/* HEAD and a text; the letter is to be freed. */
static struct letter *
read_rest(GString *rest)
{
	struct letter *letter;

	g_string_prepend(rest, HEAD);
	letter = read_text(rest->str, MIN(rest->len, MAIL_MAX_SIZE));
	g_string_free(rest, TRUE);
	return letter;
}

static void
repeat(GString *out, const char *unit, int times)
{
	for (int i = 0; i < times; i++)
		g_string_append(out, unit);
}

/* Multiparts one inside the other, a text in the innermost. */
static struct letter *
nested(int depth)
{
	GString *s = g_string_new(NULL);

	for (int i = 0; i < depth; i++)
		g_string_append_printf(s,
		    "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i,
		    i);
	g_string_append(s, "Content-Type: text/plain\n\nplay wine\n");
	for (int i = depth - 1; i >= 0; i--)
		g_string_append_printf(s, "--b%d--\n", i);
	return read_rest(s);
}

static void
test_depth(void **state)
{
	static const struct {
		int depth;
		const char *text;
	} cases[] = { { 1, "play wine\n" }, { 20, "play wine\n" }, { 21, "" },
		{ 1000, "" }, { 5000, "" } };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct letter *letter = nested(cases[i].depth);
		assert_string_equal(g_strchomp(letter->text),
		    cases[i].text[0] == '\0' ? "" : "play wine");
		letter_free(letter);
	}
}

static struct letter *
with_parts(const char *part, int n)
{
	GString *s =
	    g_string_new("Content-Type: multipart/mixed; boundary=b\n\n");

	repeat(s, part, n);
	g_string_append(
	    s, "--b\nContent-Type: text/plain\n\nplay wine\n--b--\n");
	return read_rest(s);
}

static void
test_parts(void **state)
{
	static const char image[] = "--b\nContent-Type: image/png\n\n";
	struct letter *letter;

	(void)state;
	letter = with_parts(image, 198);
	assert_string_equal(g_strchomp(letter->text), "play wine");
	letter_free(letter);
	letter = with_parts(image, 199);
	assert_string_equal(letter->text, "");
	letter_free(letter);
	letter = with_parts("--b\n\n", 150000);
	assert_string_equal(g_strchomp(letter->text), "");
	letter_free(letter);
}

static void
test_mails_in_mails(void **state)
{
	GString *s = g_string_new(NULL);
	struct letter *letter;

	(void)state;
	repeat(s, "Content-Type: message/rfc822\n\n", 30000);
	g_string_append(s, "\nplay wine\n");
	letter = read_rest(s);
	assert_string_equal(letter->text, "");
	letter_free(letter);
}

/* A header bomb: unit over and over. */
static struct letter *
header(const char *start, const char *unit, int times)
{
	GString *s = g_string_new(start);

	repeat(s, unit, times);
	g_string_append(s, "\nSubject: here\n\nplay wine\n");
	return read_rest(s);
}

static void
test_header_bombs(void **state)
{
	static const struct {
		const char *start, *unit;
	} cases[] = { { "To: ", "somebody-else@a-host.with.a.name, " },
		{ "Delivered-To: ", "a@b.example, " }, { "Cc: ", "(" },
		{ "To: ", "<" }, { "Delivered-To: ", "a:" },
		{ "To: ", "=?utf-8?Q?=41?= " }, { "References: ", "<a@b> " },
		{ "References: ", "<" }, { "Delivered-To: ", "\"" },
		{ "X-Long: ", "x" }, { "X-Folded: a", "\n b" },
		{ "Content-Type: text/plain; a=b",
		    "; a-long-name-of-it*0=a-value" },
		{ "Auto-Submitted: no", "(" }, { "X-Blanks: a", " " },
		{ "X-Words: ", "=?a?q?" }, { "X-Words: ", "=?a?q?x?= " },
		{ "X-Words: ", "=?utf-8?b?YQ==?= =?koi8-r?b?YQ==?= " },
		{ "X-Ends: a", " \n " }, { "To: ", "\\" } };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct letter *letter = header(cases[i].start, cases[i].unit,
		    500000 / (int)strlen(cases[i].unit));
		assert_string_equal(letter->subject, "here");
		assert_string_equal(letter->from, "anna@example.org");
		assert_null(letter->auto_submitted);
		assert_true(letter->recipients->len <= 1200);
		assert_true(letter->references->len <= 600);
		letter_free(letter);
	}
}

/* A mail of so many parts, or of lines that look like parts. */
static struct letter *
many_parts(const char *start, int times)
{
	GString *s = g_string_new(start);

	g_string_append(s, "\n\nplay wine\n");
	repeat(s, "--a\n\n", times);
	return read_rest(s);
}

static void
test_many_parts(void **state)
{
	static const char inner[] = "Content-Type: message/rfc822\n\n"
				    "Content-Type: multipart/mixed;\n"
				    " boundary=a";
	const char *const starts[] = {
		"Content-Type: multipart/mixed; boundary=a",
		"Content-Type: multipart/mixed; BOUNDARY*0=a", inner
	};
	struct letter *letter;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(starts); i++) {
		letter = many_parts(starts[i], 401);
		assert_string_equal(
		    letter->auto_submitted, "parts without end");
		assert_false(letter->auto_submitted_unless_keyed);
		assert_string_equal(letter->from, "");
		letter_free(letter);
	}
	letter = many_parts(starts[0], 300);
	assert_null(letter->auto_submitted);
	letter_free(letter);
	letter = many_parts("Subject: none of it", 100000);
	assert_null(letter->auto_submitted);
	assert_true(g_str_has_prefix(letter->text, "play wine\n--a\n"));
	letter_free(letter);
}

/* Nobody writes this; it must not reach the stack's end, wherever it stands. */
static void
test_groups(void **state)
{
	static const char *const starts[] = { "To: ", "TO : a\n\t",
		"Cc: ", "From: ", "Resent-To: ",
		"Content-Type: message/rfc822\n\nReply-To:" };
	static const char *const units[] = { "a:", ":", "a:\n " };
	struct letter *letter;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(starts); i++)
		for (size_t j = 0; j < G_N_ELEMENTS(units); j++) {
			letter = header(starts[i], units[j], 100000);
			assert_non_null(letter->auto_submitted);
			assert_false(letter->auto_submitted_unless_keyed);
			assert_string_equal(letter->from, "");
			letter_free(letter);
		}
	letter = header("To: a: x@y.example, z@y.example; b@y.example", "", 0);
	assert_null(letter->auto_submitted);
	assert_int_equal(letter->recipients->len, 1);
	letter_free(letter);
	letter = header("To: =?utf-8?Q?", "=3A=61", 1000);
	assert_null(letter->auto_submitted);
	letter_free(letter);
}

static void
test_many_fields(void **state)
{
	struct letter *letter = header("X-A: b", "\nX-A: b", 900);

	(void)state;
	assert_null(letter->auto_submitted);
	letter_free(letter);
	letter = header("X-A: b", "\nX-A: b", 100000);
	assert_non_null(letter->auto_submitted);
	assert_false(letter->auto_submitted_unless_keyed);
	letter_free(letter);
	letter = header("X-A: b", "\nReceived: by x; Mon", 30);
	assert_null(letter->auto_submitted);
	letter_free(letter);
	letter = header("X-A: b", "\nReceived: by x; Mon", 31);
	assert_non_null(letter->auto_submitted);
	letter_free(letter);
}

/* The last of many ids is ours: In a long thread it is still found. */
static void
test_long_thread(void **state)
{
	GString *s = g_string_new("References: <root@games.example>");
	struct letter *letter;
	const char *last;

	(void)state;
	for (int i = 0; i < 5000; i++)
		g_string_append_printf(s, "\n <%d@example.org>", i);
	g_string_append(s, "\n\nplay wine\n");
	letter = read_rest(s);
	assert_string_equal(
	    g_ptr_array_index(letter->references, 0), "4999@example.org");
	last =
	    g_ptr_array_index(letter->references, letter->references->len - 1);
	assert_string_equal(last, "root@games.example");
	letter_free(letter);
}

static void
test_bad_ids(void **state)
{
	static const char text[] =
	    "From: anna@example.org\n"
	    "Message-ID: <a@b> <c@d>\n"
	    "In-Reply-To: <a b@c> <> <ok@c> <\xc5\xbc@c>\n"
	    "\nplay wine\n";
	struct letter *letter = read_text(text, strlen(text));

	(void)state;
	assert_string_equal(letter->message_id, "");
	assert_int_equal(letter->references->len, 1);
	assert_string_equal(g_ptr_array_index(letter->references, 0), "ok@c");
	letter_free(letter);
}

/* Where it can be read in two ways, nobody has written it. */
static void
test_writers(void **state)
{
	static const char *const cases[][2] = {
		{ "anna@example.org;eve@evil.example", "" },
		{ "anna@example.org@evil.example", "" },
		{ "Anna <anna@example.org@evil.example>", "" },
		{ "anna@example.org\\@evil.example", "" },
		{ "eve@evil.example <anna@example.org>", "anna@example.org" },
		{ "\"a @ <b@c; d>\" <anna@example.org>", "anna@example.org" },
		{ "(x@y) anna@example.org (a (; <b@c>", "" },
		{ "(x@y) anna@example.org (a; <b@c>)", "anna@example.org" },
		{ "=?utf-8?q?A=22=40=3B=28?= <anna@example.org>",
		    "anna@example.org" },
		{ "5\" Anna <anna@example.org>", "anna@example.org" },
		{ "anna@example.org\nFrom : eve@evil.example", "" },
		{ "anna@example.org;<eve@evil.example>", "" },
		{ "<anna@example.org>;<eve@evil.example>", "" },
		{ "Anna <anna@example.org>; Eve <eve@evil.example>", "" },
		{ "anna@example.org@<eve@evil.example>", "" },
		{ "anna@example.org\\<eve@evil.example>", "" },
		{ "<anna@example.org>.<eve@evil.example>", "" },
		{ "anna@example.org;", "anna@example.org" },
		{ "Anna <anna@example.org>;", "anna@example.org" },
		{ "<@relay.example:anna@example.org>", "anna@example.org" },
		{ "Anna\n <Anna@Example.ORG>", "anna@example.org" },
		{ "=?utf-8?q?=C5=81=2C?=\n <anna@example.org> (at sea)",
		    "anna@example.org" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *mail =
		    g_strdup_printf("From: %s\n\nplay wine\n", cases[i][0]);
		struct letter *letter = read_text(mail, strlen(mail));

		assert_string_equal(letter->from, cases[i][1]);
		letter_free(letter);
	}
	/* no line of an mbox */
	{
		static const char mail[] =
		    "From : eve@evil.example\nFrom: anna@example.org\n\n";
		struct letter *letter = read_text(mail, strlen(mail));

		assert_string_equal(letter->from, "");
		letter_free(letter);
	}
}

static void
test_encoded_words(void **state)
{
	static const char *const cases[][2] = {
		/* GMime drops all behind the padding of the first */
		{ "=?utf-8?B?YQ==?= =?UTF-8?b?Yg==?=", "ab" },
		{ "=?utf-8?B?YQ==?=\n =?utf-8?B?Yg==?= c", "ab c" },
		/* one character in two words, as Outlook does it */
		{ "=?utf-8?B?xQ==?= =?utf-8?B?vA==?=", "ż" },
		{ "=?iso-8859-2?Q?=BF?= =?utf-8?Q?=C5=BC?=", "żż" },
		{ "a =?utf-8*pl?q?b_c=3D=41=zz?= d", "a b c=A=zz d" },
		{ "a  =?utf-8?Q?b?=  c", "a b c" },
		{ "x=?utf-8?Q?a?=y", "xay" },
		{ "=?utf-8?Q?=41?=", "A" },
		{ "=?utf-8?Q?a\n b?=", "a b" },
		{ "=?utf-8?X?a?= =?utf-8?Q?a", "=?utf-8?X?a?= =?utf-8?Q?a" },
		{ "=?=?=?", "=?=?=?" },
		{ "=?\?Q?a?= =?no?", "=?\?Q?a?= =?no?" },
		{ "=?koi8-r?B?18nOzw==?=", "вино" },
		{ "za\xc5\xbc\xc3\xb3", "zażó" },
		{ "gr\xfcn", "grün" },
		{ "=?utf-8?Q?a=00b=0D=0Ac?=", "a b c" },
		{ "=?utf-8?Q?\?=", "" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text =
		    g_strdup_printf("Subject: %s\n\nplay wine\n", cases[i][0]);
		struct letter *letter = read_text(text, strlen(text));
		assert_string_equal(letter->subject, cases[i][1]);
		letter_free(letter);
	}
}

/* Every beginning of a mail is a mail. */
static void
test_torn(void **state)
{
	static const char text[] =
	    HEAD "To: A <robot+g7.s2.t14.abcdefg234567@games.example>\n"
		 "Subject: =?utf-8?B?xbw=?=\n"
		 "Content-Type: multipart/alternative; boundary=\"b\"\n\n"
		 "--b\nContent-Type: text/plain; charset=utf-8\n"
		 "Content-Transfer-Encoding: quoted-printable\n\nplay=\n =C5=BC"
		 "\n--b\nContent-Type: text/html\n\n<p>a&amp;b</p>\n--b--\n";

	(void)state;
	for (size_t size = 0; size < sizeof(text); size++) {
		struct letter *letter = read_text(text, size);
		g_autoptr(GBytes) raw = g_bytes_new(text, size);
		g_autofree char *sha = letter_sha(raw);
		assert_true(g_utf8_validate(letter->text, -1, NULL));
		assert_int_equal(strlen(sha), SHA_DIGITS);
		letter_free(letter);
	}
}

static char *
sha(const char *text)
{
	g_autoptr(GBytes) raw = g_bytes_new(text, strlen(text));

	return letter_sha(raw);
}

static void
test_sha(void **state)
{
	static const char mail[] = "From: a@b\nSubject: c\n\nplay wine\n";
	static const char *const same[] = {
		"Return-Path: <a@b>\nDelivered-To: x\nX-Original-To: x\n"
		"Received: by x\n\tfrom y; Mon\nReceived: by z\n"
		"From: a@b\nSubject: c\n\nplay wine\n",
		"From a@b Mon Nov  2 18:26:00 2026\nEnvelope-To: x\n"
		"x-envelope-from: y\nARC-Seal: i=1;\n b=c\n"
		"Authentication-Results: x; dmarc=pass\n"
		"Delivery-date: Mon\nFrom: a@b\nSubject: c\n\nplay wine\n",
		"Received: x\r\nFrom: a@b\r\nSubject: c\r\n\r\nplay wine\r\n"
	};
	static const char *const others[] = { "", "\n",
		"From: a@b\nSubject: c\n\nplay rum\n",
		"X-Spam: no\nFrom: a@b\nSubject: c\n\nplay wine\n",
		"From: a@b\nReceived: x\nSubject: c\n\nplay wine\n",
		"From: a@b\nSubject: c\n\nplay wine" };
	g_autofree char *is = sha(mail);
	g_autofree char *plain =
	    g_compute_checksum_for_string(G_CHECKSUM_SHA256, mail, -1);

	(void)state;
	assert_int_equal(strlen(is), SHA_DIGITS);
	assert_memory_equal(is, plain, SHA_DIGITS);
	for (size_t i = 0; i < G_N_ELEMENTS(same); i++) {
		g_autofree char *its = sha(same[i]);
		assert_string_equal(its, is);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++) {
		g_autofree char *its = sha(others[i]);
		assert_string_not_equal(its, is);
	}
}

static void
test_free_nothing(void **state)
{
	(void)state;
	letter_free(NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_depth),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_mails_in_mails),
		cmocka_unit_test(test_header_bombs),
		cmocka_unit_test(test_many_parts),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_many_fields),
		cmocka_unit_test(test_long_thread),
		cmocka_unit_test(test_bad_ids),
		cmocka_unit_test(test_writers),
		cmocka_unit_test(test_encoded_words),
		cmocka_unit_test(test_torn),
		cmocka_unit_test(test_sha),
		cmocka_unit_test(test_free_nothing),
	};

	return cmocka_run_group_tests(tests, mail_start, NULL);
}

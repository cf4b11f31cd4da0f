/* SPDX-License-Identifier: ISC */
/* The envelope above a mail: it is there, and no stranger writes a header. */
#include "mail/incoming/read.h"
#include "mail/mail.h"
#include "mail/maildir/arrival.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#define MAIL "Subject: hello\n\nplay wine\n"

static void
want(const char *mail, const char *sender, const char *recipient,
    const char *original, const char *expected)
{
	g_autoptr(GBytes) raw = g_bytes_new(mail, strlen(mail));
	g_autoptr(GBytes) out = arrival_start(raw,
	    &(struct hand_over){ sender, recipient, original, NULL, false });
	gsize size;
	const char *bytes = g_bytes_get_data(out, &size);
	g_autofree char *text = g_strndup(bytes, size);

	assert_string_equal(text, expected);
}

static void
test_put_above(void **state)
{
	(void)state;
	want(MAIL, NULL, NULL, NULL, MAIL);
	want(MAIL, "anna@example.org", "robot+g1.t0.k@example.org", NULL,
	    "Return-Path: <anna@example.org>\n"
	    "Delivered-To: robot+g1.t0.k@example.org\n" MAIL);
	want(MAIL, NULL, "robot@example.org", "robot+k@example.org",
	    "Delivered-To: robot@example.org\n"
	    "X-Original-To: robot+k@example.org\n" MAIL);
	want(MAIL, NULL, "robot@example.org", "robot@example.org",
	    "Delivered-To: robot@example.org\n" MAIL);
	want(MAIL, NULL, NULL, "robot+k@example.org",
	    "X-Original-To: robot+k@example.org\n" MAIL);
	want("", "a@b", NULL, NULL, "Return-Path: <a@b>\n");
	want(MAIL, "анна@x", "robot+g1.t0.k@пример.рф", NULL,
	    "Return-Path: <анна@x>\n"
	    "Delivered-To: robot+g1.t0.k@пример.рф\n" MAIL);
}

static void
test_null_sender(void **state)
{
	static const char *const senders[] = { "", "<>", "MAILER-DAEMON",
		"mailer-daemon" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(senders); i++)
		want(MAIL, senders[i], NULL, NULL, "Return-Path: <>\n" MAIL);
}

static void
test_mbox_line(void **state)
{
	(void)state;
	want("From anna Sat Nov 21 12:00:00 2026\n" MAIL, "a@b", NULL, NULL,
	    "Return-Path: <a@b>\n" MAIL);
	want("From anna Sat Nov 21\r\n" MAIL, NULL, NULL, NULL, MAIL);
	/* a mail's own line */
	want("From: anna\n" MAIL, NULL, NULL, NULL, "From: anna\n" MAIL);
	want("From without an end", NULL, NULL, NULL, "From without an end");
}

static void
test_no_header_of_strangers(void **state)
{
	static const char *const bad[] = { "anna", "@b", "a@", "a@b@c",
		"a@b\nSubject: x", "a@b\r\n\r\nplay wine", "a@b>", "<a@b>",
		"a b@c", "a@b\tc", "a@b;c", "a@b,c@d", "a(x)@b", "\"a\"@b",
		"a@b\x7f", "\xc3\xa4@b\n", "a@b\xff", "a\xe2\x80\xa8@b",
		"a\xe2\x80\xae@b" };
	g_autofree char *long_one = g_strnfill(330, 'a');

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
		want(MAIL, bad[i], bad[i], "x@y", "X-Original-To: x@y\n" MAIL);
	memcpy(long_one + 300, "@b", 2);
	want(MAIL, long_one, long_one, NULL, MAIL);
}

/* The key in the address comes through to the reader. */
static void
test_read_again(void **state)
{
	g_autoptr(GBytes) raw =
	    g_bytes_new_static("From x y\nFrom: anna@example.org\n" MAIL,
		strlen("From x y\nFrom: anna@example.org\n" MAIL));
	g_autoptr(GBytes) out = arrival_start(
	    raw, &(struct hand_over){ .sender = "anna@example.org",
		     .recipient = "robot+g1.t0.k@example.org" });
	g_autofree char *before = letter_sha(raw), *after = letter_sha(out);
	struct letter *letter =
	    letter_read(out, false, "robot@example.org", NULL);

	(void)state;
	assert_string_equal(before, after);
	assert_null(letter->auto_submitted);
	assert_int_equal(letter->recipients->len, 1);
	assert_string_equal(g_ptr_array_index(letter->recipients, 0),
	    "robot+g1.t0.k@example.org");
	assert_string_equal(letter->text, "play wine\n");
	letter_free(letter);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_put_above),
		cmocka_unit_test(test_null_sender),
		cmocka_unit_test(test_mbox_line),
		cmocka_unit_test(test_no_header_of_strangers),
		cmocka_unit_test(test_read_again),
	};

	mail_init();
	assert_int_equal(mail_open(NULL), 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

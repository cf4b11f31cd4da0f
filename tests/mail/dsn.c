/* SPDX-License-Identifier: ISC */
/*
 * Reports as mail servers write them: the letters of the fuzzer's corpus, and
 * what must come out of each.
 */
#include "base/err.h"
#include "base/file.h"
#include "mail/mail.h"
#include "mail/reports/dsn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "tests/mail/start.h"

#define FOLDER "tests/fuzz/corpus/dsn/"
#define ID "g7.s2.t14.nq7d2xkcm.k3x7aaaabbbbc@games.example"

/* Action and code of each recipient, then whether the report is formal, then
 * the letter's id, then the words of the first. */
static const struct {
	const char *name, *course;
	bool formal;
	const char *id, *says;
} wanted[] = {
	{ "postfix-unknown-user", "failed 5.1.1", true, ID,
	    "550 5.1.1 <anna@example.org>: Recipient address rejected: User "
	    "unknown in virtual mailbox table" },
	{ "postfix-delayed", "delayed 4.4.1", true, ID,
	    "connect to mail.example.org[203.0.113.25]:25: Connection timed "
	    "out" },
	{ "postfix-expired", "failed 4.4.1", true, ID,
	    "connect to mail.example.org[203.0.113.25]:25: Connection timed "
	    "out" },
	{ "postfix-delivered", "relayed 2.0.0, delivered 2.0.0", true, "",
	    "250 2.0.0 Ok: queued as 4F9zz" },
	{ "exim-unknown-user", "failed 5.1.1", true, ID,
	    "550 5.1.1 no such user" },
	{ "exim-warning", "delayed 4.7.1", true, ID, "451 4.7.1 greylisted" },
	{ "exim-old-text", "failed 5.0.0", false, "",
	    "host mail.example.org [10.5.1.1]: 550 unknown user" },
	{ "exim-old-warning", "delayed 4.0.0", false, "", "" },
	{ "qmail", "failed 5.1.1", false, "",
	    "Sorry, no mailbox here by that name. (#5.1.1)" },
	{ "qmail-remote", "failed 5.0.0", false, "",
	    "Remote host said: 554 delivery error: dd This user doesn't have "
	    "an account" },
	{ "sendmail", "failed 5.2.1", true, ID,
	    "550 5.2.1 The email account that you tried to reach is "
	    "disabled." },
	{ "sendmail-old-text", "failed 5.0.0", false, "",
	    "<<< 550 <anna@example.org>... User unknown" },
	{ "outlook-com", "failed 5.1.10", true, ID,
	    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient "
	    "anna@example.org not found by SMTP address lookup" },
	{ "exchange-german", "failed 4.2.2", true, ID,
	    "554 5.2.2 mailbox full; "
	    "STOREDRV.Deliver.Exception:QuotaExceededException; Das Postfach "
	    "ist voll und verdreht" },
	{ "gmail", "failed 5.1.1", true, ID,
	    "550-5.1.1 The email account that you tried to reach does not "
	    "exist. Please try 550-5.1.1 double-checking the recipient's "
	    "email address for typos or 550-5.1.1 unnecessary spaces. Learn "
	    "more at 550 5.1." },
	{ "gmail-spam", "failed 5.7.26", true, "",
	    "550-5.7.26 This mail has been blocked because the sender is "
	    "unauthenticated. 550-5.7.26 Gmail requires all senders to "
	    "authenticate with either SPF or DKIM." },
	{ "several",
	    "expanded 2.1.5, failed 5.1.3, failed 5.4.4, failed 5.0.0, "
	    "delayed 4.0.0, failed 4.2.2, failed 5.0.0",
	    true, "", "" },
	{ "no-status-part", "failed 5.2.1", false, ID,
	    "the account is closed (554 5.2.1)." },
	{ "complaint", NULL, false, "", "" },
	{ "vacation", NULL, false, "", "" },
	{ "forwarded-report", NULL, false, "", "" },
	{ "status-in-returned", "delayed 4.2.2", true, ID,
	    "452 4.2.2 mailbox full [31m" },
	{ "utf8-headers", "failed 5.6.7", true, ID,
	    "550 5.6.7 адрес не поддерживается" },
	/* the letter's header ended before its Message-ID came */
	{ "cut-short", "failed 5.1.1", true, "",
	    "550 5.1.1 <anna@example.org>: Recipient address rejected: User "
	    "unknown in virtual mailbox table" },
	{ "empty-status", "failed 5.0.0", false, "", "" },
};

/*
 * Texts for people, of servers that know no form or lost it, in the languages
 * that they speak; the letter that came back with some of them says what would
 * make another class.  Behind them, mails to the same address that tell of no
 * delivery.
 */
static const struct {
	const char *name, *course;
} texts[] = {
	{ "dma-unknown", "failed 5.1.1" },
	{ "dma-full", "failed 4.2.2" },
	{ "dma-expired", "failed 4.0.0" },
	{ "dma-no-host", "failed 5.0.0" },
	{ "dma-tls", "failed 4.0.0" },
	{ "yahoo-unknown", "failed 5.1.1" },
	{ "yahoo-no-account", "failed 5.0.0" },
	{ "yahoo-over-quota", "failed 4.2.2" },
	{ "yahoo-no-host", "failed 5.0.0" },
	{ "yahoo-html", "failed 5.0.0" },
	{ "yahoo-german", "failed 5.0.0" },
	{ "workmail", "failed 4.4.7" },
	{ "workmail-mixed", "failed 5.1.1" },
	{ "exchange-2003", "failed 5.0.0" },
	{ "exchange-2003-timeout", "failed 4.0.0" },
	{ "exchange-2003-german", "failed 5.1.1" },
	{ "exchange-2003-french", "failed 4.2.2" },
	{ "exchange-2003-polish", "failed 5.0.0" },
	{ "exchange-2003-russian", "failed 5.0.0" },
	{ "exchange-2003-delayed", "delayed 4.0.0" },
	{ "exchange-5-delayed", "delayed 4.0.0" },
	{ "opensmtpd-old", "failed 5.2.1" },
	{ "opensmtpd-old-no-mx", "failed 5.0.0" },
	{ "opensmtpd-old-delay", "delayed 4.0.0" },
	{ "opensmtpd-old-success", "delivered 2.0.0" },
	{ "gmail-old", "failed 5.0.0" },
	{ "gmail-old-delay", "delayed 4.2.2" },
	{ "gmail-old-quota", "failed 4.2.2" },
	{ "gmail-incomplete", "delayed 4.0.0" },
	{ "postfix-text", "failed 5.0.0" },
	{ "postfix-text-delay", "delayed 4.0.0" },
	{ "postfix-part-lost", "failed 4.4.1" },
	{ "qmail-queue", "failed 4.4.1" },
	{ "qmail-queue-bare", "failed 4.0.0" },
	{ "qmail-no-host", "failed 5.1.2" },
	{ "qmail-quota", "failed 4.2.2" },
	{ "qmail-quota-bare", "failed 4.2.2" },
	{ "qmail-local", "failed 5.7.1" },
	{ "qmail-delay", "delayed 4.0.0" },
	{ "exim-1998", "failed 5.0.0" },
	{ "exim-retry", "failed 4.0.0" },
	{ "exim-quota", "failed 4.2.2" },
	{ "exim-host-quota", "failed 4.2.2" },
	{ "exim-frozen", "delayed 4.0.0" },
	{ "sendmail-4-hours", "delayed 4.4.1" },
	{ "sendmail-5-days", "failed 4.4.7" },
	{ "sendmail-8.6", "failed 5.0.0" },
	{ "courier", "failed 5.1.1" },
	{ "domino", "failed 5.0.0" },
	{ "notes-delay", "delayed 4.0.0" },
	{ "imail", "failed 5.0.0" },
	{ "mailenable", "failed 4.2.2" },
	{ "mdaemon", "failed 5.0.0" },
	{ "mailru", "failed 4.2.2" },
	{ "yandex-russian", "failed 5.0.0" },
	{ "wp-polish", "failed 4.2.2" },
	{ "gmx-german", "failed 5.0.0" },
	{ "telekom-german", "delayed 4.0.0" },
	{ "office365-spanish-delay", "delayed 4.0.0" },
	{ "outlook-portuguese", "failed 5.0.0" },
	{ "still-queued", "delayed 4.0.0" },
	{ "delivery-warning", "delayed 4.0.0" },
	{ "nothing-said", "failed 5.0.0" },
	{ "nothing-at-all", "failed 5.0.0" },
	{ "ordinary-from", "failed 5.0.0" },
	{ "guesses", "failed 5.1.1" },
	{ "receipt", NULL },
	{ "vacation-text", NULL },
	{ "vacation-german", NULL },
	{ "vacation-polish", NULL },
	{ "vacation-russian", NULL },
	{ "challenge", NULL },
	{ "a-person", NULL },
};

static char *
course(const struct dsn *dsn)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < dsn->recipients->len; i++) {
		const struct dsn_recipient *r = dsn->recipients->pdata[i];

		g_string_append_printf(out, "%s%s %s", i == 0 ? "" : ", ",
		    dsn_action_word(r->action), r->code);
	}
	return g_string_free(out, FALSE);
}

static struct dsn *
read_name(const char *name)
{
	g_autofree char *path = g_strconcat(FOLDER, name, NULL);
	struct err err = { 0 };
	g_autoptr(GBytes) raw = file_read(path, MAIL_MAX_SIZE, NULL, &err);

	if (raw == NULL)
		fail_msg("%s", err.text);
	return dsn_read(raw);
}

static void
test_reports(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(wanted); i++) {
		struct dsn *dsn = read_name(wanted[i].name);
		g_autofree char *is = dsn == NULL ? NULL : course(dsn);
		const struct dsn_recipient *first;

		print_message("# %s\n", wanted[i].name);
		if (wanted[i].course == NULL) {
			assert_null(dsn);
			continue;
		}
		assert_non_null(dsn);
		assert_string_equal(is, wanted[i].course);
		assert_int_equal(dsn->formal, wanted[i].formal);
		assert_string_equal(dsn->message_id, wanted[i].id);
		first = dsn->recipients->pdata[0];
		assert_string_equal(first->says, wanted[i].says);
		dsn_free(dsn);
	}
}

static void
test_texts(void **state)
{
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		struct dsn *dsn = read_name(texts[i].name);
		g_autofree char *is = dsn == NULL ? NULL : course(dsn);

		if (g_strcmp0(is, texts[i].course) != 0) {
			print_error("%s: %s\n", texts[i].name, is);
			wrong++;
		}
		dsn_free(dsn);
	}
	assert_int_equal(wrong, 0);
}

static struct dsn *
read_string(GString *text)
{
	g_autoptr(GBytes) raw = g_string_free_to_bytes(text);

	return dsn_read(raw);
}

/* Each of these is code, or none, in a report without any other. */
static void
test_codes(void **state)
{
	static const struct {
		const char *says, *code;
	} cases[] = {
		{ "smtp; 550 5.1.1 x", "5.1.1" },
		{ "smtp; 5.1.1", "5.1.1" },
		{ "smtp; 550-5.7.1 x", "5.7.1" },
		{ "smtp; (#5.7.509)", "5.7.509" },
		{ "smtp; 550 [5.2.1]: x", "5.2.1" },
		{ "smtp; ends with 5.2.1.", "5.2.1" },
		{ "smtp; 10.5.1.1 said no", "5.0.0" },
		{ "smtp; [5.1.1.9] said no", "5.0.0" },
		{ "smtp; mx-5.1.1 said no", "5.0.0" },
		{ "smtp; mx5.1.1 said no", "5.0.0" },
		{ "smtp; 5.1.1.example.org said no", "5.0.0" },
		{ "smtp; 5.1.1-example.org said no", "5.0.0" },
		{ "smtp; 5.1.1234", "5.0.0" },
		{ "smtp; 5.9.1", "5.0.0" },
		{ "smtp; 3.1.1", "5.0.0" },
		{ "smtp; 5.1.", "5.0.0" },
		{ "smtp; 5", "5.0.0" },
		{ "smtp; 450 later", "4.0.0" },
		{ "smtp; 1550 no reply", "5.0.0" },
		{ "", "5.0.0" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		GString *text = g_string_new(
		    "Content-Type: multipart/report; boundary=b\n\n--b\n"
		    "Content-Type: message/delivery-status\n\n"
		    "Action: failed\nDiagnostic-Code: ");
		const struct dsn_recipient *r;
		struct dsn *dsn;

		g_string_append_printf(text, "%s\n--b--\n", cases[i].says);
		dsn = read_string(text);
		assert_non_null(dsn);
		r = dsn->recipients->pdata[0];
		if (strcmp(r->code, cases[i].code) != 0)
			fail_msg("%s: %s", cases[i].says, r->code);
		dsn_free(dsn);
	}
}

static GString *
begin_status(void)
{
	return g_string_new("Content-Type: multipart/report; boundary=b\n\n"
			    "--b\nContent-Type: message/delivery-status\n\n");
}

/* However much there is of it. */
static void
test_limits(void **state)
{
	GString *text = begin_status();
	struct dsn *dsn;

	(void)state;
	for (int i = 0; i < 3000; i++)
		g_string_append(text, "Action: failed\nStatus: 5.1.1\n\n");
	g_string_append(text, "--b--\n");
	dsn = read_string(text);
	assert_int_equal(dsn->recipients->len, DSN_RECIPIENTS_MAX);
	dsn_free(dsn);

	text = begin_status();
	for (int i = 0; i < 20000; i++)
		g_string_append(text, "X: y\n");
	g_string_append(text, "\nAction: failed\n--b--\n");
	assert_null(read_string(text)); /* it comes too late */

	text = begin_status();
	g_string_append(text, "Action: failed\nDiagnostic-Code: smtp; ");
	for (int i = 0; i < 5000; i++)
		g_string_append(text, "é\t");
	g_string_append(text, "\n--b--\n");
	dsn = read_string(text);
	assert_int_equal(
	    g_utf8_strlen(
		((struct dsn_recipient *)dsn->recipients->pdata[0])->says, -1),
	    199); /* the 200th is a blank */
	dsn_free(dsn);
}

/* Deep, wide, endless: read in a moment, or not at all. */
static void
test_bombs(void **state)
{
	static const char status[] = "Content-Type: message/delivery-status\n\n"
				     "Action: failed\n";
	GString *text;
	struct dsn *dsn;

	(void)state;
	for (int depth = 19; depth < 2000; depth += 500) {
		text = g_string_new(NULL);
		for (int i = 0; i < depth; i++)
			g_string_append_printf(text,
			    "Content-Type: multipart/mixed; boundary=b%d\n\n"
			    "--b%d\n",
			    i, i);
		g_string_append(text, status);
		dsn = read_string(text);
		assert_int_equal(dsn != NULL, depth == 19);
		dsn_free(dsn);
	}
	text = g_string_new("Content-Type: multipart/mixed; boundary=b\n\n");
	for (int i = 0; i < 100000; i++)
		g_string_append(text, "--b\n\n");
	g_string_append_printf(text, "--b\n%s--b--\n", status);
	assert_null(read_string(text));
	text = g_string_new("To: ");
	for (int i = 0; i < 100000; i++)
		g_string_append(text, "a:");
	g_string_append_printf(text, "\n%s", status);
	assert_null(read_string(text));
	assert_null(read_string(g_string_new(NULL)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reports),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_codes),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_bombs),
	};

	return cmocka_run_group_tests(tests, mail_start, NULL);
}

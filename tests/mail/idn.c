/* SPDX-License-Identifier: ISC */
/*
 * Mail from, to and about addresses beyond ASCII: however a program writes
 * them, they come out in the form in which they are kept, and go out so.
 */
#include "mail/incoming/read.h"
#include "mail/mail.h"
#include "mail/outgoing/write.h"
#include "mail/senders/authres.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "tests/mail/outgoing.h"
#include "tests/mail/start.h"

#define OWN "robot@xn--e1afmkfd.xn--p1ai"
#define ANNA "anna@xn--e1afmkfd.xn--p1ai"

static struct letter *
read_text(const char *text)
{
	g_autoptr(GBytes) raw = g_bytes_new(text, strlen(text));

	return letter_read(raw, false, OWN, NULL);
}

static void
test_from(void **state)
{
	static const char *const cases[][2] = {
		{ "anna@xn--e1afmkfd.xn--p1ai", ANNA },
		{ "Anna <ANNA@XN--E1AFMKFD.xn--P1AI>", ANNA },
		{ "Анна Май <anna@пример.рф>", ANNA },
		{ "=?utf-8?B?0JDQvdC90LA=?= <anna@ПРИМЕР.рф>", ANNA },
		{ "=?koi8-r?B?4c7OwQ==?= <anna@xn--e1afmkfd.xn--p1ai>", ANNA },
		{ "Anna\r\n <anna@пример。рф>", ANNA },
		{ "anna@xn--e1afmkfd.рф", ANNA },
		{ "Анна <Анна@пример.рф>", "анна@xn--e1afmkfd.xn--p1ai" },
		{ "jose\xcc\x81@cafe\xcc\x81.example",
		    "josé@xn--caf-dma.example" },
		{ "a@faß.de", "a@xn--fa-hia.de" },
		{ "a@xn--fa-hia.de", "a@xn--fa-hia.de" },
		/* what GMime undoes, though the rules do not know it */
		{ "a@xn--i-7iq.ws", "a@xn--i-7iq.ws" },
		{ "a@i❤.ws", "a@xn--i-7iq.ws" },
		{ "a@xn--ss-zzz.org", "a@xn--ss-zzz.org" },
		{ "a@xn--zzzzzz.org", "a@xn--zzzzzz.org" },
		{ "a@xn--abc-9pe8ah5f.example", "a@xn--abc-9pe8ah5f.example" },
		/* nobody's */
		{ "a@xn--a-ecp.ru", "" },
		{ "a@xn--a.org", "" },
		{ "a\xe2\x80\xae@x.org", "" },
		{ "a＠x.org", "" },
		{ "a@пример.рф, b@x.org", "" },
		{ "a@℀.example", "" },
		{ "a@\xff.example", "" },
	};
	int bad = 0;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *mail =
		    g_strdup_printf("From: %s\r\n\r\npay 1\r\n", cases[i][0]);
		struct letter *letter = read_text(mail);

		if (strcmp(letter->from, cases[i][1]) != 0) {
			print_error("%s: %s\n", cases[i][0], letter->from);
			bad++;
		}
		letter_free(letter);
	}
	assert_int_equal(bad, 0);
}

static void
test_from_name(void **state)
{
	struct letter *letter =
	    read_text("From: Анна <anna@пример.рф>\n\npay 1\n");

	(void)state;
	assert_string_equal(letter->from_name, "Анна");
	letter_free(letter);
}

/* A key of ours, in whatever field and spelling. */
static void
test_tickets(void **state)
{
	static const char *const fields[] = { "To", "Cc", "Delivered-To",
		"X-Original-To", "Envelope-To" };
	static const char *const hosts[] = { "xn--e1afmkfd.xn--p1ai",
		"XN--E1AFMKFD.XN--P1AI", "пример.рф", "Пример.РФ" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(fields); i++)
		for (size_t k = 0; k < G_N_ELEMENTS(hosts); k++) {
			g_autofree char *mail = g_strdup_printf(
			    "From: a@b\n%s: <robot+g7.s2.t3." KEY
			    "@%s>\n\npay 1\n",
			    fields[i], hosts[k]);
			struct letter *letter = read_text(mail);
			struct ticket ticket;

			assert_int_equal(letter->recipients->len, 1);
			assert_true(ticket_from_address(
			    letter->recipients->pdata[0], OWN, '+', &ticket));
			assert_int_equal(ticket.seat, 2);
			letter_free(letter);
		}
}

/* Nobody gets one of another seat by what is passed on. */
static void
test_cut(void **state)
{
	g_autofree char *cut = addresses_cut(
	    "to robot+g7.s2.t3." KEY "@пример.рф and g7.s2.t3.n" KEY "." KEY
	    "@xn--e1afmkfd.xn--p1ai!");

	(void)state;
	assert_string_equal(cut, "to ... and ...!");
}

/* It is the robot itself that writes there. */
static void
test_own(void **state)
{
	struct letter *letter = read_text("From: robot@Пример.рф\n\npay 1\n");

	(void)state;
	assert_string_equal(letter->auto_submitted, "our own address");
	letter_free(letter);
	letter = read_text("From: a@b\nX-Loop: robot@Пример.рф\n\npay 1\n");
	assert_string_equal(letter->auto_submitted, "X-Loop");
	letter_free(letter);
}

static enum verdict
judge(const char *results, const char *from)
{
	g_autofree char *mail = g_strdup_printf(
	    "Authentication-Results: mx.xn--e1afmkfd.xn--p1ai; %s\n"
	    "From: x\n\npay 1\n",
	    results);
	g_autoptr(GBytes) raw = g_bytes_new(mail, strlen(mail));

	return authres_verdict(raw, "mx.xn--e1afmkfd.xn--p1ai", from);
}

static void
test_domains(void **state)
{
	static const struct {
		const char *results, *from;
		enum verdict want;
	} cases[] = {
		{ "dmarc=pass header.from=пример.рф", ANNA, VERDICT_PASS },
		{ "dmarc=pass header.from=xn--e1afmkfd.xn--p1ai", ANNA,
		    VERDICT_PASS },
		{ "dkim=pass header.d=Пример.рф", ANNA, VERDICT_PASS },
		{ "dkim=pass header.i=@почта.пример.рф", ANNA, VERDICT_NONE },
		{ "dkim=pass header.d=пример.рф",
		    "a@mail.xn--e1afmkfd.xn--p1ai", VERDICT_PASS },
		{ "dkim=pass header.d=пpимер.рф", ANNA, VERDICT_NONE },
		{ "dkim=pass header.d=fass.de", "a@xn--fa-hia.de",
		    VERDICT_NONE },
		{ "dmarc=fail header.from=пример.рф", ANNA, VERDICT_FAIL },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
		if (judge(cases[i].results, cases[i].from) != cases[i].want)
			fail_msg("%s, %s", cases[i].results, cases[i].from);
}

/* Only a local part beyond ASCII makes a header that is. */
static void
test_written(void **state)
{
	struct outgoing out = sample;
	g_autofree char *plain = NULL, *wide = NULL;

	(void)state;
	out.own = OWN;
	out.to = ANNA;
	out.to_name = "Анна";
	plain = write_letter(&out);
	must_be_wire(plain);
	assert_non_null(strstr(plain, " <" ANNA ">\r\n"));
	out.to = "анна@xn--e1afmkfd.xn--p1ai";
	wide = write_letter(&out);
	assert_non_null(strstr(wide, " <анна@xn--e1afmkfd.xn--p1ai>\r\n"));
	/* none that does not stand in the form in which they are kept */
	out.to = "anna@пример.рф";
	refused(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_from),
		cmocka_unit_test(test_from_name),
		cmocka_unit_test(test_tickets),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_own),
		cmocka_unit_test(test_domains),
		cmocka_unit_test(test_written),
	};

	return cmocka_run_group_tests(tests, mail_start, NULL);
}

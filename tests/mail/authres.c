/* SPDX-License-Identifier: ISC */
/*
 * Authentication-Results: whose count, where in the header, and what they say
 * in the forms that real servers write them in.
 */
#include "mail/mail.h"
#include "mail/senders/authres.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#define OWN "mx.example.org"
#define FROM "anna@home.example"
#define AR "Authentication-Results: " OWN ";"
#define RECEIVED                                                    \
	"Received: from mail.home.example (mail.home.example "      \
	"[192.0.2.1])\r\n\tby mx.example.org (Postfix) with ESMTPS" \
	"\r\n\tfor <robot@example.org>; Sat, 21 Nov 2026 12:00:00 " \
	"+0000\r\n"
#define REST "From: Anna <anna@home.example>\r\n\r\npay 1\r\n"

static int
setup(void **state)
{
	(void)state;
	mail_init();
	return 0;
}

static enum verdict
judge(const char *mail, const char *authserv, const char *from)
{
	g_autoptr(GBytes) raw = g_bytes_new(mail, strlen(mail));

	return authres_verdict(raw, authserv, from);
}

struct mail {
	enum verdict want;
	const char *head;
};

static void
check(const struct mail *mails, size_t n, const char *authserv)
{
	int bad = 0;

	for (size_t i = 0; i < n; i++) {
		g_autofree char *mail = g_strconcat(mails[i].head, REST, NULL);
		enum verdict got = judge(mail, authserv, FROM);

		if (got == mails[i].want)
			continue;
		print_error(
		    "%d, not %d:\n%s\n", got, mails[i].want, mails[i].head);
		bad++;
	}
	assert_int_equal(bad, 0);
}

static void
test_results(void **state)
{
	static const struct mail mails[] = {
		{ VERDICT_PASS, AR " dmarc=pass\r\n" },
		{ VERDICT_PASS, AR "dmarc=pass\r\n" },
		{ VERDICT_PASS, AR " dmarc=pass (p=REJECT sp=NONE) "
				   "header.from=home.example\r\n" },
		{ VERDICT_PASS, AR " DMARC=Pass header.From=HOME.example\r\n" },
		{ VERDICT_FAIL, AR " dmarc=fail\r\n" },
		{ VERDICT_FAIL, AR " dmarc=fail; dkim=pass "
				   "header.d=home.example\r\n" },
		{ VERDICT_FAIL,
		    AR " spf=pass smtp.mailfrom=x@evil.example; "
		       "dmarc = fail reason=\"a; dmarc=pass\"\r\n" },
		{ VERDICT_NONE, AR " none\r\n" },
		{ VERDICT_NONE, AR "\r\n" },
		{ VERDICT_NONE, AR " dmarc=none\r\n" },
		{ VERDICT_NONE, AR " dmarc=temperror\r\n" },
		{ VERDICT_NONE, AR " dmarc\r\n" },
		{ VERDICT_NONE, AR " dmarc=\r\n" },
		{ VERDICT_NONE, AR " spf=pass smtp.mailfrom=home.example\r\n" },
		/* not what From says */
		{ VERDICT_NONE, AR " dmarc=pass header.from=evil.example\r\n" },
		{ VERDICT_NONE, AR " x-dmarc=pass\r\n" },
		{ VERDICT_NONE, AR " spf=pass reason=dmarc=pass\r\n" },
		{ VERDICT_NONE, AR " spf=none (; dmarc=pass)\r\n" },
		{ VERDICT_NONE, AR " spf=none (a (b) \\) ; dmarc=pass\r\n" },
		{ VERDICT_NONE, AR " spf=none reason=\"; dmarc=pass;\"\r\n" },
	};

	(void)state;
	check(mails, G_N_ELEMENTS(mails), OWN);
}

static void
test_dkim(void **state)
{
	static const struct mail mails[] = {
		{ VERDICT_PASS, AR " dkim=pass header.d=home.example\r\n" },
		{ VERDICT_PASS, AR " dkim=pass header.i=@home.example\r\n" },
		{ VERDICT_PASS,
		    AR " dkim=pass (2048-bit key; unprotected) "
		       "header.d=home.example header.i=@home.example "
		       "header.b=\"a/b;c\"\r\n" },
		{ VERDICT_PASS, AR " dkim=fail header.d=list.example;"
				   " dkim=pass header.d=home.example\r\n" },
		{ VERDICT_PASS, AR " dkim=pass header.d=home.example;"
				   " dmarc=none\r\n" },
		{ VERDICT_PASS, "Authentication-Results: " OWN
				" 1; dkim/1=pass header.d=home.example\r\n" },
		{ VERDICT_NONE, AR " dkim=pass\r\n" },
		{ VERDICT_NONE, AR " dkim=fail header.d=home.example\r\n" },
		{ VERDICT_NONE, AR " dkim=none; spf=pass\r\n" },
		{ VERDICT_NONE, AR " dkim=pass header.d=evil.example\r\n" },
		{ VERDICT_NONE, AR " dkim=pass header.d=home.example "
				   "header.i=@evil.example\r\n" },
		{ VERDICT_NONE, AR " dkim=pass header.d=evilhome.example\r\n" },
		{ VERDICT_NONE, AR " dkim=pass header.d=example\r\n" },
		/* who got a name below a domain does not speak for it */
		{ VERDICT_NONE, AR " dkim=pass header.d=a.home.example\r\n" },
		{ VERDICT_NONE, AR " dkim=pass header.d=evil.example;"
				   " header.d=home.example\r\n" },
	};
	g_autofree char *below = g_strdup_printf(
	    "%s%s", AR " dkim=pass header.d=home.example\r\n", REST);

	(void)state;
	check(mails, G_N_ELEMENTS(mails), OWN);
	/* but the owner of a domain does for those below it */
	assert_int_equal(
	    judge(below, OWN, "anna@mail.home.example"), VERDICT_PASS);
}

/* One long field in all its finery. */
static void
test_forms(void **state)
{
	static const struct mail mails[] = {
		{ VERDICT_PASS,
		    "AUTHENTICATION-results :\r\n\t(our (own) server)\r\n "
		    "MX.Example.org (really) 1 (version)\r\n\t;\r\n"
		    " spf = pass (a \\( b; dmarc=fail)\r\n"
		    "  smtp.mailfrom = \"odd; name\"@home.example ;\r\n\t"
		    "dmarc\r\n\t=\r\n\tpass\r\n" },
		{ VERDICT_PASS, AR " dmarc=\"pass\"\r\n" },
		{ VERDICT_PASS, "Authentication-Results: mx.example.org;\n"
				" dmarc=pass\n" },
		/* no name at all, as one big service has it */
		{ VERDICT_NONE, "Authentication-Results: spf=pass "
				"smtp.mailfrom=home.example; dmarc=pass\r\n" },
		{ VERDICT_NONE, "Authentication-Results: dmarc=pass\r\n" },
		{ VERDICT_NONE, "Authentication-Results:\r\n" },
		{ VERDICT_NONE,
		    "Authentication-Results: " OWN " 1 2 dmarc=pass\r\n" },
		{ VERDICT_NONE,
		    "X-Authentication-Results: " OWN "; dmarc=pass\r\n" },
		{ VERDICT_NONE, "ARC-Authentication-Results: i=1; " OWN
				"; dmarc=pass\r\n" },
	};

	(void)state;
	check(mails, G_N_ELEMENTS(mails), OWN);
}

static void
test_whose(void **state)
{
	static const struct mail exact[] = {
		{ VERDICT_NONE,
		    "Authentication-Results: evil.example; dmarc=pass\r\n" },
		{ VERDICT_NONE, "Authentication-Results: a.mx.example.org; "
				"dmarc=pass\r\n" },
		{ VERDICT_NONE, "Authentication-Results: xmx.example.org; "
				"dmarc=pass\r\n" },
		{ VERDICT_PASS,
		    "Authentication-Results: evil.example; dmarc=fail\r\n" AR
		    " dmarc=pass\r\n" },
	};
	static const struct mail pattern[] = {
		{ VERDICT_PASS, "Authentication-Results: in3.mail.example.net; "
				"dmarc=pass\r\n" },
		{ VERDICT_PASS, "Authentication-Results: mail.example.net; "
				"dmarc=pass\r\n" },
		{ VERDICT_NONE, "Authentication-Results: evilmail.example.net; "
				"dmarc=pass\r\n" },
		{ VERDICT_NONE,
		    "Authentication-Results: mail.example.net.evil.example; "
		    "dmarc=pass\r\n" },
		/* a field each method, as some services write */
		{ VERDICT_PASS,
		    "Authentication-Results: bimi.mail.example.net; "
		    "bimi=skipped\r\n"
		    "Authentication-Results: dmarc.mail.example.net; "
		    "dmarc=pass header.from=home.example\r\n"
		    "Authentication-Results: dkim.mail.example.net; "
		    "dkim=none\r\n" },
	};

	(void)state;
	check(exact, G_N_ELEMENTS(exact), OWN);
	check(pattern, G_N_ELEMENTS(pattern), "*.mail.example.net");
	assert_int_equal(judge(AR " dmarc=pass\r\n" REST, NULL, FROM),
	    VERDICT_NOT_CONFIGURED);
	assert_int_equal(
	    judge(AR " dmarc=pass\r\n" REST, OWN, ""), VERDICT_NONE);
}

/* Where it stands: ours is at the top, whatever came with the mail is not. */
static void
test_place(void **state)
{
	static const struct mail mails[] = {
		{ VERDICT_PASS, AR " dmarc=pass\r\n" RECEIVED },
		{ VERDICT_PASS, RECEIVED AR " dmarc=pass\r\n" },
		{ VERDICT_PASS,
		    "Return-Path: <a@home.example>\r\nDelivered-To: r@x\r\n"
		    "X-Spam: no\r\n" RECEIVED "Received-SPF: pass\r\n" AR
		    " dmarc=pass\r\n" },
		/* not exactly the name that was configured */
		{ VERDICT_NONE,
		    "Received: from a by other.example.org; now\r\n" AR
		    " dmarc=pass\r\n" },
		{ VERDICT_NONE, "Received: from a by example.org; now\r\n" AR
				" dmarc=pass\r\n" },
		{ VERDICT_NONE, "Received: from a by localhost; now\r\n" AR
				" dmarc=pass\r\n" },
		{ VERDICT_NONE, "Received: from x by lmtp (Dovecot); now\r\n" AR
				" dmarc=pass\r\n" },
		{ VERDICT_NONE,
		    "Received: by 2002:a05:6a10:1 with SMTP id x; now\r\n" AR
		    " dmarc=pass\r\n" },
		{ VERDICT_NONE, "Received: from a by [192.0.2.1]; now\r\n" AR
				" dmarc=pass\r\n" },
		{ VERDICT_NONE,
		    "Received: from a by \"mx.exa\\mple.org\"; now\r\n" AR
		    " dmarc=pass\r\n" },
		{ VERDICT_NONE,
		    "Received: from by mx.example.org (a) by mx.evil.example; "
		    "now\r\n" AR " dmarc=pass\r\n" },
		/* below what another server wrote */
		{ VERDICT_NONE,
		    "Received: from a by mx.evil.example; now\r\n" AR
		    " dmarc=pass\r\n" },
		{ VERDICT_NONE,
		    "Received: from a (by mx.example.org) by "
		    "mx.evil.example; now\r\n" AR " dmarc=pass\r\n" },
		{ VERDICT_NONE, "Received: whatever\r\n" AR " dmarc=pass\r\n" },
		{ VERDICT_NONE,
		    RECEIVED "Received: from a by mx.evil.example; now\r\n" AR
			     " dmarc=pass\r\n" },
		/* ours says nothing; one that came with the mail says much */
		{ VERDICT_NONE, AR " dmarc=none; dkim=none\r\n" RECEIVED AR
				   " dmarc=pass\r\n" },
		{ VERDICT_FAIL,
		    AR " dmarc=fail\r\n" RECEIVED AR " dmarc=pass\r\n" },
		{ VERDICT_NONE,
		    RECEIVED AR " spf=pass\r\n"
				"Received: from a by mx.example.org; now\r\n" AR
				" dmarc=pass\r\n" },
		/* right below ours, before any Received */
		{ VERDICT_FAIL,
		    RECEIVED AR " dmarc=fail\r\n" AR " dmarc=pass\r\n" },
		{ VERDICT_NONE, RECEIVED AR
		    " dmarc=none; dkim=none\r\n" AR
		    " dmarc=pass; dkim=pass header.d=home.example\r\n" },
	};
	static const char inside[] =
	    "Subject: x\r\nContent-Type: message/rfc822\r\n" REST AR
	    " dmarc=pass\r\n" REST;

	(void)state;
	check(mails, G_N_ELEMENTS(mails), OWN);
	assert_int_equal(judge(inside, OWN, FROM), VERDICT_NONE);
	assert_int_equal(judge("From x\n" AR " dmarc=pass\r\n" REST, OWN, FROM),
	    VERDICT_PASS);
	assert_int_equal(judge("", OWN, FROM), VERDICT_NONE);
}

/* A name that is ours but for how it is written is nobody's. */
static void
test_bare(void **state)
{
	static const struct mail mails[] = {
#define NAMED(name) "Authentication-Results: " name "; dmarc=pass\r\n"
		{ VERDICT_PASS, NAMED("mx.example.org") },
		{ VERDICT_PASS, NAMED("MX.example.org") },
		{ VERDICT_NONE, NAMED("\"mx.example.org\"") },
		{ VERDICT_NONE, NAMED("\"mx.exa\\mple.org\"") },
		{ VERDICT_NONE, NAMED("m\"x.example\".org") },
		{ VERDICT_NONE, NAMED("mx.exa\\mple.org") },
		{ VERDICT_NONE, NAMED("mx.example.org.") },
		{ VERDICT_NONE, NAMED("mx.example.org,a") },
		{ VERDICT_NONE, NAMED("\"\"mx.example.org") },
	};
	static const char *const nul[] = {
		"Authentication-Results: mx.example.org|.evil; dmarc=pass\r\n",
		"Authentication-Results: mx.example.org|; dmarc=pass\r\n",
		AR " dmarc=pass|x\r\n",
		AR " dkim=pass header.d=home.example|.evil\r\n",
		"Received: from a by mx.example.org|.evil; now\r\n" AR
		" dmarc=pass\r\n",
	};

	(void)state;
	check(mails, G_N_ELEMENTS(mails), OWN);
	check(mails, G_N_ELEMENTS(mails), "*.example.org");
	for (size_t i = 0; i < G_N_ELEMENTS(nul); i++) {
		g_autofree char *text = g_strconcat(nul[i], REST, NULL);
		g_autoptr(GBytes) raw = NULL;
		size_t size = strlen(text);

		*strchr(text, '|') = '\0';
		raw = g_bytes_new(text, size);
		assert_int_equal(authres_verdict(raw, OWN, FROM), VERDICT_NONE);
	}
}

/* What came with a mail stands right below what our server wrote. */
static void
test_run(void **state)
{
	static const struct mail mails[] = {
		{ VERDICT_NONE, AR " dkim=none\r\n" AR " dmarc=pass\r\n" },
		{ VERDICT_NONE,
		    RECEIVED AR " dkim=none\r\n" AR " dmarc=pass\r\n" },
		{ VERDICT_NONE, AR " dkim=pass header.d=evil.example\r\n" AR
				   " dmarc=pass\r\n" },
		{ VERDICT_NONE, AR " none\r\n" AR " dmarc=pass\r\n" },
		{ VERDICT_NONE, AR " spf=pass smtp.mailfrom=evil.example\r\n" AR
				   " dkim=pass header.d=home.example\r\n" },
		{ VERDICT_NONE, AR " dmarc=none\r\n" AR
				   " dkim=pass header.d=home.example\r\n" },
		/* programs of ours, each of which writes on top */
		{ VERDICT_PASS,
		    "DMARC-Filter: OpenDMARC Filter v1.4.2\r\n" AR
		    " dmarc=pass (p=none dis=none) header.from=home.example"
		    "\r\n" AR " dkim=pass (2048-bit key) "
		    "header.d=home.example\r\n"
		    "DKIM-Filter: OpenDKIM Filter v2.11.0\r\n" RECEIVED },
		{ VERDICT_PASS, AR " dmarc=pass\r\n" AR " dkim=none\r\n" AR
				   " spf=pass smtp.mailfrom=x@a.example\r\n" },
		{ VERDICT_PASS,
		    AR " spf=pass smtp.mailfrom=a@bounce.home.example\r\n" AR
		       " dkim=pass header.d=home.example\r\n" },
		{ VERDICT_PASS, AR " bimi=skipped\r\n" AR " dmarc=pass\r\n" },
		/* the run is broken: by a field, another name, a spelling */
		{ VERDICT_NONE,
		    AR " bimi=skipped\r\nX-A: b\r\n" AR " dmarc=pass\r\n" },
		{ VERDICT_NONE,
		    AR " bimi=skipped\r\n"
		       "Authentication-Results: a.example; x=y\r\n" AR
		       " dmarc=pass\r\n" },
		{ VERDICT_NONE, AR " bimi=skipped\r\n"
				   "Authentication-Results: MX.example.org; "
				   "dmarc=pass\r\n" },
		/* two that contradict: the worse holds, wherever it stands */
		{ VERDICT_FAIL, AR " dmarc=pass\r\n" AR " dmarc=fail\r\n" },
		{ VERDICT_FAIL,
		    AR " dmarc=pass\r\nX-A: b\r\n" AR " dmarc=fail\r\n" },
		{ VERDICT_NONE, AR " dmarc=pass; dmarc=none\r\n" },
		{ VERDICT_NONE, AR " dmarc=pass\r\n" AR " dmarc=none\r\n" },
		{ VERDICT_NONE, AR " dkim=pass header.d=home.example\r\n" AR
				   " dkim=fail header.d=home.example\r\n" },
	};

	(void)state;
	check(mails, G_N_ELEMENTS(mails), OWN);
}

/* From one program of ours to another, and where a mail came to us. */
static void
test_hops(void **state)
{
#define BY_US "\r\n\tby mx.example.org (Postfix) with ESMTP id 1; now\r\n"
#define AMAVIS                                                           \
	"Received: from mx.example.org ([127.0.0.1])\r\n\tby localhost " \
	"(mx.example.org [127.0.0.1]) (amavisd-new, port 10024)\r\n\t"   \
	"with ESMTP id 1; now\r\n"
#define BELOW RECEIVED AR " dmarc=pass\r\n"
	static const struct mail mails[] = {
		{ VERDICT_PASS,
		    "Received: from localhost (localhost [127.0.0.1])" BY_US
			AMAVIS BELOW },
		{ VERDICT_PASS,
		    "Received: from localhost (localhost [127.0.0.1])" BY_US
			AMAVIS AR " dmarc=pass\r\n" RECEIVED },
		{ VERDICT_PASS,
		    "Received: from mx.example.org\r\n\tby mx.example.org with "
		    "LMTP\r\n\tid x; now\r\n" BELOW },
		{ VERDICT_PASS,
		    "Received: from x (unknown [IPv6:::1])" BY_US BELOW },
		{ VERDICT_PASS,
		    "Received: from localhost ([127.0.0.1] helo=x)" BY_US
			BELOW },
		{ VERDICT_PASS,
		    "Received: from [127.0.0.1] (helo=localhost)" BY_US BELOW },
		{ VERDICT_PASS,
		    "Received: from mx.example.org ([172.22.1.253])" BY_US
			BELOW },
		{ VERDICT_PASS, "Received: by mx.example.org (Postfix, from "
				"userid 1000) id 1; now\r\n" BELOW },
		/* it only calls itself so */
		{ VERDICT_NONE,
		    "Received: from localhost (evil [192.0.2.1])" BY_US BELOW },
		{ VERDICT_NONE, "Received: from localhost" BY_US BELOW },
		{ VERDICT_NONE,
		    "Received: from [127.0.0.1] (evil [192.0.2.1])" BY_US
			BELOW },
		{ VERDICT_NONE, "Received: from evil ([192.0.2.1] "
				"helo=[127.0.0.1])" BY_US BELOW },
		{ VERDICT_NONE, "Received: from mx.example.org (mx.example.org "
				"[192.0.2.1] (may be forged))" BY_US BELOW },
		{ VERDICT_NONE, "Received: from a by localhost (evil.example "
				"[127.0.0.1])\r\n" BELOW },
		/* it came to us once, not twice */
		{ VERDICT_NONE, RECEIVED BELOW },
		{ VERDICT_NONE, RECEIVED AMAVIS AR " dmarc=pass\r\n" },
		/* what a filter found counts as what the first program did */
		{ VERDICT_FAIL, AR
		    " dkim=pass header.d=home.example\r\n"
		    "Received: from localhost (localhost [127.0.0.1])" BY_US AR
		    " dmarc=fail\r\n" RECEIVED },
		/* but an older one below may be that of another way */
		{ VERDICT_PASS,
		    AR " dmarc=pass\r\n" RECEIVED AR " dmarc=fail\r\n" },
	};

	(void)state;
	check(mails, G_N_ELEMENTS(mails), OWN);
}

/* Mailboxes of people who have no server of their own. */
static void
test_providers(void **state)
{
	static const struct mail google[] = {
		{ VERDICT_PASS,
		    "Delivered-To: robot@gmail.com\r\n"
		    "Received: by 2002:a05:6a10:1 with SMTP id x; now\r\n"
		    "X-Received: by 2002:a05:6a10:2 with SMTP id y; now\r\n"
		    "Return-Path: <a@home.example>\r\n"
		    "Received: from mail.home.example (mail.home.example. "
		    "[192.0.2.1]) by mx.google.com with ESMTPS id z; now\r\n"
		    "Received-SPF: pass\r\n"
		    "Authentication-Results: mx.google.com; dkim=pass "
		    "header.i=@home.example\r\n" },
	};
	static const struct mail yandex[] = {
		{ VERDICT_PASS,
		    "Received: from mxfront1.sas.yandex.net (localhost "
		    "[127.0.0.1])\r\n\tby mxfront1.sas.yandex.net with LMTP id "
		    "x; now\r\n"
		    "Received: from mail.home.example (mail.home.example "
		    "[192.0.2.1])\r\n\tby mxfront1.sas.yandex.net (mxfront) "
		    "with ESMTPS id x; now\r\n"
		    "Authentication-Results: mxfront1.sas.yandex.net; dkim=pass"
		    " header.i=@home.example\r\n" },
	};

	(void)state;
	check(google, G_N_ELEMENTS(google), "mx.google.com");
	check(yandex, G_N_ELEMENTS(yandex), "*.yandex.net");
}

/* Whatever its size and its odd bytes, it is read once. */
static void
test_bombs(void **state)
{
	static const char *const pieces[] = { "(", ";", "=", "\"", "\\",
		"dkim=pass ", "\r\n ", "x" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(pieces); i++) {
		GString *mail = g_string_new(AR);
		g_autoptr(GBytes) raw = NULL;
		gint64 begin = g_get_monotonic_time();

		while (mail->len < 1000000)
			g_string_append(mail, pieces[i]);
		raw = g_string_free_to_bytes(mail);
		assert_int_equal(authres_verdict(raw, OWN, FROM), VERDICT_NONE);
		assert_true(g_get_monotonic_time() - begin < 500000);
	}
	for (int c = 0; c < 256; c++) {
		char text[] = AR " dmarc=?pass\r\n";
		g_autoptr(GBytes) raw = NULL;

		*strchr(text, '?') = (char)c;
		raw = g_bytes_new(text, sizeof(text) - 1);
		assert_in_range(authres_verdict(raw, OWN, FROM), VERDICT_NONE,
		    VERDICT_PASS);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_results),
		cmocka_unit_test(test_dkim),
		cmocka_unit_test(test_forms),
		cmocka_unit_test(test_whose),
		cmocka_unit_test(test_place),
		cmocka_unit_test(test_bare),
		cmocka_unit_test(test_run),
		cmocka_unit_test(test_hops),
		cmocka_unit_test(test_providers),
		cmocka_unit_test(test_bombs),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}

/* SPDX-License-Identifier: ISC */
/* One form for an address, however it is written; and no two for one. */
#include "base/address.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

struct form {
	const char *what;
	const char *written;
	const char *plain; /* NULL: refused */
	const char *heard; /* NULL: the same */
};

#define LONG_OF_63 \
	"яяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяя"

static const struct form forms[] = {
	{ "ASCII", "Anna@Example.ORG", "anna@example.org", NULL },
	{ "two hyphens", "a@ab--cd.org", "a@ab--cd.org", NULL },
	{ "its own script", "anna@пример.рф", "anna@xn--e1afmkfd.xn--p1ai",
	    NULL },
	{ "mixed case", "Anna@ПРИмер.РФ", "anna@xn--e1afmkfd.xn--p1ai", NULL },
	{ "punycode", "anna@xn--e1afmkfd.xn--p1ai",
	    "anna@xn--e1afmkfd.xn--p1ai", NULL },
	{ "its case", "ANNA@XN--E1AFMKFD.Xn--P1AI",
	    "anna@xn--e1afmkfd.xn--p1ai", NULL },
	{ "half of it", "anna@xn--e1afmkfd.рф", "anna@xn--e1afmkfd.xn--p1ai",
	    NULL },
	{ "dots of East Asia", "anna@пример。рф", "anna@xn--e1afmkfd.xn--p1ai",
	    NULL },
	{ "full-width letters", "anna@ｅｘａｍｐｌｅ.org", "anna@example.org",
	    NULL },
	{ "full-width @", "Anna＠example.org", "anna＠example.org", NULL },
	{ "combining mark", "a@cafe\xcc\x81.example", "a@xn--caf-dma.example",
	    NULL },
	{ "composed mark", "a@café.example", "a@xn--caf-dma.example", NULL },
	{ "sharp s", "a@faß.de", "a@xn--fa-hia.de", NULL },
	{ "no sharp s", "a@fass.de", "a@fass.de", NULL },
	{ "right to left", "a@שלום.example", "a@xn--9dbne9b.example", NULL },
	{ "Arabic", "a@مثال.إختبار", "a@xn--mgbh0fb.xn--kgbechtv", NULL },
	{ "both directions", "a@שלוםabc.example", NULL,
	    "a@xn--abc-9pe8ah5f.example" },
	{ "a mark in front", "a@\xcc\x81x.example", NULL,
	    "a@xn--x-wbb.example" },
	{ "a joiner",
	    "a@a\xe2\x80\x8d"
	    "b.example",
	    NULL,
	    "a@a\xe2\x80\x8d"
	    "b.example" },
	{ "a joiner that belongs there", "a@ශ්\xe2\x80\x8dරී.com",
	    "a@xn--10cl1a0b660p.com", NULL },
	{ "emoji", "a@i❤.ws", NULL, "a@xn--i-7iq.ws" },
	{ "emoji in ASCII", "a@xn--i-7iq.ws", "a@xn--i-7iq.ws", NULL },
	{ "punycode of nothing", "a@xn--zzzzzz.org", NULL, "a@xn--zzzzzz.org" },
	{ "empty punycode", "a@xn--.org", NULL, "a@xn--.org" },
	{ "long label", "a@" LONG_OF_63 ".example", NULL, "" },
	{ "trailing dot", "a@пример.рф.", "a@xn--e1afmkfd.xn--p1ai.", NULL },
	{ "a sign kept", "a@x_я.example", "a@xn--x_-wnc.example", NULL },
	{ "bad bytes", "a@\xff.example", NULL, "a@\xff.example" },
	{ "local part", "ИВАН.Élan@example.org", "иван.élan@example.org",
	    NULL },
	{ "its mark", "jose\xcc\x81@x.org", "josé@x.org", NULL },
	{ "its sharp s", "faß@x.org", "faß@x.org", NULL },
	{ "another letter's case", "İvan@x.org", "İvan@x.org", NULL },
	{ "nothing", "", "", NULL },
	{ "no domain", "Anna", "anna", NULL },
};

static void
test_forms(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
		const struct form *f = &forms[i];
		g_autofree char *plain = address_plain(f->written);
		g_autofree char *heard = address_heard(f->written);
		const char *want = f->heard != NULL ? f->heard : f->plain;

		if (g_strcmp0(plain, f->plain) != 0)
			fail_msg("%s: plain is %s", f->what, plain);
		if (want[0] != '\0' && g_strcmp0(heard, want) != 0)
			fail_msg("%s: heard is %s", f->what, heard);
	}
}

/* What was kept comes out as it was. */
static void
test_it_stays(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
		g_autofree char *heard = address_heard(forms[i].written);
		g_autofree char *again = address_heard(heard);
		g_autofree char *shown = address_shown(heard);
		g_autofree char *back = address_heard(shown);

		assert_string_equal(again, heard);
		assert_string_equal(back, heard);
	}
}

/* They look alike, or did to older rules, and are not the same. */
static void
test_none_are_merged(void **state)
{
	static const char *const pairs[][2] = {
		{ "a@faß.de", "a@fass.de" },
		{ "a@pаypal.example", "a@paypal.example" }, /* Cyrillic а */
		{ "a@βόλος.example", "a@βόλοσ.example" },
		{ "a@i❤.ws", "a@i.ws" },
		{ "faß@x.org", "fass@x.org" },
		{ "ｉvan@x.org", "ivan@x.org" },
		{ "ıvan@x.org", "ivan@x.org" },
		{ "a@x_я.example", "a@xя.example" },
		{ "a@ශ්\xe2\x80\x8dරී.com", "a@ශ්රී.com" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(pairs); i++) {
		g_autofree char *a = address_heard(pairs[i][0]);
		g_autofree char *b = address_heard(pairs[i][1]);

		if (strcmp(a, b) == 0)
			fail_msg("%s is %s", pairs[i][0], pairs[i][1]);
	}
}

static void
test_shown(void **state)
{
	static const char *const cases[][2] = {
		{ "anna@example.org", "anna@example.org" },
		{ "anna@xn--e1afmkfd.xn--p1ai", "anna@пример.рф" },
		{ "a@XN--caf-dma.example", "a@café.example" },
		{ "a@xn--9dbne9b.example", "a@שלום.example" },
		{ "a@xn--wgv71a119e.example", "a@日本語.example" },
		{ "иван@example.org", "иван@example.org" },
		{ "xn--e1afmkfd@x.org", "xn--e1afmkfd@x.org" },
		/* "pаypal" with a Cyrillic letter */
		{ "a@xn--pypal-4ve.example", "a@xn--pypal-4ve.example" },
		/* not allowed, or nothing */
		{ "a@xn--i-7iq.ws", "a@xn--i-7iq.ws" },
		{ "a@xn--zzzzzz.org", "a@xn--zzzzzz.org" },
		{ "xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai" },
		{ "", "" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *shown = address_shown(cases[i][0]);

		assert_string_equal(shown, cases[i][1]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms),
		cmocka_unit_test(test_it_stays),
		cmocka_unit_test(test_none_are_merged),
		cmocka_unit_test(test_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/* Addresses, names, and the tickets in our own addresses and ids. */
#include "mail/address.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include <glib.h>

#define OWN "Robot@Games.example"
#define KEY "abcdefg234567"
#define SERIAL "abcdefg2"
#define TOO_LONG "яяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяяя"

static void
test_address_ok(void **state)
{
	static const char *const good[] = { "a@b",
		"anna.maj+x@mail.example.org", "o'neil@example.org",
		"a..b@example.org", "x_y=z@1.example", "ż@b", "анна.м@b",
		"का@b", "☺@b", "a@xn--zzzzzz.org" };
	static const char *const bad[] = { "", "anna", "@b", "a@", "a@b@c",
		"a b@c", "a@b c", "<a@b>", "a@b>", "a\n@b", "a@b\r", "a@.b",
		"a@b.", "a@b..c", "a@-b", "a@b-", "a@ż.pl", "a\xff@b",
		"\xcc\x81@b", "a\xe2\x80\xae@b", "a\xc2\xa0@b",
		"a\xe2\x80\x8d@b", "a\xef\xbc\x8f@b", "a\xef\xbc\xa0@b",
		"../x@b", "a/b@c", "-oQ@b", "\"a b\"@c", "a,b@c", "a(x)@b",
		"a@[1.2]", "a;b@c", "a\\b@c" };
	g_autofree char *local = g_strnfill(64, 'a');
	g_autofree char *part = g_strnfill(63, 'b');
	g_autofree char *host = g_strdup_printf("%s.%s.%s", part, part, part);
	g_autofree char *wide = g_strdup_printf("a@%sb", part);
	g_autofree char *longest = g_strdup_printf("%s@%s", local, host);
	g_autofree char *over = g_strdup_printf("a%s@b", local);

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(good); i++)
		if (!address_ok(good[i]))
			fail_msg("%s refused", good[i]);
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
		if (address_ok(bad[i]))
			fail_msg("%s taken", bad[i]);
	assert_int_equal(strlen(longest), 256);
	assert_false(address_ok(longest));
	longest[255] = '\0';
	assert_false(address_ok(longest));
	longest[254] = '\0';
	assert_true(address_ok(longest));
	assert_false(address_ok(over));
	assert_false(address_ok(wide));
}

static void
test_address_split(void **state)
{
	static const char *const cases[][3] = {
		{ "Anna@Example.org", "", "anna@example.org" },
		{ " Anna Maj <anna@example.org> ", "Anna Maj",
		    "anna@example.org" },
		{ "\"Maj, \\\"Anna\\\"\" <a@b>", "Maj, \"Anna\"", "a@b" },
		{ "\"Maj,\" Anna \"\\\"A\\\"\" <a@b>", "Maj, Anna \"A\"",
		    "a@b" },
		{ "<a@b>", "", "a@b" },
		{ "Łucja <l@b>", "Łucja", "l@b" },
		{ "Анна <Anna@Пример.РФ>", "Анна",
		    "anna@xn--e1afmkfd.xn--p1ai" },
		{ "anna@XN--E1AFMKFD.xn--p1ai", "",
		    "anna@xn--e1afmkfd.xn--p1ai" },
		{ "Анна@пример。рф", "", "анна@xn--e1afmkfd.xn--p1ai" },
		{ "a@ｘ.example", "", "a@x.example" },
		{ "jose\xcc\x81@x.org", "", "josé@x.org" },
		{ "a@xn--i-7iq.ws", "", "a@xn--i-7iq.ws" },
	};
	static const char *const bad[] = { "", "Anna", "Anna <a@b", "Anna <>",
		"a@b, c@d", "Anna <a@b> x", "a@b <", "Anna <a@b>>", "a＠b.org",
		"a@i❤.ws", "a@xn--zzzzzz.org", "a@xn--.org", "a@пример.рф.",
		"a@пример..рф", "a@שלוםabc.example", "a@\xcc\x81x.example",
		"a@x_я.example", "a@℀.example", "a@пример.рф@x",
		"a\xe2\x80\xae@x.org", "a@я.example\xff", "a@" TOO_LONG ".рф" };
	char *name, *address;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		assert_true(address_split(cases[i][0], &name, &address));
		assert_string_equal(name, cases[i][1]);
		assert_string_equal(address, cases[i][2]);
		g_free(name);
		g_free(address);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		if (address_split(bad[i], &name, &address))
			fail_msg("\"%s\" taken", bad[i]);
		assert_null(name);
		assert_null(address);
	}
}

static void
test_name_ok(void **state)
{
	static const char *const good[] = { "Anna", "Łucja Żuk", "O'Neil",
		"J.-P. 2", "Анна", "7", "e\xcc\x81va", "कृष्ण" };
	static const char *const bad[] = { "", " ", " Anna", "Anna ", "-",
		"a\tb", "a\nb", "a<b", "a@b", "a:b", "a\"b", "\xff",
		("\xcc\x81"
		 "a"),
		"a\xe2\x80\x8b", "(a)", "Anna\u3164", "\u3164", "Anna\ufe0f",
		"An\u034fna", "\u115fAnna" };
	g_autofree char *forty = g_strnfill(40, 'a');
	g_autofree char *more = g_strnfill(41, 'a');

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(good); i++)
		if (!name_ok(good[i]))
			fail_msg("%s refused", good[i]);
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
		if (name_ok(bad[i]))
			fail_msg("\"%s\" taken", bad[i]);
	assert_true(name_ok(forty));
	assert_false(name_ok(more));
}

static void
equal(const struct ticket *a, const struct ticket *b)
{
	assert_int_equal(a->match, b->match);
	assert_int_equal(a->seat, b->seat);
	assert_int_equal(a->turn, b->turn);
	assert_string_equal(a->serial, b->serial);
	assert_string_equal(a->key, b->key);
}

/* Written and read again, whatever a server did to the case of letters. */
static void
test_tickets(void **state)
{
	static const struct ticket tickets[] = { { 7, 2, 14, "aaaaaaaa", KEY },
		{ 1, -1, 0, "n3aaaaa7", KEY }, { 0, -1, 0, "72bcdefg", KEY },
		{ 999999999999, 0, 100000, SERIAL, KEY } };
	static const char delimiters[] = "+-.";

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(tickets); i++) {
		g_autofree char *id = ticket_message_id(&tickets[i], OWN);
		g_autofree char *up = g_ascii_strup(id, -1);
		struct ticket back, plain = tickets[i];
		assert_true(ticket_from_message_id(id, OWN, &back));
		equal(&back, &tickets[i]);
		assert_true(ticket_from_message_id(up, OWN, &back));
		equal(&back, &tickets[i]);
		plain.serial[0] = '\0';
		for (const char *d = delimiters; *d != '\0'; d++) {
			g_autofree char *address =
			    ticket_address(&tickets[i], OWN, *d);
			g_autofree char *low = g_ascii_strdown(address, -1);
			assert_true(address_ok(address));
			assert_true(
			    ticket_from_address(address, OWN, *d, &back));
			equal(&back, &plain);
			assert_true(ticket_from_address(low, OWN, *d, &back));
			equal(&back, &plain);
		}
	}
}

static void
test_ticket_text(void **state)
{
	struct ticket ticket = { 7, 2, 14, SERIAL, KEY };
	g_autofree char *address = ticket_address(&ticket, "robot@host", '+');
	g_autofree char *id = ticket_message_id(&ticket, "robot@host");
	struct ticket stranger = { 0, -1, 0, SERIAL, KEY };
	g_autofree char *x = ticket_message_id(&stranger, "robot@host");

	(void)state;
	assert_string_equal(address, "robot+g7.s2.t14." KEY "@host");
	assert_string_equal(id, "g7.s2.t14.n" SERIAL "." KEY "@host");
	assert_string_equal(x, "x.n" SERIAL "." KEY "@host");
}

/* Of what people say to each other. */
static void
test_cut(void **state)
{
	static const struct {
		const char *text, *want;
	} texts[] = {
		{ "write to anna@home.example, please",
		    "write to ..., please" },
		{ "Anna.Maj+X@HOME.Example.", "...." },
		{ "anna@localhost anna@5.6.7.8 anna@[10.0.0.1]",
		    "... ... ..." },
		{ "<mailto:anna%40home.example>", "<mailto:...>" },
		{ "\"anna maj\"@home.example", "..." },
		{ "анна@пример.рф anna@xn--e1afmkfd.xn--p1ai", "... ..." },
		{ "anna\uff20home.example", "..." },
		{ "anna@\nhome.example anna\n@home.example", "... ..." },
		{ "anna @ home.example", "..." },
		{ "a|anna@home.example|b", "...|b" },
		{ "a|anna@home.example|b@c.example", "......" },
		{ "a%40b%40c.example boris@b@c.example", "... ..." },
		{ "anna@home.\nexample, anna@mail.\nhome.\nexample",
		    "..., ..." },
		{ "anna@home\n.example", "..." },
		{ "ANNA@HOME.\nEXAMPLE", "..." },
		{ "anna@home.example.\nSee you", "....\nSee you" },
		{ "anna@home.example.\nI see", "....\nI see" },
		{ "o'brien@home.example, o'b'c@localhost", "..., ..." },
		{ "'anna@home.example', 'anna'@home.example", "'...', '..." },
		{ "anna@ho\u200bme.exa\u00admple", "..." },
		{ "anna\u200b@\u200bhome.\u2060example", "..." },
		{ "anna \u200b@\u2060 home.example", "..." },
		{ "anna@home.\u200b\nexample", "..." },
		{ "a/b@home.example, a/o'b/c@home.example", "..., ..." },
		{ "<mailto:a/b@home.example>", "<mailto:...>" },
		{ "anna@home.example/boris@home.example", ".../..." },
		{ "5@home.example 12345@qq.example 12345@\nhome",
		    "... ... ..." },
		{ "5@[10.0.0.1] 5@10.0.0.1 5@ho\u200bme.example",
		    "... ... ..." },
		{ "+48@home.example \"5\"@home a5@home", "... ... ..." },
		{ "https://host.example/?to=anna@home.example&a=b",
		    "https://host.example/...&a=b" },
		/* keys */
		{ "robot+g7.s2.t14.k3x7aaaabbbbc@host.example", "..." },
		{ "ROBOT+G7.S2.T14.K3X7AAAABBBBC@HOST.example", "..." },
		{ "robot%2Bg7.s2.t14.k3x7aaaabbbbc%40host.example", "..." },
		{ "robot+g7.s2.t14.\nk3x7aaaabbbbc@host.example", "..." },
		{ "robot+g7.s2.t14.k3x7aa\naabbbbc@host.example", "...\n..." },
		{ "robot+x.k3x7aaaabbbbc@host.example", "..." },
		{ "g7.s2.t14.nq7d2xkcm.k3x7aaaabbbbc", "..." },
		{ "robot+b.k3x7aaaabbbbc robot+d3.k3x7aaaabbbbc", "... ..." },
		{ "[g7-k3x7] %5Bg7-k3x7%5D g7-k3x7 G7-K3X7",
		    "... ... ... ..." },
		/* what stays */
		{ "see https://host.example/@anna/7?a=b#c", NULL },
		{ "hi\n@Boris, 2@3 or 2@3.50? wine @ noon", NULL },
		{ "https://site/@name or http://site/@name/7", NULL },
		{ "www.site.example/@name, him/her/@name", NULL },
		{ "game at 5@noon, 5.30@noon", NULL },
		{ "30@noon. (17:30@home), \u20ac5@noon\n12/5@noon-ish", NULL },
		{ "hi\n@Boris.\nwell, wine @ noon.\nwell", NULL },
		{ "www.host.example g4-wines 12:00 a.b.c", NULL },
		{ "", NULL },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		g_autofree char *is = addresses_cut(texts[i].text);

		assert_string_equal(
		    is, texts[i].want != NULL ? texts[i].want : texts[i].text);
	}
}

/* Long words of whatever marks: what takes the square of their length goes
 * beyond the matcher's limit, or a test's. */
static void
test_cut_bombs(void **state)
{
	static const char *const pieces[] = { "a", "@", "a@", "%40", "\"", ".",
		"g1.", "a.b-", "%2b", "g1.t1.a", "- ", "~", "@a", "@.", "@.a",
		"1@", "5", "5.", "@5.", "'", "a'", "a'a@", "/", "a/", "a/a@",
		"a.\n", ".\n", "@a.\n", "\n@", "%40a", "a%40-", "\u200b",
		"a\u200b", "\u200b@", "@\u200b", "+b", "a+", "d1.", "g1-",
		"s1.", "g1.\n", "-", "\n", " @", "\"@", "\"a" };
	static const char *const heads[] = { "", "a@", "a@a", "a'", "g1.t1.",
		"g", "5@", "\"", "a@a." };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(pieces) * G_N_ELEMENTS(heads);
	     i++) {
		const char *piece = pieces[i / G_N_ELEMENTS(heads)],
			   *head = heads[i % G_N_ELEMENTS(heads)];
		g_autoptr(GString) text = g_string_new(head);
		g_autofree char *is = NULL;

		while (text->len < 65536)
			g_string_append(text, piece);
		g_string_append(text, "\n, end");
		is = addresses_cut(text->str);
		if (!g_str_has_suffix(is, "\n, end"))
			fail_msg("%s%s...: given up", head, piece);
	}
}

static void
test_no_tickets(void **state)
{
	static const char *const addresses[] = { "robot@host", "robot+@host",
		"robot+g7.s2.t14.abcdefg23456@host",
		"robot+g7.s2.t14." KEY "a@host",
		"robot+g7.s2.t14.abcdefg23456" /* 1 is no digit of it */ "1@"
		"host",
		"robot+g07.s2.t14." KEY "@host",
		"robot+g7.s02.t14." KEY "@host", "robot+g0.s2.t14." KEY "@host",
		"robot+g7.s100.t14." KEY "@host", "robot+g7.s2." KEY "@host",
		"robot+g7.t14.s2." KEY "@host", "robot+g-7.s2.t14." KEY "@host",
		"robot+g7.s2.t." KEY "@host",
		"robot+g7.s2.t14.n" SERIAL "." KEY "@host",
		"robot+g7.s2.t1234567890123456789." KEY "@host",
		"robot-g7.s2.t14." KEY "@host", "bot+g7.s2.t14." KEY "@host",
		"robot+g7.s2.t14." KEY "@other", "robot+g7.s2.t14." KEY,
		"robotx+g7.s2.t14." KEY "@host", "", "@host", "robot+x@host",
		"robot+x.x." KEY "@host", "robot+ g7.s2.t14." KEY "@host" };
	static const char *const ids[] = { "", "@host", "g7.root@host",
		"g7.s2.t14." KEY "@host", "x." KEY "@host",
		"g7.s2.t14.n" SERIAL "." KEY "@other",
		"g7.s2.t14.n" SERIAL "." KEY "@host@host",
		"<g7.s2.t14.n" SERIAL "." KEY "@host>",
		"g7.s2.t14.n3." KEY "@host", "g7.s2.t14.nabcdefg1." KEY "@host",
		"g7.s2.t14." SERIAL "." KEY "@host", "g7.s2.t14.nabc",
		"g7.s2.t14.n" SERIAL KEY "@host" };
	struct ticket ticket = { .match = -5 };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(addresses); i++)
		if (ticket_from_address(
			addresses[i], "robot@host", '+', &ticket))
			fail_msg("%s taken", addresses[i]);
	for (size_t i = 0; i < G_N_ELEMENTS(ids); i++)
		if (ticket_from_message_id(ids[i], "robot@host", &ticket))
			fail_msg("%s taken", ids[i]);
	assert_int_equal(ticket.match, -5);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_address_ok),
		cmocka_unit_test(test_address_split),
		cmocka_unit_test(test_name_ok),
		cmocka_unit_test(test_tickets),
		cmocka_unit_test(test_ticket_text),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_cut_bombs),
		cmocka_unit_test(test_no_tickets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

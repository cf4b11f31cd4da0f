/* SPDX-License-Identifier: ISC */
/* SRV records as they come, and the order in which servers are tried. */
#include "mail/servers/srv.h"

#include "mail/servers/discover.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* ---- answers of a name server ---- */

static void
add_16(GByteArray *to, unsigned n)
{
	const guint8 bytes[] = { (guint8)(n >> 8), (guint8)n };

	g_byte_array_append(to, bytes, sizeof(bytes));
}

/* "a.b" as labels; "": the root. */
static void
add_name(GByteArray *to, const char *name)
{
	g_auto(GStrv) labels = g_strsplit(name, ".", -1);

	for (int i = 0; labels[i] != NULL; i++) {
		guint8 size = (guint8)strlen(labels[i]);

		g_byte_array_append(to, &size, 1);
		g_byte_array_append(to, (const guint8 *)labels[i], size);
	}
	if (name[0] != '\0')
		g_byte_array_append(to, (const guint8 *)"", 1);
}

static GByteArray *
answer_new(unsigned records)
{
	GByteArray *a = g_byte_array_new();

	add_16(a, 7);
	add_16(a, 0x8180);
	add_16(a, 1);
	add_16(a, records);
	add_16(a, 0);
	add_16(a, 0);
	add_name(a, "_imaps._tcp.example.org");
	add_16(a, 33);
	add_16(a, 1);
	return a;
}

static void
add_head(GByteArray *a, unsigned type, unsigned size)
{
	add_16(a, 0xc00c); /* the name that was asked for */
	add_16(a, type);
	add_16(a, 1);
	add_16(a, 0);
	add_16(a, 3600);
	add_16(a, size);
}

static void
add_srv(GByteArray *a, unsigned priority, unsigned weight, unsigned port,
    const char *host)
{
	g_autoptr(GByteArray) name = g_byte_array_new();

	add_name(name, host);
	add_head(a, 33, 6 + name->len);
	add_16(a, priority);
	add_16(a, weight);
	add_16(a, port);
	g_byte_array_append(a, name->data, name->len);
}

static const struct srv *
nth(const GArray *list, guint n)
{
	assert_true(n < list->len);
	return &((const struct srv *)(const void *)list->data)[n];
}

static void
test_order(void **state)
{
	g_autoptr(GByteArray) a = answer_new(5);
	g_autoptr(GArray) list = NULL;

	(void)state;
	add_srv(a, 20, 90, 993, "last.example.org");
	add_srv(a, 10, 0, 993, "light.example.org");
	add_head(a, 16, 3); /* a TXT among them */
	g_byte_array_append(a, (const guint8 *)"\2hi", 3);
	add_srv(a, 10, 60, 1993, "heavy.example.org");
	add_srv(a, 10, 5, 993, "middle.example.org");
	list = srv_read(a->data, a->len);
	assert_int_equal(list->len, 4);
	assert_string_equal(nth(list, 0)->host, "heavy.example.org");
	assert_int_equal(nth(list, 0)->port, 1993);
	assert_int_equal(nth(list, 0)->weight, 60);
	assert_string_equal(nth(list, 1)->host, "middle.example.org");
	assert_string_equal(nth(list, 2)->host, "light.example.org");
	assert_string_equal(nth(list, 3)->host, "last.example.org");
	assert_int_equal(nth(list, 3)->priority, 20);
}

static void
test_pointer(void **state)
{
	g_autoptr(GByteArray) a = answer_new(1);
	g_autoptr(GArray) list = NULL;

	(void)state;
	add_head(a, 33, 6 + 5 + 2);
	add_16(a, 1);
	add_16(a, 2);
	add_16(a, 993);
	g_byte_array_append(a, (const guint8 *)"\4mail", 5);
	/* "example.org" behind two labels of the question */
	add_16(a, 0xc000 + 12 + 7 + 5);
	list = srv_read(a->data, a->len);
	assert_int_equal(list->len, 1);
	assert_string_equal(nth(list, 0)->host, "mail.example.org");
}

static void
test_root(void **state)
{
	g_autoptr(GByteArray) a = answer_new(1);
	g_autoptr(GArray) list = NULL;

	(void)state;
	add_head(a, 33, 7);
	add_16(a, 0);
	add_16(a, 0);
	add_16(a, 0);
	g_byte_array_append(a, (const guint8 *)"", 1);
	list = srv_read(a->data, a->len);
	assert_int_equal(list->len, 1);
	assert_string_equal(nth(list, 0)->host, "");
}

/* No host, no port: nothing that could be connected to. */
static void
test_odd_hosts(void **state)
{
	g_autoptr(GByteArray) a = answer_new(3);
	g_autoptr(GArray) list = NULL;

	(void)state;
	add_srv(a, 1, 1, 993, "ma/il.example.org");
	add_srv(a, 1, 1, 0, "mail.example.org");
	add_srv(a, 1, 1, 993, "good.example.org");
	list = srv_read(a->data, a->len);
	assert_int_equal(list->len, 1);
	assert_string_equal(nth(list, 0)->host, "good.example.org");
}

/* Cut anywhere, changed anywhere: it is read without a fault. */
static void
test_damaged(void **state)
{
	g_autoptr(GByteArray) a = answer_new(2);

	(void)state;
	add_srv(a, 10, 5, 993, "one.example.org");
	add_srv(a, 20, 5, 993, "two.example.org");
	for (guint size = 0; size < a->len; size++) {
		/* of its own, so that reading behind it is seen */
		g_autofree guint8 *copy = g_memdup2(a->data, size);
		g_autoptr(GArray) list = srv_read(copy, size);

		assert_true(list->len < 2);
	}
	for (guint i = 0; i < a->len; i++)
		for (int value = 0; value < 256; value += 51) {
			g_autofree guint8 *copy = g_memdup2(a->data, a->len);
			g_autoptr(GArray) list = NULL;

			copy[i] = (guint8)value;
			list = srv_read(copy, a->len);
			assert_true(list->len <= 2);
		}
}

/* ---- places to try ---- */

struct known {
	const char *name;
	struct srv srv;
};
static const struct known *known; /* ended by a name of NULL */

static GArray *
ask(const char *name)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct srv));

	for (const struct known *k = known; k->name != NULL; k++)
		if (strcmp(k->name, name) == 0)
			g_array_append_val(list, k->srv);
	return list;
}

static char *
places(enum mail_service service)
{
	g_autoptr(GPtrArray) list = discover("example.org", service, ask);
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < list->len; i++) {
		const struct candidate *c = list->pdata[i];

		g_string_append_printf(text, "%s%s:%d%s",
		    c->server.security == SERVER_TLS ? "tls " : "starttls ",
		    c->server.host, c->server.port, c->named ? "! " : " ");
	}
	return g_string_free(text, FALSE);
}

static void
test_usual(void **state)
{
	static const struct known none[] = { { .name = NULL } };
	g_autofree char *imap = NULL, *smtp = NULL;

	(void)state;
	known = none;
	imap = places(SERVICE_IMAP);
	smtp = places(SERVICE_SMTP);
	assert_string_equal(imap,
	    "tls imap.example.org:993 tls mail.example.org:993 "
	    "tls example.org:993 starttls imap.example.org:143 "
	    "starttls mail.example.org:143 starttls example.org:143 ");
	assert_string_equal(smtp,
	    "tls smtp.example.org:465 tls mail.example.org:465 "
	    "tls example.org:465 starttls smtp.example.org:587 "
	    "starttls mail.example.org:587 starttls example.org:587 ");
}

/* What is named comes first, TLS before STARTTLS whatever the priorities. */
static void
test_named(void **state)
{
	static const struct known some[] = {
		{ "_imap._tcp.example.org", { 0, 0, 143, "mx.other.net" } },
		{ "_imaps._tcp.example.org", { 10, 1, 993, "mx.other.net" } },
		{ "_imaps._tcp.example.org",
		    { 20, 1, 993, "IMAP.example.org" } },
		{ "_submission._tcp.example.org",
		    { 0, 0, 587, "out.other.net" } },
		{ .name = NULL }
	};
	g_autofree char *imap = NULL, *smtp = NULL;

	(void)state;
	known = some;
	imap = places(SERVICE_IMAP);
	smtp = places(SERVICE_SMTP);
	assert_string_equal(imap,
	    "tls mx.other.net:993! tls IMAP.example.org:993! "
	    "starttls mx.other.net:143! tls mail.example.org:993 "
	    "tls example.org:993 starttls imap.example.org:143 "
	    "starttls mail.example.org:143 starttls example.org:143 ");
	assert_true(g_str_has_prefix(
	    smtp, "starttls out.other.net:587! tls smtp.example.org:465 "));
}

static void
test_not_offered(void **state)
{
	static const struct known some[] = { { "_imap._tcp.example.org",
						 { 0, 0, 0, "" } },
		{ "_submissions._tcp.example.org", { 0, 0, 0, "" } },
		{ "_submission._tcp.example.org", { 0, 0, 0, "" } },
		{ .name = NULL } };
	g_autofree char *imap = NULL, *smtp = NULL;

	(void)state;
	known = some;
	imap = places(SERVICE_IMAP);
	smtp = places(SERVICE_SMTP);
	assert_string_equal(imap,
	    "tls imap.example.org:993 tls mail.example.org:993 "
	    "tls example.org:993 ");
	assert_string_equal(smtp, "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_pointer),
		cmocka_unit_test(test_root),
		cmocka_unit_test(test_odd_hosts),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_usual),
		cmocka_unit_test(test_named),
		cmocka_unit_test(test_not_offered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

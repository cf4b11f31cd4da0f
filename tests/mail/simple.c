/* SPDX-License-Identifier: ISC */
/*
 * Simple mails are read as GMime reads them: every mail of letters/, and each
 * of these with bytes changed here and there.
 */
#include "base/err.h"
#include "base/file.h"
#include "mail/incoming/read.h"
#include "mail/incoming/simple.h"
#include "mail/mail.h"
#include "tests/mail/both.h"
#include "tests/mail/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/mail/start.h"

#define FOLDER "tests/mail/letters"
#define AT_LEAST 40 /* simple ones among them */
#define CHANGES                                                       \
	100 /* of each, or as many as CHANGES of the environment says \
	     */

static bool
is_simple(GBytes *raw)
{
	gsize size;
	const char *bytes = g_bytes_get_data(raw, &size);
	struct simple *mail = simple_read(bytes, size);

	simple_free(mail);
	return mail != NULL;
}

/* What often decides how a header is read. */
static const char *const bits[] = { "\n", "\r", "\r\n", "\n ", " ", "\t", "\"",
	"<", ">", ",", ";", ":", "@", "=", ".", "(", ")", "\\", "[", "]", "=?",
	"?=", "\303\266", "=\n", "=3D", "charset=", "format=flowed", "Content-",
	"\nCc: a@b.example", "\nFrom: a@b.example", "\nContent-Type: text/html",
	"-", "%", "*", "'", "/", "a", "\n\n", "From ",
	"\nContent-Type:", "--" };

static GBytes *
changed(GBytes *raw, GRand *rand)
{
	gsize size;
	const guint8 *bytes = g_bytes_get_data(raw, &size);
	GByteArray *out = g_byte_array_new();
	guint at, much;

	g_byte_array_append(out, bytes, (guint)size);
	for (gint n = g_rand_int_range(rand, 1, 4); n > 0; n--) {
		const char *bit =
		    bits[g_rand_int_range(rand, 0, G_N_ELEMENTS(bits))];

		/* mostly in its header */
		at = (guint)g_rand_int_range(rand, 0,
		    (gint)MIN(out->len, g_rand_boolean(rand) ? 600U : 4000U));
		much = (guint)g_rand_int_range(rand, 0, 3);
		if (at + much <= out->len)
			g_byte_array_remove_range(out, at, much);
		at = MIN(at, out->len);
		much = (guint)strlen(bit);
		g_byte_array_set_size(out, out->len + much);
		memmove(out->data + at + much, out->data + at,
		    out->len - much - at);
		memcpy(out->data + at, bit, much);
	}
	return g_byte_array_free_to_bytes(out);
}

static void
must_be_same(GBytes *raw, const char *name)
{
	if (!same_both_ways(raw, false, words_of_all()) ||
	    !same_both_ways(raw, true, words_of_all()))
		fail_msg("%s is read in two ways:\n%.*s", name,
		    (int)g_bytes_get_size(raw),
		    (const char *)g_bytes_get_data(raw, NULL));
}

static int
changes(void)
{
	const char *set = g_getenv("CHANGES");

	return set != NULL ? atoi(set) : CHANGES;
}

static void
test_both_ways(void **state)
{
	g_autoptr(GDir) dir = g_dir_open(FOLDER, 0, NULL);
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	int simple = 0;
	const char *name;

	(void)state;
	assert_non_null(dir);
	while ((name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *path = g_build_filename(FOLDER, name, NULL);
		struct err e = { 0 };
		g_autoptr(GBytes) raw = NULL;

		if (!g_str_has_suffix(name, ".eml"))
			continue;
		raw = file_read(path, MAIL_MAX_SIZE, NULL, &e);
		assert_non_null(raw);
		must_be_same(raw, name);
		if (!is_simple(raw))
			continue;
		simple++;
		for (int i = 0; i < changes(); i++) {
			g_autoptr(GBytes) other = changed(raw, rand);

			if (is_simple(other))
				must_be_same(other, name);
		}
	}
	assert_true(simple >= AT_LEAST);
}

static void
test_addresses(void **state)
{
	static const struct {
		const char *value, *first;
		guint n;
	} rows[] = {
		{ "a@b.example", "a@b.example", 1 },
		{ "<a@b.example>", "a@b.example", 1 },
		{ "Anna <a.c+d=e@b.example>", "a.c+d=e@b.example", 1 },
		{ "\"Doe, Jan.\" <a@b>, Anna B <c@d.example>", "a@b", 2 },
		{ "a@b.example,c@d.example, e@f", "a@b.example", 3 },
		{ "", NULL, 0 },
	};
	static const char *const odd[] = { "a", "a@", "@b", "a@b@c", "a@b.",
		".a@b", "a..b@c", "a@b,", "a@b <c@d>", "Anna a@b", "A. <a@b>",
		"a@b (Anna)", "group: a@b;", "a@b;c@d", "<a@b", "a@b>",
		"\"\" <a@b>", "\"a\\\"b\" <a@b>", "a@[1.2.3.4]", "\"a\"@b",
		"J\303\266rg <a@b>", "Anna<a@b>", "a @b", " ", ",a@b" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GPtrArray) out =
		    g_ptr_array_new_with_free_func(g_free);

		assert_true(simple_addresses(rows[i].value, out));
		assert_int_equal(out->len, rows[i].n);
		if (rows[i].n > 0)
			assert_string_equal(out->pdata[0], rows[i].first);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(odd); i++) {
		g_autoptr(GPtrArray) out =
		    g_ptr_array_new_with_free_func(g_free);

		if (simple_addresses(odd[i], out))
			fail_msg("\"%s\" is no simple address", odd[i]);
		assert_int_equal(out->len, 0);
	}
}

/* Such mails, as robots' players write them, need no GMime. */
static void
test_simple(void **state)
{
	static const char text[] =
	    "Received: from a.example by b.example;\r\n"
	    "\tSat, 21 Nov 2026 12:00:00 +0000\r\n"
	    "From: \"Anna B\" <anna@example.org>\r\n"
	    "To: robot+g1@games.example\r\nSubject: Re: your turn\r\n"
	    "MIME-Version: 1.0\r\n"
	    "Content-Type: text/plain; charset=UTF-8; format=flowed\r\n"
	    "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
	    "pass =\r\nand =C3=B6\r\n";
	g_autoptr(GBytes) raw = g_bytes_new_static(text, sizeof(text) - 1);
	struct letter *letter = letter_read(raw, false, "", NULL);

	(void)state;
	assert_true(is_simple(raw));
	assert_string_equal(letter->text, "pass and \303\266\n");
	assert_string_equal(letter->from, "anna@example.org");
	letter_free(letter);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_ways),
		cmocka_unit_test(test_addresses),
		cmocka_unit_test(test_simple),
	};

	return cmocka_run_group_tests(tests, mail_start, NULL);
}

/* SPDX-License-Identifier: ISC */
/* Lines of base64 are those that GLib makes. */
#include "mail/outgoing/base64.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define MANY 70000 /* bytes, of no whole number of lines */

/* As GLib does it for the whole, in lines of 76 with that end. */
static char *
by_glib(const guchar *data, gsize size, const char *line_end)
{
	g_autofree char *whole = g_base64_encode(data, size);
	GString *lines = g_string_new("before");

	for (const char *p = whole; *p != '\0'; p += strnlen(p, 76)) {
		g_string_append_len(lines, p, (gssize)strnlen(p, 76));
		g_string_append(lines, line_end);
	}
	return g_string_free(lines, FALSE);
}

static void
assert_same(const guchar *data, gsize size, const char *line_end)
{
	g_autoptr(GBytes) bytes = g_bytes_new(data, size);
	g_autoptr(GString) out = g_string_new("before");
	g_autofree char *want = by_glib(data, size, line_end);

	base64_append(out, bytes, line_end);
	assert_string_equal(out->str, want);
	assert_int_equal(out->len, strlen(want));
}

/* Every byte in each place of a group, and every size of some lines. */
static void
test_all_sizes(void **state)
{
	g_autofree guchar *data = g_malloc(MANY);

	(void)state;
	for (gsize i = 0; i < MANY; i++)
		data[i] = (guchar)(i * 37 + i / 256);
	for (gsize size = 0; size < 256; size++)
		for (gsize from = 0; from < 3; from++) {
			assert_same(data + from, size, "\n");
			assert_same(data + from, size, "\r\n");
		}
	assert_same(data, MANY, "\r\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/* Numbers in pictures: read as GLib reads them, written as printf writes. */
#include "render/picture/drawing.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Equal to the last bit, but that a zero may have the other sign. */
static void
check_read(const char *text)
{
	char *end, *want_end;
	const double got = number_read(text, &end);
	const double want = g_ascii_strtod(text, &want_end);

	if (memcmp(&got, &want, sizeof(got)) != 0 && (got != 0 || want != 0))
		fail_msg("\"%s\": %.17g, not %.17g", text, got, want);
	if (end != want_end)
		fail_msg("\"%s\": ends at %d, not at %d", text,
		    (int)(end - text), (int)(want_end - text));
}

static void
test_read(void **state)
{
	static const char *const texts[] = { "", " ", "-", ".", "-.", "1", "-1",
		"0", "-0", "1.", ".5", "-.5", "1.5", "01.50", "1.2.3", "1..2",
		" \n 7,8", "12345678", "1234567.8", "123456.7", "0.000001",
		"0.0000001", "99999.99", "1e3", "1.5e-3", "1x", "--1", "+1",
		"3-4", "3 4", "0x10", "1.e", "nan", "inf" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		check_read(texts[i]);
}

static void
test_read_any(void **state)
{
	static const char signs[] = "0123456789012345678901234567890.-  ,e";
	g_autoptr(GRand) rand = g_rand_new_with_seed(5);
	char text[12];

	(void)state;
	for (int i = 0; i < 200000; i++) {
		const int n = g_rand_int_range(rand, 0, sizeof(text) - 1);

		for (int k = 0; k < n; k++)
			text[k] =
			    signs[g_rand_int_range(rand, 0, sizeof(signs) - 1)];
		text[n] = '\0';
		check_read(text);
	}
}

static void
check_written(double number)
{
	g_autoptr(GString) got = g_string_new(NULL);
	g_autoptr(GString) whole = g_string_new(NULL);
	char want[512];

	number_append(got, number);
	g_ascii_formatd(want, sizeof(want), "%.1f", number);
	if (g_str_has_suffix(want, ".0"))
		want[strlen(want) - 2] = '\0';
	assert_string_equal(got->str, strcmp(want, "-0") == 0 ? "0" : want);
	number_append_whole(whole, number);
	assert_true(strtod(whole->str, NULL) == floor(number + 0.5));
	assert_null(strchr(whole->str, '.'));
}

static void
test_written(void **state)
{
	static const double edges[] = { 0, -0.0, 0.04, 0.05, -0.04, -0.05, 0.25,
		0.35, 1.95, 9.95, -9.95, 99.949999, 99.95, 999999.94, 999999.96,
		1e6, 1234567.8, -1e6, 1e15 };
	g_autoptr(GRand) rand = g_rand_new_with_seed(7);

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(edges); i++)
		check_written(edges[i]);
	for (int i = 0; i < 100000; i++) {
		check_written(g_rand_double_range(rand, -2000, 2000));
		/* in and beside the middle of two tenths */
		check_written(g_rand_int_range(rand, -40000, 40000) / 20.0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_read_any),
		cmocka_unit_test(test_written),
	};

	return cmocka_run_group_tests_name("numbers", tests, NULL, NULL);
}

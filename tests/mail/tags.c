/* SPDX-License-Identifier: ISC */
/* Short tags in subjects and on cut lines, as mail programs return them. */
#include "mail/tags.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

/* "g7-k3x9 g8-aaaa" of all found */
static char *
found(GArray *tags)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < tags->len; i++) {
		const struct tag *tag = &g_array_index(tags, struct tag, i);
		g_autofree char *text = tag_text(tag->match, tag->code);

		g_string_append_printf(out, "%s%s", i > 0 ? " " : "", text);
	}
	g_array_unref(tags);
	return g_string_free(out, FALSE);
}

struct line {
	const char *text, *want;
};

static void
test_subjects(void **state)
{
	static const struct line lines[] = {
		{ "[Mutineer 7] Friday [g7-k3x7]", "g7-k3x7" },
		{ "AW: Re: [EXTERNAL] Odp: [Mutineer 7] Friday [g7-k3x7]",
		    "g7-k3x7" },
		{ "Fwd: x [G7-K3X7] tail", "g7-k3x7" },
		{ "[g123456789012345678-aaaa]", "g123456789012345678-aaaa" },
		{ "[g7-k3x7] [g7-k3x7] [g8-aaaa]", "g7-k3x7 g8-aaaa" },
		{ "[[g7-k3x7]]", "g7-k3x7" },
		{ "g7-k3x7", "" },
		{ "[g7-k3x9]", "" }, /* no digit of a key */
		{ "[g7-k3x77]", "" },
		{ "[g7-k3x]", "" },
		{ "[g07-k3x7]", "" },
		{ "[g0-k3x7]", "" },
		{ "[g-k3x7]", "" },
		{ "[g7-k3x7", "" },
		{ "[g1234567890123456789-aaaa]", "" },
		{ "[g7 k3x7]", "" },
		{ "[", "" },
		{ "", "" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		g_autofree char *got = found(tags_of_subject(lines[i].text));

		assert_string_equal(got, lines[i].want);
	}
}

static void
test_texts(void **state)
{
	static const struct line lines[] = {
		{ "pay 1\n\n> #~ Write above this line. ~# g7-k3x7\n> more",
		    "g7-k3x7" },
		{ "#~ Write above this line. ~# g7-k3x7", "g7-k3x7" },
		{ "> > #~ Write above ~#\n> > g7-k3x7\n", "g7-k3x7" },
		{ "| #~ Write\n| above this line. ~# G7-K3X7.\n", "g7-k3x7" },
		{ "> #~ a ~# g7-k3x7\n> > #~ a ~# g7-k3x7\n> > #~ b ~# "
		  "g8-aaaa",
		    "g7-k3x7 g8-aaaa" },
		{ "> #~ Write above this line. ~#\n", "" },
		{ "> #~ Write above this line. ~#", "" },
		{ "my tag is g7-k3x7", "" },
		{ "~# x g7-k3x7", "" },
		{ "~#~#~# g7-k3x7", "g7-k3x7" },
		{ "", "" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		g_autofree char *got = found(tags_of_text(lines[i].text));

		assert_string_equal(got, lines[i].want);
	}
}

/* As many as a person may quote, and no more. */
static void
test_many(void **state)
{
	GString *text = g_string_new(NULL);
	GArray *tags;

	(void)state;
	for (int i = 1; i <= 1000; i++)
		g_string_append_printf(text, "~# g%d-aaaa\n", i);
	tags = tags_of_text(text->str);
	assert_int_equal(tags->len, 20);
	g_array_unref(tags);
	g_string_free(text, TRUE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_subjects),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

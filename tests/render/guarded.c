/* SPDX-License-Identifier: ISC */
/*
 * A paragraph of which a line would read as a command, in every language: the
 * mark before it moves words on, and the paragraph is filled as before.
 */
#include "render/guard.h"
#include "render/render.h"
#include "render/text/text.h"
#include "tests/render/languages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* How people write moves of Mutineer: the guard knows them in all languages. */
static const char *const moves[][2] = { { "en", "play wine" },
	{ "de", "spiele Wein" }, { "pl", "zagraj wino" },
	{ "ru", "играю вино" } };

static void
check_filled(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (int i = 0; lines[i][0] != '\0'; i++) {
		g_autofree char *word =
		    g_strndup(lines[i + 1], strcspn(lines[i + 1], " "));

		if (text_width(lines[i]) > TEXT_COLUMNS ||
		    (*word != '\0' &&
			text_width(lines[i]) + 1 + text_width(word) <=
			    TEXT_COLUMNS))
			fail_msg("not filled: %s\n%s", lines[i], text);
	}
}

static void
check_language(const struct catalog *t)
{
	const char *move = NULL;
	g_autofree char *text = NULL, *guarded = NULL, *words = NULL;
	g_autoptr(GString) filled = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(moves); i++)
		if (strcmp(moves[i][0], catalog_language(t)) == 0)
			move = moves[i][1];
	assert_non_null(move);
	text = g_strdup_printf("%s %s\n", move,
	    "aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm "
	    "nnnn oooo pppp qqqq rrrr ssss tttt uuuu vvvv wwww xxxx yyyy zzzz "
	    "aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm "
	    "nnnn oooo pppp qqqq rrrr");
	text_wrap(text, NULL, filled);
	check_filled(filled->str);
	g_string_append(filled, "\nThe next paragraph.\n");
	guarded = guard_letter(t, "mutineer", filled->str);
	assert_true(g_str_has_prefix(guarded, "~ "));
	assert_true(g_str_has_suffix(guarded, "\n\nThe next paragraph.\n"));
	check_filled(guarded);
	/* no word is lost, and all are in their order */
	words = g_strdelimit(g_strdup(guarded + 2), "\n", ' ');
	g_strdelimit(filled->str, "\n", ' ');
	assert_string_equal(words, filled->str);
}

static void
test_paragraphs(void **state)
{
	(void)state;
	each_language(check_language);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_paragraphs) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

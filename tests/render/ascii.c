/* SPDX-License-Identifier: ISC */
/* Letters for readers whose mail program shows ASCII alone. */
#include "base/err.h"
#include "base/fold.h"
#include "render/body.h"
#include "render/render.h"
#include "render/text/text.h"
#include "tests/render/facts.h"

#include <glib/gstdio.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void
assert_ascii(const char *text, const char *want)
{
	g_autofree char *got = text_ascii(text);

	assert_string_equal(got, want);
}

static void
test_signs(void **state)
{
	(void)state;
	assert_ascii("", "");
	assert_ascii("plain\n  text -> |", "plain\n  text -> |");
	assert_ascii("│╱╲─ → ✓ ✗ · – — …", "|/\\- => + x - - - ...");
	assert_ascii("„a“ “b” ‘c’ «d» 5 × 3", "\"a\" \"b\" 'c' \"d\" 5 x 3");
	assert_ascii("── ▶ ▼ ◀ ▲ └┘", "-- > v < ^ ++");
	assert_ascii("a\xe2\x80\x8b"
		     "b\xc2\xa0"
		     "c",
	    "ab c");
}

static void
test_letters(void **state)
{
	(void)state;
	assert_ascii("Zażółć gęślą jaźń", "Zazolc gesla jazn");
	assert_ascii("Jürgen Groß, Bjørn Æ đ ı", "Jurgen Gross, Bjorn AE d i");
	assert_ascii("Gru\xcc\x88n", "Grun");
	/* these have no such form, and keep their marks */
	assert_ascii("Дмитрий и\xcc\x86 王小明", "Дмитрий й 王小明");
}

/* A name in this form is understood: it folds to what the name folds to. */
static void
test_names_fold_alike(void **state)
{
	static const char *const names[] = { "Łukasz", "Jürgen", "Bjørn",
		"Æsir", "Œuvre", "Đorđe", "Işıl", "Groß", "Ñandú", "Žižek",
		"O’Hara", "Дмитрий", "Ångström", "Čapek", "Ołówek", "Éva" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *ascii = text_ascii(names[i]);
		g_autofree char *want = fold_text(names[i]);
		g_autofree char *got = fold_text(ascii);

		assert_string_equal(got, want);
	}
}

static void
test_columns_stay(void **state)
{
	(void)state;
	assert_ascii("   → rules          how\n   → help  x\n  → a    b    c",
	    "   => rules         how\n   => help  x\n  => a   b    c");
	/* blanks before a line and at its end give nothing */
	assert_ascii("→\n     a", "=>\n     a");
	assert_ascii("…   a    b", "...  a   b");
}

static bool
is_ascii_but_names(const char *line)
{
	for (const char *p = line; *p != '\0'; p = g_utf8_next_char(p)) {
		GUnicodeScript script =
		    g_unichar_get_script(g_utf8_get_char(p));

		if ((guchar)*p >= 0x80 && script != G_UNICODE_SCRIPT_CYRILLIC &&
		    script != G_UNICODE_SCRIPT_HAN)
			return false;
	}
	return true;
}

/* The same lines as in UTF-8, but for those that are filled anew. */
static void
test_all_letters(void **state)
{
	struct catalog *t = catalog_load("en", NULL, NULL);
	g_autoptr(GPtrArray) samples = samples_render(t, true);

	(void)state;
	assert_true(samples->len > 40);
	for (guint i = 0; i < samples->len; i++) {
		const struct sample *s = samples->pdata[i];
		g_auto(GStrv) lines = g_strsplit(s->text, "\n", -1);

		for (char **line = lines; *line != NULL; line++) {
			if (!is_ascii_but_names(*line))
				fail_msg("%s: %s", s->name, *line);
			if (text_width(*line) > TEXT_COLUMNS)
				fail_msg("%s: too wide: %s", s->name, *line);
		}
	}
	catalog_free(t);
}

static void
assert_has(const GPtrArray *samples, const char *name, const char *part)
{
	for (guint i = 0; i < samples->len; i++) {
		const struct sample *s = samples->pdata[i];

		if (strcmp(s->name, name) != 0)
			continue;
		if (strstr(s->text, part) == NULL)
			fail_msg("%s lacks %s in\n%s", name, part, s->text);
		return;
	}
	fail_msg("no sample %s", name);
}

static void
test_how_they_look(void **state)
{
	struct catalog *t = catalog_load("en", NULL, NULL);
	g_autoptr(GPtrArray) all = samples_render(t, true);

	(void)state;
	assert_has(all, "turn-offer.json", "\n  1  => play ruby\n");
	assert_has(all, "turn-answer.json",
	    " + You wrote \"Play Wine!\": done => play wine");
	assert_has(all, "turn-refused.json",
	    "\n x Refused: \"play salt\". You have no");
	assert_has(all, "turn-sell.json",
	    "\n  Cold Cliff  cloth          5    2      2\n");
	assert_has(all, "turn-help-history-resign.json",
	    "\n   => rules         how the game");
	assert_has(all, "turn-help-history-resign.json",
	    "\n - Bernhard promises the mate 2 points.\n");
	assert_has(all, "final-one.json", "Carmen Lucia wins.");
	assert_has(all, "turn-sell-many.json", "  => sell wine ...  1) 2 ");
	catalog_free(t);
}

/* Drawings inside a letter, and what is no layout. */
static void
test_drawings(void **state)
{
	struct err err = { 0 };
	g_autofree char *dir = g_dir_make_tmp("turnpost-ascii-XXXXXX", NULL);
	g_autofree char *folder =
	    g_build_filename(dir, "templates/en/letters", NULL);
	g_autofree char *path = g_build_filename(folder, "x.txt", NULL);
	g_autofree char *text = NULL;
	json_t *context = json_pack("{s:{s:s}}", "person", "text", "ascii");
	struct catalog *t;

	(void)state;
	assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
	assert_true(g_file_set_contents(path,
	    "Für → é\n{{#hexes}}\n a | ä1 … x | a2\n{{/hexes}}\n"
	    "{{#circle}}\nm\n---\nä →\n---\nb\n---\nthis block is by far too "
	    "long…\n{{/circle}}\n{{#table}}\n→ x | a\n– | b\n{{/table}}\n",
	    -1, NULL));
	t = catalog_load("en", dir, &err);
	text = catalog_letter(t, NULL, "x", context, &err);
	assert_string_equal(text,
	    "Fur => e\n      / \\   / \\\n a  |a1 ..|a2   |\n"
	    "     \\   / \\   /\n"
	    "a => ===============================> b\n"
	    "^                                     |\n"
	    "|                                     |\n"
	    "|         m                           |\n"
	    "|                                     |\n"
	    "|                                     |\n"
	    "+======== this block is by fa... <====+\n"
	    "=> x  a\n-     b\n");
	catalog_free(t);
	json_decref(context);
	assert_int_equal(g_unlink(path), 0);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(g_rmdir(folder), 0);
		*strrchr(folder, '/') = '\0';
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_signs),
		cmocka_unit_test(test_letters),
		cmocka_unit_test(test_names_fold_alike),
		cmocka_unit_test(test_columns_stay),
		cmocka_unit_test(test_all_letters),
		cmocka_unit_test(test_how_they_look),
		cmocka_unit_test(test_drawings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/*
 * A line that is held harmless by its first word is harmless when it is read,
 * too: for all lines of the samples, and for random ones out of marks, words
 * of commands, slips of them, and words of letters; in every language.
 */
#include "base/embed.h"
#include "base/err.h"
#include "base/lexicon.h"
#include "core/rules.h"
#include "core/verb.h"
#include "games/games.h"
#include "render/guard.h"
#include "render/render.h"
#include "render/text/text.h"
#include "render/language/catalog.h"
#include "tests/render/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const char *const marks[] = { " ", "- ", "* ", "+ ", "> ", "| ", "\"",
	"'", "*", "**", "_", "`", "(", "[", "#", "· ", "• ", "✓ ", "✗ ", "“",
	"”", "„", "‘", "’", "«", "»", "→ ", "=> ", "~ ", "1. ", "12) ", "3 ",
	"3 → ", "12  => ", "…", "...", "; ", ";", "│", "\t", "\xe2\x80\x8b",
	"\xc2\xa0", "!", "?", ": ", ", ", ".", ")", "]", "\xef\xbc\x9b",
	"\xcc\x81" };
static const char *const faces[] = { " :D", " 8)", " :3", " :o)", " :P", " xD",
	" ;)", "!" };
static const char *const words[] = { "help", "hlep", "hep", "helps", "rules",
	"ruels", "rule", "status", "sttaus", "statuses", "history", "histroy",
	"ready", "raedy", "ready,", "luck", "resign", "ersign", "resing",
	"give up", "i am ready", "I'm ready", "please", "?", "7", "12", "007",
	"2.", "3)", "The captain", "Round 3", "Anna", "Jürgen", "Дмитрий",
	"Zażółć", "points", "a1", "1st", "42 is", "says", "st", "\xef\xbc\x88",
	"ｐａｙ", "p\u200bay", "pa\xcc\x81y", "PAY", "Páy", "commands", "state",
	"log", "board", "surrender", "or", "N", "alone", "Héłp", "п\xd2\x83ас",
	"Ŀog", "ø", "×", "÷", "xD", "XD", ":D", ":-)", "8)", "<3", "to choose",
	"of", "or", "please", "thank you", "who's", "who’s", "what is" };

static const char *const languages[] = { "en", "pl", "de", "ru" };

struct fixture {
	struct catalog *catalog;
	GPtrArray *words; /* const char * */
	GHashTable *seen; /* lines of this language that were looked at */
	guint harmless, lines;
};

static int
setup(void **state)
{
	struct fixture *f = g_new0(struct fixture, 1);

	f->words = g_ptr_array_new_with_free_func(g_free);
	f->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	*state = f;
	return 0;
}

static void
add_words(struct fixture *f, const char *table)
{
	for (size_t i = 0; i < lexicon_size(table); i++)
		g_ptr_array_add(
		    f->words, g_strdup(strchr(lexicon_key(table, i), '.') + 1));
}

/* What may stand behind a command, or between its words: of a day, of a number,
 * of another request. */
static void
add_forms(struct fixture *f, const char *language)
{
	g_autofree char *path =
	    g_strdup_printf("packed/templates/%s/forms.lexicon", language);
	const char *table = embedded_find(path)->data;

	for (size_t i = 0; i < lexicon_size(table); i++) {
		const char *key = lexicon_key(table, i);

		if (g_str_has_prefix(key, "day\n") ||
		    g_str_has_prefix(key, "count\n") ||
		    g_str_has_prefix(key, "request\n") ||
		    g_str_has_prefix(key, "lead\n"))
			g_ptr_array_add(
			    f->words, g_strdup(strchr(key, '\n') + 1));
	}
}

/* Words to make lines of: the program's own, and those of the language. */
static void
speak(struct fixture *f, const char *language)
{
	g_clear_pointer(&f->catalog, catalog_free);
	f->catalog = catalog_load(language, NULL, NULL);
	assert_non_null(f->catalog);
	f->lines = f->harmless = 0;
	g_ptr_array_set_size(f->words, 0);
	g_hash_table_remove_all(f->seen);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		g_ptr_array_add(f->words, g_strdup(words[i]));
	for (size_t g = 0; games_all[g] != NULL; g++)
		for (size_t v = 0; v < games_all[g]->nverbs; v++)
			g_ptr_array_add(
			    f->words, g_strdup(games_all[g]->verbs[v].word));
	/* "GAME.FORM", ".WORDS" */
	add_words(f, f->catalog->built_in.verbs);
	add_words(f, f->catalog->built_in.starts);
	add_forms(f, language);
}

static int
teardown(void **state)
{
	struct fixture *f = *state;

	g_ptr_array_unref(f->words);
	g_hash_table_unref(f->seen);
	catalog_free(f->catalog);
	g_free(f);
	return 0;
}

static void
look(struct fixture *f, const char *game, const char *text)
{
	const struct text_span line = { text, strlen(text) };

	f->lines++;
	if (!starts_harmless(f->catalog, game, line))
		return;
	f->harmless++;
	if (guard_reads(f->catalog, game, line))
		fail_msg(
		    "not harmless (%s): %s", game != NULL ? game : "-", text);
}

/* The same line, which many letters have, is looked at once. */
static void
look_for_all(struct fixture *f, const char *text)
{
	if (!g_hash_table_add(f->seen, g_strdup(text)))
		return;
	look(f, NULL, text);
	for (size_t g = 0; games_all[g] != NULL; g++)
		look(f, games_all[g]->name, text);
}

static void
look_at_samples(struct fixture *f)
{
	for (int ascii = 0; ascii < 2; ascii++) {
		g_autoptr(GPtrArray) all = samples_render(f->catalog, ascii);

		for (guint i = 0; i < all->len; i++) {
			const struct sample *s = all->pdata[i];
			g_auto(GStrv) lines = g_strsplit(s->text, "\n", -1);

			for (char **line = lines; *line != NULL; line++)
				look_for_all(f, *line);
		}
	}
}

static void
test_samples(void **state)
{
	struct fixture *f = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(languages); i++) {
		speak(f, languages[i]);
		look_at_samples(f);
		/* it is worth its while */
		assert_true(f->harmless > f->lines * 3 / 4);
	}
}

static const char *
any(GRand *rand, const char *const *list, size_t n)
{
	return list[g_rand_int_range(rand, 0, (gint32)n)];
}

static char *
random_line(const struct fixture *f, GRand *rand)
{
	GString *line = g_string_new(NULL);
	int n = g_rand_int_range(rand, 1, 5);

	while (g_rand_int_range(rand, 0, 3) > 0)
		g_string_append(line, any(rand, marks, G_N_ELEMENTS(marks)));
	for (int i = 0; i < n; i++) {
		g_string_append(
		    line, any(rand, (const char *const *)f->words->pdata,
			      f->words->len));
		if (g_rand_int_range(rand, 0, 3) == 0)
			g_string_append(
			    line, any(rand, marks, G_N_ELEMENTS(marks)));
		if (i + 1 < n)
			g_string_append_c(line, ' ');
	}
	if (g_rand_int_range(rand, 0, 8) == 0)
		for (int i = g_rand_int_range(rand, 0, 9); i >= 0; i--)
			g_string_append(
			    line, any(rand, faces, G_N_ELEMENTS(faces)));
	return g_string_free(line, FALSE);
}

static void
test_random_lines(void **state)
{
	struct fixture *f = *state;
	GRand *rand = g_rand_new_with_seed(11);

	for (size_t l = 0; l < G_N_ELEMENTS(languages); l++) {
		speak(f, languages[l]);
		for (int i = 0; i < 7000; i++) {
			g_autofree char *line = random_line(f, rand);

			look_for_all(f, line);
		}
		assert_true(f->harmless > f->lines / 50);
	}
	g_rand_free(rand);
}

/* Rows of tables end so. */
static void
test_numbers(void **state)
{
	static const char *const numbers[] = { "0", "1", "2", "7", "10", "42",
		"007", "100", "2026", "12345678901" };
	static const char *const gaps[] = { " ", "      ", "  " };
	const guint n = G_N_ELEMENTS(numbers);
	struct fixture *f = *state;

	for (size_t l = 0; l < G_N_ELEMENTS(languages); l++) {
		speak(f, languages[l]);
		for (guint i = 0; i < n * n * n; i++) {
			const char *gap = gaps[i % G_N_ELEMENTS(gaps)];
			g_autofree char *two = g_strdup_printf(
			    "%s%s%s", numbers[i % n], gap, numbers[i / n % n]);
			g_autofree char *three = g_strdup_printf(
			    "%s %s%s ", two, gap, numbers[i / n / n]);

			look_for_all(f, two);
			look_for_all(f, three);
		}
		assert_int_equal(f->harmless, f->lines);
	}
}

/* A command may end with what its writer smiles at, and with courtesies; and
 * its last word may be the one that makes it one. */
static void
test_ends(void **state)
{
	static const char *const lines[][2] = { { "en", "3 xD" },
		{ "en", "ruels xD" }, { "en", "ruels please" },
		{ "en", "3 thank you" }, { "en", "four please" },
		{ "en", "2 :D :D :D :D" }, { "en", "12 8) 8) 8) 8)" },
		{ "en", "2 :3 :3 :3 :3." }, { "en", "#2 :o) :o) :o) :o)" },
		{ "en", "hlep :D :D :D :D :D :D :D :D" }, { "en", "2 or 3?" },
		{ "en", "i am until friday away" },
		{ "de", "bin bis Freitag weg" },
		{ "pl", "będę do piątku na urlopie" },
		{ "ru", "я завтра в отпуске" } };
	struct fixture *f = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		const char *text = lines[i][1];
		const struct text_span line = { text, strlen(text) };

		speak(f, lines[i][0]);
		if (!guard_reads(f->catalog, "mutineer", line) ||
		    !guard_suspects(f->catalog, "mutineer", line))
			fail_msg("%s", text);
	}
}

/* Guards against sleep: these leave a doubt, and are suspects. */
static void
test_doubts(void **state)
{
	static const char *const lines[] = { "help", "- Help!", "7", "(7)",
		"hlep", "· resign", "\"pay 2\"", "x; pay 2", "give up", "?",
		"pass mate or merchant", "1. play wine", "ｐａｙ 2" };
	struct fixture *f = *state;

	speak(f, "en");
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		const struct text_span line = { lines[i], strlen(lines[i]) };

		assert_false(starts_harmless(f->catalog, "mutineer", line));
		assert_true(guard_suspects(f->catalog, "mutineer", line));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_random_lines),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_doubts),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}

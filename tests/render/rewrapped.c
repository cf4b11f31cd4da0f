/* SPDX-License-Identifier: ISC */
/*
 * Letters of every kind in every language, as they come back from programs
 * that break lines anew, at whatever width, and put no mark before them: not
 * one line of theirs is a command.
 */
#include "base/err.h"
#include "core/match.h"
#include "core/rules.h"
#include "games/games.h"
#include "mail/quotes/unquote.h"
#include "mail/mail.h"
#include "mail/incoming/reading.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/body.h"
#include "render/render.h"
#include "tests/render/facts.h"
#include "tests/render/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { NARROW = 34, WIDE = 72 };

struct reader {
	const char *language;
	struct catalog *catalog;
	GHashTable *matches; /* game -> struct match: what moves there are */
	GHashTable *seen, *lines; /* pieces and lines, "GAME\n..." */
	const char *letter, *game;
	guint pieces, bad;
};

/* ---- one piece ---- */

static bool
is_command(const struct request *q)
{
	return q->kind != REQUEST_TALK && q->kind != REQUEST_UNCLEAR;
}

/* Examples and moves stand behind an arrow, which people leave out. */
static bool
is_shown(const char *piece)
{
	piece += strspn(piece, " 0123456789");
	return g_str_has_prefix(piece, "→") || g_str_has_prefix(piece, "->");
}

static void
read_piece(struct reader *r, const char *piece)
{
	static char *const none[] = { NULL };
	static const struct reading all = { .stop_words = none,
		.subject_prefixes = none };
	g_autofree char *key =
	    g_strdup_printf("%s\n%s", r->game != NULL ? r->game : "", piece);
	g_autoptr(GPtrArray) cleaned = NULL;
	g_autoptr(GPtrArray) requests = NULL;
	const struct match *match =
	    r->game != NULL ? g_hash_table_lookup(r->matches, r->game) : NULL;

	if (is_shown(piece) ||
	    !g_hash_table_add(r->seen, g_steal_pointer(&key)))
		return;
	r->pieces++;
	cleaned = lines_read(piece, &all);
	requests = g_ptr_array_new_with_free_func((GDestroyNotify)request_free);
	for (guint i = 0; i < cleaned->len; i++)
		request_read(catalog_words(r->catalog), match,
		    cleaned->pdata[i], requests);
	for (guint i = 0; i < requests->len; i++)
		if (is_command(requests->pdata[i])) {
			print_error("%s: a command: \"%s\" in %.40s\n",
			    r->language, piece, r->letter);
			r->bad++;
		}
}

/* ---- breaking lines ---- */

/* A word of a line, with the blanks in front of it. */
struct word {
	const char *begin, *end;
	int blanks, width; /* the width is without them */
};

static GArray *
line_words(const char *line)
{
	GArray *words = g_array_new(FALSE, FALSE, sizeof(struct word));

	for (const char *p = line; *p != '\0';) {
		struct word word = { .begin = p };
		g_autofree char *text = NULL;

		word.blanks = (int)strspn(p, " ");
		word.end = p + word.blanks + strcspn(p + word.blanks, " ");
		text = g_strndup(p, (gsize)(word.end - p));
		word.width = text_width(text) - word.blanks;
		g_array_append_val(words, word);
		p = word.end;
	}
	return words;
}

/* Of the line from that word on, as much as fits; where the next one begins. */
static guint
piece_end(const GArray *words, guint from, int width)
{
	guint i = from;

	for (int used = 0; i < words->len; i++) {
		const struct word *w = &g_array_index(words, struct word, i);
		int blanks = i == from && from > 0 ? 0 : w->blanks;

		if (i > from && used + blanks + w->width > width)
			break;
		used += blanks + w->width;
	}
	return i;
}

static void
broken(struct reader *r, const GArray *words, int width)
{
	guint next;

	for (guint i = 0; i < words->len; i = next) {
		const struct word *first =
		    &g_array_index(words, struct word, i);
		const char *begin = first->begin + (i > 0 ? first->blanks : 0);
		g_autofree char *piece = NULL;

		next = piece_end(words, i, width);
		piece = g_strndup(begin,
		    (gsize)(g_array_index(words, struct word, next - 1).end -
			    begin));
		read_piece(r, piece);
	}
}

/* At every width; the same line is looked at once. */
static void
check_line(struct reader *r, const char *line)
{
	g_autofree char *key = g_strdup_printf("%s\n%s", r->game, line);
	g_autoptr(GArray) words = NULL;

	if (strstr(line, CUT_TOKEN) != NULL ||
	    !g_hash_table_add(r->lines, g_steal_pointer(&key)))
		return;
	words = line_words(line);
	for (int width = NARROW; width <= WIDE; width++)
		broken(r, words, width);
}

/* Does the line go on with the sentence of the one before? */
static bool
goes_on(const char *before, const char *line)
{
	static const char *const marks[] = { " · ", " ✓ ", " ✗ ", "- ", " * ",
		" - " };

	if (before == NULL || before[0] == '\0' || line[0] == '\0')
		return false;
	if (line[0] != ' ')
		return before[0] != ' ';
	for (size_t i = 0; i < G_N_ELEMENTS(marks); i++)
		if (g_str_has_prefix(before, marks[i]))
			return g_str_has_prefix(line, "  ");
	return false;
}

/* Paragraphs made one line, as HTML has them, or programs that fill anew. */
static GPtrArray *
filled(char *const *lines)
{
	GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
	const char *begin = NULL;

	for (; *lines != NULL; lines++) {
		char *last = all->len > 0 ? all->pdata[all->len - 1] : NULL;

		if (begin != NULL && goes_on(begin, *lines)) {
			all->pdata[all->len - 1] = g_strdup_printf(
			    "%s %s", last, *lines + strspn(*lines, " "));
			g_free(last);
			continue;
		}
		begin = *lines;
		g_ptr_array_add(all, g_strdup(*lines));
	}
	return all;
}

static void
check_letter(struct reader *r, const char *text)
{
	g_autofree char *sent = catalog_unbroken(r->catalog, r->game, text);
	g_auto(GStrv) lines = g_strsplit(sent, "\n", -1);
	g_autoptr(GPtrArray) all = filled(lines);

	for (char **line = lines; *line != NULL; line++)
		check_line(r, *line);
	for (guint i = 0; i < all->len; i++)
		check_line(r, all->pdata[i]);
}

/* ---- letters ---- */

static void
check_samples(struct reader *r)
{
	g_autoptr(GPtrArray) samples = samples_render(r->catalog, false);

	samples_add(samples, BOARDS, r->catalog, false);
	for (guint i = 0; i < samples->len; i++) {
		const struct sample *s = samples->pdata[i];

		r->letter = s->name;
		r->game = s->game;
		check_letter(r, s->text);
	}
}

/* The game that a letter says it is about. */
static const char *
game_of(const char *name)
{
	for (size_t g = 0; games_all[g] != NULL; g++)
		if (strstr(name, games_all[g]->name) != NULL)
			return games_all[g]->name;
	return "mutineer";
}

/* Each stands below "#### KIND" and its own head, but parts of rules have
 * none; what is checked twice does no harm. */
static void
check_golden(struct reader *r, const char *file, const char *text)
{
	g_auto(GStrv) letters = g_strsplit(text, "#### ", -1);

	r->game = game_of(file);
	for (char **letter = letters; *letter != NULL; letter++) {
		const char *body = strstr(*letter, "\n\n");
		const char *head = g_str_has_prefix(*letter, "rules") ||
					   g_str_has_prefix(*letter, "help")
				       ? NULL
				       : body;

		if (body == NULL)
			continue;
		if (head != NULL && strstr(body + 2, "\n\n") != NULL)
			body = strstr(body + 2, "\n\n");
		r->letter = *letter;
		check_letter(r, body + 2);
	}
}

static void
check_goldens(struct reader *r)
{
	g_autofree char *folder =
	    g_build_filename("tests/e2e/golden", r->language, NULL);
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	const char *name;

	assert_non_null(dir);
	while ((name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *path = g_build_filename(folder, name, NULL);
		g_autofree char *text = NULL;

		assert_true(g_file_get_contents(path, &text, NULL, NULL));
		check_golden(r, name, text);
	}
}

static void
check_language(struct reader *r, const char *language)
{
	r->language = language;
	r->catalog = catalog_load(language, NULL, NULL);
	assert_non_null(r->catalog);
	r->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	r->lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	check_samples(r);
	check_goldens(r);
	g_hash_table_unref(r->lines);
	g_hash_table_unref(r->seen);
	catalog_free(r->catalog);
}

static void
check(const char *language)
{
	struct reader r = { 0 };
	GHashTableIter iter;
	void *match;

	r.matches = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t g = 0; games_all[g] != NULL; g++)
		g_hash_table_insert(r.matches,
		    (gpointer)(uintptr_t)games_all[g]->name,
		    random_match(games_all[g], 1));
	check_language(&r, language);
	print_message("# %s: %u pieces\n", language, r.pieces);
	g_hash_table_iter_init(&iter, r.matches);
	while (g_hash_table_iter_next(&iter, NULL, &match))
		match_free(match);
	g_hash_table_unref(r.matches);
	assert_true(r.pieces > 10000);
	assert_int_equal(r.bad, 0);
}

static void
test_english(void **state)
{
	(void)state;
	check("en");
}

static void
test_polish(void **state)
{
	(void)state;
	check("pl");
}

static void
test_german(void **state)
{
	(void)state;
	check("de");
}

static void
test_russian(void **state)
{
	(void)state;
	check("ru");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_english),
		cmocka_unit_test(test_polish),
		cmocka_unit_test(test_german),
		cmocka_unit_test(test_russian),
	};

	mail_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/*
 * No line of a letter of ours may do anything when it comes back in an
 * answer: as it is, with a mark of quotation taken off, as an item of a list,
 * or when a mail program has broken lines anew.
 */
#include "base/err.h"
#include "core/match.h"
#include "core/rules.h"
#include "core/verb.h"
#include "games/games.h"
#include "mail/quotes/unquote.h"
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

struct reader {
	struct catalog *catalog;
	GHashTable *matches; /* game -> struct match: what moves there are */
	GPtrArray *samples, *ascii;
	GPtrArray *words; /* of commands: const char * */
	GHashTable *seen; /* "GAME\n..." that were read, and how strictly */
	int bad;
};

/* Of no game there are no moves to be read. */
static const struct match *
match_of(const struct reader *r, const struct sample *s)
{
	return s->game != NULL ? g_hash_table_lookup(r->matches, s->game)
			       : NULL;
}

/* Verbs of games are added. */
static const char *const free_words[] = { "pay", "3", "play", "wine", "pass",
	"mate", "or", "take", "fight", "1", "keep", "salt", "resign", "ready",
	"luck", "help", "rules", "status", "history", "cancel", ";", ";", "-",
	"2.", "\"pay", "3\"", "> pay", "\uff30\uff41y", "p\u200bay", "the",
	"captain", "of", "all", "sell", "wine", "1", "hochland",
	"a-very-long-word-for-a-ship", "please" };

static int
setup(void **state)
{
	struct reader *r = g_new0(struct reader, 1);

	r->catalog = catalog_load("en", NULL, NULL);
	assert_non_null(r->catalog);
	r->samples = samples_render(r->catalog, false);
	r->ascii = samples_render(r->catalog, true);
	samples_add(r->samples, BOARDS, r->catalog, false);
	samples_add(r->ascii, BOARDS, r->catalog, true);
	r->matches = g_hash_table_new(g_str_hash, g_str_equal);
	r->words = g_ptr_array_new();
	r->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(free_words); i++)
		g_ptr_array_add(r->words, (gpointer)(uintptr_t)free_words[i]);
	for (size_t g = 0; games_all[g] != NULL; g++) {
		const struct game *game = games_all[g];

		g_hash_table_insert(r->matches, (gpointer)(uintptr_t)game->name,
		    random_match(game, 1));
		for (size_t v = 0; v < game->nverbs; v++)
			g_ptr_array_add(
			    r->words, (gpointer)(uintptr_t)game->verbs[v].word);
	}
	*state = r;
	return 0;
}

static int
teardown(void **state)
{
	struct reader *r = *state;

	GHashTableIter iter;
	void *match;

	g_hash_table_iter_init(&iter, r->matches);
	while (g_hash_table_iter_next(&iter, NULL, &match))
		match_free(match);
	g_hash_table_unref(r->matches);
	g_ptr_array_unref(r->words);
	g_hash_table_unref(r->seen);
	g_ptr_array_unref(r->ascii);
	g_ptr_array_unref(r->samples);
	catalog_free(r->catalog);
	g_free(r);
	return 0;
}

static void
request_free_void(void *request)
{
	request_free(request);
}

static bool
is_command(const struct request *q)
{
	return q->kind != REQUEST_TALK && q->kind != REQUEST_UNCLEAR;
}

/*
 * One line, cleaned as the mail reader does it; strict: nor may it be taken
 * for a command with a fault in it.  What it means depends on its bytes and the
 * game alone, so that it is read once, however many letters have it.
 */
static void
read_line(
    struct reader *r, const struct sample *s, const char *line, bool strict)
{
	static char *const none[] = { NULL };
	static const struct reading all = { .stop_words = none,
		.subject_prefixes = none };
	g_autoptr(GPtrArray) cleaned = NULL, requests = NULL;

	if (!g_hash_table_add(r->seen,
		g_strdup_printf("%s\n%c%s", s->game != NULL ? s->game : "",
		    strict ? '!' : ' ', line)))
		return;
	cleaned = lines_read(line, &all);
	requests = g_ptr_array_new_with_free_func(request_free_void);
	for (guint i = 0; i < cleaned->len; i++)
		request_read(catalog_words(r->catalog), match_of(r, s),
		    cleaned->pdata[i], requests);
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (!is_command(q) && !(strict && q->kind == REQUEST_UNCLEAR))
			continue;
		print_error("%s: taken for a command: %s\n", s->name, line);
		r->bad++;
	}
}

/* What is left of a line without the marks of items of a list. */
static const char *
bare(const char *line)
{
	static const char *const marks[] = { " ", "·", "✓", "✗", "-", "+" };
	bool again = true;

	while (again) {
		again = false;
		for (size_t i = 0; i < G_N_ELEMENTS(marks); i++) {
			if (!g_str_has_prefix(line, marks[i]))
				continue;
			line += strlen(marks[i]);
			again = true;
		}
	}
	return line;
}

static void
each_line(struct reader *r, const GPtrArray *samples,
    void (*check)(struct reader *, const struct sample *, const char *))
{
	r->bad = 0;
	for (guint i = 0; i < samples->len; i++) {
		const struct sample *s = samples->pdata[i];
		g_auto(GStrv) lines = g_strsplit(s->text, "\n", -1);

		for (char **line = lines; *line != NULL; line++)
			check(r, s, *line);
	}
	assert_int_equal(r->bad, 0);
}

static void
as_it_is(struct reader *r, const struct sample *s, const char *line)
{
	g_autofree char *item = g_strdup_printf("- %s", line);
	g_autofree char *bold = g_strdup_printf("*%s*", line);

	read_line(r, s, line, true);
	read_line(r, s, bare(line), true);
	read_line(r, s, item, true);
	read_line(r, s, bold, false);
}

static void
test_lines_as_they_are(void **state)
{
	struct reader *r = *state;

	each_line(r, r->samples, as_it_is);
	each_line(r, r->ascii, as_it_is);
}

/* Broken at width columns, as mail programs do it with what they quote. */
static void
broken(struct reader *r, const struct sample *s, const char *line, int width)
{
	g_auto(GStrv) words = g_strsplit(line, " ", -1);
	g_autoptr(GString) piece = g_string_new(NULL);

	for (char **word = words; *word != NULL; word++) {
		if (piece->len > 0 &&
		    text_width(piece->str) + text_width(*word) >= width) {
			read_line(r, s, piece->str, false);
			g_string_truncate(piece, 0);
		}
		if (piece->len > 0)
			g_string_append_c(piece, ' ');
		g_string_append(piece, *word);
	}
	read_line(r, s, piece->str, false);
}

static void
broken_anew(struct reader *r, const struct sample *s, const char *line)
{
	for (int width = 60; width <= 78; width++)
		broken(r, s, line, width - 2);
}

/* As programs do it that quote with "> " or "  ", at 72 and 76 columns. */
static void
broken_as_often(struct reader *r, const struct sample *s, const char *line)
{
	broken(r, s, line, 70);
	broken(r, s, line, 74);
}

static void
test_lines_broken_anew(void **state)
{
	struct reader *r = *state;

	each_line(r, r->samples, broken_anew);
	each_line(r, r->ascii, broken_as_often);
}

/* ---- free text ---- */

static char *
free_text(const struct reader *r, GRand *rand, int most)
{
	GString *text = g_string_new(NULL);
	int words = g_rand_int_range(rand, 1, most);
	int kinds = (int)r->words->len;

	for (int i = 0; i < words; i++) {
		if (i > 0)
			g_string_append_c(text, ' ');
		g_string_append(
		    text, r->words->pdata[g_rand_int_range(rand, 0, kinds)]);
	}
	return g_string_free(text, FALSE);
}

/* Values that people write, by the key that they or their list have. */
static bool
is_free(const char *key)
{
	static const char *const keys[] = { "name", "names", "reason", "words",
		"read", "line", "hint", "why", "not_tried", "dropped", "lines",
		"moves", "noted", "planned", "text", "history", "waiting",
		"missing", "winners" };

	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
		if (strcmp(key, keys[i]) == 0)
			return true;
	return false;
}

static json_t *
with_free_text(
    const struct reader *r, json_t *json, const char *key, GRand *rand)
{
	json_t *copy, *value;
	const char *name;
	size_t i;

	if (json_is_string(json) && is_free(key)) {
		bool is_name = g_str_has_prefix(key, "name");
		g_autofree char *text = free_text(r, rand, is_name ? 4 : 40);

		return json_string(text);
	}
	if (json_is_array(json)) {
		copy = json_array();
		json_array_foreach(json, i, value) json_array_append_new(
		    copy, with_free_text(r, value, key, rand));
		return copy;
	}
	if (!json_is_object(json))
		return json_deep_copy(json);
	copy = json_object();
	json_object_foreach(json, name, value) json_object_set_new(
	    copy, name, with_free_text(r, value, name, rand));
	return copy;
}

static void
check_free(struct reader *r, const struct sample *of, GRand *rand)
{
	json_t *context = with_free_text(
	    r, json_object_get(of->json, "facts"), "facts", rand);
	struct err err = { 0 };
	g_autofree char *text =
	    catalog_letter(r->catalog, of->game, of->kind, context, &err);
	g_auto(GStrv) lines = NULL;

	json_decref(context);
	assert_non_null(text);
	lines = g_strsplit(text, "\n", -1);
	for (char **line = lines; *line != NULL; line++) {
		assert_true(text_width(*line) <= 72);
		read_line(r, of, *line, false);
		read_line(r, of, bare(*line), false);
		if (g_str_has_prefix(*line, "> "))
			read_line(r, of, *line + 2, false);
	}
}

/*
 * Names, reasons and luck words out of the words of commands, of all lengths:
 * wherever lines break, none of them is a command.
 */
static void
test_free_text(void **state)
{
	struct reader *r = *state;
	GRand *rand = g_rand_new_with_seed(7);

	r->bad = 0;
	for (guint turn = 0; turn < 12; turn++)
		for (guint i = 0; i < r->samples->len; i++) {
			check_free(r, r->samples->pdata[i], rand);
			if (turn % 4 == 0)
				check_free(r, r->ascii->pdata[i], rand);
		}
	g_rand_free(rand);
	assert_int_equal(r->bad, 0);
}

/* Guards against sleep: the same reader does find commands. */
static void
test_reader_is_awake(void **state)
{
	struct reader *r = *state;
	static const char *const commands[] = { "help", "rules", "status",
		"history", "cancel", "ready", "resign", "7", "play wine",
		"pass", "pass mate or merchant", "rules mutiny" };
	g_autoptr(GPtrArray) requests =
	    g_ptr_array_new_with_free_func(request_free_void);

	for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
		request_read(catalog_words(r->catalog),
		    g_hash_table_lookup(r->matches, "mutineer"), commands[i],
		    requests);
		assert_int_equal(requests->len, i + 1);
		assert_true(is_command(requests->pdata[i]));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines_as_they_are),
		cmocka_unit_test(test_lines_broken_anew),
		cmocka_unit_test(test_free_text),
		cmocka_unit_test(test_reader_is_awake),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}

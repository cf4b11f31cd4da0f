/* SPDX-License-Identifier: ISC */
/*
 * The rules and the help by mail, in every language: each topic has its text,
 * each list of topics names only those there are, and what stands behind an
 * arrow is a command, but none to be sent as it is.
 */
#include "base/embed.h"
#include "base/err.h"
#include "base/fold.h"
#include "core/rules.h"
#include "games/games.h"
#include "render/guard.h"
#include "render/body.h"
#include "render/render.h"
#include "render/text/text.h"
#include "tests/render/languages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define ARROW "→ "
#define SCREEN 27 /* lines of help that a phone shows without effort */

static int faults;

typedef void check_fn(const struct catalog *, const struct game *);

static check_fn *checked;

static void
check_games(const struct catalog *t)
{
	for (size_t g = 0; games_all[g] != NULL; g++)
		checked(t, games_all[g]);
}

static void
each_game(check_fn *check)
{
	faults = 0;
	checked = check;
	each_language(check_games);
	assert_int_equal(faults, 0);
}

static json_t *
context_of(const struct game *game)
{
	return json_pack("{s:{s:s, s:i, s:{s:b}}, s:{s:s}, s:{s:s}}", "match",
	    "game", game->name, "id", 7, "majority", "half", true, "person",
	    "name", "Anna", "home", "name", "turnpost");
}

/* The template as a letter; topic_key: which fact the topic is, or NULL. */
static char *
show(const struct catalog *t, const struct game *game, const char *kind,
    const char *topic_key, const char *topic)
{
	json_t *context = context_of(game);
	struct err e = { 0 };
	char *text;

	if (topic_key != NULL)
		json_object_set_new(context, topic_key, json_string(topic));
	text = catalog_letter(t, game->name, kind, context, &e);
	if (text == NULL)
		fail_msg("%s %s %s: %s", catalog_language(t), game->name, kind,
		    e.text);
	json_decref(context);
	return text;
}

/* Is it the word of a request, or of a move of that game? */
static bool
is_command(
    const struct catalog *t, const struct game *game, const char *command)
{
	if (g_ascii_isdigit(command[0]))
		return true;
	/* NAME and the like are no words of it */
	for (const char *end = command + strlen(command); end != NULL;
	     end = g_strrstr_len(command, end - command, " "))
		if (guard_reads(t, game->name,
			(struct text_span){ command, (size_t)(end - command) }))
			return true;
	return false;
}

/* The command behind the arrow: up to the gap before its explanation. */
static char *
command_of(const char *line)
{
	const char *from = strstr(line, ARROW) + strlen(ARROW);
	const char *gap = strstr(from, "  ");

	return g_strndup(
	    from, gap != NULL ? (size_t)(gap - from) : strlen(from));
}

static void
fault(const struct catalog *t, const char *what, const char *why,
    const char *line)
{
	print_error("%s %s: %s: %s\n", catalog_language(t), what, why, line);
	faults++;
}

static void
check_line(const struct catalog *t, const struct game *game, const char *what,
    const char *line)
{
	bool arrow = strstr(line, ARROW) != NULL;
	g_autofree char *command = arrow ? command_of(line) : NULL;

	if (text_width(line) > 72)
		fault(t, what, "too wide", line);
	if (strchr(line, '[') != NULL || strchr(line, '{') != NULL)
		fault(t, what, "not filled in", line);
	if (strstr(line, "~ ") != NULL)
		fault(t, what, "reads as a command", line);
	if (arrow && !is_command(t, game, command))
		fault(t, what, "no command", line);
}

static void
check_text(const struct catalog *t, const struct game *game, const char *what,
    const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (char **line = lines; *line != NULL; line++)
		check_line(t, game, what, *line);
}

/* The words of the list that ends the text, behind the last colon or alone. */
static char **
listed(const char *text)
{
	g_autofree char *end = g_strstrip(g_strdup(text));
	const char *from = g_strrstr(end, "\n\n");
	const char *colon;

	assert_non_null(from);
	colon = strchr(from, ':');
	g_autofree char *list =
	    g_strdup(colon != NULL ? colon + 1 : from + strlen("\n\n"));
	g_strdelimit(list, "\n", ' ');
	if (g_str_has_suffix(list, "."))
		list[strlen(list) - 1] = '\0';
	return g_strsplit(list, ",", -1);
}

static const char *
file_of(const struct catalog *t, const char *prefix, const char *word)
{
	g_autofree char *copy = g_strstrip(g_strdup(word));
	g_autofree char *folded = g_strdelimit(fold_text(copy), " ", '-');
	g_autofree char *key = g_strdup_printf("%stopic.%s", prefix, folded);

	return catalog_raw(t, key);
}

/*
 * Each part that topics lead to has its text, and the list at the end of the
 * overview names all parts and nothing else.
 */
static void
check_parts(const struct catalog *t, const struct game *game,
    const char *prefix, const char *overview)
{
	g_autofree char *start = g_strdup_printf("%stopic.", prefix);
	g_autofree char *first = show(t, game, overview, NULL, NULL);
	g_auto(GStrv) words = listed(first);
	g_autoptr(GHashTable) named = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GPtrArray) keys = catalog_keys(t);
	guint parts = 0;

	check_text(t, game, overview, first);
	for (char **word = words; *word != NULL; word++) {
		const char *file = file_of(t, prefix, *word);

		if (file == NULL)
			fault(t, overview, "no topic", *word);
		else
			g_hash_table_add(named, (char *)(uintptr_t)file);
	}
	for (guint i = 0; i < keys->len; i++) {
		const char *key = keys->pdata[i];
		const char *file = catalog_raw(t, key);
		g_autofree char *kind =
		    g_strdup_printf("%s-%s", overview, file);
		g_autofree char *text = NULL;

		if (!g_str_has_prefix(key, start))
			continue;
		text = show(t, game, kind, NULL, NULL);
		check_text(t, game, kind, text);
		if (!g_hash_table_contains(named, file) &&
		    strcmp(file, overview) != 0 && strcmp(file, "rules") != 0)
			fault(t, overview, "not in the list", file);
		parts++;
	}
	assert_true(parts > (game->released || *prefix == '\0' ? 5 : 0));
}

/* Where the game has no words, topics are those of English. */
static void
check_rules(const struct catalog *t, const struct game *game)
{
	g_autofree char *prefix = g_strdup_printf("%s.", game->name);

	if (may_lack(t, game))
		return;

	check_parts(t, game, prefix, "rules");
}

static void
check_help(const struct catalog *t, const struct game *game)
{
	g_autofree char *help = show(t, game, "help", NULL, NULL);
	g_auto(GStrv) lines = g_strsplit(help, "\n", -1);

	check_parts(t, game, "", "help");
	if (g_strv_length(lines) - 1 > SCREEN)
		fault(t, game->name, "help is too long", help);
}

/* What is no topic is said, and the list of those there are follows. */
static void
check_unknown(const struct catalog *t, const struct game *game)
{
	static const char *const kinds[][2] = { { "no-topic", "rules_topic" },
		{ "help-no-topic", "help_topic" } };
	static const char *const lists[] = { "rules", "help" };

	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		g_autofree char *text =
		    show(t, game, kinds[i][0], kinds[i][1], "zwiebel");
		g_autofree char *list = show(t, game, lists[i], NULL, NULL);

		check_text(t, game, kinds[i][0], text);
		assert_non_null(strstr(text, "zwiebel"));
		assert_true(g_str_has_suffix(text, list));
	}
}

/* An answer with that topic of the help, or of the rules. */
static struct body
answer_with(const struct catalog *t, const struct game *game, bool help,
    const char *topic)
{
	json_t *context = context_of(game);
	struct body body;
	struct err e = { 0 };

	json_object_set_new(
	    context, help ? "help" : "rules_wanted", json_true());
	json_object_set_new(
	    context, help ? "help_topic" : "rules_topic", json_string(topic));
	json_object_set_new(context, "rules_game", json_string(game->name));
	json_object_set_new(context, "mailto",
	    json_pack("{s:s, s:s}", "address", "robot@games.example.org",
		"subject", "[g7-k3x9]"));
	if (catalog_body(t, game->name, "signup", context, &body, &e) < 0)
		fail_msg("%s %s: %s", catalog_language(t), topic, e.text);
	json_decref(context);
	return body;
}

static void
check_answer(const struct catalog *t, const struct game *game, bool help,
    const char *topic)
{
	struct body body = answer_with(t, game, help, topic);
	g_auto(GStrv) lines = g_strsplit(body.text, "\n", -1);

	if (strstr(body.html, "mailto:") != NULL)
		fault(t, topic, "a button sends an example", game->name);
	for (char **line = lines; *line != NULL; line++)
		if (guard_reads(t, game->name,
			(struct text_span){ *line, strlen(*line) }))
			fault(t, topic, "reads as a command", *line);
	body_clear(&body);
}

/* What stands behind an arrow there shows how it is written: nobody is to send
 * it as it is, neither by a tap nor in a quotation. */
static void
check_examples(const struct catalog *t, const struct game *game)
{
	static const char start[] = "topic.";
	g_autofree char *own = g_strdup_printf("%s.%s", game->name, start);
	g_autoptr(GPtrArray) keys = catalog_keys(t);

	check_answer(t, game, true, "zwiebel");
	check_answer(t, game, false, "");
	check_answer(t, game, false, "zwiebel");
	for (guint i = 0; i < keys->len; i++) {
		const char *key = keys->pdata[i];

		if (g_str_has_prefix(key, start))
			check_answer(t, game, true, key + strlen(start));
		if (g_str_has_prefix(key, own))
			check_answer(t, game, false, key + strlen(own));
	}
}

/* What it is, who plays, the one word, and what it costs, in this order and
 * before all else. */
static void
check_first(const struct catalog *t, const struct game *game)
{
	static const char *const names[] = { "about", "teaser", "cost",
		"moves-short", "fair" };

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *text = show(t, game, names[i], NULL, NULL);

		check_text(t, game, names[i], text);
		if (strcmp(names[i], "teaser") == 0)
			assert_true(strlen(text) > 100 && strlen(text) < 700);
	}
}

/*
 * What stands behind an arrow in a template, with the gap before its
 * explanation, has to have room in a line: a longer one is filled anew, and the
 * gap is gone.  Tags make a line longer or shorter than it is there.
 */
static bool
has_no_room(const char *line)
{
	const char *arrow = strstr(line, ARROW);

	return arrow != NULL && strstr(arrow, "  ") != NULL &&
	       strstr(line, "{{") == NULL && text_width(line) > 72;
}

static void
test_examples_have_room(void **state)
{
	size_t n;
	const struct embedded *files = embedded_all(&n);

	(void)state;
	faults = 0;
	for (size_t i = 0; i < n; i++) {
		g_autofree char *text =
		    g_strndup((const char *)files[i].data, files[i].size);
		g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

		for (char **line = lines; *line != NULL; line++)
			if (g_str_has_suffix(files[i].path, ".txt") &&
			    has_no_room(*line)) {
				print_error(
				    "%s: too wide: %s\n", files[i].path, *line);
				faults++;
			}
	}
	assert_int_equal(faults, 0);
	assert_true(has_no_room("   → bid 3          bid your card 3 for the "
				"lot that lies open, in secret"));
}

static void
test_rules(void **state)
{
	(void)state;
	each_game(check_rules);
}

static void
test_help(void **state)
{
	(void)state;
	each_game(check_help);
}

static void
test_unknown(void **state)
{
	(void)state;
	each_game(check_unknown);
}

static void
test_examples(void **state)
{
	(void)state;
	each_game(check_examples);
}

static void
test_first(void **state)
{
	(void)state;
	each_game(check_first);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_examples_have_room),
		cmocka_unit_test(test_rules),
		cmocka_unit_test(test_help),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_examples),
		cmocka_unit_test(test_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

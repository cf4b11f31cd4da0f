/* SPDX-License-Identifier: ISC */
/*
 * Every language that is built in: a phrase for every sentence of every game,
 * with the arguments that it declares, and none that nothing says; all words
 * for cards and the like.
 */
#include "base/embed.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "core/verb.h"
#include "games/games.h"
#include "render/render.h"
#include "tests/render/languages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static int
by_text(const void *a, const void *b)
{
	const char *const *left = a, *const *right = b;

	return strcmp(*left, *right);
}

/* Names of arguments, sorted, each once; of a phrase or a declaration. */
static char *
joined(GPtrArray *names)
{
	GString *out = g_string_new(NULL);

	g_ptr_array_sort(names, by_text);
	for (guint i = 0; i < names->len; i++)
		if (i == 0 || strcmp(names->pdata[i], names->pdata[i - 1]) != 0)
			g_string_append_printf(
			    out, " %s", (char *)names->pdata[i]);
	return g_string_free(out, FALSE);
}

static char *
used(const char *phrase)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);

	while ((phrase = strpbrk(phrase, "{*")) != NULL) {
		phrase++; /* {n}, {n.form}, {n|one|more}, {n*name} */
		g_ptr_array_add(
		    names, g_strndup(phrase, strcspn(phrase, ".|*}")));
	}
	return joined(names);
}

static char *
declared(const char *args)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_auto(GStrv) parts = g_strsplit(args, " ", -1);

	for (char **part = parts; *part != NULL; part++)
		if (**part != '\0')
			g_ptr_array_add(
			    names, g_strndup(*part, strcspn(*part, ":")));
	return joined(names);
}

static void
check_sentences(const struct catalog *t)
{
	int bad = 0;

	for (size_t g = 0; games_all[g] != NULL; g++) {
		const struct game *game = games_all[g];

		for (size_t i = 0; i < game->nsentences && !has_none(t, game);
		     i++) {
			const struct sentence *s = &game->sentences[i];
			g_autofree char *key =
			    g_strdup_printf("%s.%s", game->name, s->key);
			const char *raw = catalog_raw(t, key);
			g_autofree char *has = used(raw != NULL ? raw : "");
			g_autofree char *wants = declared(s->args);

			if (raw != NULL && strcmp(has, wants) == 0)
				continue;
			if (raw == NULL)
				print_error("%s: no phrase %s, whose "
					    "arguments are:%s\n",
				    catalog_language(t), key, wants);
			else
				print_error("%s: %s: arguments are%s, not%s\n",
				    catalog_language(t), key, wants, has);
			bad++;
		}
	}
	assert_int_equal(bad, 0);
}

static void
test_sentences(void **state)
{
	(void)state;
	each_language(check_sentences);
}

static bool
is_sentence(const struct game *game, const char *key)
{
	for (size_t i = 0; i < game->nsentences; i++)
		if (strcmp(game->sentences[i].key, key) == 0)
			return true;
	return false;
}

/*
 * Does a template of that game, or one of all games, say the key?  They do by
 * {{#t}}KEY ...{{/t}}; KEY may end in a fact: {{#t}}role-help.{{.}}{{/t}}.
 */
static bool
template_says(const char *text, const char *key)
{
	static const char mark[] = "{{#t}}";

	while ((text = strstr(text, mark)) != NULL) {
		size_t size = strcspn(text += strlen(mark), " {\n");
		bool open = text[size] == '{' && text[size + 1] == '{' &&
			    text[size + 2] != '/';

		if (size > 0 && strncmp(text, key, size) == 0 &&
		    (open ? text[size - 1] == '.' : key[size] == '\0'))
			return true;
	}
	return false;
}

static bool
letters_say(const struct game *game, const char *language, const char *key)
{
	g_autofree char *own =
	    g_strdup_printf("templates/%s/%s/", language, game->name);
	g_autofree char *all =
	    g_strdup_printf("templates/%s/letters/", language);
	size_t n;
	const struct embedded *files = embedded_all(&n);

	for (size_t i = 0; i < n; i++)
		if (g_str_has_suffix(files[i].path, ".txt") &&
		    (g_str_has_prefix(files[i].path, own) ||
			g_str_has_prefix(files[i].path, all))) {
			g_autofree char *text = g_strndup(
			    (const char *)files[i].data, files[i].size);

			if (template_says(text, key))
				return true;
		}
	return false;
}

/* Its picture is the same in all languages, but for its words. */
static bool
picture_says(const struct game *game, const char *key)
{
	g_autofree char *path =
	    g_strdup_printf("templates/pictures/%s.svg", game->name);
	const struct embedded *file = embedded_find(path);
	g_autofree char *text =
	    file == NULL ? NULL : g_strndup(file->data, file->size);

	return text != NULL && template_says(text, key);
}

/* "you.played": how the story of a match tells a sentence (stories.c). */
static bool
is_of_story(const struct game *game, const char *key)
{
	static const char *const parts[] = { "story.", "you.", "item.",
		"reason.", "shown." };

	for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
		if (g_str_has_prefix(key, parts[i]))
			return is_sentence(game, key + strlen(parts[i]));
	return strcmp(key, "label") == 0 || g_str_has_prefix(key, "verdict.");
}

/* Keys of a game that are said besides its sentences. */
static bool
is_said(const struct catalog *t, const struct game *game, const char *key)
{
	size_t head = strcspn(key, ".");

	/* what is asked, in a list of mails */
	for (size_t i = 0; game->phases[i] != NULL; i++)
		if (g_str_has_prefix(key, "turn-") &&
		    strcmp(key + strlen("turn-"), game->phases[i]) == 0)
			return true;
	/* the program asks for these */
	if (g_str_has_prefix(key, "hint.") || g_str_has_prefix(key, "topic.") ||
	    strcmp(key, "picture.alt") == 0 || is_of_story(game, key) ||
	    picture_says(game, key))
		return true;
	for (size_t i = 0; i < game->natoms; i++)
		if (strlen(game->atoms[i].name) == head &&
		    strncmp(key, game->atoms[i].name, head) == 0)
			return true;
	/* where the language has no templates of it, English ones say it */
	return letters_say(game, catalog_language(t), key) ||
	       (may_lack(t, game) && letters_say(game, "en", key));
}

static void
check_no_more(const struct catalog *t)
{
	g_autoptr(GPtrArray) keys = catalog_keys(t);
	int bad = 0;

	for (size_t g = 0; games_all[g] != NULL; g++) {
		g_autofree char *prefix =
		    g_strdup_printf("%s.", games_all[g]->name);

		if (has_none(t, games_all[g]))
			continue;
		for (guint i = 0; i < keys->len; i++) {
			const char *key = keys->pdata[i];
			const char *own = key + strlen(prefix);

			if (!g_str_has_prefix(key, prefix) ||
			    is_sentence(games_all[g], own) ||
			    is_said(t, games_all[g], own))
				continue;
			print_error(
			    "%s: nothing says %s\n", catalog_language(t), key);
			bad++;
		}
	}
	assert_int_equal(bad, 0);
}

static void
test_no_phrase_too_many(void **state)
{
	(void)state;
	each_language(check_no_more);
}

static void
check_same_keys(const struct catalog *t)
{
	struct catalog *english = catalog_load("en", NULL, NULL);
	g_autoptr(GPtrArray) keys = catalog_keys(english);
	int bad = 0;

	for (guint i = 0; i < keys->len; i++) {
		const char *key = keys->pdata[i];
		const char *raw = catalog_raw(t, key);
		g_autofree char *mine = used(raw != NULL ? raw : "");
		g_autofree char *theirs = used(catalog_raw(english, key));

		if (strstr(key, ".topic.") != NULL)
			continue; /* what people write in that language */
		if (raw != NULL && strcmp(mine, theirs) == 0)
			continue;
		print_error("%s: %s: as in English%s, not%s\n",
		    catalog_language(t), key, theirs, mine);
		bad++;
	}
	catalog_free(english);
	assert_int_equal(bad, 0);
}

static void
test_languages_say_the_same(void **state)
{
	(void)state;
	each_language(check_same_keys);
}

/* The template, or NULL and a fault more. */
static const char *
template_of(const struct catalog *t, const struct game *game, const char *piece,
    GPtrArray *faults)
{
	char *path = g_strdup_printf(
	    "templates/%s/%s/%s.txt", catalog_language(t), game->name, piece);
	const struct embedded *file = embedded_find(path);

	if (file == NULL)
		g_ptr_array_add(faults, path);
	else
		g_free(path);
	return file != NULL ? file->data : NULL;
}

/*
 * What each game must have and this one has not: a hint for each verb, by which
 * lines that begin like a move are told; for each phase what is asked, at
 * length and in a few words; what its picture shows, for readers who do not see
 * it; and all pieces that letters of every game are made of.
 */
static GPtrArray *
lacks_of_game(const struct catalog *t, const struct game *game)
{
	static const char *const pieces[] = { "about", "moves", "result",
		"rules", "table" };
	GPtrArray *lacks = g_ptr_array_new_with_free_func(g_free);
	const char *ask = template_of(t, game, "ask", lacks);
	g_autofree char *picture =
	    g_strdup_printf("templates/pictures/%s.svg", game->name);
	g_autofree char *alt = g_strdup_printf("%s.picture.alt", game->name);

	for (size_t i = 0; i < G_N_ELEMENTS(pieces); i++)
		template_of(t, game, pieces[i], lacks);
	for (size_t i = 0; i < game->nverbs; i++) {
		g_autofree char *key = g_strdup_printf(
		    "%s.hint.%s", game->name, game->verbs[i].word);

		if (!catalog_has(t, key))
			g_ptr_array_add(lacks, g_steal_pointer(&key));
	}
	if (game->last_verb != NULL) {
		g_autofree char *key = g_strdup_printf("%s.last", game->name);

		if (!catalog_has(t, key))
			g_ptr_array_add(lacks, g_steal_pointer(&key));
	}
	if (embedded_find(picture) != NULL && !catalog_has(t, alt))
		g_ptr_array_add(lacks, g_strdup(alt));
	for (size_t i = 0; ask != NULL && game->phases[i] != NULL; i++) {
		g_autofree char *section =
		    g_strdup_printf("{{#phase.%s}}", game->phases[i]);

		g_autofree char *task =
		    g_strdup_printf("%s.turn-%s", game->name, game->phases[i]);

		if (strstr(ask, section) == NULL)
			g_ptr_array_add(
			    lacks, g_strdup_printf("%s in ask.txt", section));
		if (!catalog_has(t, task))
			g_ptr_array_add(lacks, g_steal_pointer(&task));
	}
	return lacks;
}

static void
check_games(const struct catalog *t)
{
	guint bad = 0;

	for (size_t g = 0; games_all[g] != NULL; g++) {
		g_autoptr(GPtrArray) lacks = lacks_of_game(t, games_all[g]);

		if (may_lack(t, games_all[g]))
			continue;
		for (guint i = 0; i < lacks->len; i++)
			print_error("%s: %s: no %s\n", catalog_language(t),
			    games_all[g]->name, (char *)lacks->pdata[i]);
		bad += lacks->len;
	}
	assert_int_equal(bad, 0);
}

static void
test_every_game_is_told(void **state)
{
	(void)state;
	each_language(check_games);
}

/* Letters of a match have its subject; each other kind has one of its own. */
static void
check_subjects(const struct catalog *t)
{
	static const char *const of_match[] = { "answer", "called-off", "cut",
		"deletion", "final", "joined", "left", "muster", "onlooker",
		"onlooker-first", "onlooker-stop", "remind", "talk", "turn",
		NULL };
	static const char folder[] = "templates/en/letters/";
	size_t n;
	const struct embedded *files = embedded_all(&n);
	int kinds = 0;

	for (size_t i = 0; i < n; i++) {
		g_autofree char *kind = NULL, *key = NULL;

		if (!g_str_has_prefix(files[i].path, folder) ||
		    g_strstr_len((const char *)files[i].data,
			(gssize)files[i].size, "{{>cut}}") == NULL)
			continue;
		kind = g_strdup(files[i].path + strlen(folder));
		*strrchr(kind, '.') = '\0';
		key = g_strdup_printf("subject.%s", kind);
		if (g_strv_contains(of_match, kind))
			continue;
		kinds++;
		if (!catalog_has(t, key))
			fail_msg("%s: no %s", catalog_language(t), key);
	}
	assert_true(kinds > 20);
}

static void
test_subjects(void **state)
{
	(void)state;
	each_language(check_subjects);
}

/* A game whose templates are not there has no words: the check is awake. */
static void
check_no_game(const struct catalog *t)
{
	static const struct verb verbs[] = { { "hop", "" } };
	static const char *const phases[] = { "jump", NULL };
	struct game none = *games_all[0];
	GPtrArray *lacks;

	none.name = "none";
	lacks = lacks_of_game(t, &none);
	assert_int_equal(lacks->len, 7 + none.nverbs);
	g_ptr_array_unref(lacks);
	/* of that name there is a picture, but nothing says what it shows */
	none.name = "chart";
	lacks = lacks_of_game(t, &none);
	assert_int_equal(lacks->len, 8 + none.nverbs);
	g_ptr_array_unref(lacks);
	none = *games_all[0];
	none.verbs = verbs;
	none.nverbs = 1;
	none.phases = phases;
	lacks = lacks_of_game(t, &none);
	assert_int_equal(lacks->len, 3);
	g_ptr_array_unref(lacks);
}

static void
test_what_is_missing_is_found(void **state)
{
	(void)state;
	each_language(check_no_game);
}

/* What only templates of Mutineer put together. */
static void
check_words(const struct catalog *t)
{
	static const char *const keys[] = { "card.ruby", "card.salt",
		"card.wine", "card.cloth", "card.grain", "card.conflict",
		"card.pirate", "role.mutineer", "role.cabin-boy", "role.mate",
		"role.merchant", "role.loadmaster", "role-help.mutineer",
		"role-help.cabin-boy", "role-help.mate", "role-help.merchant",
		"role-help.loadmaster", "buys.any", "buys.ruby", "buys.salt",
		"buys.wine", "buys.cloth", "buys.grain" };

	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		g_autofree char *key = g_strconcat("mutineer.", keys[i], NULL);

		if (!catalog_has(t, key))
			fail_msg("%s: no %s", catalog_language(t), key);
	}
}

static void
test_words_of_mutineer(void **state)
{
	(void)state;
	each_language(check_words);
}

/* Every topic leads to a part of the rules that is there. */
static void
check_topics(const struct catalog *t)
{
	g_autoptr(GPtrArray) keys = catalog_keys(t);
	guint topics = 0;

	for (guint i = 0; i < keys->len; i++) {
		const char *key = keys->pdata[i];
		const char *topic = strstr(key, ".topic.");
		g_autofree char *name = NULL, *path = NULL;

		if (topic == NULL)
			continue;
		topics++;
		name = g_strndup(key, (gsize)(topic - key));
		path = g_strdup_printf("templates/%s/%s/rules-%s.txt",
		    catalog_language(t), name, catalog_raw(t, key));
		if (embedded_find(path) == NULL &&
		    !may_lack(t, game_find(name)))
			fail_msg("%s: no %s", key, path);
	}
	assert_true(topics > 0);
}

static void
test_topics(void **state)
{
	(void)state;
	each_language(check_topics);
}

static void
check_lists(const struct catalog *t)
{
	assert_true(g_strv_length((char **)catalog_list(t, "courtesy")) > 5);
	assert_true(
	    g_strv_length((char **)catalog_list(t, "subject-prefix")) > 5);
	assert_int_equal(g_strv_length((char **)catalog_list(t, "none")), 0);
	assert_non_null(catalog_words(t));
}

static void
test_lists(void **state)
{
	(void)state;
	each_language(check_lists);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sentences),
		cmocka_unit_test(test_no_phrase_too_many),
		cmocka_unit_test(test_languages_say_the_same),
		cmocka_unit_test(test_every_game_is_told),
		cmocka_unit_test(test_subjects),
		cmocka_unit_test(test_what_is_missing_is_found),
		cmocka_unit_test(test_words_of_mutineer),
		cmocka_unit_test(test_topics),
		cmocka_unit_test(test_lists),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

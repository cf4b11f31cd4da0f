/* SPDX-License-Identifier: ISC */
/* A language: its files, those built in and those of the organiser. */
#include "render/language/catalog.h"

#include "base/embed.h"
#include "base/err.h"
#include "base/fold.h"
#include "base/lexicon.h"
#include "core/words.h"
#include "render/mustache/mustache.h"
#include "render/render.h"
#include "render/text/text.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define TEXTS_SIZE 16384 /* bytes taken at a time */

static void
list_free(void *list)
{
	g_ptr_array_unref(list);
}

static void
parsed_free(void *data)
{
	struct parsed *parsed = data;

	g_hash_table_unref(parsed->letters);
	g_hash_table_unref(parsed->partials);
	g_free(parsed);
}

struct parsed *
catalog_parsed(const struct catalog *t, const char *game)
{
	const char *key = game != NULL ? game : "/"; /* no game's name */
	struct parsed *parsed = g_hash_table_lookup(t->parsed, key);

	if (parsed != NULL)
		return parsed;
	parsed = g_new(struct parsed, 1);
	parsed->letters = mustache_table();
	parsed->partials = mustache_table();
	g_hash_table_insert(t->parsed, g_strdup(key), parsed);
	return parsed;
}

/* As it lies in the program, or NULL. */
static const char *
built_in_text(const char *language, const char *path)
{
	g_autofree char *full =
	    g_strconcat("templates/", language, "/", path, NULL);
	const struct embedded *file = embedded_find(full);

	return file != NULL ? file->data : NULL;
}

const char *
catalog_template(const struct catalog *t, const char *path, struct err *err)
{
	struct err missing = { .code = ERR_MISSING, .text = "" };
	const char *text = g_hash_table_lookup(t->templates, path);
	g_autofree char *own = NULL;

	if (text != NULL)
		return text;
	if (t->own != NULL)
		own = catalog_file(t->own, t->language, path, &missing);
	if (own != NULL)
		text = g_string_chunk_insert(t->texts, own);
	else if (missing.code == ERR_MISSING)
		text = built_in_text(t->language, path);
	if (text == NULL && missing.code == ERR_MISSING)
		text = built_in_text("en", path);
	if (text == NULL && missing.code == ERR_MISSING)
		err_set(err, ERR_MISSING, "templates/en/%s is not there", path);
	else if (text == NULL)
		err_set(err, missing.code, "%s", missing.text);
	else
		g_hash_table_insert(t->templates,
		    g_string_chunk_insert(t->texts, path),
		    (gpointer)(uintptr_t)text);
	return text;
}

const char *
catalog_keep(const struct catalog *t, const char *key, char *text)
{
	char *kept = g_string_chunk_insert(t->texts, text);

	g_hash_table_insert(
	    t->templates, g_string_chunk_insert(t->texts, key), kept);
	g_free(text);
	return kept;
}

/* What may not be looked into may hold changes: reading it says so. */
static bool
has_folder(const char *dir, const char *language)
{
	g_autofree char *top =
	    g_build_filename(dir, "templates", language, NULL);

	return access(top, R_OK | X_OK) == 0 ||
	       (errno != ENOENT && errno != ENOTDIR);
}

/* What is built in, then what the organiser puts in its place. */
static int
load(struct catalog *t, struct err *err)
{
	const char *own = t->own;

	t->words = words_new();
	/* What a language lacks, as a game that somebody adds, is English. */
	if (strcmp(t->language, "en") != 0 &&
	    catalog_read_phrases(t, NULL, "en", err) < 0)
		return -1;
	t->plural = NULL;
	if (catalog_read_phrases(t, NULL, t->language, err) < 0)
		return -1;
	if (own != NULL && catalog_read_phrases(t, own, t->language, err) < 0)
		return -1;
	if (t->plural == NULL)
		return err_set(err, ERR_MISSING,
		    "templates/%s/phrases.yaml: no such file, or no 'plural' "
		    "in it",
		    t->language);
	if (catalog_read_words(t, NULL, "en", err) < 0)
		return -1;
	if (strcmp(t->language, "en") != 0 &&
	    catalog_read_words(t, NULL, t->language, err) < 0)
		return -1;
	if (own != NULL && catalog_read_words(t, own, t->language, err) < 0)
		return -1;
	starts_add_hints(t);
	return 0;
}

struct catalog *
catalog_load(const char *language, const char *override_dir, struct err *err)
{
	struct catalog *t = g_new0(struct catalog, 1);

	t->language = g_strdup(language);
	t->override_dir = g_strdup(override_dir);
	if (override_dir != NULL && has_folder(override_dir, language))
		t->own = t->override_dir;
	t->texts = g_string_chunk_new(TEXTS_SIZE);
	t->phrases = g_hash_table_new(g_str_hash, g_str_equal);
	t->lists =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, list_free);
	t->templates = g_hash_table_new(g_str_hash, g_str_equal);
	t->parsed =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, parsed_free);
	t->verbs = g_hash_table_new(g_str_hash, g_str_equal);
	t->unbroken =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	t->looked_at =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	t->starts = g_hash_table_new(g_str_hash, g_str_equal);
	t->odd_starts = g_string_new(NULL);
	if ((t->own == NULL || !catalog_is_changed(language, t->own)) &&
	    catalog_built_in(t))
		return t;
	if (load(t, err) == 0)
		return t;
	catalog_free(t);
	return NULL;
}

static bool
has_file(const char *dir, const char *language, const char *file)
{
	g_autofree char *path =
	    g_build_filename(dir, "templates", language, file, NULL);
	g_autoptr(GPtrArray) games = NULL;

	if (g_file_test(path, G_FILE_TEST_EXISTS))
		return true;
	games = catalog_games(dir, language, file);
	return games->len > 0;
}

bool
catalog_is_changed(const char *language, const char *override_dir)
{
	g_autofree char *top =
	    g_build_filename(override_dir, "templates", language, NULL);

	if (!has_folder(override_dir, language))
		return false;
	if (access(top, R_OK | X_OK) == -1)
		return true;
	return (has_file(override_dir, language, "phrases.yaml") ||
		has_file(override_dir, language, "story.yaml") ||
		has_file(override_dir, language, "words.yaml"));
}

struct catalog *
catalog_beside(const struct catalog *t, const char *language)
{
	return catalog_load(language, t->override_dir, NULL);
}

bool
catalog_is_called(const struct catalog *t, const char *name)
{
	const char *names = catalog_raw(t, "language.names");
	g_auto(GStrv) list = g_strsplit(names != NULL ? names : "", ",", -1);
	g_autofree char *folded = fold_text(name);

	if (strcmp(t->language, folded) == 0)
		return true;
	for (size_t i = 0; list[i] != NULL; i++) {
		g_autofree char *own = fold_text(g_strstrip(list[i]));

		if (strcmp(own, folded) == 0)
			return true;
	}
	return false;
}

void
catalog_free(struct catalog *t)
{
	if (t == NULL)
		return;
	g_free(t->language);
	g_free(t->override_dir);
	g_hash_table_unref(t->phrases);
	g_hash_table_unref(t->lists);
	g_hash_table_unref(t->templates);
	g_hash_table_unref(t->parsed);
	words_free(t->words);
	g_hash_table_unref(t->verbs);
	g_hash_table_unref(t->unbroken);
	g_hash_table_unref(t->looked_at);
	g_hash_table_unref(t->starts);
	g_string_free(t->odd_starts, TRUE);
	g_string_chunk_free(t->texts);
	g_free(t);
}

const char *
catalog_language(const struct catalog *t)
{
	return t->language;
}

const struct words *
catalog_words(const struct catalog *t)
{
	return t->words;
}

char *const *
catalog_list(const struct catalog *t, const char *name)
{
	static char *const empty[] = { NULL };
	const GPtrArray *list = g_hash_table_lookup(t->lists, name);

	return list != NULL ? (char *const *)list->pdata : empty;
}

GPtrArray *
catalog_keys(const struct catalog *t)
{
	GPtrArray *keys = g_ptr_array_new_with_free_func(g_free);
	const char *built_in = t->built_in.phrases;
	const size_t n = built_in != NULL ? lexicon_size(built_in) : 0;
	GHashTableIter iter;
	void *key;

	for (size_t i = 0; i < n; i++)
		g_ptr_array_add(keys, g_strdup(lexicon_key(built_in, i)));
	g_hash_table_iter_init(&iter, t->phrases);
	while (g_hash_table_iter_next(&iter, &key, NULL))
		g_ptr_array_add(keys, g_strdup(key));
	g_ptr_array_sort(keys, text_order);
	return keys;
}

/* SPDX-License-Identifier: ISC */
/*
 * Reads phrases.yaml and words.yaml.  Phrases are a tree of maps; a key of
 * the program is the path with dots, a game's with the game's name before it.
 */
#include "render/language/catalog.h"

#include "base/embed.h"
#include "base/err.h"
#include "base/fold.h"
#include "base/yaml.h"
#include "core/words.h"
#include "render/render.h"

#include <stdint.h>
#include <string.h>

/* One built in, by LANGUAGE/PATH; NULL if it is not there. */
static struct ynode *
read_built_in(const char *shown)
{
	g_autofree char *path = g_strconcat("packed/templates/", shown, NULL);
	const struct embedded *file = embedded_find(path);

	return file != NULL ? yaml_unpack(file->data, file->size) : NULL;
}

/* Parse a file; *node stays NULL if it is not there. */
static int
read_yaml(const char *from_dir, const char *language, const char *path,
    struct ynode **node, struct err *err)
{
	struct err why = { .code = ERR_MISSING, .text = "" };
	g_autofree char *shown = g_strconcat(language, "/", path, NULL);
	g_autofree char *text = NULL;

	if (from_dir == NULL) {
		*node = read_built_in(shown);
		return 0;
	}
	*node = NULL;
	text = catalog_file(from_dir, language, path, &why);
	if (text == NULL) {
		if (why.code == ERR_MISSING)
			return 0;
		return err_set(err, why.code, "%s", why.text);
	}
	*node = yaml_read(text, strlen(text), shown, err);
	if (*node == NULL)
		return -1;
	if ((*node)->kind == YNODE_MAP)
		return 0;
	ynode_free(*node);
	*node = NULL;
	return err_set(err, ERR_FORMAT, "%s: not a map of words", shown);
}

/* path: the key of the map with a dot behind it, or empty. */
static int
add_phrases(struct catalog *t, const struct ynode *map, GString *path,
    const char *file, struct err *err)
{
	const gsize size = path->len;

	for (guint i = 0; i < map->children->len; i++) {
		const struct ynode *child = map->children->pdata[i];

		g_string_truncate(path, size);
		g_string_append(path, child->key);
		if (child->kind == YNODE_MAP) {
			g_string_append_c(path, '.');
			if (add_phrases(t, child, path, file, err) < 0)
				return -1;
		} else if (child->kind == YNODE_TEXT) {
			/* what is lent is built in */
			const char *text =
			    child->lent
				? child->text
				: g_string_chunk_insert(t->texts, child->text);

			g_hash_table_replace(t->phrases,
			    g_string_chunk_insert_len(
				t->texts, path->str, (gssize)path->len),
			    (gpointer)(uintptr_t)text);
		} else {
			return err_set(err, ERR_FORMAT,
			    "%s:%d: '%s' must be a sentence or a map", file,
			    child->line, child->key);
		}
	}
	return 0;
}

/* 'plural' names the rule for {n|...}; it is no phrase. */
static int
take_plural(struct catalog *t, const char *path, struct err *err)
{
	const char *name = g_hash_table_lookup(t->phrases, "plural");

	if (name == NULL)
		return 0;
	t->plural = plural_find(name);
	if (t->plural == NULL)
		return err_set(err, ERR_FORMAT,
		    "%s: 'plural' must be none, one-other, polish or "
		    "russian, not %.20s",
		    path, name);
	g_hash_table_remove(t->phrases, "plural");
	return 0;
}

static int
read_phrases_file(struct catalog *t, const char *from_dir, const char *language,
    const char *path, const char *prefix, struct err *err)
{
	g_autofree char *shown = g_strconcat(language, "/", path, NULL);
	g_autoptr(GString) key = g_string_new(prefix);
	struct ynode *map;
	int bad;

	if (read_yaml(from_dir, language, path, &map, err) < 0)
		return -1;
	if (map == NULL)
		return 0;
	bad = add_phrases(t, map, key, shown, err);
	ynode_free(map);
	return bad < 0 ? bad : take_plural(t, shown, err);
}

/* The language's own file of that name, and each game's. */
static int
read_phrases_files(struct catalog *t, const char *from_dir,
    const char *language, const char *file, struct err *err)
{
	g_autoptr(GPtrArray) games = catalog_games(from_dir, language, file);

	if (read_phrases_file(t, from_dir, language, file, "", err) < 0)
		return -1;
	for (guint i = 0; i < games->len; i++) {
		const char *game = games->pdata[i];
		g_autofree char *path = g_strconcat(game, "/", file, NULL);
		g_autofree char *prefix = g_strconcat(game, ".", NULL);

		if (read_phrases_file(
			t, from_dir, language, path, prefix, err) < 0)
			return -1;
	}
	return 0;
}

int
catalog_read_phrases(struct catalog *t, const char *from_dir,
    const char *language, struct err *err)
{
	if (read_phrases_files(t, from_dir, language, "phrases.yaml", err) < 0)
		return -1;
	return read_phrases_files(t, from_dir, language, "story.yaml", err);
}

/* What is done with each text of a list. */
struct word_use {
	struct catalog *catalog;
	const char *what; /* for words_add; NULL: a list of the language */
	const char *canonical; /* or the list's name */
	GPtrArray *list; /* of that name; what is NULL */
	bool request, lead; /* such words begin requests, or go on with them */
	bool number; /* such words are numbers */
	bool opening; /* such words begin one that another ends */
	bool verb; /* of a game: it has a hint */
};

static GPtrArray *
list_of(struct catalog *t, const char *name)
{
	GPtrArray *list = g_hash_table_lookup(t->lists, name);

	if (list == NULL) {
		list = g_ptr_array_new_with_free_func(g_free);
		g_ptr_array_add(list, NULL);
		g_hash_table_insert(t->lists, g_strdup(name), list);
	}
	return list;
}

static struct word_use
use_of(struct catalog *t, const char *what, const char *canonical)
{
	struct word_use use = {
		.catalog = t, .what = what, .canonical = canonical
	};
	g_autofree char *hint = NULL;

	if (what == NULL) {
		use.list = list_of(t, canonical);
	} else if (strcmp(what, "request") == 0) {
		use.request = true;
	} else if (strcmp(what, "lead") == 0) {
		use.lead = true;
	} else if (strcmp(what, "count") == 0) {
		use.number = true;
	} else if (strcmp(what, "day") == 0 && strcmp(canonical, "am") == 0) {
		use.opening = true;
	} else {
		hint = g_strconcat(what, ".hint.", canonical, NULL);
		use.verb = catalog_has(t, hint);
	}
	return use;
}

static void
add_form(const struct word_use *use, const char *form)
{
	struct catalog *t = use->catalog;
	g_autofree char *folded = NULL, *verb = NULL;

	if (use->list != NULL) {
		g_ptr_array_insert(
		    use->list, (int)use->list->len - 1, fold_text(form));
		return;
	}
	words_add(t->words, use->what, form, use->canonical);
	if (use->request)
		starts_add_request(t, use->canonical, form);
	if (use->number)
		starts_add_number(t, form);
	if (use->opening)
		starts_add_opening(t, form);
	if (!use->lead && !use->verb)
		return;
	folded = fold_text(form);
	starts_add(t, use->lead ? NULL : use->what, folded);
	if (!use->verb)
		return;
	verb = g_strconcat(use->what, ".", folded, NULL);
	if (!g_hash_table_contains(t->verbs, verb))
		g_hash_table_add(
		    t->verbs, g_string_chunk_insert(t->texts, verb));
}

static int
add_words(const struct word_use *use, const struct ynode *list,
    const char *path, struct err *err)
{
	if (list->kind != YNODE_LIST)
		return err_set(err, ERR_FORMAT, "%s:%d: '%s' must be a list",
		    path, list->line, use->canonical);
	for (guint i = 0; i < list->children->len; i++) {
		const struct ynode *form = list->children->pdata[i];

		if (form->kind != YNODE_TEXT || *form->text == '\0')
			return err_set(err, ERR_FORMAT,
			    "%s:%d: a list of words under '%s' must be texts",
			    path, form->line, use->canonical);
		add_form(use, form->text);
		if (use->what != NULL && i == 0)
			words_prefer(use->catalog->words, use->what, form->text,
			    use->canonical);
	}
	return 0;
}

static int add_word_map(struct catalog *t, const char *what,
    const struct ynode *map, const char *path, struct err *err);

/*
 * How verbs of a game are said of others: alone, then with a gap for what
 * belongs to the move.  Without such a form that follows the first.
 */
static int
add_deeds(struct catalog *t, const char *game, const struct ynode *map,
    const char *path, struct err *err)
{
	g_autofree char *what = g_strdup_printf("%s.%s", game, map->key);

	if (add_word_map(t, what, map, path, err) < 0)
		return -1;
	for (guint i = 0; i < map->children->len; i++) {
		const struct ynode *forms = map->children->pdata[i], *form;
		g_autofree char *key =
		    g_strdup_printf("%s " WORDS_GAP, forms->key);
		g_autofree char *with = NULL;

		if (forms->children->len == 0)
			continue;
		form = forms->children->pdata[forms->children->len - 1];
		with = strstr(form->text, WORDS_GAP) != NULL
			   ? g_strdup(form->text)
			   : g_strdup_printf("%s " WORDS_GAP, form->text);
		words_prefer(t->words, what, with, key);
	}
	return 0;
}

/* A map of canonical word to the forms that people write; of a game, "does" and
 * "does-not" may be two more such maps. */
static int
add_word_map(struct catalog *t, const char *what, const struct ynode *map,
    const char *path, struct err *err)
{
	if (map->kind != YNODE_MAP)
		return err_set(
		    err, ERR_FORMAT, "%s:%d: must be a map", path, map->line);
	for (guint i = 0; i < map->children->len; i++) {
		const struct ynode *forms = map->children->pdata[i];
		struct word_use use;

		if (strcmp(what, "request") == 0)
			starts_add_request(t, forms->key, forms->key);
		if ((strcmp(forms->key, "does") == 0 ||
			strcmp(forms->key, "does-not") == 0) &&
		    forms->kind == YNODE_MAP) {
			if (add_deeds(t, what, forms, path, err) < 0)
				return -1;
			continue;
		}
		use = use_of(t, what, forms->key);
		if (add_words(&use, forms, path, err) < 0)
			return -1;
	}
	return 0;
}

/* The language's own words.yaml: sections are maps, all else lists. */
static int
add_words_file(struct catalog *t, const struct ynode *top, const char *path,
    struct err *err)
{
	for (guint i = 0; i < top->children->len; i++) {
		const struct ynode *child = top->children->pdata[i];
		struct word_use use;

		if (words_is_section(child->key)) {
			if (add_word_map(t, child->key, child, path, err) < 0)
				return -1;
			continue;
		}
		use = use_of(t, NULL, child->key);
		if (add_words(&use, child, path, err) < 0)
			return -1;
	}
	return 0;
}

static int
read_words_file(struct catalog *t, const char *from_dir, const char *language,
    const char *game, struct err *err)
{
	g_autofree char *path = game != NULL
				    ? g_strconcat(game, "/words.yaml", NULL)
				    : g_strdup("words.yaml");
	g_autofree char *shown = g_strconcat(language, "/", path, NULL);
	struct ynode *map;
	int bad;

	if (read_yaml(from_dir, language, path, &map, err) < 0)
		return -1;
	if (map == NULL)
		return 0;
	if (game != NULL)
		bad = add_word_map(t, game, map, shown, err);
	else
		bad = add_words_file(t, map, shown, err);
	ynode_free(map);
	return bad;
}

int
catalog_read_words(struct catalog *t, const char *from_dir,
    const char *language, struct err *err)
{
	g_autoptr(GPtrArray) games =
	    catalog_games(from_dir, language, "words.yaml");

	if (read_words_file(t, from_dir, language, NULL, err) < 0)
		return -1;
	for (guint i = 0; i < games->len; i++)
		if (read_words_file(
			t, from_dir, language, games->pdata[i], err) < 0)
			return -1;
	return 0;
}

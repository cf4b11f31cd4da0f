/* SPDX-License-Identifier: ISC */
/*
 * The tables of a language that are built in say what its catalogues say that
 * are read one after the other: two programs make them, and letters and mails
 * must not depend on which was asked.
 */
#include "base/embed.h"
#include "base/fold.h"
#include "base/lexicon.h"
#include "base/yaml.h"
#include "core/words.h"
#include "render/language/catalog.h"
#include "render/render.h"
#include "render/text/text.h"
#include "tests/render/languages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* One language twice. */
struct twice {
	const struct catalog *built_in;
	struct catalog *read;
	const char *language;
	int compared;
};

/* A catalogue of the organiser's, though nothing is in it, has all read. */
static struct catalog *
read_all(const char *language)
{
	g_autofree char *dir = g_dir_make_tmp("turnpost-words-XXXXXX", NULL);
	g_autofree char *folder =
	    g_build_filename(dir, "templates", language, NULL);
	g_autofree char *file = g_build_filename(folder, "words.yaml", NULL);
	g_autofree char *line = g_strdup_printf("rm -rf '%s'", dir);
	struct catalog *t;

	assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
	assert_true(g_file_set_contents(file, "{}\n", -1, NULL));
	t = catalog_load(language, dir, NULL);
	assert_true(g_spawn_command_line_sync(line, NULL, NULL, NULL, NULL));
	return t;
}

static void
same_phrases(struct twice *two)
{
	g_autoptr(GPtrArray) keys = catalog_keys(two->built_in);
	g_autoptr(GPtrArray) others = catalog_keys(two->read);

	assert_int_equal(keys->len, others->len);
	assert_true(keys->len > 1000);
	for (guint i = 0; i < keys->len; i++) {
		const char *key = keys->pdata[i];

		assert_string_equal(key, others->pdata[i]);
		assert_string_equal(catalog_raw(two->built_in, key),
		    catalog_raw(two->read, key));
	}
	assert_ptr_equal(two->built_in->plural, two->read->plural);
}

/* What the words of that text stand for, all of them and from the first on. */
static void
same_meaning(struct twice *two, const char *what, const char *text)
{
	const struct words *one = catalog_words(two->built_in);
	const struct words *other = catalog_words(two->read);
	g_autoptr(GPtrArray) tokens = tokens_of(text);

	for (guint i = 0; i < tokens->len; i++) {
		guint taken = 0, others = 0;
		const char *found = words_at(one, what, tokens, i, &taken);
		const char *word = words_at(other, what, tokens, i, &others);

		if (g_strcmp0(found, word) != 0 || taken != others)
			fail_msg("%s, %s: \"%s\" is %s (%u words) or %s (%u)",
			    two->language, what, text,
			    found != NULL ? found : "none", taken,
			    word != NULL ? word : "none", others);
		assert_int_equal(words_begin(one, what, tokens->pdata[i]),
		    words_begin(other, what, tokens->pdata[i]));
		two->compared++;
	}
}

static void
same_first(struct twice *two, const char *what, const char *word)
{
	assert_string_equal(
	    words_first(catalog_words(two->built_in), what, word),
	    words_first(catalog_words(two->read), what, word));
}

/* All texts below that part of a catalogue. */
static void
same_words(struct twice *two, const char *what, const struct ynode *map)
{
	for (guint i = 0; i < map->children->len; i++) {
		const struct ynode *forms = map->children->pdata[i];
		g_autofree char *gap =
		    g_strdup_printf("%s " WORDS_GAP, forms->key);

		if (forms->kind == YNODE_MAP) {
			g_autofree char *inner =
			    g_strdup_printf("%s.%s", what, forms->key);

			same_words(two, inner, forms);
			continue;
		}
		same_first(two, what, forms->key);
		same_first(two, what, gap);
		for (guint k = 0; k < forms->children->len; k++) {
			const struct ynode *form = forms->children->pdata[k];
			g_autofree char *folded = fold_text(form->text);

			same_meaning(two, what, form->text);
			same_meaning(two, what, folded);
		}
	}
}

static void
same_file(struct twice *two, const char *language, const char *game)
{
	g_autofree char *path =
	    g_strdup_printf("packed/templates/%s/%s%swords.yaml", language,
		game != NULL ? game : "", game != NULL ? "/" : "");
	const struct embedded *file = embedded_find(path);
	struct ynode *top;

	assert_non_null(file);
	top = yaml_unpack(file->data, file->size);
	if (game != NULL)
		same_words(two, game, top);
	for (guint i = 0; game == NULL && i < top->children->len; i++) {
		const struct ynode *child = top->children->pdata[i];

		if (words_is_section(child->key))
			same_words(two, child->key, child);
	}
	ynode_free(top);
}

/* Nothing else is in the table, either. */
static void
same_table(struct twice *two)
{
	g_autofree char *path =
	    g_strdup_printf("packed/templates/%s/forms.lexicon", two->language);
	const char *forms = embedded_find(path)->data;

	for (size_t i = 0; i < lexicon_size(forms); i++) {
		const char *key = lexicon_key(forms, i);
		const char *end = strchr(key, '\n');
		g_autofree char *what = g_strndup(key, (gsize)(end - key));

		same_meaning(two, what, end + 1);
		assert_true(words_of(catalog_words(two->read), what));
		assert_true(words_of(catalog_words(two->built_in), what));
	}
}

static void
same_games(struct twice *two)
{
	g_autoptr(GPtrArray) one = words_games(catalog_words(two->built_in));
	g_autoptr(GPtrArray) other = words_games(catalog_words(two->read));

	g_ptr_array_sort(one, text_order);
	g_ptr_array_sort(other, text_order);
	assert_int_equal(one->len, other->len);
	for (guint i = 0; i < one->len; i++)
		assert_string_equal(one->pdata[i], other->pdata[i]);
}

static void
same_lists(struct twice *two)
{
	GHashTableIter iter;
	gpointer name;

	g_hash_table_iter_init(&iter, two->read->lists);
	while (g_hash_table_iter_next(&iter, &name, NULL)) {
		char *const *one = catalog_list(two->built_in, name);
		char *const *other = catalog_list(two->read, name);

		assert_int_equal(g_strv_length((char **)(uintptr_t)one),
		    g_strv_length((char **)(uintptr_t)other));
		for (; *other != NULL; one++, other++)
			assert_string_equal(*one, *other);
	}
}

/* The keys of a table and those of a hash table. */
static void
same_keys(const char *table, GHashTable *keys)
{
	GHashTableIter iter;
	gpointer key;

	assert_int_equal(lexicon_size(table), g_hash_table_size(keys));
	g_hash_table_iter_init(&iter, keys);
	while (g_hash_table_iter_next(&iter, &key, NULL))
		if (lexicon_find(table, key) == NULL)
			fail_msg("\"%s\" is not built in", (char *)key);
}

static void
same_suspects(struct twice *two)
{
	const struct catalog *one = two->built_in, *other = two->read;

	same_keys(one->built_in.verbs, other->verbs);
	same_keys(one->built_in.starts, other->starts);
	for (size_t i = 0; i < lexicon_size(one->built_in.starts); i++) {
		const char *key = lexicon_key(one->built_in.starts, i);

		assert_string_equal(key + strlen(key) + 1,
		    g_hash_table_lookup(other->starts, key));
	}
	assert_int_equal(one->any_start, other->any_start);
	assert_int_equal(strspn(one->odd_starts->str, other->odd_starts->str),
	    one->odd_starts->len);
	assert_int_equal(strspn(other->odd_starts->str, one->odd_starts->str),
	    other->odd_starts->len);
}

static void
check_language(const struct catalog *t)
{
	static const char *const games[] = { NULL, "fourth-bridge", "hexxi",
		"mutineer" };
	const char *language = catalog_language(t);
	struct twice two = { t, read_all(language), language, 0 };

	assert_non_null(two.built_in->built_in.phrases);
	assert_null(two.read->built_in.phrases);
	same_phrases(&two);
	for (size_t g = 0; g < G_N_ELEMENTS(games); g++) {
		same_file(&two, "en", games[g]);
		same_file(&two, language, games[g]);
	}
	same_table(&two);
	assert_true(two.compared > 2000);
	same_games(&two);
	same_lists(&two);
	same_suspects(&two);
	catalog_free(two.read);
}

static void
says_the_same(void **state)
{
	(void)state;
	each_language(check_language);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(says_the_same),
	};

	return cmocka_run_group_tests_name("built_in", tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/*
 * A language as tools/pack_words.py packed it when the program was built: its
 * phrases and words are looked up in tables, and only lists of words, of which
 * there are few, are taken out of theirs.
 */
#include "render/language/catalog.h"

#include "base/embed.h"
#include "base/lexicon.h"
#include "core/words.h"

#include <stdint.h>
#include <string.h>

static const char *
find_table(const struct catalog *t, const char *name)
{
	g_autofree char *path = g_strdup_printf(
	    "packed/templates/%s/%s.lexicon", t->language, name);
	const struct embedded *file = embedded_find(path);

	return file != NULL ? file->data : NULL;
}

/* The texts of a value, each with a NUL and another one behind the last: they
 * stay the table's. */
static GPtrArray *
texts_of(const char *value)
{
	GPtrArray *list = g_ptr_array_new();

	for (const char *p = value; *p != '\0'; p += strlen(p) + 1)
		g_ptr_array_add(list, (gpointer)(uintptr_t)p);
	g_ptr_array_add(list, NULL);
	return list;
}

static void
take_lists(struct catalog *t, const char *lists)
{
	for (size_t i = 0; i < lexicon_size(lists); i++) {
		const char *name = lexicon_key(lists, i);

		g_hash_table_insert(t->lists, g_strdup(name),
		    texts_of(name + strlen(name) + 1));
	}
}

/* What makes a line suspect, besides the tables of starts and verbs. */
static void
take_suspects(struct catalog *t, const char *lists)
{
	for (const char *p = lexicon_find(lists, "odd-starts"); *p != '\0';
	     p += strlen(p) + 1)
		g_string_append_c(t->odd_starts, *p);
	t->any_start = lexicon_find(lists, "any-start") != NULL;
}

bool
catalog_built_in(struct catalog *t)
{
	const char *lists = find_table(t, "lists");

	if (lists == NULL)
		return false;
	t->plural = plural_find(lexicon_find(lists, "plural"));
	if (t->plural == NULL)
		return false; /* the longer way says what is wrong */
	t->built_in = (struct built_in){ find_table(t, "phrases"),
		find_table(t, "verbs"), find_table(t, "starts") };
	t->words =
	    words_built_in(find_table(t, "forms"), find_table(t, "firsts"));
	take_lists(t, lists);
	take_suspects(t, lists);
	return true;
}

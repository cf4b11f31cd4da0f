/* SPDX-License-Identifier: ISC */
/*
 * Languages: those that are there, and whose words are being written.  One is
 * read when its first sentence is needed, for many commands need none.
 */
#include "app/home/languages.h"

#include "app/home/home.h"
#include "base/embed.h"
#include "base/err.h"
#include "base/log.h"
#include "render/render.h"

#include <assert.h>
#include <string.h>

static void
free_catalog(gpointer catalog)
{
	catalog_free(catalog);
}

/*
 * What is built in has no mistakes.  An organiser's own English may have, and
 * then nothing is done until they are mended: without it nobody could be told
 * anything in the words that the organiser wants.
 */
int
catalogs_open(struct home *home)
{
	struct catalog *english = NULL;

	if (catalog_is_changed("en", home->dir) &&
	    (english = catalog_load("en", home->dir, home->err)) == NULL)
		return -1;
	catalogs_close(home);
	home->catalogs = g_hash_table_new_full(
	    g_str_hash, g_str_equal, g_free, free_catalog);
	if (english != NULL)
		g_hash_table_insert(home->catalogs, g_strdup("en"), english);
	return 0;
}

void
catalogs_close(struct home *home)
{
	g_clear_pointer(&home->catalogs, g_hash_table_unref);
	home->words = NULL;
}

/* Its own mistakes came up since the home was opened: as it was built. */
static struct catalog *
built_in_english(void)
{
	struct catalog *catalog = catalog_load("en", NULL, NULL);

	assert(catalog != NULL);
	return catalog;
}

const struct catalog *
home_catalog(const struct home *home, const char *language)
{
	struct catalog *catalog = g_hash_table_lookup(home->catalogs, language);
	struct err e = { 0 };

	if (catalog != NULL)
		return catalog;
	if (catalog_is_there(language))
		catalog = catalog_load(language, home->dir, &e);
	if (catalog == NULL) {
		/* Told once: English is at hand from then on. */
		log_warn("language-missing",
		    "no letters in \"%s\"%s%s; English is used instead",
		    language, e.code != 0 ? ": " : "", e.text);
		catalog = catalog_load("en", home->dir, NULL);
	}
	if (catalog == NULL)
		catalog = built_in_english();
	g_hash_table_insert(home->catalogs, g_strdup(language), catalog);
	return catalog;
}

const struct catalog *
home_words(const struct home *home)
{
	return home->words != NULL ? home->words : home_catalog(home, "en");
}

void
home_speak(struct home *home, const char *language)
{
	home->words = language != NULL ? home_catalog(home, language) : NULL;
}

bool
catalog_is_there(const char *language)
{
	g_autofree char *path =
	    g_strdup_printf("templates/%s/phrases.yaml", language);

	return embedded_find(path) != NULL;
}

char **
catalogs_there(void)
{
	GStrvBuilder *list = g_strv_builder_new();
	const struct embedded *all;
	char **languages;
	size_t n;

	all = embedded_all(&n);
	for (size_t i = 0; i < n; i++) {
		g_auto(GStrv) parts = g_strsplit(all[i].path, "/", 4);

		if (g_strv_length(parts) == 3 &&
		    strcmp(parts[0], "templates") == 0 &&
		    strcmp(parts[2], "phrases.yaml") == 0)
			g_strv_builder_add(list, parts[1]);
	}
	languages = g_strv_builder_end(list);
	g_strv_builder_unref(list);
	return languages;
}

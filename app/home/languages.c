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
free_tongue(gpointer tongue)
{
	tongue_free(tongue);
}

/*
 * What is built in has no mistakes.  An organiser's own English may have, and
 * then nothing is done until they are mended: without it nobody could be told
 * anything in the words that the organiser wants.
 */
int
tongues_open(struct home *home)
{
	struct tongue *english = NULL;

	if (tongue_is_changed("en", home->dir) &&
	    (english = tongue_load("en", home->dir, home->err)) == NULL)
		return -1;
	tongues_close(home);
	home->tongues =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_tongue);
	if (english != NULL)
		g_hash_table_insert(home->tongues, g_strdup("en"), english);
	return 0;
}

void
tongues_close(struct home *home)
{
	g_clear_pointer(&home->tongues, g_hash_table_unref);
	home->words = NULL;
}

/* Its own mistakes came up since the home was opened: as it was built. */
static struct tongue *
built_in_english(void)
{
	struct tongue *tongue = tongue_load("en", NULL, NULL);

	assert(tongue != NULL);
	return tongue;
}

const struct tongue *
home_tongue(const struct home *home, const char *language)
{
	struct tongue *tongue = g_hash_table_lookup(home->tongues, language);
	struct err e = { 0 };

	if (tongue != NULL)
		return tongue;
	if (tongue_is_there(language))
		tongue = tongue_load(language, home->dir, &e);
	if (tongue == NULL) {
		/* Told once: English is at hand from then on. */
		log_warn("no letters in \"%s\"%s%s; English is used instead",
		    language, e.code != 0 ? ": " : "", e.text);
		tongue = tongue_load("en", home->dir, NULL);
	}
	if (tongue == NULL)
		tongue = built_in_english();
	g_hash_table_insert(home->tongues, g_strdup(language), tongue);
	return tongue;
}

const struct tongue *
home_words(const struct home *home)
{
	return home->words != NULL ? home->words : home_tongue(home, "en");
}

void
home_speak(struct home *home, const char *language)
{
	home->words = language != NULL ? home_tongue(home, language) : NULL;
}

bool
tongue_is_there(const char *language)
{
	g_autofree char *path =
	    g_strdup_printf("templates/%s/phrases.yaml", language);

	return embedded_find(path) != NULL;
}

char **
tongues_there(void)
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

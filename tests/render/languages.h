/* SPDX-License-Identifier: ISC */
/* Every language that is built in. */
#ifndef TESTS_RENDER_LANGUAGES_H
#define TESTS_RENDER_LANGUAGES_H

#include "base/embed.h"
#include "base/err.h"
#include "core/rules.h"
#include "render/body.h"
#include "render/render.h"

#include <string.h>

/* Of templates/LANGUAGE/phrases.yaml; aborts if there is none, or a bad one. */
static inline void
each_language(void (*check)(const struct catalog *))
{
	size_t n;
	const struct embedded *all = embedded_all(&n);
	guint checked = 0;

	for (size_t i = 0; i < n; i++) {
		g_auto(GStrv) parts = g_strsplit(all[i].path, "/", -1);
		struct err err = { 0 };
		struct catalog *t;

		if (g_strv_length(parts) != 3 ||
		    strcmp(parts[0], "templates") != 0 ||
		    strcmp(parts[2], "phrases.yaml") != 0)
			continue;
		t = catalog_load(parts[1], NULL, &err);
		if (t == NULL)
			g_error("%s: %s", parts[1], err.text);
		check(t);
		catalog_free(t);
		checked++;
	}
	g_assert(checked > 0);
}

/* May the language lack the words of the game?  Then they come in English. */
static inline bool
may_lack(const struct catalog *t, const struct game *game)
{
	return !game->released && strcmp(catalog_language(t), "en") != 0;
}

/* Are all words of the game those of English there?  It then has its faults
 * alone. */
static inline bool
has_none(const struct catalog *t, const struct game *game)
{
	g_autofree char *path = g_strdup_printf(
	    "templates/%s/%s/phrases.yaml", catalog_language(t), game->name);

	return may_lack(t, game) && embedded_find(path) == NULL;
}

#endif

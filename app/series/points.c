/* SPDX-License-Identifier: ISC */
/* Points of a series as people of a language write them. */
#include "app/series/points.h"

#include "core/say.h"
#include "render/render.h"
#include "series/rule.h"

#include <string.h>

char *
points_said(const struct catalog *language, int sixtieths)
{
	g_autofree char *text = series_points_text(sixtieths), *mark = NULL;
	const char *point = strchr(text, '.');
	struct phrase *phrase;

	if (point == NULL)
		return g_steal_pointer(&text);
	phrase = phrase_new("decimal-mark", NULL);
	mark = catalog_say(language, phrase, NULL);
	phrase_free(phrase);
	return g_strdup_printf(
	    "%.*s%s%s", (int)(point - text), text, mark, point + 1);
}

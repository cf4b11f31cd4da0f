/* SPDX-License-Identifier: ISC */
/* Standings of a series as letters and pages tell them in a language. */
#include "app/series/points.h"

#include "core/say.h"
#include "render/render.h"
#include "series/rule.h"
#include "series/standings.h"

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

void
points_tell(const struct catalog *language,
    const struct series_standing *standing, json_t *item)
{
	g_autofree char *points = points_said(language, standing->points);
	g_autofree char *opponents = points_said(language, standing->opponents);

	json_object_set_new(item, "place", json_integer(standing->place));
	json_object_set_new(item, "points", json_string(points));
	json_object_set_new(item, "tables", json_integer(standing->tables));
	json_object_set_new(item, "wins", json_integer(standing->wins));
	json_object_set_new(item, "score", json_integer(standing->score));
	json_object_set_new(item, "opponents", json_string(opponents));
}

void
points_tell_ties(const struct series_rule *rule,
    const struct series_standing *ranked, int n, json_t *map)
{
	json_object_set_new(map, "by_score",
	    json_boolean(series_tied_by(rule, SERIES_TIE_SCORE, ranked, n)));
	json_object_set_new(map, "by_opponents",
	    json_boolean(
		series_tied_by(rule, SERIES_TIE_OPPONENTS, ranked, n)));
}

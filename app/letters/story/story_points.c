/* SPDX-License-Identifier: ISC */
/* The points of a chapter: which seat got how many, and for what. */
#include "app/letters/story/story.h"

#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/table.h"
#include "base/direction.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/sentence.h"
#include "render/render.h"

#include <string.h>

/* What a seat got or gave for one reason. */
struct reason {
	char *why;
	int points;
};

static void
reason_clear(gpointer p)
{
	struct reason *reason = p;

	g_free(reason->why);
}

static char *
reason_key(const struct reader *r, const struct say *say)
{
	const struct game *game = r->t->game;

	return g_strdup_printf(
	    "%s.reason.%s", game->name, game->sentences[say->sentence].key);
}

/* Why, in a word or two; NULL if the language has none. */
static char *
reason_text(const struct reader *r, const struct say *say)
{
	g_autofree char *key = reason_key(r, say);
	struct phrase *phrase;

	if (!catalog_has(r->language, key))
		return NULL;
	phrase = say_phrase(r->t->match, say);
	g_free(phrase->key);
	phrase->key = g_steal_pointer(&key);
	return reader_say(r, phrase);
}

bool
story_in_table(const struct reader *r, const struct heard_say *heard)
{
	g_autofree char *key = NULL;

	if (heard->plot == NULL || heard->plot->points == NULL)
		return false;
	key = reason_key(r, heard->say);
	return catalog_has(r->language, key);
}

static void
note(GArray *reasons, const char *why, int points)
{
	const struct reason fresh = { g_strdup(why), points };

	for (guint i = 0; i < reasons->len; i++) {
		struct reason *old = &g_array_index(reasons, struct reason, i);

		if (strcmp(old->why, why) != 0)
			continue;
		old->points += points;
		g_free(fresh.why);
		return;
	}
	g_array_append_val(reasons, fresh);
}

/* If the sentence tells of points of that seat, so many more or less. */
static int
points_of(struct table *t, const struct heard_say *heard, int seat)
{
	const struct say *say = heard->say;
	const struct plot *plot = heard->plot;
	int who = -1, points = 0;

	if (plot == NULL || plot->points == NULL ||
	    !say_value(t->game, say, plot->points, &points))
		return 0;
	if (plot->gains != NULL && say_value(t->game, say, plot->gains, &who) &&
	    who == seat)
		return points;
	if (plot->loses != NULL && say_value(t->game, say, plot->loses, &who) &&
	    who == seat)
		return -points;
	return 0;
}

/* "captain at Sand Cape +3, pay -1" */
static char *
reasons_of(const struct reader *r, const struct chapter *c, int seat)
{
	g_autoptr(GArray) reasons =
	    g_array_new(FALSE, FALSE, sizeof(struct reason));
	GString *out = g_string_new(NULL);

	g_array_set_clear_func(reasons, reason_clear);
	for (guint i = 0; i < c->heard->len; i++) {
		const struct heard_say *heard =
		    &g_array_index(c->heard, struct heard_say, i);
		int points = points_of(r->t, heard, seat);
		g_autofree char *why =
		    points != 0 ? reason_text(r, heard->say) : NULL;

		if (why != NULL)
			note(reasons, why, points);
	}
	for (guint i = 0; i < reasons->len; i++) {
		const struct reason *reason =
		    &g_array_index(reasons, struct reason, i);

		g_string_append_printf(out, "%s%s %+d", i > 0 ? ", " : "",
		    reason->why, reason->points);
	}
	return g_string_free(out, FALSE);
}

json_t *
story_points(const struct reader *r, const struct chapter *c)
{
	struct table *t = r->t;
	json_t *rows = json_array();

	for (int s = 0; s < (int)table_seats(t); s++) {
		g_autofree char *why = reasons_of(r, c, s);
		int gain = c->after[s] - c->before[s];

		json_array_append_new(rows,
		    json_pack("{s:i, s:s, s:b, s:o, s:i, s:s}", "seat", s,
			"name", t->names[s], "me", s == r->audience, "gain",
			json_sprintf(gain == 0 ? "%d" : "%+d", gain), "total",
			(int)c->after[s], "why", why));
	}
	return rows;
}

char *
story_points_line(struct table *t, const struct chapter *c)
{
	GString *out = g_string_new(NULL);

	for (size_t s = 0; s < table_seats(t); s++) {
		int gain = c->after[s] - c->before[s];

		g_string_append_printf(out,
		    gain == 0 ? "%s%s%s %d" : "%s%s%s %+d", s > 0 ? ", " : "",
		    t->names[s], direction_after(t->names[s]), gain);
	}
	return g_string_free(out, FALSE);
}

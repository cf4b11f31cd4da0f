/* SPDX-License-Identifier: ISC */
/*
 * A match in chapters.  Only sentences that the reader was told go into them,
 * so that a story never tells more than its news; scores are kept beside and
 * told only where the game says that they lie open, or when it is over.
 */
#include "app/letters/story/story.h"

#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "app/matches/table/talk.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/sentence.h"
#include "render/render.h"

#include <string.h>

static void
chapter_free(gpointer p)
{
	struct chapter *c = p;

	g_array_unref(c->heard);
	g_free(c);
}

static struct chapter *
chapter_add(GPtrArray *all, const struct say *head, int number,
    const int32_t before[GAME_MAX_SEATS])
{
	struct chapter *c = g_new0(struct chapter, 1);

	c->head = head;
	c->number = number;
	c->heard = g_array_new(FALSE, FALSE, sizeof(struct heard_say));
	c->end = -1;
	memcpy(c->before, before, sizeof(c->before));
	g_ptr_array_add(all, c);
	return c;
}

static struct chapter *
last_of(const GPtrArray *all)
{
	return all->pdata[all->len - 1];
}

static void
hear(GPtrArray *all, const struct report *report, const struct say *say,
    const struct plot *plot)
{
	const struct heard_say heard = { report, say, plot };

	g_array_append_val(last_of(all)->heard, heard);
}

static void
end_chapter(struct chapter *c, const struct report *report)
{
	c->end = report->n;
	memcpy(c->after, report->score, sizeof(c->after));
}

static void
take_news(const struct reader *r, GPtrArray *all, const struct report *report)
{
	const struct game *game = r->t->game;
	const GArray *news = report->outcome.news;

	for (guint i = 0; news != NULL && i < news->len; i++) {
		const struct told *told = &g_array_index(news, struct told, i);
		const struct plot *plot = say_plot(game, &told->say);
		int number = 0;

		if (!told_to(told, r->audience))
			continue;
		if (plot == NULL || plot->chapter == NULL) {
			hear(all, report, &told->say, plot);
			continue;
		}
		say_value(game, &told->say, plot->chapter, &number);
		end_chapter(last_of(all), report);
		chapter_add(all, &told->say, number, report->score);
	}
}

static bool
is_for(const struct reader *r, const struct report *report, int64_t after)
{
	g_autofree char *text = NULL;

	if (report->talk == NULL)
		return true;
	if (after >= 0)
		return talk_is_news(r->t, report->talk, r->audience);
	text = talk_sentence(r, report->talk);
	return text != NULL;
}

GPtrArray *
story_chapters(const struct reader *r, int64_t after)
{
	struct table *t = r->t;
	static const int32_t none[GAME_MAX_SEATS];
	GPtrArray *all;
	const struct report *last = NULL;

	if (r->story != NULL) {
		g_assert(r->audience == SEAT_ONLOOKER);
		return g_ptr_array_ref(r->story);
	}
	all = g_ptr_array_new_with_free_func(chapter_free);
	chapter_add(all, NULL, 0, none);
	for (guint i = 0; i < t->reports->len; i++) {
		const struct report *report = t->reports->pdata[i];

		if (report->notice != NULL || report->talk != NULL) {
			if (is_for(r, report, after))
				hear(all, report, NULL, NULL);
			continue;
		}
		take_news(r, all, report);
		last = report;
	}
	if (last != NULL && t->match != NULL && match_over(t->match))
		end_chapter(last_of(all), last);
	return all;
}

/* "Anna (you)" for the reader's own name. */
char **
story_names(const struct reader *r)
{
	char **names = g_strdupv(r->t->names);
	int self = r->audience;
	g_autofree char *name = NULL;

	if (self < 0)
		return names;
	name = names[self];
	names[self] = reader_say(
	    r, phrase_new("story.you", json_pack("{s:s}", "who", name)));
	return names;
}

/* The key of a phrase of the story, if the language has it. */
static bool
find_key(
    const struct reader *r, const char *part, const struct say *say, char **key)
{
	const struct game *game = r->t->game;
	char *found = g_strconcat(game->name, ".", part, ".",
	    game->sentences[say->sentence].key, NULL);

	if (!catalog_has(r->language, found)) {
		g_free(found);
		return false;
	}
	g_free(*key);
	*key = found;
	return true;
}

bool
story_is_about(const struct reader *r, const struct say *say)
{
	const struct game *game = r->t->game;
	int seat;

	return r->audience >= 0 &&
	       (say_value(game, say, "seat", &seat) ||
		   say_value(game, say, "owner", &seat)) &&
	       seat == r->audience;
}

char *
story_sentence(
    const struct reader *r, char **names, const struct say *say, json_t *items)
{
	const struct game *game = r->t->game;
	struct phrase *phrase = say_phrase_named(r->t->match, say, names);

	if (items != NULL)
		json_object_set(phrase->args, "items", items);
	if (game->nplot > 0 &&
	    (!story_is_about(r, say) || !find_key(r, "you", say, &phrase->key)))
		find_key(r, "story", say, &phrase->key);
	return reader_say(r, phrase);
}

char *
story_label(const struct reader *r, const struct chapter *c)
{
	g_autofree char *key = g_strdup_printf("%s.label", r->t->game->name);

	return reader_say(
	    r, phrase_new(key, json_pack("{s:i}", "n", c->number)));
}

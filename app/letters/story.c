/* SPDX-License-Identifier: ISC */
/*
 * A match in chapters.  Only sentences that the reader was told go into them,
 * so that a story never tells more than its news; scores are kept beside and
 * told only where the game says that they lie open, or when it is over.
 */
#include "app/letters/story.h"

#include "app/home/languages.h"
#include "app/matches/table.h"
#include "app/matches/talk.h"
#include "core/core.h"
#include "core/game.h"
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
hear(GPtrArray *all, const struct report *report, const struct say *say)
{
	const struct heard_say heard = { report, say };

	g_array_append_val(last_of(all)->heard, heard);
}

static void
end_chapter(struct chapter *c, const struct report *report)
{
	c->end = report->n;
	memcpy(c->after, report->score, sizeof(c->after));
}

static void
take_news(
    struct table *t, GPtrArray *all, const struct report *report, int reader)
{
	const GArray *news = report->outcome.news;

	for (guint i = 0; news != NULL && i < news->len; i++) {
		const struct told *told = &g_array_index(news, struct told, i);
		const struct plot *plot = say_plot(t->game, &told->say);
		int number = 0;

		if (!told_to(told, reader))
			continue;
		if (plot == NULL || plot->chapter == NULL) {
			hear(all, report, &told->say);
			continue;
		}
		say_value(t->game, &told->say, plot->chapter, &number);
		end_chapter(last_of(all), report);
		chapter_add(all, &told->say, number, report->score);
	}
}

static bool
is_for(struct table *t, const struct report *report, int reader, int64_t after)
{
	g_autofree char *text = NULL;

	if (report->talk == NULL)
		return true;
	if (after >= 0)
		return talk_is_news(t, report->talk, reader);
	text = talk_sentence(t, report->talk, reader);
	return text != NULL;
}

GPtrArray *
story_chapters(struct table *t, int reader, int64_t after)
{
	static const int32_t none[GAME_MAX_SEATS];
	GPtrArray *all = g_ptr_array_new_with_free_func(chapter_free);
	const struct report *last = NULL;

	chapter_add(all, NULL, 0, none);
	for (guint i = 0; i < t->reports->len; i++) {
		const struct report *report = t->reports->pdata[i];

		if (report->notice != NULL || report->talk != NULL) {
			if (is_for(t, report, reader, after))
				hear(all, report, NULL);
			continue;
		}
		take_news(t, all, report, reader);
		last = report;
	}
	if (last != NULL && t->match != NULL && match_over(t->match))
		end_chapter(last_of(all), last);
	return all;
}

/* "Anna (you)" for the reader's own name. */
char **
story_names(struct table *t, int reader)
{
	char **names = g_strdupv(t->names);
	struct phrase *own;

	if (reader < 0)
		return names;
	own = phrase_new("story.you", json_pack("{s:s}", "who", names[reader]));
	g_free(names[reader]);
	names[reader] = tongue_say(home_words(t->home), own, t->atom_names);
	phrase_free(own);
	return names;
}

/* The key of a phrase of the story, if the language has it. */
static bool
find_key(struct table *t, const char *part, const struct say *say, char **key)
{
	char *found = g_strdup_printf("%s.%s.%s", t->game->name, part,
	    t->game->sentences[say->sentence].key);

	if (!tongue_has(home_words(t->home), found)) {
		g_free(found);
		return false;
	}
	g_free(*key);
	*key = found;
	return true;
}

char *
story_sentence(struct table *t, int reader, char **names, const struct say *say,
    json_t *items)
{
	struct phrase *phrase = say_phrase_named(t->match, say, names);
	char *text;
	int seat = -1;

	if (items != NULL)
		json_object_set(phrase->args, "items", items);
	if (t->game->nplot > 0 &&
	    (!say_value(t->game, say, "seat", &seat) || seat != reader ||
		reader < 0 || !find_key(t, "you", say, &phrase->key)))
		find_key(t, "story", say, &phrase->key);
	text = tongue_say(home_words(t->home), phrase, t->atom_names);
	phrase_free(phrase);
	return text;
}

char *
story_label(struct table *t, const struct chapter *c)
{
	g_autofree char *key = g_strdup_printf("%s.label", t->game->name);
	struct phrase *phrase =
	    phrase_new(key, json_pack("{s:i}", "n", c->number));
	char *text = tongue_say(home_words(t->home), phrase, t->atom_names);

	phrase_free(phrase);
	return text;
}

/* SPDX-License-Identifier: ISC */
/*
 * The part "story" of letters: what was told since the last one, a paragraph
 * for each part of a round, small things of one kind together, and the points
 * of the rounds that are complete.  Of rounds long past little is said.
 */
#include "app/letters/context/story_context.h"

#include "app/letters/context/moments.h"
#include "app/letters/story/story.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "app/matches/table/talk.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/sentence.h"
#include "render/render.h"

#include <string.h>

enum { IN_FULL = 2 }; /* so many of the newest chapters */

/* A sentence at work; items of what is told together in it. */
struct line {
	const struct heard_say *heard;
	const struct plot *plot; /* or NULL */
	json_t *items; /* texts or words; NULL: not told together */
};

static void
line_clear(gpointer p)
{
	struct line *line = p;

	json_decref(line->items);
}

static int
teller_of(struct table *t, const struct say *say)
{
	int seat = -1;

	say_value(t->game, say, "seat", &seat);
	return seat;
}

/* Of an item that is one word of the game, "{kind}", that word, or NULL: it is
 * told with others of its kind. */
static json_t *
item_word(const char *raw, const json_t *args)
{
	const size_t n = raw != NULL ? strlen(raw) : 0;
	const json_t *word;

	if (n < 2 || raw[0] != '{' || strcspn(raw, "}.|") != n - 1)
		return NULL;
	word = json_object_getn(args, raw + 1, n - 2);
	return json_is_object(word) ? json_deep_copy(word) : NULL;
}

static json_t *
item_text(const struct reader *r, const struct say *say)
{
	const struct game *game = r->t->game;
	struct phrase *phrase = say_phrase(r->t->match, say);
	json_t *item;

	g_free(phrase->key);
	phrase->key = g_strdup_printf(
	    "%s.item.%s", game->name, game->sentences[say->sentence].key);
	item = item_word(catalog_raw(r->language, phrase->key), phrase->args);
	if (item == NULL) {
		g_autofree char *text = reader_say(r, phrase);

		return json_string(text);
	}
	phrase_free(phrase);
	return item;
}

static const char *
scene_of(const struct line *line)
{
	return line->plot != NULL ? line->plot->scene : NULL;
}

/* The line of the same scene in which this is told already. */
static struct line *
line_for(struct table *t, GArray *lines, const struct line *fresh)
{
	const struct say *say = fresh->heard->say;

	for (guint i = lines->len; i > 0; i--) {
		struct line *line = &g_array_index(lines, struct line, i - 1);

		if (line->heard->say == NULL)
			continue; /* talk between does not matter */
		if (g_strcmp0(scene_of(line), scene_of(fresh)) != 0)
			return NULL;
		if (line->heard->say->sentence == say->sentence &&
		    teller_of(t, line->heard->say) == teller_of(t, say))
			return line;
		if (fresh->plot->in_order)
			return NULL;
	}
	return NULL;
}

/* Equal ones stand side by side, and are counted: "2 wine, grain". */
static void
add_item(json_t *items, json_t *text, bool in_order)
{
	size_t n = json_array_size(items), at = in_order ? 0 : n;

	while (at > 0 && !json_equal(json_array_get(items, at - 1), text))
		at--;
	json_array_insert_new(items, at > 0 ? at : n, text);
}

static void
add_line(const struct reader *r, GArray *lines, const struct heard_say *heard)
{
	struct table *t = r->t;
	struct line fresh = { heard, heard->plot, NULL };
	struct line *line;

	if (fresh.plot != NULL && fresh.plot->gather) {
		line = line_for(t, lines, &fresh);
		if (line == NULL)
			fresh.items = json_array();
		else /* numbers, such as how many are left, are the newest */
			line->heard = heard;
		add_item(line != NULL ? line->items : fresh.items,
		    item_text(r, heard->say), fresh.plot->in_order);
		if (line != NULL)
			return;
	}
	g_array_append_val(lines, fresh);
}

/* A chapter as it stands in the letter. */
struct telling_of {
	const struct reader *r;
	char **names; /* as they are told to the reader */
	int64_t after;
	const struct chapter *chapter;
	bool in_full;
	bool points; /* they are known, and news */
};

static char *
line_text(const struct telling_of *o, const struct line *line)
{
	const struct report *report = line->heard->report;

	if (report->talk != NULL)
		return talk_sentence(o->r, report->talk);
	if (report->notice != NULL)
		return notice_text(o->r, report->notice);
	return story_sentence(o->r, o->names, line->heard->say, line->items);
}

/* Paragraphs in the making. */
struct parts {
	struct table *t;
	json_t *list;
	GString *text; /* of the one that goes on */
	const char *scene; /* that was named last */
	bool named; /* the paragraph begins with its name */
};

static void
end_part(struct parts *p)
{
	json_t *part;

	if (p->text->len == 0)
		return;
	part = json_pack("{s:s}", "text", p->text->str);
	if (p->named)
		json_object_set_new(
		    part, "scene", json_pack("{s:s}", "word", p->scene));
	json_array_append_new(p->list, part);
	g_string_truncate(p->text, 0);
	p->named = false;
}

static void
add_text(struct parts *p, const struct line *line, const char *text)
{
	const char *scene = scene_of(line);
	bool new_scene = scene != NULL && g_strcmp0(scene, p->scene) != 0;
	/* What no seat marks, and what is no move, is told line by line. */
	bool alone = line->heard->say == NULL || p->t->game->nplot == 0;

	if (alone || new_scene || (line->plot != NULL && line->plot->paragraph))
		end_part(p);
	if (new_scene) {
		p->scene = scene;
		p->named = true;
	}
	if (p->text->len > 0)
		g_string_append_c(p->text, ' ');
	g_string_append(p->text, text);
	if (alone)
		end_part(p);
}

static json_t *
parts_of(const struct telling_of *o, const GArray *lines)
{
	struct parts p = {
		.t = o->r->t, .list = json_array(), .text = g_string_new(NULL)
	};

	for (guint i = 0; i < lines->len; i++) {
		const struct line *line = &g_array_index(lines, struct line, i);
		g_autofree char *text = line_text(o, line);

		if (text != NULL)
			add_text(&p, line, text);
	}
	end_part(&p);
	g_string_free(p.text, TRUE);
	return p.list;
}

/* Was it heard since, and is it not what the letter says of the mail that it
 * answers? */
static bool
is_new(const struct reader *r, const struct heard_say *heard, int64_t after)
{
	const struct report *report = heard->report;

	return report->n > after &&
	       (report->notice == NULL || report->n <= r->told ||
		   !notice_is_known(r, report->notice));
}

static bool
is_told(const struct telling_of *o, const struct heard_say *heard)
{
	const struct plot *plot;

	if (!is_new(o->r, heard, o->after))
		return false;
	if (heard->say == NULL)
		return true;
	plot = heard->plot;
	if (plot != NULL && plot->meanwhile && o->chapter->end >= 0)
		return false;
	if (!o->in_full)
		return plot != NULL && plot->matters;
	return !o->points || !story_in_table(o->r, heard);
}

static GArray *
lines_of(const struct telling_of *o)
{
	GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct line));

	g_array_set_clear_func(lines, line_clear);
	for (guint i = 0; i < o->chapter->heard->len; i++) {
		const struct heard_say *heard =
		    &g_array_index(o->chapter->heard, struct heard_say, i);

		if (is_told(o, heard))
			add_line(o->r, lines, heard);
	}
	return lines;
}

static json_t *
chapter_context(struct telling_of *o)
{
	const struct chapter *c = o->chapter;
	json_t *context = json_object();
	g_autoptr(GArray) lines = NULL;
	g_autofree char *head = NULL;

	o->points =
	    c->head != NULL && c->end > o->after && o->r->t->game->scores_open;
	lines = lines_of(o);
	if (c->head != NULL)
		head = o->in_full
			   ? story_sentence(o->r, o->names, c->head, NULL)
			   : story_label(o->r, c);
	if (head != NULL)
		json_object_set_new(context, "head", json_string(head));
	json_object_set_new(context, "full", json_boolean(o->in_full));
	json_object_set_new(context, "parts", parts_of(o, lines));
	json_object_set_new(context, "parts_any", json_boolean(lines->len > 0));
	if (o->points && o->in_full)
		json_object_set_new(context, "points",
		    json_pack("{s:o}", "rows", story_points(o->r, c)));
	if (o->points && !o->in_full) {
		g_autofree char *line = story_points_line(o->r->t, c);

		json_object_set_new(context, "brief", json_string(line));
	}
	return context;
}

/* Is there anything new in that chapter?  Its head may be all. */
static bool
has_news(
    const struct reader *r, const GPtrArray *all, guint which, int64_t after)
{
	const struct chapter *c = all->pdata[which];

	if (which > 0 &&
	    ((const struct chapter *)all->pdata[which - 1])->end > after)
		return true; /* the report that ends one begins the next */
	for (guint i = 0; i < c->heard->len; i++)
		if (is_new(r, &g_array_index(c->heard, struct heard_say, i),
			after))
			return true;
	return false;
}

/* Have others talked, or has anything but moves happened to the match? */
static bool
beside_moves(const struct reader *r, const struct chapter *c, int64_t after)
{
	for (guint i = 0; i < c->heard->len; i++) {
		const struct heard_say *heard =
		    &g_array_index(c->heard, struct heard_say, i);

		if (heard->say == NULL && heard->report->n > after &&
		    (heard->report->notice == NULL ||
			notice_comes_first(r, heard->report->notice)))
			return true;
	}
	return false;
}

json_t *
story_context(const struct reader *r, int64_t after)
{
	g_autoptr(GPtrArray) all = story_chapters(r, after);
	g_auto(GStrv) names = story_names(r);
	json_t *list = json_array();
	bool beside = false;

	for (guint i = 0; i < all->len; i++) {
		struct telling_of o = { .r = r,
			.names = names,
			.after = after,
			.chapter = all->pdata[i],
			.in_full = i + IN_FULL >= all->len };

		beside |= beside_moves(r, o.chapter, after);
		if (has_news(r, all, i, after))
			json_array_append_new(list, chapter_context(&o));
	}
	return json_pack("{s:o, s:b}", "chapters", list, "beside", beside);
}

char *
story_alone(const struct reader *r, const struct say *say)
{
	g_auto(GStrv) names = story_names(r);
	const struct plot *plot = say_plot(r->t->game, say);
	json_t *items = plot != NULL && plot->gather
			    ? json_pack("[o]", item_text(r, say))
			    : NULL;
	char *text = story_sentence(r, names, say, items);

	json_decref(items);
	return text;
}

bool
story_any(const struct reader *r, int64_t after)
{
	g_autoptr(GPtrArray) all = story_chapters(r, after);

	for (guint i = 0; i < all->len; i++)
		if (has_news(r, all, i, after))
			return true;
	return false;
}

json_t *
story_past(const struct reader *r)
{
	g_autoptr(GPtrArray) all = story_chapters(r, 0);
	g_auto(GStrv) names = story_names(r);
	json_t *list = json_array();

	for (guint i = 0; i < all->len; i++) {
		struct telling_of o = {
			.r = r, .names = names, .chapter = all->pdata[i]
		};
		json_t *context = chapter_context(&o);

		if (o.chapter->head != NULL &&
		    (json_object_get(context, "brief") != NULL ||
			json_array_size(json_object_get(context, "parts")) > 0))
			json_array_append(list, context);
		json_decref(context);
	}
	return json_pack("{s:o}", "chapters", list);
}

/* SPDX-License-Identifier: ISC */
/*
 * A match played again, for a page that shows it move by move and for the
 * files of the last letter.  All is open in it.
 */
#include "app/letters/writing/replay_page.h"

#include "app/home/home.h"
#include "app/letters/story/afterthoughts.h"
#include "app/letters/story/highlights.h"
#include "app/letters/story/record.h"
#include "app/letters/story/story.h"
#include "app/letters/writing/film.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "base/gzip.h"
#include "core/match.h"
#include "core/say.h"
#include "mail/outgoing/write.h"
#include "render/render.h"
#include "render/replay.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"

#include <stdint.h>
#include <string.h>

/* ---- where to jump to ---- */

/* The step that shows what that event of the log did. */
static int
step_of(const struct table *t, int64_t n)
{
	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];

		if (row->n == n)
			return (int)i + 1;
	}
	return 0;
}

/* The list stays in the order of steps. */
static void
add_jump(json_t *list, int step, const char *text)
{
	size_t i = json_array_size(list);

	while (i > 0 && json_integer_value(json_object_get(
			    json_array_get(list, i - 1), "n")) > step)
		i--;
	json_array_insert_new(
	    list, i, json_pack("{s:i, s:s}", "n", step, "text", text));
}

/* A round begins with the event that ended what was before it. */
static json_t *
rounds(const struct reader *r, const GPtrArray *chapters)
{
	json_t *list = json_array();

	for (guint i = 1; i < chapters->len; i++) {
		const struct chapter *before = chapters->pdata[i - 1];
		g_autofree char *label = story_label(r, chapters->pdata[i]);

		add_jump(list, step_of(r->t, before->end), label);
	}
	return list;
}

static json_t *
turning(const struct reader *r, const GPtrArray *chapters)
{
	json_t *list = json_array(), *ends, *one;
	size_t i;

	if (!match_over(r->t->match))
		return list;
	ends = ending_turning_ends(r, chapters);
	json_array_foreach(ends, i, one)
	{
		json_int_t end =
		    json_integer_value(json_object_get(one, "end"));

		if (end >= 0)
			add_jump(list, step_of(r->t, end),
			    json_string_value(json_object_get(one, "text")));
	}
	json_decref(ends);
	return list;
}

/* Two lists of steps, each in order, as one. */
static json_t *
merge(const json_t *a, const json_t *b)
{
	json_t *all = json_array();
	size_t i = 0, k = 0;

	while (i < json_array_size(a) || k < json_array_size(b)) {
		json_t *x = json_array_get(a, i), *y = json_array_get(b, k);
		bool first =
		    y == NULL ||
		    (x != NULL &&
			json_integer_value(json_object_get(x, "n")) <=
			    json_integer_value(json_object_get(y, "n")));

		json_array_append(all, first ? x : y);
		*(first ? &i : &k) += 1;
	}
	return all;
}

/* What a robot thinks of the moves stands among the turning points. */
static int
add_thoughts(const struct reader *r, json_t *context)
{
	json_t *thoughts = afterthoughts(r);

	if (thoughts == NULL)
		return -1;
	json_object_set_new(context, "turning",
	    merge(json_object_get(context, "turning"), thoughts));
	json_decref(thoughts);
	return 0;
}

/* Their names; robots are called so. */
static json_t *
players(const struct reader *r)
{
	json_t *list = json_array();

	for (int s = 0; s < (int)table_seats(r->t); s++) {
		const struct seat_row *row = table_seat(r->t, s);
		g_autofree char *key = g_strdup_printf("robot.%s", row->level);
		g_autofree char *robot =
		    row->level == NULL || !robot_plays(row)
			? NULL
			: reader_say(r, phrase_new(key, NULL));

		json_array_append_new(
		    list, robot == NULL
			      ? json_string(r->t->names[s])
			      : json_sprintf("%s (%s)", r->t->names[s], robot));
	}
	return list;
}

static json_t *
page_context(const struct reader *r)
{
	struct table *t = r->t;
	g_autofree char *key = g_strdup_printf("game.%s", t->row->game);
	g_autofree char *game = reader_say(r, phrase_new(key, NULL));
	g_autofree char *title = reader_say(
	    r, phrase_new("replay.title", json_pack("{s:s, s:I}", "game", game,
					      "n", (json_int_t)t->row->id)));
	g_autoptr(GPtrArray) chapters = story_chapters(r, 0);

	return json_pack("{s:o, s:o, s:o, s:o}", "title",
	    json_sprintf("%s: %s", title, t->row->name), "players", players(r),
	    "rounds", rounds(r, chapters), "turning", turning(r, chapters));
}

char *
replay_of(struct table *t, const struct catalog *language, bool thoughts,
    GPtrArray *story, struct film *film)
{
	struct reader all = reader_view(t, SEAT_ONLOOKER);
	struct film *own = film == NULL ? film_new(REPLAY_MOST, NULL) : NULL;
	struct film *drawn = film == NULL ? own : film;
	struct replay *replay;
	json_t *context;
	char *page = NULL;

	all.language = language;
	all.story = story;
	context = page_context(&all);
	if (film_match(drawn) != NULL)
		json_object_set_new(
		    context, "match", json_string(film_match(drawn)));
	if ((!thoughts || add_thoughts(&all, context) == 0) &&
	    (replay = film_show(drawn, &all)) != NULL)
		page = replay_page(replay, language, context, t->home->err);
	json_decref(context);
	film_free(own);
	return page;
}

/* ---- the files of the last letter ---- */

/* The name and the bytes are taken over. */
static void
attach(GPtrArray *list, char *name, const char *type, GBytes *bytes)
{
	g_ptr_array_add(list, attachment_new(name, type, bytes));
	g_free(name);
	g_bytes_unref(bytes);
}

/* As "turnpost export" writes it, but for blanks and whose results these are; a
 * long one packed. */
static void
attach_record(struct table *t, const struct catalog *language, GPtrArray *list)
{
	long long id = (long long)t->row->id;
	json_t *record = record_of(t, language, false);
	g_autoptr(GBytes) bytes = NULL;
	char *text;

	record_impersonal(record);
	text = json_dumps(record, JSON_COMPACT);
	bytes = g_bytes_new_with_free_func(text, strlen(text), free, text);

	json_decref(record);
	if (g_bytes_get_size(bytes) <= REPLAY_RECORD_MOST)
		attach(list, g_strdup_printf("match-%lld.json", id),
		    "application/json", g_bytes_ref(bytes));
	else
		attach(list, g_strdup_printf("match-%lld.json.gz", id),
		    "application/gzip", gzip_pack(bytes));
}

static GPtrArray *
make_all(struct table *t, const struct catalog *language)
{
	char *page = replay_of(t, language, false, NULL, NULL);
	GPtrArray *list;

	if (page == NULL)
		return NULL;
	list = g_ptr_array_new_with_free_func((GDestroyNotify)attachment_free);
	attach_record(t, language, list);
	attach(list, g_strdup_printf("match-%lld.html", (long long)t->row->id),
	    "text/html", g_bytes_new_take(page, strlen(page)));
	return list;
}

const GPtrArray *
replay_attached(const struct reader *r, json_t *context)
{
	struct table *t = r->t;
	const char *language = catalog_language(r->language);
	const struct attachment *record, *page;
	GPtrArray *list;

	if (t->attached == NULL)
		t->attached = g_hash_table_new_full(g_str_hash, g_str_equal,
		    g_free, (GDestroyNotify)g_ptr_array_unref);
	list = g_hash_table_lookup(t->attached, language);
	if (list == NULL) {
		if ((list = make_all(t, r->language)) == NULL)
			return NULL;
		g_hash_table_insert(t->attached, g_strdup(language), list);
	}
	record = list->pdata[0];
	page = list->pdata[1];
	json_object_set_new(context, "attached",
	    json_pack(
		"{s:s, s:s}", "record", record->name, "page", page->name));
	return list;
}

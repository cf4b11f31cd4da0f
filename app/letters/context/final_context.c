/* SPDX-License-Identifier: ISC */
/*
 * Context of the last letter: the scores round by round, what was shown in
 * each, the log, and how it goes on.  Until a match is over only what lies open
 * goes in.
 */
#include "app/letters/context/final_context.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/context/story_context.h"
#include "app/letters/context/view.h"
#include "app/letters/story/highlights.h"
#include "app/letters/story/story.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/sentence.h"
#include "robot/level.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"

#include <string.h>

enum {
	CHART_ROWS = 12, /* of the chart in the text */
	LOG_MOVES = 300 /* in the letter: more stand in what is attached */
};

static bool
is_round(const struct chapter *c)
{
	return c->head != NULL && c->end >= 0;
}

/* ---- the chart ---- */

/* A round that goes on is charted as it stands. */
static json_t *
chart_player(struct table *t, const GPtrArray *chapters, int seat)
{
	json_t *scores = json_array();

	for (guint i = 0; i < chapters->len; i++) {
		const struct chapter *c = chapters->pdata[i];

		if (is_round(c))
			json_array_append_new(
			    scores, json_integer(c->after[seat]));
	}
	return json_pack(
	    "{s:s, s:o}", "name", t->names[seat], "scores", scores);
}

/* Rounds after which the scores are others, and the last one. */
static GPtrArray *
rounds_to_show(struct table *t, const GPtrArray *chapters)
{
	GPtrArray *list = g_ptr_array_new();
	size_t size = table_seats(t) * sizeof(int32_t);
	struct chapter *last = NULL;

	for (guint i = 0; i < chapters->len; i++) {
		struct chapter *c = chapters->pdata[i];

		if (!is_round(c))
			continue;
		if (memcmp(c->before, c->after, size) != 0)
			g_ptr_array_add(list, c);
		last = c;
	}
	if (list->len == 0 || list->pdata[list->len - 1] != last)
		g_ptr_array_add(list, last);
	return list;
}

/* The rows of the text: some of them, if they are many, and the last one. */
static json_t *
chart_rows(struct table *t, const GPtrArray *chapters)
{
	g_autoptr(GPtrArray) shown = rounds_to_show(t, chapters);
	guint step = (shown->len + CHART_ROWS - 1) / CHART_ROWS;
	json_t *rows = json_array();

	for (guint i = 0; i < shown->len; i++) {
		const struct chapter *c = shown->pdata[i];
		json_t *cells;

		if ((shown->len - 1 - i) % step != 0)
			continue;
		cells = json_array();
		for (size_t s = 0; s < table_seats(t); s++)
			json_array_append_new(cells, json_integer(c->after[s]));
		json_array_append_new(rows,
		    json_pack("{s:i, s:o}", "n", c->number, "cells", cells));
	}
	return rows;
}

static void
chart_context(struct table *t, const GPtrArray *chapters, json_t *context)
{
	json_t *rounds = json_array(), *players = json_array();

	for (guint i = 0; i < chapters->len; i++) {
		const struct chapter *c = chapters->pdata[i];

		if (is_round(c))
			json_array_append_new(
			    rounds, json_sprintf("%d", c->number));
	}
	if (json_array_size(rounds) == 0) {
		json_decref(rounds);
		json_decref(players);
		return;
	}
	for (int s = 0; s < (int)table_seats(t); s++)
		json_array_append_new(players, chart_player(t, chapters, s));
	json_object_set_new(context, "chart",
	    json_pack("{s:o, s:o, s:o}", "rows", chart_rows(t, chapters),
		"rounds", rounds, "players", players));
}

/* ---- what each turned out to be ---- */

/* What the sentence shows, in the reader's words; NULL: nothing. */
static char *
shown_text(const struct reader *r, const struct heard_say *heard, int *seat)
{
	const struct game *game = r->t->game;
	const struct say *say = heard->say;
	const struct plot *plot = heard->plot;
	struct phrase *phrase;

	if (plot == NULL || plot->shows == NULL ||
	    !say_value(game, say, plot->who, seat))
		return NULL;
	phrase = say_phrase(r->t->match, say);
	g_free(phrase->key);
	phrase->key = g_strdup_printf(
	    "%s.shown.%s", game->name, game->sentences[say->sentence].key);
	return reader_say(r, phrase);
}

static json_t *
shown_row(const struct reader *r, const struct chapter *c, bool *any)
{
	json_t *cells = json_array();

	for (size_t s = 0; s < table_seats(r->t); s++)
		json_array_append_new(cells, json_object());
	for (guint i = 0; i < c->heard->len; i++) {
		int seat = 0;
		g_autofree char *text = shown_text(
		    r, &g_array_index(c->heard, struct heard_say, i), &seat);

		if (text == NULL)
			continue;
		*any = true;
		json_object_set_new(json_array_get(cells, (size_t)seat), "text",
		    json_string(text));
	}
	return json_pack("{s:i, s:o}", "n", c->number, "cells", cells);
}

static void
shown_context(
    const struct reader *r, const GPtrArray *chapters, json_t *context)
{
	json_t *rows = json_array();
	bool any = false;

	for (guint i = 0; i < chapters->len; i++)
		if (is_round(chapters->pdata[i]))
			json_array_append_new(
			    rows, shown_row(r, chapters->pdata[i], &any));
	if (any)
		json_object_set_new(
		    context, "shown", json_pack("{s:o}", "rows", rows));
	else
		json_decref(rows);
}

/* ---- the log ---- */

/* The items of a log that belong to that chapter, from *at on. */
static json_t *
moves_of(struct table *t, const struct chapter *c, const json_t *log, guint *at)
{
	json_t *moves = json_array();

	for (; *at < t->events->len; ++*at) {
		const struct event_row *row = t->events->pdata[*at];

		if (c->end >= 0 && row->n > c->end)
			break;
		json_array_append(moves, json_array_get(log, *at));
	}
	return moves;
}

/* Whole rounds, the newest ones, so that they are not too many moves. */
static void
rounds_context(
    const struct reader *r, const GPtrArray *chapters, json_t *context)
{
	struct table *t = r->t;
	const json_t *log = json_object_get(context, "log");
	json_t *rounds = json_array();
	bool less = false;
	guint at = 0;

	for (guint i = 0; i < chapters->len; i++) {
		const struct chapter *c = chapters->pdata[i];
		guint left = t->events->len - at;
		json_t *moves = moves_of(t, c, log, &at);
		g_autofree char *head =
		    c->head != NULL ? story_label(r, c) : NULL;
		bool last = at == t->events->len;

		if ((left > LOG_MOVES && !last) || json_array_size(moves) == 0)
			json_decref(moves);
		else
			json_array_append_new(
			    rounds, json_pack("{s:s?, s:o}", "head", head,
					"moves", moves));
		less |= left > LOG_MOVES && !last;
	}
	json_object_set_new(context, "rounds", rounds);
	json_object_set_new(context, "rounds_less", json_boolean(less));
}

/* ---- all of it ---- */

/* The seats, how many robots, and their level, if all have the same and it is
 * not the usual one.  Nothing if people have left: then it was no match against
 * robots. */
static void
add_robots(struct table *t, json_t *again)
{
	const char *level = NULL;
	int robots = 0;
	bool same = true;

	for (int s = 0; s < (int)table_seats(t); s++) {
		const struct seat_row *row = table_seat(t, s);

		if (row->occupant != OCCUPANT_ROBOT || row->level == NULL)
			continue;
		same =
		    same && (level == NULL || g_str_equal(level, row->level));
		level = row->level;
		robots++;
	}
	if (robots + 1 < (int)table_seats(t))
		return;
	json_object_set_new(
	    again, "players", json_integer((json_int_t)table_seats(t)));
	json_object_set_new(again, "robots", json_integer(robots));
	if (same && !g_str_equal(level, robot_level_word(ROBOT_MEDIUM)))
		json_object_set_new(
		    again, "level", json_pack("{s:b}", level, 1));
}

/* How to play once more: by mail, if people may make matches; a player who had
 * only robots at the table may want some again. */
static json_t *
again_context(const struct reader *r)
{
	struct table *t = r->t;
	bool closed = t->home->config->signup.mode == SIGNUP_MODE_CLOSED;
	json_t *again = json_pack("{s:b}", "closed", closed);

	if (r->seat >= 0 && robots_alone_beside(t, r->seat))
		add_robots(t, again);
	return again;
}

/* ---- the proof of the shuffle ---- */

static json_t *
hex_of(const unsigned char seed[SEED_SIZE])
{
	char hex[SEED_HEX_SIZE];

	seed_to_hex(seed, hex);
	return json_string(hex);
}

static json_t *
proof_context(struct table *t)
{
	unsigned char commitment[SEED_SIZE];
	json_t *proof, *luck = json_array();

	seed_commitment(t->row->server_seed, commitment);
	proof = json_pack("{s:o, s:o, s:o}", "server_seed",
	    hex_of(t->row->server_seed), "commitment", hex_of(commitment),
	    "seed", hex_of(t->row->seed));
	if (t->row->agreed != NULL)
		json_object_set_new(
		    proof, "agreed", json_string(t->row->agreed));
	for (int s = 0; s < (int)table_seats(t); s++) {
		const struct seat_row *row = table_seat(t, s);

		if (row->luck != NULL)
			json_array_append_new(
			    luck, json_pack("{s:s, s:s}", "name", row->name,
				      "words", row->luck));
	}
	json_object_set_new(proof, "luck", luck);
	return proof;
}

static void
brief_context(
    const struct reader *r, const GPtrArray *chapters, json_t *context)
{
	struct table *t = r->t;
	g_autofree char *verdict = ending_verdict(r);

	json_object_set_new(context, "proof", proof_context(t));
	json_object_set_new(context, "verdict", json_string(verdict));
	chart_context(t, chapters, context);
	json_object_set_new(context, "turning", ending_turning(r, chapters));
	json_object_set_new(context, "open", context_view(t, SEAT_REFEREE));
}

void
ending_brief_context(const struct reader *r, json_t *context)
{
	g_autoptr(GPtrArray) chapters = story_chapters(r, 0);

	brief_context(r, chapters, context);
}

void
ending_context(const struct reader *r, json_t *context)
{
	g_autoptr(GPtrArray) chapters = story_chapters(r, 0);

	brief_context(r, chapters, context);
	shown_context(r, chapters, context);
	rounds_context(r, chapters, context);
	json_object_set_new(context, "again", again_context(r));
}

void
ending_left_context(const struct reader *r, json_t *context)
{
	struct table *t = r->t;
	g_autoptr(GPtrArray) chapters = story_chapters(r, 0);

	if (t->match == NULL)
		return;
	if (t->game->scores_open)
		chart_context(t, chapters, context);
	json_object_set_new(context, "past", story_past(r));
}

/* SPDX-License-Identifier: ISC */
/*
 * The pages of a match: what an onlooker may know who asks at this moment, and
 * all of it when it is over.  What was said at the table, and what became of
 * seats, is between the players and is left out.
 */
#include "app/pages/site.h"

#include "app/home/home.h"
#include "app/letters/context/context.h"
#include "app/letters/context/final_context.h"
#include "app/letters/context/story_context.h"
#include "app/letters/story/record.h"
#include "app/letters/story/story.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/status.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/report.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/pages/folder.h"
#include "app/pages/series.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "policy/clock.h"
#include "render/picture/picture.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"
#include "store/matches/timers.h"
#include "store/pages.h"

/* A match whose pages are made. */
struct shown_match {
	struct table *t;
	struct namings *names;
	GPtrArray *story; /* as onlookers were told it: struct chapter * */
	struct result result; /* of one that is over */
	const int32_t *scores; /* as far as they lie open, or NULL */
	seatset asked;
	int64_t until; /* 0: no deadline */
	bool over, replay;
	int64_t series; /* of whose tables it is one; 0: none that is shown */
	char *series_name;
	/* The table with words left open, and the names that are in it; NULL:
	 * not drawn yet. */
	GString *board;
	char **board_names;
	/* Of a match that is over, and of what it was drawn last; or NULL. */
	char *chart;
	json_t *charted;
};

static void
leave_out_talk(struct table *t)
{
	for (guint i = t->reports->len; i > 0; i--) {
		const struct report *report = t->reports->pdata[i - 1];

		if (report->talk != NULL || report->notice != NULL)
			g_ptr_array_remove_index(t->reports, i - 1);
	}
}

/* The first deadline of a player who is waited for. */
static int
find_deadline(struct shown_match *m)
{
	struct table *t = m->t;
	g_autoptr(GArray) timers = store_timers(t->home->store, t->row->id);

	if (timers == NULL)
		return -1;
	for (guint i = 0; i < timers->len && t->row->paused == 0; i++) {
		const struct timer_row *timer =
		    &g_array_index(timers, struct timer_row, i);

		if (timer->kind == TIMER_DECIDE && timer->seat >= 0 &&
		    (m->asked & SEAT(timer->seat)) &&
		    timer->due != CLOCK_NEVER && !clocks_passed(t, timer) &&
		    (m->until == 0 || timer->due < m->until))
			m->until = timer->due;
	}
	return 0;
}

static int
look_into(struct shown_match *m)
{
	struct table *t = m->t;
	struct reader onlooker;
	const struct report *last;

	leave_out_talk(t);
	onlooker = reader_view(t, SEAT_ONLOOKER);
	m->story = story_chapters(&onlooker, 0);
	if ((m->names = namings_of(t)) == NULL)
		return -1;
	m->over = t->row->status == STATUS_OVER;
	last =
	    t->reports->len > 0 ? t->reports->pdata[t->reports->len - 1] : NULL;
	if (m->over)
		t->game->result(match_state(t->match), &m->result);
	if (m->over)
		m->scores = m->result.score;
	else if (t->game->scores_open && last != NULL)
		m->scores = last->score;
	if (t->row->status != STATUS_RUNNING)
		return 0;
	m->asked = match_to_act(t->match);
	return find_deadline(m);
}

/* ---- what pages show ---- */

static json_t *
players_of(struct site *site, const char *language, struct shown_match *m)
{
	json_t *list = json_array();

	for (int s = 0; s < (int)table_seats(m->t); s++) {
		const struct seat_row *row = table_seat(m->t, s);
		json_t *one = json_pack("{s:s, s:b, s:b}", "name",
		    m->t->names[s], "asked", (m->asked & SEAT(s)) != 0,
		    "winner", (m->result.winners & SEAT(s)) != 0);

		if (m->scores != NULL)
			json_object_set_new(one, "score",
			    json_sprintf("%d", (int)m->scores[s]));
		if (row->level != NULL && robot_plays(row)) {
			g_autofree char *key =
			    g_strdup_printf("robot.%s", row->level);
			g_autofree char *robot =
			    site_say(site, language, key, NULL);

			json_object_set_new(one, "robot", json_string(robot));
		}
		if (m->names->pages[s] != 0)
			json_object_set_new(one, "page",
			    json_sprintf(
				"player-%lld", (long long)m->names->pages[s]));
		json_array_append_new(list, one);
	}
	return list;
}

static void
forget_board(struct shown_match *m)
{
	if (m->board != NULL)
		g_string_free(m->board, TRUE);
	m->board = NULL;
	g_clear_pointer(&m->board_names, g_strfreev);
}

/* Drawn once for all languages that show the same names; NULL: it cannot. */
static char *
draw_board(const struct catalog *words, struct shown_match *m, json_t *context)
{
	const char *const *names = (const char *const *)m->t->names;
	const char *game = m->t->row->game;
	struct picture_words *closing;
	struct err none = { 0 };
	char *svg;

	if (picture_is_own(words, game))
		return picture_svg(words, game, context, &none);
	if (m->board == NULL ||
	    !g_strv_equal((const char *const *)m->board_names, names)) {
		forget_board(m);
		m->board = g_string_new(NULL);
		m->board_names = g_strdupv(m->t->names);
		if (picture_open(words, game, context, NULL, m->board, &none) ==
		    -1) {
			forget_board(m);
			return NULL;
		}
	}
	closing = picture_words_new(words, game, m->t->atom_names);
	svg = picture_close(closing, m->board->str);
	picture_words_free(closing);
	return svg;
}

/* Drawn once for all languages in which it says the same. */
static const char *
draw_chart(struct site *site, const struct catalog *words,
    struct shown_match *m, json_t *chart)
{
	bool own = picture_is_own(words, "chart");

	if (m->chart != NULL && !own && json_equal(m->charted, chart))
		return m->chart;
	g_free(m->chart);
	json_decref(m->charted);
	m->chart = picture_svg(words, "chart", chart, site->home->err);
	m->charted = own ? NULL : json_incref(chart);
	return m->chart;
}

static int
add_picture(struct site *site, const char *language, struct shown_match *m,
    const json_t *letter, json_t *page)
{
	const struct catalog *words = site_catalog(site, language);
	const char *game = m->t->row->game;
	const json_t *view = json_object_get(letter, m->over ? "open" : "view");
	json_t *chart = json_object_get(letter, "chart");
	json_t *context = json_pack("{s:O, s:O?, s:O?}", "view", view, "names",
	    json_object_get(letter, "names"), "atoms",
	    json_object_get(letter, "atoms"));
	char *svg = draw_board(words, m, context);
	const char *drawn;
	g_autofree char *key = g_strconcat(game, ".picture.alt", NULL);
	g_autofree char *alt = site_say(
	    site, language, key, json_incref((json_t *)(uintptr_t)view));

	json_decref(context);
	/* a game need not have a picture */
	if (svg != NULL) {
		json_object_set_new(page, "picture", json_string_nocheck(svg));
		json_object_set_new(page, "alt", json_string(alt));
	}
	g_free(svg);
	if (!m->over || json_array_size(json_object_get(chart, "rounds")) < 2)
		return 0;
	drawn = draw_chart(site, words, m, chart);
	if (drawn == NULL)
		return -1;
	json_object_set_new(page, "chart", json_string_nocheck(drawn));
	return 0;
}

static void
add_how_it_stands(const struct shown_match *m, json_t *page)
{
	const struct match_row *row = m->t->row;
	g_autofree char *began = site_moment(row->started);
	g_autofree char *ended = site_moment(row->ended);
	g_autofree char *until = site_moment(m->until);

	json_object_set_new(page, status_word(row->status), json_true());
	json_object_set_new(page, "began", json_string(began));
	if (row->ended != 0)
		json_object_set_new(page, "ended_at", json_string(ended));
	if (m->until != 0)
		json_object_set_new(page, "until", json_string(until));
	json_object_set_new(page, "paused", json_boolean(row->paused != 0));
	json_object_set_new(page, "moves", json_integer(m->t->events->len));
}

/* As letters to onlookers have it; of a match that is over, without what such a
 * letter shows beside the end.  NULL on an error. */
static json_t *
letter_of(const struct reader *r, const struct shown_match *m)
{
	json_t *letter;

	if (!m->over)
		return context_of(r);
	letter = json_pack("{s:o, s:O?, s:o}", "names",
	    table_name_list(r->t, SEATS_ALL), "atoms", r->t->atom_names,
	    "story", story_context(r, r->told));
	ending_brief_context(r, letter);
	return letter;
}

static json_t *
match_context(struct site *site, const char *language, void *arg)
{
	struct shown_match *m = arg;
	struct table *t = m->t;
	struct reader all = reader_view(t, SEAT_ONLOOKER);
	g_autofree char *key = g_strdup_printf("game.%s", t->row->game);
	g_autofree char *game = site_say(site, language, key, NULL);
	g_autofree char *name = name_plain(t->row->name);
	json_t *letter, *page;

	if (namings_use(m->names, site, language, t) == -1)
		return NULL;
	all.language = site_catalog(site, language);
	all.told = -1; /* the story is told from its beginning */
	all.story = m->story;
	letter = letter_of(&all, m);
	if (letter == NULL)
		return NULL;
	page = json_pack("{s:I, s:s, s:s, s:s?, s:o}", "id",
	    (json_int_t)t->row->id, "name", name, "game", game, "game_page",
	    game_page_of(t->row->game), "players",
	    players_of(site, language, m));
	add_how_it_stands(m, page);
	json_object_set(page, "story", json_object_get(letter, "story"));
	json_object_set(page, "proof", json_object_get(letter, "proof"));
	json_object_set(page, "verdict", json_object_get(letter, "verdict"));
	json_object_set(page, "turning", json_object_get(letter, "turning"));
	json_object_set_new(page, "turning_any",
	    json_boolean(
		json_array_size(json_object_get(letter, "turning")) > 0));
	json_object_set_new(page, "replay", json_boolean(m->replay));
	if (m->series != 0) {
		g_autofree char *of = name_plain(m->series_name);

		json_object_set_new(page, "series",
		    json_pack(
			"{s:I, s:s}", "id", (json_int_t)m->series, "name", of));
	}
	if (add_picture(site, language, m, letter, page) == -1)
		g_clear_pointer(&page, json_decref);
	json_decref(letter);
	return page;
}

/* Pages of players are there before a match leads to them. */
static int
write_players(struct site *site, const struct shown_match *m)
{
	for (size_t s = 0; s < table_seats(m->t); s++)
		if (m->names->pages[s] != 0 &&
		    list_player_first(
			site, m->names->pages[s], m->names->names[s]) == -1)
			return -1;
	return 0;
}

/* ---- of a match that is over ---- */

/* The numbers of its events follow one another: gaps would tell of talk. */
static int
write_record(struct site *site, struct shown_match *m)
{
	g_autofree char *file =
	    g_strdup_printf("match-%lld.json", (long long)m->t->row->id);
	json_t *record, *event;
	char *text;
	size_t i;
	int r;

	if (namings_use(m->names, site, "en", m->t) == -1)
		return -1;
	record = record_of(m->t, site_catalog(site, "en"), false);
	record_impersonal(record);
	json_object_set_new(record, "talk", json_array());
	json_array_foreach(json_object_get(record, "events"), i, event)
	    json_object_set_new(event, "n", json_integer((json_int_t)i + 1));
	text = json_dumps(record, JSON_INDENT(1));
	r = folder_put(site->folder, file, text);
	free(text);
	json_decref(record);
	return r;
}

/* ---- what lists tell ---- */

static json_t *
summary_of(struct shown_match *m)
{
	struct table *t = m->t;
	json_t *players = json_array(), *people = json_array();
	json_t *ending = m->over && t->game->ending != NULL
			     ? t->game->ending(match_state(t->match))
			     : NULL;

	for (int s = 0; s < (int)table_seats(t); s++) {
		const struct seat_row *row = table_seat(t, s);
		json_t *one = json_pack("{s:s?, s:I, s:b, s:b}", "name",
		    m->names->names[s], "page", (json_int_t)m->names->pages[s],
		    "winner", (m->result.winners & SEAT(s)) != 0, "asked",
		    (m->asked & SEAT(s)) != 0);

		if (m->scores != NULL)
			json_object_set_new(
			    one, "score", json_integer(m->scores[s]));
		if (row->level != NULL && robot_plays(row))
			json_object_set_new(
			    one, "robot", json_string(row->level));
		json_object_set(one, "role",
		    json_array_get(
			json_object_get(ending, "roles"), (size_t)s));
		json_array_append_new(players, one);
		if (row->person != 0)
			json_array_append_new(
			    people, json_integer(row->person));
	}
	json_decref(ending);
	/* the page of a player who gave a seat away must not stay as it was */
	for (guint i = 0; i < t->tenures->len; i++) {
		const struct tenure_row *tenure = t->tenures->pdata[i];

		if (tenure->person != 0)
			json_array_append_new(
			    people, json_integer(tenure->person));
	}
	return json_pack("{s:s, s:o, s:o, s:I, s:i, s:I}", "name", t->row->name,
	    "players", players, "people", people, "started",
	    (json_int_t)t->row->started, "moves", (int)t->events->len, "until",
	    (json_int_t)m->until);
}

/* What a match that is over has beside its page; *alone: replays that do not
 * lead to that page yet, because it is not there. */
static int
write_replays(
    struct site *site, struct shown_match *m, const char *name, char ***alone)
{
	const int64_t match = m->t->row->id;
	const bool lone = !site_has_all(site, name);
	g_auto(GStrv) texts = NULL;

	if (!m->over)
		return 0;
	if (write_record(site, m) == -1)
		return -1;
	/* one that is there may show a name that is to be hidden now */
	if (!site->replays && !replays_are_there(site, match))
		return 0;
	texts = replays_of(site, m->t, m->names, m->story);
	if (texts == NULL || replays_put(site, match, texts, lone) == -1)
		return -1;
	m->replay = true;
	if (lone)
		*alone = g_steal_pointer(&texts);
	return 0;
}

static int
write_pages(struct site *site, struct shown_match *m, struct page_row *row)
{
	g_autofree char *name =
	    g_strdup_printf("match-%lld", (long long)m->t->row->id);
	g_auto(GStrv) alone = NULL;
	json_t *summary;
	char *text;

	if (look_into(m) == -1 || write_players(site, m) == -1 ||
	    series_page_of(site, m->t->row->id, &m->series, &m->series_name) ==
		-1)
		return -1;
	summary = summary_of(m);
	text = json_dumps(summary, JSON_COMPACT);
	json_decref(summary);
	row->summary = g_strdup(text);
	free(text);
	row->status = g_strdup(status_word(m->t->row->status));
	row->game = g_strdup(m->t->row->game);
	row->ended = m->t->row->ended;
	if (write_replays(site, m, name, &alone) == -1 ||
	    site_write(site, "site-match", name, match_context, m) == -1)
		return -1;
	return alone == NULL ? 0
			     : replays_put(site, m->t->row->id, alone, false);
}

int
match_pages(
    struct site *site, const struct stale_row *stale, struct page_row *row)
{
	struct shown_match m = { .t = table_look(site->home, stale->number) };
	int r = 0;

	if (m.t == NULL)
		return -1;
	if (m.t->match != NULL)
		r = write_pages(site, &m, row);
	else { /* it ended before it began */
		row->status = g_strdup("");
		row->game = g_strdup("");
		row->summary = g_strdup("{}");
	}
	row->stamp = m.over && !m.replay ? store_page_bare(stale->stamp)
					 : g_strdup(stale->stamp);
	forget_board(&m);
	if (m.story != NULL)
		g_ptr_array_unref(m.story);
	g_free(m.chart);
	g_free(m.series_name);
	json_decref(m.charted);
	if (m.names != NULL)
		namings_free(m.names, table_seats(m.t));
	table_free(m.t);
	return r;
}

int
match_pages_drop(struct site *site, int64_t match)
{
	g_autofree char *name = g_strdup_printf("match-%lld", (long long)match);
	g_autofree char *replay =
	    g_strdup_printf("replay-%lld", (long long)match);
	g_autofree char *record = g_strconcat(name, ".json", NULL);

	return replays_leave(site, match) == -1 ||
		       site_drop(site, name) == -1 ||
		       site_drop(site, replay) == -1
		   ? -1
		   : folder_drop(site->folder, record);
}

/* SPDX-License-Identifier: ISC */
/*
 * Lists of matches: the start page, a page for each hundred, a page for each
 * player who wants one.  They are made of summaries, so that no match is played
 * again for them.
 */
#include "app/pages/site.h"
#include "app/pages/series.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/table.h"
#include "app/pages/folder.h"
#include "core/rules.h"
#include "games/games.h"
#include "render/body.h"
#include "store/matches.h"
#include "store/pages.h"
#include "store/seats.h"
#include "store/shown.h"
#include "store/signup.h"

#include <stdint.h>
#include <string.h>

enum {
	RUNNING_MOST = 60,
	RECENT_MOST = 30,
	PLAYED_MOST = 200, /* that a player's page lists; it counts all */
	SEATS_MOST = 40
};

static json_t *
player_item(const struct site *site, const char *language, const json_t *player,
    int seat)
{
	g_autofree char *name = name_said(site, language,
	    json_string_value(json_object_get(player, "name")), seat);
	const char *level = json_string_value(json_object_get(player, "robot"));
	json_int_t page = json_integer_value(json_object_get(player, "page"));
	json_t *score = json_object_get(player, "score");
	json_t *item = json_pack("{s:s, s:O, s:O}", "name", name, "winner",
	    json_object_get(player, "winner"), "asked",
	    json_object_get(player, "asked"));

	if (score != NULL)
		json_object_set_new(item, "score",
		    json_sprintf("%d", (int)json_integer_value(score)));
	if (page != 0)
		json_object_set_new(
		    item, "page", json_sprintf("player-%lld", (long long)page));
	if (level != NULL) {
		g_autofree char *key = g_strdup_printf("robot.%s", level);
		g_autofree char *robot = site_say(site, language, key, NULL);

		json_object_set_new(item, "robot", json_string(robot));
	}
	return item;
}

static void
add_time(json_t *item, const char *key, int64_t at)
{
	g_autofree char *text = at == 0 ? NULL : site_moment(at);

	if (text != NULL)
		json_object_set_new(item, key, json_string(text));
}

/* NULL: there is nothing to tell any more. */
static json_t *
list_item(
    const struct site *site, const char *language, const struct page_row *row)
{
	json_t *summary = json_loads(row->summary, 0, NULL);
	const char *name = json_string_value(json_object_get(summary, "name"));
	g_autofree char *key = g_strdup_printf("game.%s", row->game);
	g_autofree char *game = NULL, *plain = NULL;
	json_t *item, *players = json_array(), *player;
	size_t i;

	if (name == NULL) {
		json_decref(players);
		json_decref(summary);
		return NULL;
	}
	game = site_say(site, language, key, NULL);
	plain = name_plain(name);
	json_array_foreach(json_object_get(summary, "players"), i, player)
	    json_array_append_new(
		players, player_item(site, language, player, (int)i));
	item = json_pack("{s:I, s:s, s:s, s:s, s:o, s:b}", "id",
	    (json_int_t)row->number, "name", plain, "game", game, "game_page",
	    row->game, "players", players, row->status, 1);
	add_time(item, "ended_at", row->ended);
	add_time(item, "until",
	    json_integer_value(json_object_get(summary, "until")));
	json_decref(summary);
	return item;
}

json_t *
list_items(const struct site *site, const char *language, const GPtrArray *rows)
{
	json_t *list = json_array();

	for (guint i = 0; i < rows->len; i++) {
		json_t *item = list_item(site, language, rows->pdata[i]);

		if (item != NULL)
			json_array_append_new(list, item);
	}
	return list;
}

static json_t *
list_page(const struct site *site, const char *language, const GPtrArray *rows)
{
	json_t *list = list_items(site, language, rows);

	return json_pack(
	    "{s:b, s:o}", "any", json_array_size(list) > 0, "matches", list);
}

/* ---- a hundred ---- */

struct hundred {
	int64_t number;
	GPtrArray *rows;
};

static json_t *
hundred_context(struct site *site, const char *language, void *arg)
{
	const struct hundred *h = arg;
	json_t *page = list_page(site, language, h->rows);

	json_object_set_new(
	    page, "first", json_integer(MAX(1, h->number * 100)));
	json_object_set_new(page, "last", json_integer(h->number * 100 + 99));
	return page;
}

int
list_hundred(struct site *site, int64_t hundred)
{
	g_autoptr(GPtrArray) rows = store_pages_between(site->home->store,
	    site->folder->id, hundred * 100, hundred * 100 + 99);
	struct hundred h = { hundred, rows };
	g_autofree char *name =
	    g_strdup_printf("matches-%lld", (long long)hundred);

	return rows == NULL ? -1
			    : site_write(site, "site-matches", name,
				  hundred_context, &h);
}

/* ---- a player ---- */

struct player {
	GPtrArray *rows; /* struct page_row *, of another array */
	char *name;
	int64_t played, won;
};

static json_t *
player_context(struct site *site, const char *language, void *arg)
{
	const struct player *p = arg;
	json_t *page = list_page(site, language, p->rows);

	json_object_set_new(page, "name", json_string(p->name));
	json_object_set_new(page, "played", json_integer(p->played));
	json_object_set_new(page, "won", json_integer(p->won));
	return page;
}

/* Whether the summary tells of that person's seat; then it counts. */
static bool
count_match(struct player *p, const struct page_row *row, int64_t person)
{
	json_t *summary = json_loads(row->summary, 0, NULL);
	json_t *player;
	bool found = false;
	size_t i;

	json_array_foreach(json_object_get(summary, "players"), i, player)
	{
		if (json_integer_value(json_object_get(player, "page")) !=
		    person)
			continue;
		found = true;
		if (p->name == NULL)
			p->name = g_strdup(
			    json_string_value(json_object_get(player, "name")));
		if (strcmp(row->status, "over") == 0) {
			p->played++;
			p->won +=
			    json_is_true(json_object_get(player, "winner"));
		}
	}
	json_decref(summary);
	return found;
}

/* What the rows of matches, the newest of which comes first and tells the name,
 * say of that person: no name if none tells of her. */
static struct player
find_player(const GPtrArray *rows, int64_t person)
{
	struct player p = { .rows = g_ptr_array_new() };

	for (guint i = 0; i < rows->len; i++)
		if (count_match(&p, rows->pdata[i], person) &&
		    p.rows->len < PLAYED_MOST)
			g_ptr_array_add(p.rows, rows->pdata[i]);
	return p;
}

static char *
player_page(int64_t person)
{
	return g_strdup_printf("player-%lld", (long long)person);
}

/* Write the page of a player of whom a match tells, or drop that of another. */
static int
bring_up_to_date(struct site *site, int64_t person, bool drop)
{
	g_autoptr(GPtrArray) rows =
	    store_pages_of(site->home->store, site->folder->id, person);
	g_autofree char *page = player_page(person);
	struct player p;
	int r = 0;

	if (rows == NULL)
		return -1;
	p = find_player(rows, person);
	if (drop && p.name == NULL)
		r = site_drop(site, page);
	else if (!drop && p.name != NULL)
		r = site_write(site, "site-player", page, player_context, &p);
	g_free(p.name);
	g_ptr_array_unref(p.rows);
	return r;
}

int
list_player(struct site *site, int64_t person)
{
	return bring_up_to_date(site, person, false);
}

int
list_player_drop(struct site *site, int64_t person)
{
	return bring_up_to_date(site, person, true);
}

int
list_player_first(struct site *site, int64_t person, const char *name)
{
	g_autoptr(GPtrArray) none = g_ptr_array_new();
	g_autofree char *file = player_page(person);
	struct player p = { .rows = none, .name = (char *)(uintptr_t)name };

	return site_has_all(site, file)
		   ? 0
		   : site_write(site, "site-player", file, player_context, &p);
}

/* ---- the start page ---- */

struct start {
	GPtrArray *running, *recent;
	GArray *hundreds, *mustering;
	int64_t over;
	bool games; /* their pages are there */
};

/* A match that gathers its players, if others may join: how many seats are
 * free.  Nobody has agreed yet, so nobody is named. */
static int
add_open(struct site *site, const char *language, int64_t match, json_t *list)
{
	struct signup_row signup = { 0 };
	struct match_row *row;
	GPtrArray *seats;
	bool joinable = false;
	g_autofree char *game = NULL, *key = NULL, *name = NULL;
	int free_seats;

	if (store_signup(site->home->store, match, &signup, &joinable) == -1)
		return -1;
	if (!joinable || signup.invited || signup.state != SIGNUP_OPEN)
		return 0;
	row = store_match(site->home->store, match);
	seats = row == NULL ? NULL : store_seats(site->home->store, match);
	if (seats == NULL) {
		match_row_free(row);
		return -1;
	}
	free_seats = row->wanted - (int)seats->len;
	key = g_strdup_printf("game.%s", row->game);
	game = site_say(site, language, key, NULL);
	name = name_plain(row->name);
	if (free_seats > 0)
		json_array_append_new(
		    list, json_pack("{s:I, s:s, s:s, s:s, s:i}", "id",
			      (json_int_t)match, "name", name, "game", game,
			      "game_page", row->game, "free", free_seats));
	g_ptr_array_unref(seats);
	match_row_free(row);
	return 0;
}

/* NULL on an error. */
static json_t *
game_item(
    const struct site *site, const char *language, const struct game *game)
{
	g_autofree char *key = g_strdup_printf("game.%s", game->name);
	g_autofree char *title = site_say(site, language, key, NULL);
	json_t *context = json_object();
	g_autofree char *teaser = catalog_letter(site_catalog(site, language),
	    game->name, "teaser", context, site->home->err);

	json_decref(context);
	if (teaser == NULL)
		return NULL;
	return json_pack("{s:s, s:s, s:s, s:b, s:i, s:i}", "page", game->name,
	    "title", title, "teaser", teaser, "board",
	    board_is_there(site, language, game), "least", game->min_seats,
	    "most", game->max_seats);
}

static json_t *
games_list(const struct site *site, const char *language)
{
	json_t *list = json_array();

	for (size_t i = 0; games_all[i] != NULL; i++) {
		json_t *item;

		if (!games_all[i]->released)
			continue;
		item = game_item(site, language, games_all[i]);
		if (item == NULL) {
			json_decref(list);
			return NULL;
		}
		json_array_append_new(list, item);
	}
	return list;
}

static json_t *
hundreds_list(const struct start *s)
{
	json_t *list = json_array();

	for (guint i = s->hundreds->len; i > 0; i--) {
		long long n = g_array_index(s->hundreds, int64_t, i - 1);

		json_array_append_new(
		    list, json_pack("{s:o, s:I, s:I}", "page",
			      json_sprintf("matches-%lld", n), "first",
			      (json_int_t)MAX(1, n * 100), "last",
			      (json_int_t)(n * 100 + 99)));
	}
	return list;
}

static json_t *
start_context(struct site *site, const char *language, void *arg)
{
	const struct start *s = arg;
	json_t *page = json_object(), *open = json_array();
	json_t *series = NULL;
	json_t *games = s->games ? games_list(site, language) : json_array();
	bool closed = site->home->config->signup.mode != SIGNUP_MODE_ANY;

	for (guint i = 0;
	     games != NULL && i < s->mustering->len && i < SEATS_MOST; i++)
		if (add_open(site, language,
			g_array_index(s->mustering, int64_t, i), open) == -1)
			g_clear_pointer(&games, json_decref);
	if (games == NULL) {
		json_decref(open);
		json_decref(page);
		return NULL;
	}
	json_object_set_new(
	    page, "open_any", json_boolean(json_array_size(open) > 0));
	json_object_set_new(page, "open", open);
	json_object_set_new(page, "closed", json_boolean(closed));
	json_object_set_new(
	    page, "running", list_page(site, language, s->running));
	json_object_set_new(
	    page, "recent", list_page(site, language, s->recent));
	json_object_set_new(page, "over", json_integer(s->over));
	json_object_set_new(page, "games", games);
	json_object_set_new(page, "hundreds", hundreds_list(s));
	if (s->games && (series = series_shown(site, language)) == NULL) {
		json_decref(page);
		return NULL;
	}
	json_object_set_new(
	    page, "series_any", json_boolean(json_array_size(series) > 0));
	json_object_set_new(
	    page, "series", series != NULL ? series : json_array());
	json_object_set_new(
	    page, "hundreds_any", json_boolean(s->hundreds->len > 0));
	return page;
}

int
list_start(struct site *site)
{
	struct store *store = site->home->store;
	const char *id = site->folder->id;
	g_autoptr(GPtrArray) running =
	    store_pages_recent(store, id, "running", RUNNING_MOST);
	g_autoptr(GPtrArray) recent =
	    store_pages_recent(store, id, "over", RECENT_MOST);
	g_autoptr(GArray) hundreds = store_pages_hundreds(store, id);
	g_autoptr(GArray) mustering = store_pages_mustering(store);
	struct start s = { running, recent, hundreds, mustering, 0, true };

	if (running == NULL || recent == NULL || hundreds == NULL ||
	    mustering == NULL ||
	    store_pages_count(store, id, "over", &s.over) == -1 ||
	    site_write(site, "site-start", "index", start_context, &s) == -1)
		return -1;
	return site_root(site, start_context, &s);
}

int
list_start_first(struct site *site)
{
	g_autoptr(GPtrArray) none = g_ptr_array_new();
	g_autoptr(GArray) no_numbers =
	    g_array_new(FALSE, FALSE, sizeof(int64_t));
	struct start s = { none, none, no_numbers, no_numbers, 0, false };

	return site_write(site, "site-start", "index", start_context, &s);
}

/* SPDX-License-Identifier: ISC */
/*
 * The start page, for people who have never heard of all this: what it is, how
 * to join, what a turn looks like, and what is played.
 */
#include "app/pages/site.h"
#include "app/pages/series.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/policy_text.h"
#include "app/matches/reader.h"
#include "app/pages/folder.h"
#include "core/rules.h"
#include "games/games.h"
#include "policy/policy.h"
#include "policy/policy_text.h"
#include "render/body.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"
#include "store/pages.h"

/* So that the page stays below 100 KB, whatever the names are. */
enum { RUNNING_MOST = 40, RECENT_MOST = 20, SEATS_MOST = 20 };

struct start {
	GPtrArray *running, *recent;
	GArray *hundreds, *mustering;
	int64_t going_on, over;
	bool games; /* their pages are there */
};

/* How long a turn may take at that table, and what becomes of one that is
 * missed; NULL on an error. */
static char *
turn_time(
    const struct site *site, const char *language, const struct match_row *row)
{
	struct reader all = reader_address(site->home, NULL, NULL);
	struct policy policy;
	json_t *sentences;
	char *told;

	if (policy_read(row->policy, &policy, site->home->err) == -1)
		return NULL;
	all.language = site_catalog(site, language);
	sentences = policy_short(&all, &policy);
	told = g_strjoin(" ", json_string_value(json_array_get(sentences, 0)),
	    policy_any_deadline(&policy)
		? json_string_value(json_array_get(sentences, 1))
		: NULL,
	    NULL);
	json_decref(sentences);
	return told;
}

static int
add_table(const struct site *site, const char *language,
    const struct match_row *row, int taken, json_t *list)
{
	g_autofree char *key = g_strdup_printf("game.%s", row->game);
	g_autofree char *game = site_say(site, language, key, NULL);
	g_autofree char *name = name_plain(row->name);
	g_autofree char *time = turn_time(site, language, row);

	if (time != NULL && taken < row->wanted)
		json_array_append_new(list,
		    json_pack("{s:I, s:s, s:s, s:s, s:i, s:i, s:s}", "id",
			(json_int_t)row->id, "name", name, "game", game,
			"game_page", row->game, "free", row->wanted - taken,
			"seats", row->wanted, "time", time));
	return time == NULL ? -1 : 0;
}

/* A match that gathers its players, if others may join: how many seats are
 * free.  Nobody has agreed yet, so nobody is named. */
static int
add_open(struct site *site, const char *language, int64_t match, json_t *list)
{
	struct store *store = site->home->store;
	struct signup_row signup = { 0 };
	struct match_row *row;
	GPtrArray *seats;
	bool joinable = false;
	int r = -1;

	if (store_signup(store, match, &signup, &joinable) == -1)
		return -1;
	if (!joinable || signup.invited || signup.state != SIGNUP_OPEN)
		return 0;
	row = store_match(store, match);
	seats = row == NULL ? NULL : store_seats(store, match);
	if (seats != NULL) {
		r = add_table(site, language, row, (int)seats->len, list);
		g_ptr_array_unref(seats);
	}
	match_row_free(row);
	return r;
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

/* That of the first game that has one. */
static json_t *
first_example(const struct site *site, const char *language)
{
	json_t *example = NULL;

	for (size_t i = 0; example == NULL && games_all[i] != NULL; i++)
		if (games_all[i]->released)
			example = turn_example(site, language, games_all[i]);
	return example;
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

	for (guint i = 0; games != NULL && i < s->mustering->len &&
			  json_array_size(open) < SEATS_MOST;
	     i++)
		if (add_open(site, language,
			g_array_index(s->mustering, int64_t, i), open) == -1)
			g_clear_pointer(&games, json_decref);
	if (games == NULL) {
		json_decref(open);
		json_decref(page);
		return NULL;
	}
	if (s->games)
		json_object_set_new(page, "now",
		    json_pack("{s:I, s:I, s:I}", "open",
			(json_int_t)json_array_size(open), "running",
			(json_int_t)s->going_on, "over", (json_int_t)s->over));
	json_object_set_new(
	    page, "open_any", json_boolean(json_array_size(open) > 0));
	json_object_set_new(page, "open", open);
	json_object_set_new(page, "closed", json_boolean(closed));
	json_object_set_new(
	    page, "running", list_shown(site, language, s->running));
	json_object_set_new(
	    page, "recent", list_shown(site, language, s->recent));
	json_object_set_new(page, "games", games);
	if (s->games)
		json_object_set_new(
		    page, "turn", first_example(site, language));
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
start_page(struct site *site)
{
	struct store *store = site->home->store;
	const char *id = site->folder->id;
	g_autoptr(GPtrArray) running =
	    store_pages_recent(store, id, "running", RUNNING_MOST);
	g_autoptr(GPtrArray) recent =
	    store_pages_recent(store, id, "over", RECENT_MOST);
	g_autoptr(GArray) hundreds = store_pages_hundreds(store, id);
	g_autoptr(GArray) mustering = store_pages_mustering(store);
	struct start s = { running, recent, hundreds, mustering, 0, 0, true };

	if (running == NULL || recent == NULL || hundreds == NULL ||
	    mustering == NULL ||
	    store_pages_count(store, id, "running", &s.going_on) == -1 ||
	    store_pages_count(store, id, "over", &s.over) == -1 ||
	    site_write(site, "site-start", "index", start_context, &s) == -1)
		return -1;
	return site_root(site, start_context, &s);
}

int
start_page_first(struct site *site)
{
	g_autoptr(GPtrArray) none = g_ptr_array_new();
	g_autoptr(GArray) no_numbers =
	    g_array_new(FALSE, FALSE, sizeof(int64_t));
	struct start s = { none, none, no_numbers, no_numbers, 0, 0, false };

	return site_write(site, "site-start", "index", start_context, &s);
}

/* SPDX-License-Identifier: ISC */
/*
 * The start page, for people who have never heard of all this: what it is, how
 * to join, what a turn looks like, and what is played.
 */
#include "app/pages/site.h"
#include "app/pages/series.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/people.h"
#include "app/pages/folder.h"
#include "core/rules.h"
#include "games/games.h"
#include "render/body.h"
#include "store/pages.h"
#include "store/people/shown.h"

#include <string.h>

/* So that the page stays below 100 KB, whatever the names are. */
enum { RUNNING_MOST = 40, RECENT_MOST = 20 };

struct start {
	GPtrArray *running, *recent;
	GArray *hundreds;
	struct open_tables open;
	struct lengths *lengths;
	char *organiser; /* whose name is shown; or NULL */
	int64_t going_on, over;
	bool games; /* their pages are there */
};

/* NULL on an error. */
static json_t *
game_item(const struct site *site, const char *language,
    const struct game *game, const struct lengths *lengths)
{
	g_autofree char *key = g_strdup_printf("game.%s", game->name);
	g_autofree char *title = site_say(site, language, key, NULL);
	json_t *context = json_object();
	g_autofree char *teaser = catalog_letter(site_catalog(site, language),
	    game->name, "teaser", context, site->home->err);
	g_autofree char *lasts =
	    lengths_say(lengths, site, language, game->name);

	json_decref(context);
	if (teaser == NULL)
		return NULL;
	return json_pack("{s:s, s:s, s:s, s:b, s:i, s:i, s:s?}", "page",
	    game->name, "title", title, "teaser", teaser, "board",
	    board_is_there(site, language, game), "least", game->min_seats,
	    "most", game->max_seats, "lasts", lasts);
}

static json_t *
games_list(const struct site *site, const char *language,
    const struct lengths *lengths)
{
	json_t *list = json_array();

	for (size_t i = 0; games_all[i] != NULL; i++) {
		json_t *item;

		if (!games_all[i]->released)
			continue;
		item = game_item(site, language, games_all[i], lengths);
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
	json_t *page = json_object(), *series = NULL;
	json_t *open = open_tables_shown(site, language, &s->open, s->lengths);
	json_t *games =
	    s->games ? games_list(site, language, s->lengths) : json_array();
	bool closed = site->home->config->signup.mode != SIGNUP_MODE_ANY;

	if (games == NULL || open == NULL) {
		json_decref(games);
		json_decref(open);
		json_decref(page);
		return NULL;
	}
	if (s->games)
		json_object_set_new(page, "now",
		    json_pack("{s:I, s:I, s:I}", "open", (json_int_t)s->open.n,
			"running", (json_int_t)s->going_on, "over",
			(json_int_t)s->over));
	if (s->organiser != NULL)
		json_object_set_new(
		    page, "organiser", json_string(s->organiser));
	json_object_set_new(
	    page, "open_any", json_boolean(json_array_size(open) > 0));
	json_object_set_new(page, "open", open);
	json_object_set_new(page, "closed", json_boolean(closed));
	json_object_set_new(page, "help", site_line(site, language, "help", 0));
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

/* Who runs all this, by name, if the settings have one; whoever plays here and
 * wants to be hidden stays so. */
static int
find_organiser(struct home *home, char **name)
{
	const char *set = home->config->organiser_name;
	enum shown shown = SHOWN_NAME;
	int64_t person;

	*name = NULL;
	if (set == NULL || set[0] == '\0' || strchr(set, '@') != NULL)
		return 0;
	if (organiser_seats(home, &person) == -1 ||
	    (person != 0 && store_shown(home->store, person, &shown) == -1))
		return -1;
	if (shown != SHOWN_NO)
		*name = name_plain(set);
	return 0;
}

static int
find_all(const struct site *site, struct start *s)
{
	struct store *store = site->home->store;
	const char *id = site->folder->id;

	s->running = store_pages_recent(store, id, "running", RUNNING_MOST);
	s->recent = store_pages_recent(store, id, "over", RECENT_MOST);
	s->hundreds = store_pages_hundreds(store, id);
	s->lengths = lengths_find(site);
	return s->running == NULL || s->recent == NULL || s->hundreds == NULL ||
		       s->lengths == NULL ||
		       open_tables_find(site->home, &s->open) == -1 ||
		       find_organiser(site->home, &s->organiser) == -1 ||
		       store_pages_count(store, id, "running", &s->going_on) ==
			   -1 ||
		       store_pages_count(store, id, "over", &s->over) == -1
		   ? -1
		   : 0;
}

static void
start_clear(struct start *s)
{
	g_clear_pointer(&s->running, g_ptr_array_unref);
	g_clear_pointer(&s->recent, g_ptr_array_unref);
	g_clear_pointer(&s->hundreds, g_array_unref);
	open_tables_clear(&s->open);
	lengths_free(s->lengths);
	g_free(s->organiser);
}

int
start_page(struct site *site)
{
	struct start s = { .games = true };
	int r = find_all(site, &s);

	if (r == 0)
		r = site_write(site, "site-start", "index", start_context, &s);
	if (r == 0)
		r = site_root(site, start_context, &s);
	start_clear(&s);
	return r;
}

int
start_page_first(struct site *site)
{
	struct start s = {
		.running = g_ptr_array_new(),
		.recent = g_ptr_array_new(),
		.hundreds = g_array_new(FALSE, FALSE, sizeof(int64_t)),
		.open = { .shown = g_ptr_array_new() },
	};
	int r = site_write(site, "site-start", "index", start_context, &s);

	start_clear(&s);
	return r;
}

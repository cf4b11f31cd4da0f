/* SPDX-License-Identifier: ISC */
/*
 * Lists of matches: a page for each hundred, a page for each player who wants
 * one.  They are made of summaries, so that no match is played
 * again for them.
 */
#include "app/pages/site.h"

#include "app/home/home.h"
#include "app/pages/folder.h"
#include "store/pages.h"

#include <stdint.h>
#include <string.h>

#define PLAYED_MOST 100 /* that a player's page lists; it counts all */

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
	item = json_pack("{s:I, s:s, s:s, s:s?, s:o, s:b}", "id",
	    (json_int_t)row->number, "name", plain, "game", game, "game_page",
	    game_page_of(row->game), "players", players, row->status, 1);
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

json_t *
list_shown(const struct site *site, const char *language, const GPtrArray *rows)
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
	json_t *page = list_shown(site, language, h->rows);

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

#define NO_NAME "\u2013" /* on a page that is about to go */

struct player {
	GPtrArray *rows; /* struct page_row *, of another array */
	char *name;
	int64_t played, won;
};

static json_t *
player_context(struct site *site, const char *language, void *arg)
{
	const struct player *p = arg;
	json_t *page = list_shown(site, language, p->rows);

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
 * say of that person: without a name if no row has one. */
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

/* A player's page is written (WRITE) if a listed match tells of the player.  If
 * none does, it is first emptied, so that it leads to no match (EMPTY), and
 * goes when no page leads to it any more (DROP). */
enum page_fate { WRITE, EMPTY, DROP };

static int
bring_up_to_date(
    struct site *site, int64_t person, enum page_fate fate, bool *told)
{
	g_autoptr(GPtrArray) rows =
	    store_pages_of(site->home->store, site->folder->id, person);
	g_autofree char *page = player_page(person);
	struct player p;
	int r = 0;

	if (rows == NULL)
		return -1;
	p = find_player(rows, person);
	*told = p.name != NULL;
	if (fate == DROP && p.name == NULL)
		r = site_drop(site, page);
	if (fate == EMPTY && p.name == NULL && site_has_some(site, page)) {
		p.name = g_strdup(NO_NAME);
		r = site_write(site, "site-player", page, player_context, &p);
	} else if (fate == WRITE && p.name != NULL)
		r = site_write(site, "site-player", page, player_context, &p);
	g_free(p.name);
	g_ptr_array_unref(p.rows);
	return r;
}

int
list_player(struct site *site, int64_t person, bool *told)
{
	return bring_up_to_date(site, person, WRITE, told);
}

int
list_player_empty(struct site *site, int64_t person)
{
	bool told;

	return bring_up_to_date(site, person, EMPTY, &told);
}

int
list_player_drop(struct site *site, int64_t person)
{
	bool told;

	return bring_up_to_date(site, person, DROP, &told);
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

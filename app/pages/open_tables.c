/* SPDX-License-Identifier: ISC */
/*
 * Tables with free seats, as the start page shows them.  Whoever said "ready"
 * has agreed to what the match agrees on, and so to be named on pages, unless
 * that person wants to be hidden.
 */
#include "app/pages/site.h"

#include "app/home/home.h"
#include "app/letters/context/policy_text.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "policy/policy.h"
#include "policy/policy_text.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"
#include "store/pages.h"

struct open_table {
	int64_t id;
	char *name, *game, *policy;
	int seats, taken;
	json_t *named; /* some of those who sit there */
};

static void
open_table_free(void *data)
{
	struct open_table *open = data;

	g_free(open->name);
	g_free(open->game);
	g_free(open->policy);
	json_decref(open->named);
	g_free(open);
}

/* ---- which there are ---- */

/* May others join?  *taken: seats that are not free. */
static int
look_at(struct store *st, int64_t match, bool *joinable, int *taken)
{
	struct signup_row signup = { 0 };
	GPtrArray *seats;

	if (store_signup(st, match, &signup, joinable) == -1)
		return -1;
	*joinable &= !signup.invited && signup.state == SIGNUP_OPEN;
	if (!*joinable)
		return 0;
	if ((seats = store_seats(st, match)) == NULL)
		return -1;
	*taken = (int)seats->len;
	g_ptr_array_unref(seats);
	return 0;
}

static int
add_named(struct home *home, int64_t match, json_t *named)
{
	struct table *t = table_open(home, match);
	struct namings *all = t == NULL ? NULL : namings_of(t);

	for (int s = 0; all != NULL && s < (int)table_seats(t); s++)
		if (table_seat(t, s)->ready && all->names[s] != NULL)
			json_array_append_new(
			    named, json_string(all->names[s]));
	if (all != NULL)
		namings_free(all, table_seats(t));
	if (t != NULL)
		table_free(t);
	return all == NULL ? -1 : 0;
}

/* NULL on an error. */
static struct open_table *
read_open(struct home *home, const struct match_row *row, int taken)
{
	struct open_table *open = g_new0(struct open_table, 1);

	*open = (struct open_table){ .id = row->id,
		.name = name_plain(row->name),
		.game = g_strdup(row->game),
		.policy = g_strdup(row->policy),
		.seats = row->wanted,
		.taken = taken,
		.named = json_array() };
	if (add_named(home, row->id, open->named) == 0)
		return open;
	open_table_free(open);
	return NULL;
}

/* One that may have free seats; it is kept if there is room for it. */
static int
add(struct home *home, int64_t match, int taken, struct open_tables *all)
{
	struct match_row *row = store_match(home->store, match);
	struct open_table *open = NULL;
	int r = row == NULL ? -1 : 0;

	if (r == 0 && taken < row->wanted) {
		all->n++;
		if (all->shown->len < OPEN_SHOWN)
			r = (open = read_open(home, row, taken)) == NULL ? -1
									 : 0;
	}
	if (open != NULL)
		g_ptr_array_add(all->shown, open);
	match_row_free(row);
	return r;
}

int
open_tables_find(struct home *home, struct open_tables *all)
{
	g_autoptr(GArray) mustering = store_pages_mustering(home->store);

	*all = (struct open_tables){ .shown = g_ptr_array_new_with_free_func(
					 open_table_free) };
	for (guint i = 0; mustering != NULL && i < mustering->len; i++) {
		int64_t match = g_array_index(mustering, int64_t, i);
		bool joinable = false;
		int taken = 0;

		if (look_at(home->store, match, &joinable, &taken) == -1 ||
		    (joinable && add(home, match, taken, all) == -1))
			return -1;
	}
	return mustering == NULL ? -1 : 0;
}

/* ---- what is shown ---- */

/* How long a turn may take at that table, and what becomes of one that is
 * missed; NULL on an error. */
static char *
turn_time(const struct site *site, const char *language, const char *text)
{
	struct reader all = reader_address(site->home, NULL, NULL);
	struct policy policy;
	json_t *sentences;
	char *told;

	if (policy_read(text, &policy, site->home->err) == -1)
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

/* {"each": [{"name", "more": whether others follow}], "rest", "rest_any"}: rest
 * counts those without a name; null if nobody has one. */
static json_t *
seated(const struct open_table *open)
{
	size_t n = json_array_size(open->named);
	json_t *each = json_array();

	if (n == 0) {
		json_decref(each);
		return json_null();
	}
	for (size_t i = 0; i < n; i++)
		json_array_append_new(each,
		    json_pack("{s:O, s:b}", "name",
			json_array_get(open->named, i), "more", i + 1 < n));
	return json_pack("{s:o, s:i, s:b}", "each", each, "rest",
	    open->taken - (int)n, "rest_any", open->taken > (int)n);
}

static json_t *
item_of(const struct site *site, const char *language,
    const struct open_table *open, const struct lengths *lengths)
{
	g_autofree char *key = g_strdup_printf("game.%s", open->game);
	g_autofree char *game = site_say(site, language, key, NULL);
	g_autofree char *time = turn_time(site, language, open->policy);
	g_autofree char *lasts =
	    lengths_say(lengths, site, language, open->game);

	if (time == NULL)
		return NULL;
	return json_pack("{s:I, s:s, s:s, s:s?, s:i, s:i, s:s, s:s?, s:o, s:o}",
	    "id", (json_int_t)open->id, "name", open->name, "game", game,
	    "game_page", game_page_of(open->game), "free",
	    open->seats - open->taken, "seats", open->seats, "time", time,
	    "lasts", lasts, "seated", seated(open), "line",
	    site_line(site, language, "join", open->id));
}

json_t *
open_tables_shown(const struct site *site, const char *language,
    const struct open_tables *all, const struct lengths *lengths)
{
	json_t *list = json_array();

	for (guint i = 0; i < all->shown->len; i++) {
		json_t *item =
		    item_of(site, language, all->shown->pdata[i], lengths);

		if (item == NULL) {
			json_decref(list);
			return NULL;
		}
		json_array_append_new(list, item);
	}
	return list;
}

void
open_tables_clear(struct open_tables *all)
{
	g_clear_pointer(&all->shown, g_ptr_array_unref);
}

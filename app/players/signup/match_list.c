/* SPDX-License-Identifier: ISC */
/*
 * The list of matches for a sender who asks: those with free seats, those where
 * the sender plays, and those open to onlookers.  It holds what anybody may
 * know.
 */
#include "app/players/signup/signup.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/policy_text.h"
#include "app/matches/deadlines.h"
#include "app/matches/status.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/players/signup/join.h"
#include "core/decision.h"
#include "core/words.h"
#include "policy/policy.h"
#include "render/render.h"
#include "store/matches/matches.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"
#include "store/people/people.h"

#define OPEN_MAX 50
#define RUNNING_MAX 200 /* looked at */
#define WATCH_MAX 20 /* listed */

/* "pirates, luck 3": what is not as usual */
static char *
options_text(const struct table *t)
{
	GString *text = g_string_new(NULL);
	const char *word;
	json_t *value;

	json_object_foreach(t->json[0], word, value)
	{
		const char *gap = text->len > 0 ? ", " : "";
		const char *own = words_first(
		    catalog_words(home_words(t->home)), "order", word);

		if (json_is_true(value))
			g_string_append_printf(text, "%s%s", gap, own);
		else if (json_is_integer(value))
			g_string_append_printf(text, "%s%s %lld", gap, own,
			    (long long)json_integer_value(value));
	}
	return g_string_free(text, FALSE);
}

static json_t *
match_item(struct table *t)
{
	const struct reader r = reader_view(t, SEAT_ONLOOKER);
	g_autofree char *options = options_text(t);
	json_t *item = json_pack("{s:I, s:s, s:s, s:s, s:i, s:o}", "id",
	    (json_int_t)t->row->id, "game", t->row->game, "name", t->row->name,
	    "options", options, "seats", t->row->wanted, "policy",
	    policy_short(&r, &t->policy));
	int n = muster_free(t);

	/* a full table has no word about seats */
	if (n > 0)
		json_object_set_new(item, "free", json_integer(n));
	json_object_set_new(item, "players", table_name_list(t, SEATS_ALL));
	json_object_set_new(
	    item, "players_any", json_boolean(table_seats(t) > 0));
	json_object_set_new(
	    item, "life", json_pack("{s:b}", status_word(t->row->status), 1));
	return item;
}

static int
add_match(struct signup *s, int64_t match, json_t *list)
{
	struct table *t = table_open(s->home, match);

	if (t == NULL)
		return -1;
	json_array_append_new(list, match_item(t));
	table_free(t);
	return 0;
}

static int
add_joinable(struct signup *s, int64_t match, json_t *list)
{
	struct match_row *row = store_match(s->home->store, match);
	struct signup_row signup;
	bool found, visible = false;
	int r = -1;

	if (row != NULL &&
	    store_signup(s->home->store, match, &signup, &found) == 0)
		r = found ? signup_visible(s, row, &signup, &visible) : 0;
	match_row_free(row);
	if (r == 0 && visible && signup.state != SIGNUP_REFUSED)
		r = add_match(s, match, list);
	return r;
}

static int
add_watchable(struct signup *s, int64_t match, json_t *list)
{
	struct table *t;
	struct signup_row signup;
	bool found, hidden = false;

	if (store_signup(s->home->store, match, &signup, &found) == -1)
		return -1;
	hidden = found && signup.invited && signup.maker != s->person->id;
	if (hidden)
		return 0;
	if ((t = table_open(s->home, match)) == NULL)
		return -1;
	for (int seat = 0; seat < (int)table_seats(t); seat++)
		hidden |= table_seat(t, seat)->person == s->person->id;
	if (!hidden && t->policy.onlookers != ONLOOKERS_NONE)
		json_array_append_new(list, match_item(t));
	table_free(t);
	return 0;
}

static int
list_open(struct signup *s, json_t *list)
{
	g_autoptr(GArray) ids =
	    store_matches_joinable(s->home->store, OPEN_MAX);

	if (ids == NULL)
		return -1;
	for (guint i = 0; i < ids->len; i++)
		if (add_joinable(s, g_array_index(ids, int64_t, i), list) == -1)
			return -1;
	return 0;
}

static int
list_watch(struct signup *s, json_t *list)
{
	g_autoptr(GArray) ids =
	    store_matches_running(s->home->store, RUNNING_MAX);

	if (ids == NULL)
		return -1;
	for (guint i = 0; i < ids->len && json_array_size(list) < WATCH_MAX;
	     i++)
		if (add_watchable(s, g_array_index(ids, int64_t, i), list) ==
		    -1)
			return -1;
	return 0;
}

static int
list_own(struct signup *s, json_t *list)
{
	g_autoptr(GPtrArray) seats =
	    store_seats_of(s->home->store, s->person->id);

	if (seats == NULL)
		return -1;
	for (guint i = 0; i < seats->len; i++)
		if (add_match(s, ((struct seat_row *)seats->pdata[i])->match,
			list) == -1)
			return -1;
	return 0;
}

static void
set_list(json_t *context, const char *key, json_t *list)
{
	if (json_array_size(list) > 0)
		json_object_set_new(
		    context, key, json_pack("{s:O}", "each", list));
	json_decref(list);
}

int
signup_list(struct signup *s, json_t *context)
{
	bool closed = signup_closed(s);
	json_t *open = json_array(), *own = json_array(), *watch = json_array();
	int r = list_own(s, own);

	if (r == 0 && !closed)
		r = list_open(s, open);
	if (r == 0 && !closed)
		r = list_watch(s, watch);
	json_object_set_new(context, "matches_none",
	    json_boolean(json_array_size(open) + json_array_size(own) +
			     json_array_size(watch) ==
			 0));
	set_list(context, "open", open);
	set_list(context, "own", own);
	set_list(context, "watch", watch);
	return r;
}

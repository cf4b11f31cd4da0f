/* SPDX-License-Identifier: ISC */
/*
 * Finished matches of another home.  Each becomes a match of this one that is
 * over, with seats that nobody here has, but for players whom the organiser
 * knows: a name proves nothing.  What was said there stays there.
 */
#include "app/organiser/record_import.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/matches/results.h"
#include "app/matches/table.h"
#include "app/matches/table_play.h"
#include "app/organiser/record_verify.h"
#include "base/err.h"
#include "core/chance.h"
#include "core/names.h"
#include "core/rules.h"
#include "games/games.h"
#include "store/events.h"
#include "store/match_seeds.h"
#include "store/matches.h"
#include "store/seats.h"
#include "store/transaction.h"

#include <string.h>

#define LUCK_MOST 1000 /* bytes of luck words */
#define EVENT_MOST 1000000000 /* the highest number of an event */

/* A match as it is to be written. */
struct incoming {
	char *file;
	struct match_row *row;
	int64_t number; /* there */
	GPtrArray *seats; /* struct seat_row * */
	GPtrArray *events; /* struct event_row * */
};

struct import {
	GPtrArray *matches; /* struct incoming * */
};

static void
incoming_free(void *p)
{
	struct incoming *in = p;

	g_free(in->file);
	match_row_free(in->row);
	g_ptr_array_unref(in->seats);
	g_ptr_array_unref(in->events);
	g_free(in);
}

struct import *
import_new(void)
{
	struct import *all = g_new(struct import, 1);

	all->matches = g_ptr_array_new_with_free_func(incoming_free);
	return all;
}

void
import_free(struct import *all)
{
	g_ptr_array_unref(all->matches);
	g_free(all);
}

/* ---- from a record to rows ---- */

static char *
text_of(const json_t *object, const char *key)
{
	return g_strdup(json_string_value(json_object_get(object, key)));
}

static int64_t
number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* Newly allocated; NULL: it has none. */
static char *
json_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return value == NULL ? NULL
			     : json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS);
}

/* Pairs of uint32, little endian; they were verified. */
static GByteArray *
draws_of(const json_t *object)
{
	const json_t *list = json_object_get(object, "draws"), *pair;
	GByteArray *bytes = g_byte_array_new();
	size_t i, k;

	json_array_foreach(list, i, pair)
	{
		for (k = 0; k < 2; k++) {
			guint32 le = GUINT32_TO_LE((guint32)json_integer_value(
			    json_array_get(pair, k)));

			g_byte_array_append(
			    bytes, (const guint8 *)&le, sizeof(le));
		}
	}
	return bytes;
}

/* Is the result of the seat its robot's, and not that of a player for whom the
 * robot played in the end?  Records that do not say whose it is tell who made
 * the moves. */
static bool
is_robots(const json_t *record, int seat, const json_t *player)
{
	const json_t *rated = json_object_get(player, "rated"), *event;
	const char *level = json_string_value(json_object_get(player, "robot"));
	int all = 0, robots = 0;
	size_t i;

	if (level == NULL || rated != NULL)
		return level != NULL &&
		       g_strcmp0(json_string_value(rated), level) == 0;
	json_array_foreach(json_object_get(record, "events"), i, event)
	{
		const char *by =
		    json_string_value(json_object_get(event, "by"));

		if (number_of(event, "seat") != seat)
			continue;
		all++;
		robots += g_strcmp0(by, "robot") == 0;
	}
	return robots * 2 > all;
}

static int
read_seat(struct incoming *in, int seat, const json_t *record,
    const json_t *player, struct err *e)
{
	struct seat_row *row = g_new0(struct seat_row, 1);

	g_ptr_array_add(in->seats, row);
	row->seat = seat;
	row->name = text_of(player, "name");
	row->luck = text_of(player, "luck");
	if (is_robots(record, seat, player))
		row->level = text_of(player, "robot");
	row->ready = true;
	row->occupant = row->level != NULL ? OCCUPANT_ROBOT : OCCUPANT_OPEN;
	if (organise_text_ok("the name of a player",
		row->name != NULL ? row->name : "", e) == -1)
		return -1;
	for (const char *p = row->luck; p != NULL && *p != '\0'; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			return err_set(e, ERR_FORMAT,
			    "the luck words of %s must be one line without "
			    "control characters",
			    row->name);
	if (row->luck != NULL && strlen(row->luck) > LUCK_MOST)
		return err_set(e, ERR_FORMAT,
		    "the luck words of %s are longer than %d bytes", row->name,
		    LUCK_MOST);
	for (int i = 0; i < seat; i++) {
		const struct seat_row *other = in->seats->pdata[i];

		if (names_alike(other->name, row->name))
			return err_set(e, ERR_FORMAT,
			    "players named %s and %s could be mistaken for "
			    "each other",
			    other->name, row->name);
	}
	return 0;
}

/* When it was made, which records that were not revealed do not say; then the
 * end of the match is as good as any other time. */
static int64_t
made_at(const struct incoming *in, const json_t *event)
{
	int64_t at = number_of(event, "at");

	return at >= in->row->started && at <= in->row->ended ? at
							      : in->row->ended;
}

static int
read_event(struct incoming *in, const json_t *event, struct err *e)
{
	static const char *const makers[] = { "player", "plan", "deadline",
		"robot", "organiser", NULL };
	struct event_row *row = g_new0(struct event_row, 1);

	g_ptr_array_add(in->events, row);
	row->n = number_of(event, "n");
	row->seat = (int)number_of(event, "seat");
	row->move = text_of(event, "move");
	row->draws = draws_of(event);
	row->at = made_at(in, event);
	row->by = text_of(event, "by");
	if (row->n > EVENT_MOST)
		return err_set(e, ERR_FORMAT,
		    "event %u: its number \"n\" must be at most %d",
		    in->events->len, EVENT_MOST);
	if (row->n <= in->row->last_event)
		return err_set(e, ERR_FORMAT,
		    "event %u: its number \"n\" must be higher than the one "
		    "before",
		    in->events->len);
	if (row->by == NULL || !g_strv_contains(makers, row->by))
		return err_set(e, ERR_FORMAT,
		    "event %u: \"by\" must be player, plan, deadline, robot "
		    "or organiser",
		    in->events->len);
	in->row->last_event = row->n;
	return 0;
}

static int
read_times(struct match_row *row, const json_t *record, struct err *e)
{
	row->ended = number_of(record, "ended");
	row->started = number_of(record, "started");
	if (row->ended <= 0)
		return err_set(e, ERR_FORMAT,
		    "it does not say when the match ended; export it again "
		    "with a newer turnpost there");
	if (row->started <= 0 || row->started > row->ended)
		row->started = row->ended;
	row->created = row->started;
	return 0;
}

/* Records made by other programs may leave options out where they are the usual
 * ones; no match here does, so that a fingerprint of none would not fit. */
static int
read_options(struct match_row *row, const json_t *record, struct err *e)
{
	row->options = json_of(record, "options");
	if (row->options == NULL && row->agreed != NULL)
		return err_set(e, ERR_FORMAT,
		    "it does not say its options, which its fingerprint "
		    "\"agreed\" covers; export it again there");
	if (row->options == NULL)
		row->options = g_strdup("{}");
	return 0;
}

/* It was verified, so that its seeds, draws and moves are as they must be. */
static int
read_record(struct incoming *in, const json_t *record, struct err *e)
{
	const json_t *players = json_object_get(record, "players");
	const json_t *event, *player;
	struct match_row *row = in->row;
	size_t i;

	in->number = number_of(record, "match");
	row->game = text_of(record, "game");
	row->rules = (int)number_of(record, "rules");
	row->name = text_of(record, "name");
	row->status = STATUS_OVER;
	row->data = json_of(record, "data");
	row->preset = json_of(record, "setup");
	row->agreed = text_of(record, "agreed");
	row->draws = draws_of(record);
	row->wanted = (int)json_array_size(players);
	seed_from_hex(json_string_value(json_object_get(record, "server_seed")),
	    row->server_seed);
	seed_from_hex(
	    json_string_value(json_object_get(record, "seed")), row->seed);
	if (organise_text_ok("the name of the match",
		row->name != NULL ? row->name : "", e) == -1 ||
	    read_options(row, record, e) == -1 ||
	    read_times(row, record, e) == -1)
		return -1;
	json_array_foreach(players, i, player)
	{
		if (read_seat(in, (int)i, record, player, e) == -1)
			return -1;
	}
	json_array_foreach(json_object_get(record, "events"), i, event)
	{
		if (read_event(in, event, e) == -1)
			return -1;
	}
	return 0;
}

int
import_add(
    struct import *all, const char *file, const json_t *record, struct err *e)
{
	g_autoptr(GString) report = g_string_new(NULL);
	struct record_result result = { .over = false };
	struct incoming *in;

	if (record_verify_result(record, report, &result, e) == -1)
		return err_more(e, "%s cannot be verified", file);
	if (!result.over)
		return err_set(e, ERR_CLASH,
		    "%s: the match has not been played to its end, and only "
		    "finished ones can be imported",
		    file);
	in = g_new0(struct incoming, 1);
	in->file = g_strdup(file);
	in->row = g_new0(struct match_row, 1);
	in->seats =
	    g_ptr_array_new_with_free_func((GDestroyNotify)seat_row_free);
	in->events =
	    g_ptr_array_new_with_free_func((GDestroyNotify)event_row_free);
	g_ptr_array_add(all->matches, in);
	if (read_record(in, record, e) == -1)
		return err_more(e, "%s cannot be imported", file);
	return 0;
}

/* ---- players who are known here ---- */

static struct seat_row *
seat_called(const struct incoming *in, const char *name)
{
	for (guint i = 0; i < in->seats->len; i++) {
		struct seat_row *row = in->seats->pdata[i];

		if (names_alike(row->name, name))
			return row;
	}
	return NULL;
}

static int
seat_person(struct home *home, const struct incoming *in, struct seat_row *row,
    int64_t person)
{
	for (guint i = 0; i < in->seats->len; i++) {
		const struct seat_row *other = in->seats->pdata[i];

		if (other != row && other->person == person)
			return err_set(home->err, ERR_FORMAT,
			    "%s: %s and %s cannot be the same person", in->file,
			    other->name, row->name);
	}
	row->person = person;
	row->occupant = OCCUPANT_PERSON;
	/* No letter tells of it: the notice of the import comes last. */
	row->told = in->row->last_event + 1;
	return 0;
}

static bool
anybody_called(const struct import *all, const char *name)
{
	for (guint i = 0; i < all->matches->len; i++)
		if (seat_called(all->matches->pdata[i], name) != NULL)
			return true;
	return false;
}

/* Names and addresses may have a "=": after the longest name that a player of
 * the records has, newly allocated.  *rest: what follows. */
static char *
known_name(const struct import *all, const char *text, const char **rest)
{
	char *known = NULL;

	for (const char *split = strchr(text, '='); split != NULL;
	     split = strchr(split + 1, '=')) {
		char *name = g_strndup(text, (gsize)(split - text));

		if (!anybody_called(all, name)) {
			g_free(name);
			continue;
		}
		g_free(known);
		known = name;
		*rest = split + 1;
	}
	return known;
}

static int
know_player(struct home *home, const struct import *all, const char *text)
{
	const char *split = strchr(text, '='), *rest = NULL;
	g_autofree char *name = NULL;
	int64_t person;

	if (split == NULL)
		return err_set(home->err, ERR_FORMAT,
		    "player \"%s\" needs a person of this home, as in "
		    "Anna=anna@example.org",
		    text);
	if ((name = known_name(all, text, &rest)) == NULL)
		return err_set(home->err, ERR_MISSING,
		    "no player of these records is named %.*s",
		    (int)(split - text), text);
	if (person_named(home, rest, &person, home->err) == -1)
		return -1;
	for (guint i = 0; i < all->matches->len; i++) {
		const struct incoming *in = all->matches->pdata[i];
		struct seat_row *row = seat_called(in, name);

		if (row != NULL && seat_person(home, in, row, person) == -1)
			return -1;
	}
	return 0;
}

/* ---- into the home ---- */

static gint64 *
seeds_key(const unsigned char *seed)
{
	return g_memdup2(seed, SEED_SIZE);
}

static guint
seed_hash(gconstpointer seed)
{
	guint hash;

	memcpy(&hash, seed, sizeof(hash));
	return hash;
}

static gboolean
seed_equal(gconstpointer a, gconstpointer b)
{
	return memcmp(a, b, SEED_SIZE) == 0;
}

/* Of all matches: seed -> their number.  A commitment is the hash of a seed, so
 * that the ones differ if the others do. */
static GHashTable *
known_seeds(struct home *home)
{
	g_autoptr(GPtrArray) rows = store_match_seeds(home->store);
	GHashTable *known;

	if (rows == NULL)
		return NULL;
	known = g_hash_table_new_full(seed_hash, seed_equal, g_free, g_free);
	for (guint i = 0; i < rows->len; i++) {
		const struct match_seed *row = rows->pdata[i];

		g_hash_table_insert(known, seeds_key(row->server_seed),
		    g_memdup2(&row->match, sizeof(row->match)));
	}
	return known;
}

/* It is played again from its rows, as it will be from now on. */
static int
look_back(struct home *home, const struct incoming *in)
{
	struct table *t = table_open(home, in->row->id);
	int r = t == NULL ? -1 : results_keep(t);

	if (r == 0)
		r = table_notice(t, IMPORTED_NOTICE,
		    json_pack("{s:I}", "number", in->number));
	table_free(t);
	return r;
}

static int
write_match(struct home *home, struct incoming *in, bool public)
{
	in->row->policy =
	    g_strdup(public ? "{\"public\":\"yes\"}" : "{\"public\":\"no\"}");
	if (in->row->ended > home->now)
		return err_set(home->err, ERR_FORMAT,
		    "%s says that the match ended at a time that is yet to "
		    "come; look whether the clock is right",
		    in->file);
	if (store_match_add(home->store, in->row, in->seats) == -1)
		return -1;
	for (guint i = 0; i < in->events->len; i++)
		if (store_event_add(
			home->store, in->row->id, in->events->pdata[i]) == -1)
			return -1;
	return look_back(home, in);
}

static int
write_one(struct home *home, struct incoming *in, bool public,
    GHashTable *known, json_t *list)
{
	const int64_t *there = g_hash_table_lookup(known, in->row->server_seed);
	bool is_new = there == NULL;

	if (is_new) {
		if (write_match(home, in, public) == -1)
			return -1;
		g_hash_table_insert(known, seeds_key(in->row->server_seed),
		    g_memdup2(&in->row->id, sizeof(in->row->id)));
	}
	json_array_append_new(list,
	    json_pack("{s:s, s:I, s:s, s:s, s:b}", "file", in->file, "match",
		(json_int_t)(is_new ? in->row->id : *there), "game",
		in->row->game, "name", in->row->name, "new", is_new));
	return 0;
}

/* 1 at the end of a dry run, which takes the transaction back. */
static int
write_all(struct home *home, struct import *all, const struct import_options *o,
    json_t *list)
{
	g_autoptr(GHashTable) known = NULL;

	for (int i = 0; o->players != NULL && o->players[i] != NULL; i++)
		if (know_player(home, all, o->players[i]) == -1)
			return -1;
	if ((known = known_seeds(home)) == NULL)
		return -1;
	for (guint i = 0; i < all->matches->len; i++)
		if (write_one(home, all->matches->pdata[i], o->public, known,
			list) == -1)
			return -1;
	return o->dry;
}

json_t *
import_write(struct home *home, struct import *all,
    const struct import_options *o, int64_t now, struct err *e)
{
	json_t *list = json_array();
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, write_all(home, all, o, list));
	if (r == -1)
		g_clear_pointer(&list, json_decref);
	return list;
}

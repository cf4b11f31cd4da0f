/* SPDX-License-Identifier: ISC */
/*
 * Finished matches of another home.  Each becomes a match of this one that is
 * over, with seats that nobody here has, but for players whom the organiser
 * knows: a name proves nothing.  What was said there stays there.
 */
#include "app/organiser/records/record_import.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/matches/results/results.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/organiser/records/record_rows.h"
#include "app/organiser/records/record_verify.h"
#include "base/err.h"
#include "core/chance.h"
#include "core/names.h"
#include "store/matches/events.h"
#include "store/matches/match_seeds.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/transaction.h"

struct import {
	GPtrArray *matches; /* struct incoming * */
};

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

/* ---- records ---- */

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
	in = incoming_new(file);
	g_ptr_array_add(all->matches, in);
	if (incoming_read(in, record, e) == -1)
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
	if (row->occupant == OCCUPANT_ROBOT)
		return err_set(home->err, ERR_FORMAT,
		    "%s: %s is a robot, and no person's seat", in->file,
		    row->name);
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

static GBytes *
seed_key(const unsigned char *seed)
{
	return g_bytes_new(seed, SEED_SIZE);
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
	known = g_hash_table_new_full(
	    g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, g_free);
	for (guint i = 0; i < rows->len; i++) {
		const struct match_seed *row = rows->pdata[i];

		g_hash_table_insert(known, seed_key(row->server_seed),
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
	g_autoptr(GBytes) key = seed_key(in->row->server_seed);
	const int64_t *there = g_hash_table_lookup(known, key);
	bool is_new = there == NULL;

	if (is_new) {
		if (write_match(home, in, public) == -1)
			return -1;
		g_hash_table_insert(known, g_bytes_ref(key),
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

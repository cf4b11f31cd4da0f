/* SPDX-License-Identifier: ISC */
/*
 * Onlookers: people without a seat who get letters of a match, with what lies
 * open to all.  The first letter comes when one is added, the last when the
 * match ends; between them one a day at most, if there is news, written by
 * the step tick.  When a letter comes thus tells nothing that is not open.
 */
#include "app/letters/kinds/onlookers.h"

#include "app/home/due.h"
#include "app/home/home.h"
#include "app/letters/context/addressed.h"
#include "app/letters/context/context.h"
#include "app/letters/context/story_context.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/seconds.h"
#include "store/mails/outbox_reader.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seat_lists.h"
#include "store/people/people.h"

#define RHYTHM DAY /* seconds from one letter to the next */

/* What the onlooker is told in it is not told again. */
static int
write_told(struct reader *r, const char *kind, json_t *extra)
{
	struct table *t = r->t;
	struct onlooker_row *o = r->onlooker;
	const struct outbox_reader reader = { t->row->id, -1, o->person };
	json_t *context;

	if (store_outbox_unsent(t->home->store, &reader, &r->told) == -1 ||
	    (context = context_whole(r)) == NULL)
		return -1;
	if (extra != NULL)
		json_object_update(context, extra);
	if (letter_to(r, kind, context) == -1)
		return -1;
	o->told = t->row->last_event;
	o->written = r->home->now;
	o->due = 0;
	o->closed = match_is_past(t->row);
	return store_onlooker_update(t->home->store, o);
}

int
watch_write(struct reader r, const char *kind, json_t *extra)
{
	int ret = reader_load(&r);

	if (ret == 0) {
		ret = write_told(&r, kind, extra);
		reader_clear(&r);
	}
	json_decref(extra);
	return ret;
}

/* ---- what follows from a change ---- */

static int
settle_one(struct table *t, struct onlooker_row *o)
{
	if (o->closed)
		return 0;
	if (match_is_past(t->row))
		return watch_write(
		    reader_onlooker(t, o), status_letter(t), NULL);
	if (o->due != 0 || o->told >= t->row->last_event)
		return 0;
	/* the last may have been written while the clock was ahead */
	o->due = MIN(o->written, t->home->now) + RHYTHM;
	return store_onlooker_update(t->home->store, o);
}

int
watch_settle(struct table *t)
{
	g_autoptr(GPtrArray) list = store_onlookers(t->home->store, t->row->id);

	if (list == NULL)
		return -1;
	for (guint i = 0; i < list->len; i++)
		if (settle_one(t, list->pdata[i]) == -1)
			return -1;
	return 0;
}

/* ---- what is due ---- */

/* Only news make a letter: what was done in secret waits for the next, and all
 * of it for the day when letters reach the onlooker. */
static int
write_news(struct table *t, struct onlooker_row *o, int *n)
{
	struct reader r = reader_onlooker(t, o);
	int ret;

	if (reader_load(&r) == -1)
		return -1;
	if (r.person->undeliverable != 0 || o->closed ||
	    !story_any(&r, o->told)) {
		o->due = 0;
		ret = store_onlooker_update(t->home->store, o);
	} else {
		++*n;
		ret = write_told(&r, "onlooker", NULL);
	}
	reader_clear(&r);
	return ret;
}

/* It was read before the transaction: does it still stand? */
static int
write_due(struct home *home, void *row, int *n)
{
	const struct onlooker_row *was = row;
	struct onlooker_row *o;
	struct table *t;
	int r = 0;

	home->err->code = 0;
	o = store_onlooker(home->store, was->match, was->person);
	if (o == NULL)
		return home->err->code == 0 ? 0 : -1;
	if (o->due != 0 && o->due <= home->now) {
		t = table_open_for(home, o->match, "o");
		r = t == NULL ? -1 : write_news(t, o, n);
		table_free(t);
		checkpoint("wrote to an onlooker, before the commit");
	}
	onlooker_row_free(o);
	return r;
}

static int
put_off(struct home *home, const void *row, int64_t at)
{
	struct onlooker_row o = *(const struct onlooker_row *)row;

	o.due = at;
	return store_onlooker_update(home->store, &o);
}

const struct due_kind due_onlookers = { store_onlookers_due,
	offsetof(struct onlooker_row, match),
	offsetof(struct onlooker_row, person), write_due, put_off, false };

int
watch_show(const struct reader *r, json_t *extra)
{
	return watch_write(*r,
	    match_is_past(r->t->row) ? status_letter(r->t) : "onlooker", extra);
}

/* ---- mails of an onlooker ---- */

static int
add_match(struct home *home, const struct onlooker_row *o, json_t *list)
{
	struct match_row *row = store_match(home->store, o->match);

	if (row == NULL)
		return -1;
	json_array_append_new(
	    list, json_pack("{s:I, s:s, s:s, s:b}", "id", (json_int_t)row->id,
		      "game", row->game, "name", row->name, "over", o->closed));
	match_row_free(row);
	return 0;
}

/*
 * The matches that go on; a person who neither looks on at any nor plays may
 * answer the last letter of the one that ended last.
 */
static int
list_matches(struct home *home, const GPtrArray *rows, bool plays, json_t *list)
{
	for (guint i = 0; i < rows->len; i++) {
		const struct onlooker_row *o = rows->pdata[i];

		if (!o->closed && add_match(home, o, list) == -1)
			return -1;
	}
	if (json_array_size(list) == 0 && rows->len > 0 && !plays)
		return add_match(home, rows->pdata[0], list);
	return 0;
}

int
watch_answer(struct home *home, const struct person *person, json_t **context)
{
	g_autoptr(GPtrArray) rows = store_onlookers_of(home->store, person->id);
	g_autoptr(GPtrArray) seats = store_seats_of(home->store, person->id);
	json_t *list;

	*context = NULL;
	if (rows == NULL || seats == NULL)
		return -1;
	list = json_array();
	if (list_matches(home, rows, seats->len > 0, list) == -1) {
		json_decref(list);
		return -1;
	}
	if (json_array_size(list) > 0) {
		*context = context_person(home, person->name);
		json_object_set(*context, "looks_on", list);
		json_object_set_new(
		    *context, "plays", json_boolean(seats->len > 0));
		json_object_set(*context, "past",
		    json_object_get(json_array_get(list, 0), "over"));
	}
	json_decref(list);
	return 0;
}

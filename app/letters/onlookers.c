/* SPDX-License-Identifier: ISC */
/*
 * Onlookers: people without a seat who get letters of a match, with what lies
 * open to all.  The first letter comes when she is added, the last when the
 * match ends; between them one a day at most, if there is news, written by
 * the step tick.  When a letter comes thus tells nothing that is not open.
 */
#include "app/letters/onlookers.h"

#include "app/home/due.h"
#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/compose.h"
#include "app/letters/context.h"
#include "app/letters/reach.h"
#include "app/letters/seat_offers.h"
#include "app/letters/settle.h"
#include "app/letters/story.h"
#include "app/matches/reader.h"
#include "app/matches/table.h"
#include "app/matches/table_play.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "core/names.h"
#include "policy/policy.h"
#include "store/mails/outbox_reader.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <string.h>

#define RHYTHM INT64_C(86400) /* seconds from one letter to the next */

static bool
is_past(const struct table *t)
{
	return t->row->status == STATUS_OVER || t->row->status == STATUS_ENDED;
}

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
	o->closed = is_past(t);
	return store_onlooker_update(t->home->store, o);
}

/* extra context (or NULL) is taken over. */
static int
write_letter(struct reader r, const char *kind, json_t *extra)
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
	if (is_past(t))
		return write_letter(
		    reader_onlooker(t, o), status_letter(t), NULL);
	if (o->due != 0 || o->told >= t->row->last_event)
		return 0;
	o->due = o->written + RHYTHM;
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

/* ---- what the organiser does ---- */

/* Everybody must know who is meant, also by the name alone: *why is the key
 * of what is against it, or NULL. */
static int
check_new(struct table *t, const struct onlooker_row *new, const char **why)
{
	g_autoptr(GPtrArray) list = store_onlookers(t->home->store, t->row->id);
	bool plays = false;

	*why = NULL;
	if (list == NULL)
		return -1;
	for (guint i = 0; i < list->len; i++) {
		const struct onlooker_row *o = list->pdata[i];

		if (o->person == new->person)
			*why = "error.watch-again";
		else if (*why == NULL && names_alike(o->name, new->name))
			*why = "error.watch-name";
	}
	for (int s = 0; s < (int)table_seats(t); s++) {
		if (*why == NULL && names_alike(t->names[s], new->name))
			*why = "error.watch-name";
		if (table_seat(t, s)->occupant == OCCUPANT_PERSON &&
		    table_seat(t, s)->person == new->person)
			plays = true;
	}
	/* the person knows what is hidden */
	if (!plays && seat_held_before(t, new->person))
		*why = "error.watch-held";
	if (plays)
		*why = "error.watch-plays";
	if (t->policy.onlookers == ONLOOKERS_NONE)
		*why = "error.watch-none";
	return 0;
}

/* Her name at that table, or the one given: newly allocated. */
static char *
name_there(struct table *t, int64_t person, const char *name)
{
	struct onlooker_row *o =
	    store_onlooker(t->home->store, t->row->id, person);
	char *found = g_strdup(o != NULL ? o->name : name);

	onlooker_row_free(o);
	for (int s = 0; s < (int)table_seats(t); s++)
		if (table_seat(t, s)->person == person) {
			g_free(found);
			found = g_strdup(t->names[s]);
		}
	return found;
}

/* The same for the organiser. */
static int
refuse_new(struct table *t, const struct onlooker_row *new, const char *why)
{
	long long id = (long long)t->row->id;
	const char *name = new->name;
	g_autofree char *own = name_there(t, new->person, name);

	if (strcmp(why, "error.watch-plays") == 0)
		return err_set(t->home->err, ERR_CLASH,
		    "%s plays in match %lld; a player cannot watch", own, id);
	if (strcmp(why, "error.watch-held") == 0)
		return err_set(t->home->err, ERR_CLASH,
		    "%s held a seat in match %lld and so knows what is hidden",
		    name, id);
	if (strcmp(why, "error.watch-again") == 0)
		return err_set(t->home->err, ERR_CLASH,
		    "%s already watches match %lld", own, id);
	if (strcmp(why, "error.watch-none") == 0)
		return err_set(t->home->err, ERR_CLASH,
		    "the policy of match %lld lets nobody watch", id);
	return err_set(t->home->err, ERR_CLASH,
	    "somebody in match %lld is already called %s; give another name",
	    id, name);
}

/* To all players at once; other onlookers read it in their next letter. */
static int
tell_all(struct table *t, const char *notice, struct onlooker_row *o)
{
	return table_announce(t, notice, json_pack("{s:s}", "who", o->name));
}

int
watch_begin(struct table *t, struct onlooker_row *o, bool own, const char **why)
{
	const char *notice = own ? "notice.watch-own" : "notice.watch";
	int64_t now = o->since;

	o->match = t->row->id;
	o->written = now;
	if (check_new(t, o, why) == -1)
		return -1;
	if (*why != NULL)
		return 0;
	if (tell_all(t, notice, o) == -1)
		return -1;
	o->told = t->row->last_event;
	if (store_onlooker_add(t->home->store, o) == -1 ||
	    settle_match(t) == -1)
		return -1;
	return write_letter(reader_onlooker(t, o), "onlooker-first",
	    json_pack("{s:b}", "own", own));
}

/* What the organiser wants: that somebody looks on, or no longer. */
struct watching {
	const char *who; /* as the organiser writes it */
	int64_t person; /* the person meant */
};

static int
watch(struct table *t, struct watching *w)
{
	g_autofree char *name = NULL;
	const char *why = NULL;
	struct onlooker_row o = { .since = t->home->now };
	struct person *person = NULL;
	int r = reach_given(t->home, w->who);

	if (r == 0)
		person = person_meant(t->home, "onlooker", w->who, &name);
	if (person == NULL)
		return -1;
	o.person = w->person = person->id;
	o.name = name;
	person_free(person);
	r = watch_begin(t, &o, false, &why);
	return r == 0 && why != NULL ? refuse_new(t, &o, why) : r;
}

int
watch_end(struct reader *r, bool own)
{
	struct table *t = r->t;
	struct onlooker_row *o = r->onlooker;
	json_t *context;
	int ret;

	if (store_onlooker_drop(t->home->store, o->match, o->person) == -1 ||
	    tell_all(t, "notice.unwatch", o) == -1 || settle_match(t) == -1 ||
	    reader_load(r) == -1)
		return -1;
	/* of news nothing */
	r->told = t->row->last_event;
	context = context_of(r);
	r->told = o->told;
	if (context != NULL)
		json_object_set_new(context, "own", json_boolean(own));
	ret = letter_to(r, "onlooker-stop", context);
	reader_clear(r);
	return ret;
}

int
watch_show(const struct reader *r, json_t *extra)
{
	return write_letter(
	    *r, is_past(r->t) ? status_letter(r->t) : "onlooker", extra);
}

static int
unwatch(struct table *t, struct watching *w)
{
	struct onlooker_row *o;
	struct reader reader;
	int r;

	if (person_named(t->home, w->who, &w->person, t->home->err) == -1) {
		if (t->home->err->code != ERR_MISSING)
			return -1;
		w->person = 0;
	}
	t->home->err->code = 0;
	o = store_onlooker(t->home->store, t->row->id, w->person);
	if (o == NULL)
		return t->home->err->code != 0
			   ? -1
			   : err_set(t->home->err, ERR_MISSING,
				 "nobody by \"%s\" watches match %lld; "
				 "\"turnpost match show\" lists who does",
				 w->who, (long long)t->row->id);
	reader = reader_onlooker(t, o);
	r = watch_end(&reader, false);
	onlooker_row_free(o);
	return r;
}

typedef int watch_function(struct table *, struct watching *);

static int
at_table(
    struct home *home, int64_t match, watch_function *work, struct watching *w)
{
	struct table *t = table_open_for(home, match, "w");
	int r;

	if (t == NULL)
		return -1;
	if (is_past(t))
		r = err_set(home->err, ERR_CLASH, "match %lld is already over",
		    (long long)match);
	else
		r = work(t, w);
	table_free(t);
	return r;
}

int
match_watch(struct home *home, int64_t id, const char *who, int64_t now,
    int64_t *person, struct err *e)
{
	struct watching w = { .who = who };
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, at_table(home, id, watch, &w));
	*person = w.person;
	return r;
}

int
match_unwatch(struct home *home, int64_t id, const char *who, int64_t now,
    int64_t *person, struct err *e)
{
	struct watching w = { .who = who };
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, at_table(home, id, unwatch, &w));
	*person = w.person;
	return r;
}

/* The letter that explains all goes to the new address. */
static int
move_onlooker(struct home *home, struct onlooker_row *o, const char *notice)
{
	struct table *t = table_open_for(home, o->match, "a");
	int r = -1;

	if (t == NULL)
		return -1;
	if (tell_all(t, notice, o) == 0 && settle_match(t) == 0)
		r = write_letter(reader_onlooker(t, o), "onlooker-first", NULL);
	table_free(t);
	return r;
}

int
watch_moved(struct home *home, int64_t person, const char *notice)
{
	g_autoptr(GPtrArray) list = store_onlookers_of(home->store, person);

	if (list == NULL)
		return -1;
	for (guint i = 0; i < list->len; i++) {
		struct onlooker_row *o = list->pdata[i];

		if (!o->closed && move_onlooker(home, o, notice) == -1)
			return -1;
	}
	return 0;
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

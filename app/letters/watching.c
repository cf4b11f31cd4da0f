/* SPDX-License-Identifier: ISC */
/*
 * People begin to look on at a match, and end it: as they wish themselves, by
 * the organiser, and when their address changes.
 */
#include "app/letters/watching.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/context/context.h"
#include "app/letters/kinds/onlookers.h"
#include "app/letters/kinds/seat_codes.h"
#include "app/letters/reach.h"
#include "app/letters/settle.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/tenures.h"
#include "base/err.h"
#include "core/names.h"
#include "policy/policy.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <string.h>

/* Everybody must know who is meant, also by the name alone: *why is the key
 * of what is against it, or NULL. */
static int
check_new(struct table *t, const struct onlooker_row *new, const char **why)
{
	g_autoptr(GPtrArray) list = store_onlookers(t->home->store, t->row->id);
	bool plays = seat_of_person(t, new->person) >= 0;

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
	for (int s = 0; s < (int)table_seats(t); s++)
		if (*why == NULL && names_alike(t->names[s], new->name))
			*why = "error.watch-name";
	/* the person knows what is hidden */
	if (!plays && seat_held_before(t, new->person))
		*why = "error.watch-held";
	if (plays)
		*why = "error.watch-plays";
	if (t->policy.onlookers == ONLOOKERS_NONE)
		*why = "error.watch-none";
	return 0;
}

/* The person's name at that table, or the one given: newly allocated. */
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

/* What check_new found against it, as a fault for the organiser. */
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
	return watch_write(reader_onlooker(t, o), "onlooker-first",
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
	/* the last letter tells no news */
	r->told = t->row->last_event;
	context = context_of(r);
	r->told = o->told;
	if (context != NULL)
		json_object_set_new(context, "own", json_boolean(own));
	ret = letter_to(r, "onlooker-stop", context);
	reader_clear(r);
	return ret;
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
	if (match_is_past(t->row))
		r = err_set(home->err, ERR_CLASH, "match %lld is already over",
		    (long long)match);
	else
		r = work(t, w);
	table_free(t);
	return r;
}

/* For the organiser: watch or unwatch. */
static int
by_organiser(struct home *home, int64_t id, watch_function *work,
    const char *who, int64_t now, int64_t *person, struct err *e)
{
	struct watching w = { .who = who };
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, at_table(home, id, work, &w));
	*person = w.person;
	return r;
}

int
match_watch(struct home *home, int64_t id, const char *who, int64_t now,
    int64_t *person, struct err *e)
{
	return by_organiser(home, id, watch, who, now, person, e);
}

int
match_unwatch(struct home *home, int64_t id, const char *who, int64_t now,
    int64_t *person, struct err *e)
{
	return by_organiser(home, id, unwatch, who, now, person, e);
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
		r = watch_write(reader_onlooker(t, o), "onlooker-first", NULL);
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

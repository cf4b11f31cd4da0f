/* SPDX-License-Identifier: ISC */
/*
 * A person is forgotten, as she or the organiser wants.  She leaves her
 * matches as if she had done so herself, which the other players are told as
 * ever; then all that only she needs is deleted, and one last letter tells so.
 * That letter is deleted too when it has left, and the file is written anew.
 */
#include "app/players/people/forget.h"

#include "app/home/drawn.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/people.h"
#include "app/letters/settle.h"
#include "app/letters/watching.h"
#include "app/letters/writing/compose.h"
#include "app/matches/status.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/players/people/forget_inner.h"
#include "app/players/questions/coded.h"
#include "app/players/reading/handling.h"
#include "app/players/senders/rate_limit.h"
#include "app/players/senders/tag_guesses.h"
#include "app/players/signup/join.h"
#include "app/players/signup/signup.h"
#include "base/err.h"
#include "base/log.h"
#include "store/matches/onlookers.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/meta.h"
#include "store/people/asks.h"
#include "store/people/forget.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <string.h>

/* Of meta: the file is to be written anew. */
#define WIPE "forget.wipe"
#define WIPE_ALONE "2" /* its value, when nothing but the database is left */

/* As if the player had given the seat up in that match. */
static int
leave_seat(
    struct home *home, const struct person *p, const struct seat_row *seat)
{
	g_autofree char *dedup_prefix = g_strdup_printf(
	    "f%lld.%lld", (long long)p->id, (long long)seat->match);
	struct table *t = table_open(home, seat->match);
	struct signup s;
	int r;

	if (t == NULL)
		return -1;
	dedup_by(t, dedup_prefix);
	if (t->row->status == STATUS_RUNNING || !t->joinable) {
		r = match_resign(t, seat->seat);
		if (r == 0)
			r = settle_match(t);
		table_free(t);
		return r;
	}
	table_free(t);
	signup_begin(&s, home, p, dedup_prefix);
	r = signup_leave_match(&s, seat->match);
	signup_end(&s);
	return r;
}

static int
look_away(struct home *home, struct onlooker_row *o)
{
	struct reader reader;
	struct table *t;
	int r;

	if (o->closed)
		return 0;
	if ((t = table_open(home, o->match)) == NULL)
		return -1;
	dedup_by_number(t, "f", o->person);
	dedup_add(t, o->match);
	reader = reader_onlooker(t, o);
	r = watch_end(&reader, true);
	table_free(t);
	return r;
}

static int
leave_all(struct home *home, const struct person *p)
{
	g_autoptr(GPtrArray) seats = store_seats_of(home->store, p->id);
	g_autoptr(GPtrArray) watched = store_onlookers_of(home->store, p->id);

	if (seats == NULL || watched == NULL)
		return -1;
	for (guint i = 0; i < seats->len; i++)
		if (leave_seat(home, p, seats->pdata[i]) == -1)
			return -1;
	for (guint i = 0; i < watched->len; i++)
		if (look_away(home, watched->pdata[i]) == -1)
			return -1;
	return 0;
}

/* the context is that of the last letter, and is taken over; NULL is an error.
 * What was written to the person meanwhile goes with all the rest. */
static int
forget(struct home *home, const struct person *p, json_t *context,
    const struct answered *answered)
{
	struct reader r = reader_address(home, NULL, p->address);

	if (context == NULL)
		return -1;
	if (leave_all(home, p) == -1 || rate_limit_forget(home, p->id) == -1 ||
	    guesses_forget(home, p->id) == -1 ||
	    store_forget(home->store, p->id,
		answered != NULL ? answered->inbox : 0) == -1 ||
	    drawn_forget(home) == -1 ||
	    store_meta_set(home->store, WIPE, "1") == -1) {
		json_decref(context);
		return -1;
	}
	log_info(
	    "person-forgotten", "person %lld is forgotten", (long long)p->id);
	if (p->undeliverable != 0) {
		json_decref(context);
		return 0;
	}
	r.language = home_catalog(home, p->language);
	if (answered != NULL)
		r.answers = *answered;
	return letter_to(&r, "forgotten", context);
}

/* The row of the person's mail is written once more: without the person. */
static void
forget_sender(struct handling *h)
{
	struct inbox_row *row = h->row;
	char **texts[] = { &row->sender, &row->message_id, &row->says };

	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		g_free(*texts[i]);
		*texts[i] = g_strdup("");
	}
	row->match = 0;
	row->seat = -1;
	row->answer = ANSWER_SENT;
	handling_settle(h, INBOX_DONE, "forgotten");
	h->gone = true;
}

int
forget_yes(struct coded *c, struct ask_row *q)
{
	struct handling *h = c->h;
	struct answered answered = handling_answered(h);
	struct person *p = store_person(h->home->store, q->person);
	bool organiser;
	int r = p == NULL ? -1 : forget_is_organiser(h->home, p, &organiser);

	if (r == 0 && organiser) {
		c->what = "forget-organiser";
	} else if (r == 0) {
		r = forget(
		    h->home, p, forget_context(h->home, p, true), &answered);
		forget_sender(h);
	}
	person_free(p);
	return r;
}

/* ---- the organiser ---- */

static struct person *
find_person(struct home *home, const char *who)
{
	int64_t id;

	return person_named(home, who, &id, home->err) == -1
		   ? NULL
		   : person_there(home, id);
}

static int
may_delete(
    struct home *home, const struct person *p, bool resign, json_t *context)
{
	static const char *const lists[] = { "resigns", "leaves", "calls_off" };
	long long id = (long long)p->id;
	bool organiser;

	if (forget_is_organiser(home, p, &organiser) == -1)
		return -1;
	if (organiser)
		return err_set(home->err, ERR_CLASH,
		    "person %lld is the organiser of turnpost.yaml; name "
		    "another address there first",
		    id);
	for (size_t i = 0; i < G_N_ELEMENTS(lists) && !resign; i++) {
		const json_t *first =
		    json_array_get(json_object_get(context, lists[i]), 0);

		if (first != NULL)
			return err_set(home->err, ERR_CLASH,
			    "person %lld plays in match %lld, which is not "
			    "over; with --resign all such seats are given up",
			    id,
			    (long long)json_integer_value(
				json_object_get(first, "id")));
	}
	return 0;
}

static int
delete_person(struct home *home, const char *who, bool resign, json_t **done)
{
	struct person *p = find_person(home, who);
	json_t *context;
	int r = -1;

	if (p == NULL)
		return -1;
	context = forget_context(home, p, false);
	if (context != NULL && may_delete(home, p, resign, context) == 0) {
		*done = json_deep_copy(context);
		json_object_set_new(*done, "id", json_integer(p->id));
		json_object_set_new(
		    *done, "told", json_boolean(p->undeliverable == 0));
		r = forget(home, p, json_incref(context), NULL);
	}
	json_decref(context);
	person_free(p);
	return r;
}

int
person_delete(struct home *home, const char *who, bool resign, int64_t now,
    json_t **done, struct err *e)
{
	int r;

	home_work(home, now, e);
	*done = NULL;
	IN_TRANSACTION(home->store, r, delete_person(home, who, resign, done));
	if (r == -1)
		g_clear_pointer(done, json_decref);
	return r;
}

/* ---- afterwards ---- */

static int
unmark(struct home *home)
{
	int r;

	IN_TRANSACTION(home->store, r, store_meta_set(home->store, WIPE, NULL));
	return r;
}

/* What cannot be done now (no room, somebody reads) is done in a later round.
 */
static int
wipe(struct home *home)
{
	struct err why = { 0 }, *outer = home_errors(home, &why);
	bool done;
	int r = store_forget_wipe(home->store, &done);

	home_errors(home, outer);
	if (r == -1) {
		log_warn("wipe-postponed", "%s", why.text);
		return 0;
	}
	return done ? unmark(home) : 0;
}

/* Those letters' pictures, too, when the last one has left: once, for the
 * database may have to wait long until it can be written anew. */
static int
forget_letters(struct home *home, const char *mark, bool *waits)
{
	if (store_forget_letters(home->store, waits) == -1)
		return -1;
	if (*waits || strcmp(mark, WIPE_ALONE) == 0)
		return 0;
	return drawn_forget(home) == -1
		   ? -1
		   : store_meta_set(home->store, WIPE, WIPE_ALONE);
}

int
forget_tick(struct home *home)
{
	g_autofree char *mark = NULL;
	bool waits = true;
	int r;

	if (store_meta_get(home->store, WIPE, &mark) == -1)
		return -1;
	if (mark == NULL)
		return 0;
	IN_TRANSACTION(home->store, r, forget_letters(home, mark, &waits));
	if (r == -1 || waits)
		return r;
	return wipe(home);
}

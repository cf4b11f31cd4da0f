/* SPDX-License-Identifier: ISC */
/*
 * A person is forgotten, as she or the organiser wants.  She leaves her
 * matches as if she had done so herself, which the other players are told as
 * ever; then all that only she needs is deleted, and one last letter tells so.
 * That letter is deleted too when it has left, and the file is written anew.
 */
#include "app/players/forget.h"

#include "app/home/config.h"
#include "app/home/drawn.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/people.h"
#include "app/letters/compose.h"
#include "app/letters/context.h"
#include "app/letters/onlookers.h"
#include "app/letters/settle.h"
#include "app/matches/dedup.h"
#include "app/matches/status.h"
#include "app/matches/reader.h"
#include "app/matches/table.h"
#include "app/players/asks.h"
#include "app/players/handling.h"
#include "app/players/identity.h"
#include "app/players/join.h"
#include "app/players/person_commands.h"
#include "app/players/rate_limit.h"
#include "app/players/signup.h"
#include "base/err.h"
#include "base/log.h"
#include "parse/request.h"
#include "store/forget.h"
#include "store/inbox.h"
#include "store/matches.h"
#include "store/meta.h"
#include "store/onlookers.h"
#include "store/people.h"
#include "store/asks.h"
#include "store/seat_lists.h"
#include "store/seats.h"
#include "store/transaction.h"

#include <string.h>

/* Of meta: the file is to be written anew. */
#define WIPE "forget.wipe"
#define WIPE_ALONE "2" /* its value, when nothing but the database is left */

/* ---- what it means ---- */

static int
is_organiser(struct home *home, const struct person *p, bool *yes)
{
	const char *address = home->config->organiser;
	struct person *found;

	*yes = false;
	if (address == NULL)
		return 0;
	home->err->code = 0;
	found = store_person_by_address(home->store, address);
	*yes = found != NULL && found->id == p->id;
	person_free(found);
	return home->err->code == 0 ? 0 : -1;
}

/* Into the list of that name, which then is not empty. */
static int
add_match(struct home *home, json_t *context, const char *list, int64_t match)
{
	struct match_row *row = store_match(home->store, match);
	g_autofree char *any = g_strdup_printf("%s_any", list);
	json_t *items = json_object_get(context, list);

	if (row == NULL)
		return -1;
	if (items == NULL) {
		items = json_array();
		json_object_set_new(context, list, items);
	}
	json_object_set_new(context, any, json_true());
	json_array_append_new(
	    items, json_pack("{s:I, s:s}", "id", (json_int_t)row->id, "game",
		       row->game));
	match_row_free(row);
	return 0;
}

/* What becomes of the seat: the name of a list. */
static int
fate(struct home *home, int64_t match, const char **list)
{
	struct match_row *row = store_match(home->store, match);
	struct signup_row signup;
	bool joinable = false;
	int r;

	if (row == NULL)
		return -1;
	r = store_signup(home->store, match, &signup, &joinable);
	*list = row->status == STATUS_RUNNING ? "resigns"
		: joinable		      ? "leaves"
					      : "calls_off";
	match_row_free(row);
	return r;
}

static int
add_places(struct home *home, int64_t person, json_t *context)
{
	g_autoptr(GPtrArray) seats = store_seats_of(home->store, person);
	g_autoptr(GPtrArray) watched = store_onlookers_of(home->store, person);
	const char *list;

	if (seats == NULL || watched == NULL)
		return -1;
	for (guint i = 0; i < seats->len; i++) {
		int64_t match = ((struct seat_row *)seats->pdata[i])->match;

		if (fate(home, match, &list) == -1 ||
		    add_match(home, context, list, match) == -1)
			return -1;
	}
	for (guint i = 0; i < watched->len; i++) {
		const struct onlooker_row *o = watched->pdata[i];

		if (!o->closed &&
		    add_match(home, context, "looks_on", o->match) == -1)
			return -1;
	}
	return 0;
}

/* Context of a letter to the person, before it is done or after. */
static json_t *
forget_context(struct home *home, const struct person *p, bool own)
{
	json_t *context = context_person(home, p->name);

	json_object_set_new(context, "own", json_boolean(own));
	if (add_places(home, p->id, context) == 0)
		return context;
	json_decref(context);
	return NULL;
}

/* ---- asking ---- */

/* Why the person is not asked: the key of a sentence, or NULL.  *asked: the
 * person was, by this very mail. */
static int
ask_fault(
    struct signup *s, const struct person *p, const char **why, bool *asked)
{
	g_autoptr(GPtrArray) open = asks_personal(s->home, p->id);
	bool organiser, often;

	*why = NULL;
	*asked = false;
	if (open == NULL || is_organiser(s->home, p, &organiser) == -1 ||
	    ask_often(s->home, p->id, ASK_FORGET, &often) == -1)
		return -1;
	for (guint i = 0; i < open->len; i++) {
		const struct ask_row *q = open->pdata[i];

		*asked |= q->kind == ASK_FORGET && s->answered != NULL &&
			  q->inbox == s->answered->inbox;
	}
	if (organiser)
		*why = "error.forget-organiser";
	else if (often)
		*why = "error.address-often";
	return 0;
}

static int
ask(struct signup *s, const struct person *p)
{
	struct ask_row q = { .kind = ASK_FORGET,
		.person = p->id,
		.address = p->address,
		.inbox = s->answered != NULL ? s->answered->inbox : 0,
		.asked = s->home->now };
	json_t *context;

	if (store_ask_add(s->home->store, &q) == -1 ||
	    (context = forget_context(s->home, p, true)) == NULL)
		return -1;
	s->written = true;
	return ask_post(signup_reader(s, p), &q, AGREED_OLD, context);
}

int
forget_ask(struct signup *s, const struct request *q)
{
	struct person *p = store_person(s->home->store, s->person->id);
	const char *why = NULL;
	bool asked = false;
	int r = p == NULL ? -1 : ask_fault(s, p, &why, &asked);

	(void)q;
	if (r == 0 && !asked && why != NULL)
		signup_refuse(s, why, NULL);
	else if (r == 0 && !asked)
		r = ask(s, p);
	person_free(p);
	return r;
}

bool
forget_asked(const GPtrArray *requests)
{
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind == REQUEST_FORGET)
			return true;
	}
	return false;
}

int
forget_unproved(struct handling *h, const GPtrArray *requests)
{
	struct answered answered = route_answered(h);
	struct signup s;
	int r = 0;

	if (!forget_asked(requests))
		return 0;
	h->done = true;
	signup_begin(&s, h->home, h->id.person, "");
	s.answered = &answered;
	r = forget_ask(&s, NULL);
	route_settle(h, INBOX_IGNORED, "asks to be forgotten: asked");
	if (s.written)
		h->row->answer = ANSWER_SENT;
	signup_end(&s);
	return r;
}

/* ---- doing ---- */

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
	    store_forget(home->store, p->id,
		answered != NULL ? answered->inbox : 0) == -1 ||
	    drawn_forget(home) == -1 ||
	    store_meta_set(home->store, WIPE, "1") == -1) {
		json_decref(context);
		return -1;
	}
	log_info("person %lld is forgotten", (long long)p->id);
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
	route_settle(h, INBOX_DONE, "forgotten");
	h->gone = true;
}

int
forget_yes(struct coded *c, struct ask_row *q)
{
	struct handling *h = c->h;
	struct answered answered = route_answered(h);
	struct person *p = store_person(h->home->store, q->person);
	bool organiser;
	int r = p == NULL ? -1 : is_organiser(h->home, p, &organiser);

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

	if (is_organiser(home, p, &organiser) == -1)
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
		log_warn("%s", why.text);
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

/* SPDX-License-Identifier: ISC */
/*
 * A person asks to be forgotten: what that would do, and the letter that wants
 * it said again with a code (forget.c does it then).
 */
#include "app/players/people/forget.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/context/addressed.h"
#include "app/matches/table/reader.h"
#include "app/players/people/forget_inner.h"
#include "app/players/questions/asks.h"
#include "app/players/reading/handling.h"
#include "app/players/signup/join.h"
#include "app/players/signup/signup.h"
#include "base/err.h"
#include "parse/request.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/people/asks.h"
#include "store/people/people.h"

int
forget_is_organiser(struct home *home, const struct person *p, bool *yes)
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

json_t *
forget_context(struct home *home, const struct person *p, bool own)
{
	json_t *context = context_person(home, p->name);

	json_object_set_new(context, "own", json_boolean(own));
	if (add_places(home, p->id, context) == 0)
		return context;
	json_decref(context);
	return NULL;
}

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
	if (open == NULL || forget_is_organiser(s->home, p, &organiser) == -1 ||
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
	struct answered answered = handling_answered(h);
	struct signup s;
	int r = 0;

	if (!forget_asked(requests))
		return 0;
	h->done = true;
	signup_begin(&s, h->home, h->id.person, "");
	s.answered = &answered;
	r = forget_ask(&s, NULL);
	handling_settle(h, INBOX_IGNORED, "asks to be forgotten: asked");
	if (s.written)
		h->row->answer = ANSWER_SENT;
	signup_end(&s);
	return r;
}

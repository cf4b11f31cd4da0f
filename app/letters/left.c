/* SPDX-License-Identifier: ISC */
/*
 * People who no longer play in a match: how that came, and what a match says
 * that is past.  The notice by which all were told of it names the person by
 * number, so that it is found again whatever became of the seat.
 */
#include "app/letters/left.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/compose.h"
#include "app/letters/context.h"
#include "app/letters/moments.h"
#include "app/letters/seat_offers.h"
#include "app/matches/seats.h"
#include "app/matches/table.h"
#include "base/err.h"
#include "core/core.h"
#include "render/render.h"
#include "store/seating.h"
#include "store/store.h"

#include <string.h>

static json_int_t
leaver_of(const struct report *report)
{
	return report->notice == NULL ? 0
				      : json_integer_value(json_object_get(
					    report->notice->args, "person"));
}

static bool
plays(struct table *t, int64_t person)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (table_seat(t, s)->person == person &&
		    table_seat(t, s)->held == HELD_PERSON)
			return true;
	return false;
}

bool
parting_find(struct table *t, int64_t person, struct parting *p)
{
	*p = (struct parting){ .seat = -1 };
	if (plays(t, person))
		return false;
	for (guint i = 0; i < t->holders->len; i++) {
		const struct holder_row *row = t->holders->pdata[i];

		if (row->person == person && row->until != 0)
			p->seat = row->seat;
	}
	for (guint i = t->reports->len; i > 0 && p->why == NULL; i--) {
		const struct report *report = t->reports->pdata[i - 1];

		if (leaver_of(report) == person)
			p->why = report->notice;
	}
	return p->seat != -1 || p->why != NULL;
}

/* The notice that was told last. */
static const struct phrase *
last_notice(struct table *t)
{
	for (guint i = t->reports->len; i > 0; i--) {
		const struct report *report = t->reports->pdata[i - 1];

		if (report->notice != NULL)
			return report->notice;
	}
	return NULL;
}

char *
parting_how(struct table *t)
{
	const struct phrase *last = last_notice(t);

	return last == NULL ? NULL : told_say(t, last, -1);
}

void
parting_reason(struct table *t, int reader, json_t *facts)
{
	const struct phrase *last = last_notice(t);
	g_autofree char *text = NULL;

	if (last == NULL)
		return;
	text = told_say(t, last, reader);
	json_object_set_new(facts, "reason", json_string(text));
	if (reader >= 0 && strcmp(last->key, "notice.declined") == 0 &&
	    json_integer_value(json_object_get(last->args, "person")) ==
		table_seat(t, reader)->person)
		json_object_set_new(facts, "by_you", json_true());
}

bool
parting_is_own(const struct phrase *why, int64_t person)
{
	static const char *const keys[] = { "notice.left-early",
		"notice.all-left", "notice.declined", "notice.resigned" };

	if (json_integer_value(json_object_get(why->args, "person")) != person)
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
		if (strcmp(why->key, keys[i]) == 0)
			return true;
	return false;
}

struct phrase *
parting_refusal(struct table *t, int64_t person)
{
	json_t *args = json_pack("{s:I}", "n", (json_int_t)t->row->id);
	const struct phrase *last = last_notice(t);
	g_autofree char *why =
	    last != NULL ? told_say_outside(t, last, person) : NULL;

	if (t->row->life == LIFE_ENDED && last != NULL &&
	    parting_is_own(last, person))
		return phrase_new("error.called-off-own", args);
	json_object_set_new(args, "why", json_string(why != NULL ? why : ""));
	return phrase_new(t->row->life == LIFE_ENDED ? "error.match-called-off"
						     : "error.match-over",
	    args);
}

json_t *
parting_facts(
    struct table *t, const struct person *person, int64_t told, int64_t now)
{
	const struct tongue *before = home_speak(t->home, person->language);
	json_t *facts, *back;
	struct parting p;

	t->outsider = person->id;
	facts = facts_onlooker(t, person->name, told);
	if (parting_find(t, person->id, &p)) {
		g_autofree char *why =
		    p.why != NULL ? told_say(t, p.why, -1) : NULL;

		json_object_set_new(facts, "parted", json_true());
		if (why != NULL)
			json_object_set_new(facts, "why", json_string(why));
		back = p.seat == -1
			   ? NULL
			   : seat_back_facts(t, p.seat, person->id, now);
		if (back != NULL)
			json_object_set_new(facts, "back", back);
	}
	t->outsider = 0;
	home_speak_again(t->home, before);
	return facts;
}

static json_t *
own_moves(struct table *t, int seat)
{
	json_t *list = json_array();

	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];

		g_autofree char *move = NULL;

		if (row->seat != seat)
			continue;
		move = move_retell(
		    t->match, row->move, tongue_words(home_words(t->home)));
		json_array_append_new(list,
		    json_pack("{s:i, s:s}", "n", (int)i + 1, "move", move));
	}
	return list;
}

json_t *
seat_newcomer_facts(struct table *t, int seat, int64_t told)
{
	const struct holder_row *h = seat_holder(t, seat);
	json_t *own;

	if (h == NULL || told >= h->after)
		return NULL;
	own = own_moves(t, seat);
	return json_pack("{s:s, s:o, s:b, s:o}", "plays", t->names[seat],
	    "news", facts_news(t, seat, told), "own_any",
	    json_array_size(own) > 0, "own", own);
}

json_t *
seat_left_facts(struct table *t, int seat, int64_t now, struct err *e)
{
	struct person *person =
	    store_person(t->home->store, t->left[seat].person, e);
	json_t *facts;

	if (person == NULL)
		return NULL;
	facts = parting_facts(t, person, t->left[seat].told, now);
	person_free(person);
	return facts;
}

int
seat_tell_left(struct table *t, int seat, json_t *facts,
    const struct answered *answered, int64_t now, struct err *e)
{
	struct person *person =
	    store_person(t->home->store, t->left[seat].person, e);
	int r;

	if (person == NULL) {
		json_decref(facts);
		return -1;
	}
	r = post_outsider(t, seat, person, "left", facts, answered, now, e);
	person_free(person);
	return r;
}

int
seats_tell_left(struct table *t, int64_t now, struct err *e)
{
	for (int s = 0; s < (int)table_seats(t); s++) {
		json_t *facts;

		if (t->left[s].person == 0 || s == t->answered)
			continue;
		facts = seat_left_facts(t, s, now, e);
		if (facts == NULL ||
		    seat_tell_left(t, s, facts, NULL, now, e) == -1)
			return -1;
		t->left[s].person = 0;
	}
	return 0;
}

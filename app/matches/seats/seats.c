/* SPDX-License-Identifier: ISC */
/*
 * The player of a seat: a person, nobody for a while, or the program.  A seat
 * keeps its name whoever plays it, for moves name players by it.  A player who
 * leaves it has no key any more and hears no more of the match; a player who
 * comes is told all that the seat was ever told, and gets the full time once.
 */
#include "app/matches/seats/seats.h"

#include "app/home/home.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/clocks/stops.h"
#include "app/matches/results/ending.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/organiser_seats.h"
#include "app/matches/table/plans.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/tenures.h"
#include "base/err.h"
#include "base/log.h"
#include "core/decision.h"
#include "policy/span.h"
#include "store/mails/waiting_answers.h"
#include "store/matches/hints.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"
#include "store/matches/timers.h"
#include "store/people/people.h"

/* ---- somebody leaves ---- */

/* Whether a person plays it, or the program. */
static json_t *
who_args(struct table *t, int seat)
{
	const char *player = seat_player(t, seat);

	return json_pack(
	    "{s:s}", "who", player != NULL ? player : t->names[seat]);
}

/* Matches of before have no row of the player who had a seat from the
 * beginning. */
static int
note_leaver(struct table *t, int seat)
{
	const struct seat_row *row = table_seat(t, seat);
	struct tenure_row *h;

	for (guint i = 0; i < t->tenures->len; i++) {
		h = t->tenures->pdata[i];
		if (h->seat == seat && h->until == 0) {
			h->until = t->home->now;
			return store_tenure_leave(
			    t->home->store, t->row->id, seat, t->home->now);
		}
	}
	h = g_new0(struct tenure_row, 1);
	h->match = t->row->id;
	h->seat = seat;
	h->person = row->person;
	h->name = g_strdup(row->name);
	h->since = t->row->created;
	h->until = t->home->now;
	h->after = -1;
	g_ptr_array_add(t->tenures, h);
	return store_tenure_add(t->home->store, h);
}

/* What waits for a decision of the seat. */
static int
clear_timers(struct table *t, int seat)
{
	static const enum timer_kind kinds[] = { TIMER_DECIDE, TIMER_REMIND,
		TIMER_PLAN, TIMER_OFFER };

	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (store_timer_clear(
			t->home->store, t->row->id, seat, kinds[i]) == -1)
			return -1;
	return 0;
}

/* From here on the keys in the former player's letters prove nothing. */
static int
leave(struct table *t, int seat)
{
	struct seat_row *row = table_seat(t, seat);
	struct effect left = { .kind = EFFECT_LEFT, .seat = seat };

	table_effect(t, EFFECT_TELL_ALL, -1);
	row->epoch++;
	row->missed = row->graces = 0;
	g_clear_pointer(&row->level, g_free);
	if (plans_forget(t, seat) == -1 || clear_timers(t, seat) == -1 ||
	    store_hints_forget(t->home->store, t->row->id, seat) == -1)
		return -1;
	/* The robot for whose move an answer waited plays no longer. */
	if (row->occupant != OCCUPANT_PERSON)
		return store_waiting_answers_leave(t->home->store, t->row->id);
	left.person = row->person;
	left.n = t->row->last_event;
	effect_add(t, &left);
	return note_leaver(t, seat);
}

bool
seat_ends_match(struct table *t, int seat)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (s != seat && table_seat(t, s)->occupant == OCCUPANT_PERSON)
			return false;
	return true;
}

static int
set_occupant(struct table *t, int seat, enum occupant occupant)
{
	struct seat_row *row = table_seat(t, seat);

	row->occupant = occupant;
	log_info("seat-without-person", "match %lld seat %d: held by %s",
	    (long long)t->row->id, seat,
	    occupant == OCCUPANT_OPEN ? "nobody" : occupant_word(occupant));
	return store_seat_update(t->home->store, row);
}

/* Said to all; *alone: that was the last player, for whom else should the
 * match go on? */
static int
say_leaving(struct table *t, int seat, const char *notice, bool *alone)
{
	json_t *args = who_args(t, seat);

	if (table_seat(t, seat)->occupant == OCCUPANT_PERSON)
		parting_args(args, table_seat(t, seat)->person);
	if (leave(t, seat) == -1) {
		json_decref(args);
		return -1;
	}
	if (notice == NULL)
		json_decref(args);
	else if (table_notice(t, notice, args) == -1)
		return -1;
	if (set_occupant(t, seat, OCCUPANT_ROBOT) == -1)
		return -1;
	table_effect(t, EFFECT_OFFER, seat);
	*alone = seat_ends_match(t, seat);
	return *alone ? match_call_off(t, "notice.all-resigned", NULL) : 0;
}

/* A player who has left it is told as "your seat". */
static json_t *
offered_args(struct table *t, int seat, int64_t until)
{
	json_t *args = told_of(t->names[seat], table_seat(t, seat)->person);

	json_object_set_new(args, "until", told_moment(until));
	return args;
}

/* It waits for somebody to come. */
static int
wait_for(struct table *t, int seat)
{
	struct timer_row timer = {
		.match = t->row->id,
		.seat = seat,
		.kind = TIMER_OFFER,
		.asked = t->home->now,
		.due = stops_after(t, t->home->now, t->policy.offer),
	};

	if (store_timer_set(t->home->store, &timer) == -1 ||
	    set_occupant(t, seat, OCCUPANT_OPEN) == -1 ||
	    table_notice(
		t, "notice.offered", offered_args(t, seat, timer.due)) == -1)
		return -1;
	return t->row->paused != 0 ? clocks_again(t) : 0;
}

static int
leave_to_robot(struct table *t, int seat)
{
	if (set_occupant(t, seat, OCCUPANT_ROBOT) == -1)
		return -1;
	return table_notice(t, "notice.robot",
	    told_of(t->names[seat], table_seat(t, seat)->person));
}

int
seat_open(struct table *t, int seat, const char *why)
{
	bool waits = span_any(t->policy.offer), alone;

	if (say_leaving(t, seat, why, &alone) == -1)
		return -1;
	if (alone)
		return 0;
	return waits ? wait_for(t, seat) : leave_to_robot(t, seat);
}

int
seat_offer_over(struct table *t, const struct timer_row *timer)
{
	if (store_timer_clear_one(t->home->store, timer) == -1)
		return -1;
	if (t->row->status != STATUS_RUNNING ||
	    table_seat(t, timer->seat)->occupant != OCCUPANT_OPEN)
		return 0;
	table_effect(t, EFFECT_TELL_ALL, -1);
	return leave_to_robot(t, timer->seat);
}

/* ---- somebody comes ---- */

/* The name to tell it by: the player who gave the seat its name has it. */
static char *
name_of(struct table *t, int seat, int64_t person)
{
	struct onlooker_row *o;
	struct person *p;
	char *name;

	for (guint i = 0; i < t->tenures->len; i++) {
		const struct tenure_row *h = t->tenures->pdata[i];

		if (h->seat == seat && h->person == person)
			return g_strdup(h->name);
	}
	t->home->err->code = 0;
	o = store_onlooker(t->home->store, t->row->id, person);
	if (o != NULL) {
		name = g_strdup(o->name);
		onlooker_row_free(o);
		return name;
	}
	if (t->home->err->code != 0 ||
	    (p = store_person(t->home->store, person)) == NULL)
		return NULL;
	name = g_strdup(p->name);
	person_free(p);
	return name;
}

static int
note_comer(struct table *t, int seat, int64_t person)
{
	struct tenure_row *h = g_new0(struct tenure_row, 1);

	h->match = t->row->id;
	h->seat = seat;
	h->person = person;
	h->since = t->home->now;
	h->after = t->row->last_event;
	h->name = name_of(t, seat, person);
	g_ptr_array_add(t->tenures, h);
	return h->name == NULL ? -1 : store_tenure_add(t->home->store, h);
}

/* A person who plays looks on no longer. */
static int
stop_looking(struct table *t, int64_t person)
{
	struct onlooker_row *o;
	int r;

	t->home->err->code = 0;
	o = store_onlooker(t->home->store, t->row->id, person);
	if (o == NULL)
		return t->home->err->code == 0 ? 0 : -1;
	r = store_onlooker_drop(t->home->store, t->row->id, person);
	onlooker_row_free(o);
	return r;
}

int
seat_give(
    struct table *t, int seat, int64_t person, const char *notice, json_t *args)
{
	struct seat_row *row = table_seat(t, seat);

	if (row->occupant == OCCUPANT_PERSON)
		parting_args(args, row->person);
	if (leave(t, seat) == -1) {
		json_decref(args);
		return -1;
	}
	if (table_notice(t, notice, args) == -1)
		return -1;
	row->person = person;
	row->occupant = OCCUPANT_PERSON;
	row->told = -1;
	row->ready &= t->row->status != STATUS_MUSTER;
	log_info("seat-given", "match %lld seat %d: held by person %lld",
	    (long long)t->row->id, seat, (long long)person);
	if (note_comer(t, seat, person) == -1 ||
	    stop_looking(t, person) == -1 ||
	    store_seat_give(t->home->store, row) == -1 ||
	    store_seat_update(t->home->store, row) == -1)
		return -1;
	effect_drop(t, EFFECT_OFFER, seat);
	/* The person is asked anew; and perhaps it is the organiser. */
	t->moved |= SEAT(seat);
	return clocks_restart(t, seat) == -1 ? -1 : reveal_load(t);
}

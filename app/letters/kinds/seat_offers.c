/* SPDX-License-Identifier: ISC */
/*
 * Seats that nobody holds, or that the program plays meanwhile, offered to
 * people who would take one over and to onlookers, each with a code of its own
 * (seat_codes.c): the first person who writes has it (letters/takers.c).  A
 * person who has held a seat of the match is offered none, for that person
 * knows a hand.  A person who is away is asked later (seat_offers_late.c).
 */
#include "app/letters/kinds/seat_offers.h"

#include "app/home/ask_codes.h"
#include "app/home/home.h"
#include "app/letters/context/context.h"
#include "app/letters/kinds/seat_codes.h"
#include "app/letters/writing/compose.h"
#include "app/matches/clocks/away.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "parse/code.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/matches/substitutes.h"
#include "store/matches/timers.h"
#include "store/people/people.h"

#define SEATS_MAX 5 /* offered at once to a new substitute */

static json_t *
offer_context(const struct reader *r, const struct offer_row *o, bool looks_on)
{
	struct table *t = r->t;
	json_t *context = context_of(r);
	json_t *offer = json_object();
	const struct ask_sign sign = seat_offer_sign(o);
	char code[REQUEST_CODE_SIZE + 1];
	struct timer_row timer;
	bool found = false;

	if (store_timer(t->home->store, t->row->id, o->seat, TIMER_OFFER,
		&timer, &found) == -1) {
		json_decref(context);
		json_decref(offer);
		return NULL;
	}
	ask_code(t->home, &sign, code);
	json_object_set_new(offer, "code", json_string(code));
	json_object_set_new(offer, "seat", json_string(t->names[o->seat]));
	json_object_set_new(offer, "looks_on", json_boolean(looks_on));
	json_object_set_new(offer, "waits", json_boolean(found));
	json_object_set_new(context, "offer", offer);
	return context;
}

/* Two seats that become free together are two letters; one that is asked for
 * again comes again. */
int
offer_write(const struct reader *r, const struct offer_row *o, bool looks_on)
{
	g_autofree char *prefix =
	    g_strdup_printf("%s.%lld", r->t->dedup_prefix, (long long)o->id);

	struct reader to = *r;

	to.dedup_prefix = prefix;
	return letter_to(&to, "offer", offer_context(&to, o, looks_on));
}

/* That seat to that person, from then on; *asked: a letter leaves now.  A
 * person who is away is asked when the absence is over. */
static int
offer_to(struct table *t, struct offer_row *o, bool looks_on, bool *asked)
{
	struct reader reader;
	struct person *person;
	bool away = false;
	int r = 0;

	*asked = false;
	o->match = t->row->id;
	o->epoch = table_seat(t, o->seat)->epoch;
	if (seat_held_before(t, o->person))
		return 0;
	if (away_now(t->home, o->person, &away, &o->due) == -1 ||
	    (person = store_person(t->home->store, o->person)) == NULL)
		return -1;
	*asked = person->undeliverable == 0 && !away;
	if (person->undeliverable == 0)
		r = store_offer_add(t->home->store, o);
	reader = reader_outsider(t, -1, person);
	if (r == 0 && *asked)
		r = offer_write(&reader, o, looks_on);
	person_free(person);
	return r;
}

static bool
has_id(const GArray *ids, int64_t id)
{
	for (guint i = 0; i < ids->len; i++)
		if (g_array_index(ids, int64_t, i) == id)
			return true;
	return false;
}

int
offer_seat(struct table *t, const struct effect *offered)
{
	int seat = offered->seat;
	g_autoptr(GArray) people = NULL;
	g_autoptr(GPtrArray) watching = NULL;
	bool asked;

	if (t->row->status != STATUS_RUNNING ||
	    table_seat(t, seat)->occupant == OCCUPANT_PERSON)
		return 0;
	people = store_substitutes(t->home->store, t->row->game);
	watching = store_onlookers(t->home->store, t->row->id);
	if (people == NULL || watching == NULL)
		return -1;
	for (guint i = 0; i < people->len; i++) {
		struct offer_row o = { .seat = seat,
			.person = g_array_index(people, int64_t, i),
			.at = t->home->now };

		if (offer_to(t, &o, false, &asked) == -1)
			return -1;
	}
	for (guint i = 0; i < watching->len; i++) {
		const struct onlooker_row *row = watching->pdata[i];
		struct offer_row o = {
			.seat = seat, .person = row->person, .at = t->home->now
		};

		if (!row->closed && !has_id(people, row->person) &&
		    offer_to(t, &o, true, &asked) == -1)
			return -1;
	}
	return 0;
}

int
offers_show(struct home *home, int64_t person, const char *game, int *n)
{
	g_autoptr(GPtrArray) seats = store_seats_open(home->store, game);

	*n = 0;
	if (seats == NULL)
		return -1;
	for (guint i = 0; i < seats->len && *n < SEATS_MAX; i++) {
		const struct seat_row *row = seats->pdata[i];
		struct table *t = table_open(home, row->match);
		struct offer_row o = {
			.seat = row->seat, .person = person, .at = home->now
		};
		bool asked;
		int r;

		if (t == NULL)
			return -1;
		dedup_by_number(t, "s", person);
		dedup_add(t, row->match);
		dedup_add(t, home->now);
		r = offer_to(t, &o, false, &asked);
		*n += r == 0 && asked;
		table_free(t);
		if (r == -1)
			return -1;
	}
	return 0;
}

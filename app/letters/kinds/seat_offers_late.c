/* SPDX-License-Identifier: ISC */
/*
 * Seats that became free while a person was away who would have been asked:
 * that person is asked after coming back, if the seat is still free and the
 * person may still have it.
 */
#include "app/letters/kinds/seat_offers.h"

#include "app/home/due.h"
#include "app/home/home.h"
#include "app/letters/kinds/seat_codes.h"
#include "app/matches/clocks/away.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/matches/substitutes.h"
#include "store/people/people.h"

/* Does the person still look on, or stand in? */
static int
is_willing(struct table *t, int64_t id, bool *willing, bool *looks_on)
{
	g_autoptr(GArray) people =
	    store_substitutes(t->home->store, t->row->game);
	struct onlooker_row *o;

	if (people == NULL)
		return -1;
	t->home->err->code = 0;
	o = store_onlooker(t->home->store, t->row->id, id);
	if (o == NULL && t->home->err->code != 0)
		return -1;
	*looks_on = o != NULL && !o->closed;
	onlooker_row_free(o);
	*willing = *looks_on;
	for (guint i = 0; i < people->len; i++)
		if (g_array_index(people, int64_t, i) == id) {
			*willing = true;
			*looks_on = false;
		}
	return 0;
}

static bool
is_free(struct table *t, const struct offer_row *o)
{
	const struct seat_row *row = table_seat(t, o->seat);

	return t->row->status == STATUS_RUNNING &&
	       row->occupant != OCCUPANT_PERSON && row->epoch == o->epoch &&
	       !seat_held_before(t, o->person);
}

static int
ask(struct table *t, struct offer_row *o, int *n)
{
	struct person *person;
	struct reader reader;
	bool willing, looks_on;
	int r = 0;

	if (is_willing(t, o->person, &willing, &looks_on) == -1 ||
	    (person = store_person(t->home->store, o->person)) == NULL)
		return -1;
	if (willing && is_free(t, o) && person->undeliverable == 0) {
		++*n;
		reader = reader_outsider(t, -1, person);
		r = offer_write(&reader, o, looks_on);
	}
	person_free(person);
	return r;
}

static int
ask_late(struct home *home, void *row, int *n)
{
	struct offer_row *o = row;
	struct table *t;
	bool away;
	int r;

	o->due = 0;
	if (away_now(home, o->person, &away, &o->due) == -1 ||
	    store_offer_later(home->store, o->id, o->due) == -1)
		return -1;
	if (away)
		return 0;
	if ((t = table_open(home, o->match)) == NULL)
		return -1;
	dedup_by_number(t, "f", home->now);
	r = ask(t, o, n);
	table_free(t);
	checkpoint("offered a seat, before the commit");
	return r;
}

static int
put_off(struct home *home, const void *row, int64_t at)
{
	const struct offer_row *o = row;

	return store_offer_later(home->store, o->id, at);
}

const struct due_kind due_offers = { store_offers_due,
	offsetof(struct offer_row, match), offsetof(struct offer_row, person),
	ask_late, put_off, false };

/* SPDX-License-Identifier: ISC */
/*
 * Codes by which a seat is taken over, or taken back, each of which goes to one
 * person alone; and whether that person may still have the seat.
 */
#include "app/letters/kinds/seat_codes.h"

#include "app/home/ask_codes.h"
#include "app/home/home.h"
#include "app/letters/context/moments.h"
#include "app/matches/clocks/stops.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/tenures.h"
#include "parse/code.h"
#include "policy/span.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/substitutes.h"
#include "store/matches/tenures.h"

struct ask_sign
seat_offer_sign(const struct offer_row *o)
{
	return (struct ask_sign){ .word = "take",
		.number = o->id,
		.person = o->person,
		.at = o->at };
}

struct ask_sign
seat_return_sign(const struct tenure_row *h)
{
	return (struct ask_sign){ .word = "back",
		.number = h->id,
		.person = h->person,
		.at = h->until };
}

bool
seat_held_before(const struct table *t, int64_t person)
{
	for (guint i = 0; i < t->seats->len; i++) {
		const struct seat_row *row = t->seats->pdata[i];

		if (row->person == person)
			return true;
	}
	for (guint i = 0; i < t->tenures->len; i++) {
		const struct tenure_row *h = t->tenures->pdata[i];

		if (h->person == person)
			return true;
	}
	return false;
}

static const struct tenure_row *
last_of(const struct table *t, int seat, int64_t person)
{
	for (guint i = t->tenures->len; i > 0; i--) {
		const struct tenure_row *h = t->tenures->pdata[i - 1];

		if (h->seat == seat && h->person == person && h->until != 0)
			return h;
	}
	return NULL;
}

const char *
seat_not_given(struct table *t, int seat, int64_t person)
{
	if (t->row->status != STATUS_RUNNING)
		return "take-over";
	if (seat_of_person(t, person) >= 0)
		return "take-plays";
	if (table_seat(t, seat)->occupant == OCCUPANT_PERSON)
		return "take-gone";
	return NULL;
}

int64_t
seat_back_until(struct table *t, const struct tenure_row *h)
{
	if (!span_any(t->policy.back))
		return 0;
	return stops_after(t, h->until, t->policy.back);
}

json_t *
seat_back_context(const struct reader *r, int seat)
{
	struct table *t = r->t;
	int64_t person = r->self, now = r->home->now;
	const struct tenure_row *h = last_of(t, seat, person);
	char code[REQUEST_CODE_SIZE + 1];
	g_autofree char *until = NULL;
	struct ask_sign sign;

	if (h == NULL || seat_not_given(t, seat, person) != NULL ||
	    seat_back_until(t, h) <= now)
		return NULL;
	sign = seat_return_sign(h);
	ask_code(t->home, &sign, code);
	until = match_moment(r, seat_back_until(t, h));
	return json_pack("{s:s, s:s}", "code", code, "until", until);
}

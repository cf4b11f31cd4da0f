/* SPDX-License-Identifier: ISC */
/* Which person has a seat, and whether the match waits for that person. */
#include "app/matches/table/tenures.h"

#include "app/matches/table/plans.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"

#include <string.h>

const struct tenure_row *
seat_tenure(const struct table *t, int seat)
{
	for (guint i = t->tenures->len; i > 0; i--) {
		const struct tenure_row *h = t->tenures->pdata[i - 1];

		if (h->seat == seat && h->until == 0)
			return h;
	}
	return NULL;
}

int
seat_of_person(struct table *t, int64_t person)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (table_seat(t, s)->person == person &&
		    table_seat(t, s)->occupant == OCCUPANT_PERSON)
			return s;
	return -1;
}

const char *
seat_player(struct table *t, int seat)
{
	const struct tenure_row *h = seat_tenure(t, seat);

	if (h == NULL || table_seat(t, seat)->occupant != OCCUPANT_PERSON ||
	    strcmp(h->name, t->names[seat]) == 0)
		return NULL;
	return h->name;
}

bool
seat_is_awaited(struct table *t, int seat)
{
	return table_expects_move(t, seat) &&
	       table_seat(t, seat)->occupant == OCCUPANT_PERSON &&
	       !robot_relieves(table_seat(t, seat)) && !plans_answered(t, seat);
}

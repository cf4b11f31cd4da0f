/* SPDX-License-Identifier: ISC */
/* Which person has a seat now. */
#include "app/matches/table/tenures.h"

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

const char *
seat_player(struct table *t, int seat)
{
	const struct tenure_row *h = seat_tenure(t, seat);

	if (h == NULL || table_seat(t, seat)->occupant != OCCUPANT_PERSON ||
	    strcmp(h->name, t->names[seat]) == 0)
		return NULL;
	return h->name;
}

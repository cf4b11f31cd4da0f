/* SPDX-License-Identifier: ISC */
/*
 * An organiser may look at what is hidden in a match, to help; but not from a
 * seat in it.  An organiser who plays must insist, and then all players are
 * told at once.  An organiser who looked before sitting down is told of, too,
 * at that moment.
 */
#include "app/matches/table/organiser_seats.h"

#include "app/home/people.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "core/decision.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"

int
reveal_load(struct table *t)
{
	int64_t id;

	if (organiser_seats(t->home, &id) == -1)
		return -1;
	t->organiser = 0;
	for (int s = 0; id != 0 && s < (int)table_seats(t); s++) {
		const struct seat_row *row = table_seat(t, s);

		if (row->person == id && row->occupant == OCCUPANT_PERSON)
			t->organiser |= SEAT(s);
		t->organiser_plays |= row->person == id;
	}
	/* A player who left may come back, and knows a hand. */
	for (guint i = 0; id != 0 && i < t->tenures->len; i++) {
		const struct tenure_row *h = t->tenures->pdata[i];

		t->organiser_plays |= h->person == id;
	}
	return 0;
}

int
reveal_settle(struct table *t)
{
	json_t *at;

	if (t->row->looked == 0 || !t->organiser_plays)
		return 0;
	at = told_moment(t->row->looked);
	t->row->looked = 0;
	return table_announce(t, "notice.looked", json_pack("{s:o}", "at", at));
}

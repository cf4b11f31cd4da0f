/* SPDX-License-Identifier: ISC */
/* A match is made, and its players are invited. */
#include "app/letters/new_match.h"

#include "app/home/home.h"
#include "app/letters/reach.h"
#include "app/letters/settle.h"
#include "app/letters/writing/compose.h"
#include "app/matches/create.h"
#include "app/matches/deadlines.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "base/log.h"
#include "store/matches/seats.h"
#include "store/transaction.h"

static int
invite(struct home *home, int64_t id)
{
	struct table *t = table_open(home, id);
	int r;

	if (t == NULL)
		return -1;
	dedup_by_number(t, "m", id);
	r = muster_begin(t);
	for (int s = 0; s < (int)table_seats(t) && r == 0; s++)
		if (table_seat(t, s)->occupant == OCCUPANT_PERSON)
			r = letter_to_seat(
			    t, s, muster_free(t) > 0 ? "joined" : "muster");
	/* A match of robots alone waits for nobody. */
	if (r == 0 && muster_free(t) == 0 && muster_missing(t) == 0 &&
	    (r = muster_settle(t)) == 0)
		r = settle_match(t);
	table_free(t);
	return r;
}

static int
create(struct home *home, const struct match_order *order, int64_t *id)
{
	for (int i = 0; order->seats[i] != NULL; i++)
		if (!robot_is_ordered(order->seats[i]) &&
		    reach_given(home, order->seats[i]) == -1)
			return -1;
	if (match_make(home, order, id) == -1)
		return -1;
	return invite(home, *id);
}

int
match_create(struct home *home, const struct match_order *order, int64_t now,
    int64_t *id, struct err *e)
{
	int r;

	home_work(home, now, e);
	if (match_check(home, order) == -1)
		return -1;
	IN_TRANSACTION(home->store, r, create(home, order, id));
	if (r == 0)
		log_info("match-made", "match %lld: made", (long long)*id);
	return r;
}

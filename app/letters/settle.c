/* SPDX-License-Identifier: ISC */
/* After a change: what follows by itself, and letters to all who must hear. */
#include "app/letters/settle.h"

#include "app/home/home.h"
#include "app/letters/absences.h"
#include "app/letters/kinds/invitations.h"
#include "app/letters/kinds/left.h"
#include "app/letters/kinds/onlookers.h"
#include "app/letters/kinds/seat_offers.h"
#include "app/letters/schedule/schedule.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/status.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/table.h"
#include "app/matches/table/talk.h"

/* What is done for one effect, which is over then. */
typedef int effect_work(struct table *, const struct effect *);

static int
do_all(struct table *t, enum effect_kind kind, effect_work *work)
{
	for (int s = 0; s < (int)table_seats(t); s++) {
		const struct effect *found = effect_of(t, kind, s);
		struct effect effect;

		if (found == NULL)
			continue;
		effect = *found;
		effect_drop(t, kind, s);
		if (work(t, &effect) == -1)
			return -1;
	}
	return 0;
}

int
settle_match(struct table *t)
{
	t->now = t->home->now;
	if (do_all(t, EFFECT_INVITE, invite_again) == -1 ||
	    match_advance(t) == -1 ||
	    do_all(t, EFFECT_MOVE, away_moved) == -1 || talk_settle(t) == -1 ||
	    clocks_settle(t) == -1 ||
	    do_all(t, EFFECT_LEFT, tell_who_left) == -1 ||
	    do_all(t, EFFECT_OFFER, offer_seat) == -1 ||
	    notices_settle(t) == -1)
		return -1;
	return watch_settle(t);
}

/* SPDX-License-Identifier: ISC */
/* After a change: what follows by itself, and letters to all who must hear. */
#include "app/letters/settle.h"

#include "app/home/home.h"
#include "app/letters/absences.h"
#include "app/letters/invitations.h"
#include "app/letters/left.h"
#include "app/letters/onlookers.h"
#include "app/letters/schedule.h"
#include "app/letters/seat_offers.h"
#include "app/matches/clocks.h"
#include "app/matches/effects.h"
#include "app/matches/life.h"
#include "app/matches/table.h"
#include "app/matches/talk.h"
#include "store/matches.h"

const char *
life_letter(const struct table *t)
{
	switch (t->row->life) {
	case LIFE_MUSTER:
		return "answer";
	case LIFE_RUNNING:
		return "turn";
	case LIFE_OVER:
		return "final";
	case LIFE_ENDED:
		break;
	}
	return "called-off";
}

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
life_settle(struct table *t)
{
	t->now = t->home->now;
	if (do_all(t, EFFECT_INVITE, invite_again) == -1 ||
	    life_go_on(t) == -1 || do_all(t, EFFECT_MOVE, away_moved) == -1 ||
	    talk_settle(t) == -1 || clocks_settle(t) == -1 ||
	    do_all(t, EFFECT_LEFT, tell_who_left) == -1 ||
	    do_all(t, EFFECT_OFFER, offer_seat) == -1 ||
	    notices_settle(t) == -1)
		return -1;
	return watch_settle(t);
}

int
life_tell(struct table *t, int seat)
{
	return notices_tell(t, seat);
}

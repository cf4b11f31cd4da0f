/* SPDX-License-Identifier: ISC */
/* After a change: what follows by itself, and letters to all who must hear. */
#include "app/letters/settle.h"

#include "app/letters/absences.h"
#include "app/letters/invitations.h"
#include "app/letters/left.h"
#include "app/letters/onlookers.h"
#include "app/letters/schedule.h"
#include "app/letters/seat_offers.h"
#include "app/matches/clocks.h"
#include "app/matches/life.h"
#include "app/matches/table.h"
#include "app/matches/talk.h"
#include "base/err.h"
#include "core/game.h"
#include "store/store.h"

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

int
life_settle(struct table *t, int64_t now, struct err *e)
{
	t->now = now;
	if (invitations_settle(t, now, e) == -1 || life_go_on(t, now, e) == -1)
		return -1;
	for (int s = 0; t->came != 0 && s < (int)table_seats(t); s++)
		if (t->came & SEAT(s) && away_moved(t, s, now, e) == -1)
			return -1;
	t->came = 0;
	if (talk_settle(t, now, e) == -1 || clocks_settle(t, now, e) == -1)
		return -1;
	if (seats_tell_left(t, now, e) == -1 || offers_settle(t, now, e) == -1)
		return -1;
	if (notices_settle(t, now, e) == -1)
		return -1;
	return watch_settle(t, now, e);
}

int
life_tell(struct table *t, int seat, int64_t now, struct err *e)
{
	return notices_tell(t, seat, now, e);
}

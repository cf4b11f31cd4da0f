/* SPDX-License-Identifier: ISC */
/* The life of a match: muster, running, over; and what follows a change by
 * itself. */
#include "app/matches/status.h"

#include "app/home/home.h"
#include "app/matches/deadlines.h"
#include "app/matches/moves/plans_made.h"
#include "app/matches/results/ending.h"
#include "app/matches/seats/seats.h"
#include "app/matches/table/autoplay.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/organiser_seats.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/votes/votes.h"
#include "base/log.h"
#include "core/decision.h"
#include "core/match.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"

static json_t *
who_args(struct table *t, int seat)
{
	return told_of(t->names[seat], table_seat(t, seat)->person);
}

const char *
status_word(enum match_status status)
{
	static const char *const words[] = { [STATUS_MUSTER] = "muster",
		[STATUS_RUNNING] = "running",
		[STATUS_OVER] = "over",
		[STATUS_ENDED] = "ended" };

	return words[status];
}

static int
play_robot(struct table *t, int seat)
{
	struct move move;

	robot_move(t, seat, &move);
	return table_play(t, seat, &move, "robot", 0);
}

/* A seat that is asked, but is the program's, or has a plan that nobody can
 * tell. */
static int
play_unasked(struct table *t)
{
	for (bool again = true; again;) {
		again = false;
		for (int s = 0; s < (int)table_seats(t); s++) {
			if (!robot_plays(table_seat(t, s)) ||
			    !(match_to_act(t->match) & SEAT(s)) ||
			    robot_thinks(t, s))
				continue;
			if (play_robot(t, s) == -1)
				return -1;
			again = true;
		}
		if (!again && plans_settle(t, &again) == -1)
			return -1;
	}
	return 0;
}

/* All that follows by itself.  A vote may end the match, or leave a seat to
 * the program, and the end of the match ends all votes. */
int
match_advance(struct table *t)
{
	bool opened = true;

	if (reveal_settle(t) == -1 || votes_settle(t) == -1)
		return -1;
	while (t->row->status == STATUS_RUNNING && opened) {
		opened = false;
		if (play_unasked(t) == -1 || missed_settle(t, &opened) == -1)
			return -1;
	}
	if (t->row->status != STATUS_RUNNING || !match_over(t->match))
		return 0;
	return match_finish(t) == -1 ? -1 : votes_settle(t);
}

int
match_ready(struct table *t, int seat, const char *luck)
{
	struct seat_row *row = table_seat(t, seat);

	if (luck != NULL) {
		g_free(row->luck);
		row->luck = g_strdup(luck);
	}
	if (!row->ready) {
		row->ready = true;
		if (table_notice(t, "notice.ready", who_args(t, seat)) == -1)
			return -1;
	}
	if (store_seat_update(t->home->store, row) == -1)
		return -1;
	return muster_settle(t);
}

int
match_resign(struct table *t, int seat)
{
	if (t->row->status == STATUS_MUSTER)
		return muster_decline(t, seat);
	log_info("seat-resigned", "match %lld seat %d: resigned",
	    (long long)t->row->id, seat);
	return seat_open(t, seat, "notice.resigned");
}

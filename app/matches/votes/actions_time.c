/* SPDX-License-Identifier: ISC */
/* What is done to the clocks of a match. */
#include "app/matches/votes/actions.h"

#include "app/home/home.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/clocks/pause.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "base/seconds.h"
#include "core/decision.h"
#include "core/match.h"
#include "policy/span.h"
#include "store/matches/actions.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"

/* ---- pause, resume ---- */

/* As long as it may stand still, if nothing is said. */
static int
fit_pause(struct table *t, struct action_options *o)
{
	int64_t room;

	if (t->row->paused != 0)
		return err_set(t->home->err, ERR_CLASH,
		    "match %lld is already paused", (long long)t->row->id);
	if (pause_room(t, &room) == -1)
		return -1;
	if (o->seconds == 0)
		o->seconds = room;
	if (o->seconds > room || room < 60)
		return err_set(t->home->err, ERR_CLASH,
		    "match %lld may be paused for %d days in any %d, and %lld "
		    "hours of these are left; give a shorter time with --for",
		    (long long)t->row->id, HOLD_MAX_DAYS, HOLD_WINDOW_DAYS,
		    (long long)(room / 3600));
	return 0;
}

int
action_pause(struct table *t, struct action_options *o, json_t *args)
{
	if (!o->vote && fit_pause(t, o) == -1)
		return -1;
	json_object_set_new(
	    args, "until", told_moment(t->home->now + o->seconds));
	return pause_begin(t, o->seconds);
}

int
action_resume(struct table *t, struct action_options *o, json_t *args)
{
	(void)o;
	(void)args;
	if (t->row->paused == 0)
		return err_set(t->home->err, ERR_CLASH,
		    "match %lld is not paused", (long long)t->row->id);
	return pause_end(t);
}

/* ---- extend ---- */

/* Seconds that the organiser granted since then; seat -1: any. */
static int
sum_granted(struct table *t, int seat, int64_t since, int64_t *sum)
{
	g_autoptr(GArray) rows =
	    store_actions(t->home->store, t->row->id, since);

	*sum = 0;
	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		const struct action_row *row =
		    &g_array_index(rows, struct action_row, i);

		if (row->what == ACTION_EXTEND &&
		    (seat == -1 || row->seats == 0 ||
			((seatset)row->seats & SEAT(seat)) != 0))
			*sum += row->seconds;
	}
	return 0;
}

/* In the muster it is the time to say "ready". */
static int
extend_muster(struct table *t, const struct action_options *o)
{
	const struct span span = { .seconds = o->seconds };
	struct timer_row timer;
	bool found;

	if (o->seat != -1)
		return err_set(t->home->err, ERR_FORMAT,
		    "match %lld has not begun: all players have the same time "
		    "to say that they are ready; leave --seat out",
		    (long long)t->row->id);
	if (store_timer(t->home->store, t->row->id, -1, TIMER_MUSTER, &timer,
		&found) == -1)
		return -1;
	if (!found)
		return err_set(t->home->err, ERR_CLASH,
		    "match %lld already waits without a deadline",
		    (long long)t->row->id);
	return clocks_grant(t, &timer, MAX(timer.due, t->home->now), span);
}

static int
check_extension(struct table *t, const struct action_options *o)
{
	int64_t sum;
	bool any;

	if (sum_granted(
		t, o->seat, t->home->now - HOLD_WINDOW_DAYS * DAY, &sum) == -1)
		return -1;
	if (sum + o->seconds > HOLD_MAX_DAYS * DAY)
		return err_set(t->home->err, ERR_CLASH,
		    "deadlines of match %lld may be extended by %d days in any "
		    "%d, and %lld hours of these are left",
		    (long long)t->row->id, HOLD_MAX_DAYS, HOLD_WINDOW_DAYS,
		    (long long)((HOLD_MAX_DAYS * DAY - sum) / 3600));
	if (t->row->status == STATUS_MUSTER)
		return 0;
	if (pause_any_deadline(t, o->seat, &any) == -1)
		return -1;
	if (!any)
		return err_set(t->home->err, ERR_CLASH,
		    o->seat == -1 ? "nobody in match %lld has a deadline"
				  : "that seat of match %lld has no deadline",
		    (long long)t->row->id);
	return 0;
}

int
action_extend(struct table *t, struct action_options *o, json_t *args)
{
	if (!o->vote && check_extension(t, o) == -1)
		return -1;
	json_object_set_new(args, "time", told_span(o->seconds));
	return t->row->status == STATUS_MUSTER
		   ? extend_muster(t, o)
		   : clocks_extend(t, o->seat, o->seconds);
}

/* ---- remind ---- */

/* Whom the match waits for, be it for "ready" or a move. */
static seatset
waited_for(struct table *t)
{
	seatset set = 0;

	if (t->row->status == STATUS_RUNNING)
		return match_to_act(t->match);
	for (int s = 0; s < (int)table_seats(t); s++)
		if (!table_seat(t, s)->ready)
			set |= SEAT(s);
	return set;
}

/* The seats that the organiser reminded less than a day ago. */
static int
reminded_lately(struct table *t, seatset *set)
{
	g_autoptr(GArray) rows =
	    store_actions(t->home->store, t->row->id, t->home->now - DAY);

	*set = 0;
	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		const struct action_row *row =
		    &g_array_index(rows, struct action_row, i);

		if (row->what == ACTION_REMIND)
			*set |= (seatset)row->seats;
	}
	return 0;
}

/* Which seats they are is not told: what a player may decide can be a
 * secret. */
int
action_remind(struct table *t, struct action_options *o, json_t *args)
{
	seatset whom = waited_for(t), lately;

	(void)args;
	if (t->row->paused != 0)
		return err_set(t->home->err, ERR_CLASH,
		    "match %lld is paused; nobody is reminded in it",
		    (long long)t->row->id);
	if (o->seat != -1)
		whom &= SEAT(o->seat);
	if (whom == 0)
		return err_set(t->home->err, ERR_CLASH,
		    o->seat == -1 ? "match %lld is waiting for nobody"
				  : "match %lld is not waiting for that seat",
		    (long long)t->row->id);
	if (reminded_lately(t, &lately) == -1)
		return -1;
	o->reminded = whom & ~lately;
	if (o->reminded == 0)
		return err_set(t->home->err, ERR_CLASH,
		    "the players of match %lld were reminded less than a day "
		    "ago; once a day is enough",
		    (long long)t->row->id);
	return 0;
}

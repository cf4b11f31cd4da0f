/* SPDX-License-Identifier: ISC */
/* What an organiser does to the clocks of a match. */
#include "app/organiser/actions.h"

#include "app/home/home.h"
#include "app/matches/clocks.h"
#include "app/matches/notice_args.h"
#include "app/matches/pause.h"
#include "app/matches/table.h"
#include "app/organiser/organiser.h"
#include "base/err.h"
#include "policy/clock.h"
#include "core/core.h"
#include "core/game.h"
#include "policy/policy.h"
#include "store/store.h"

#include <string.h>

#define DAY INT64_C(86400)

/* ---- pause, resume ---- */

int
organise_pause(struct table *t, const struct match_wish *w, json_t *args,
    int64_t now, struct err *e)
{
	int64_t room, seconds = w->seconds;

	if (t->row->paused != 0)
		return err_set(e, ERR_CLASH, "match %lld is paused already",
		    (long long)t->row->id);
	if (hold_room(t, now, &room, e) == -1)
		return -1;
	if (seconds == 0)
		seconds = room;
	if (seconds > room || room < 60)
		return err_set(e, ERR_CLASH,
		    "match %lld may stand still for %d days in any %d, of "
		    "which "
		    "%lld hours are left; give a shorter time with --for",
		    (long long)t->row->id, HOLD_MAX_DAYS, HOLD_WINDOW_DAYS,
		    (long long)(room / 3600));
	json_object_set_new(args, "until", told_moment(now + seconds));
	return hold_begin(t, seconds, now, e);
}

int
organise_resume(struct table *t, const struct match_wish *w, json_t *args,
    int64_t now, struct err *e)
{
	(void)w;
	(void)args;
	if (t->row->paused == 0)
		return err_set(e, ERR_CLASH, "match %lld is not paused",
		    (long long)t->row->id);
	return hold_end(t, now, e);
}

/* ---- extend ---- */

/* What he granted by those that were told since: seconds. */
static int
sum_granted(
    struct table *t, int seat, int64_t since, int64_t *sum, struct err *e)
{
	g_autoptr(GPtrArray) rows =
	    store_notices(t->home->store, t->row->id, e);

	*sum = 0;
	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		const struct notice_row *row = rows->pdata[i];
		json_t *args;
		int64_t whom;

		if (row->at <= since ||
		    !g_str_has_prefix(row->phrase, "notice.organiser-extend"))
			continue;
		args = json_loads(row->args, 0, NULL);
		whom = json_integer_value(json_object_get(args, "seat"));
		if (seat == -1 || whom == -1 || whom == seat)
			*sum += json_integer_value(
			    json_object_get(args, "seconds"));
		json_decref(args);
	}
	return 0;
}

/* In the muster it is the time to say "ready". */
static int
extend_muster(
    struct table *t, const struct match_wish *w, int64_t now, struct err *e)
{
	const struct span span = { .seconds = w->seconds };
	struct timer_row timer;
	bool found;

	if (w->seat != -1)
		return err_set(e, ERR_FORMAT,
		    "match %lld has not begun: all have the same time to say "
		    "that they are ready; leave --seat out",
		    (long long)t->row->id);
	if (store_timer(t->home->store, t->row->id, -1, TIMER_MUSTER, &timer,
		&found, e) == -1)
		return -1;
	if (!found)
		return err_set(e, ERR_CLASH,
		    "match %lld waits without a deadline already",
		    (long long)t->row->id);
	return clocks_grant(t, &timer, MAX(timer.due, now), span, now, e);
}

int
organise_extend(struct table *t, const struct match_wish *w, json_t *args,
    int64_t now, struct err *e)
{
	int64_t sum;
	bool any;

	if (sum_granted(t, w->seat, now - HOLD_WINDOW_DAYS * DAY, &sum, e) ==
	    -1)
		return -1;
	if (sum + w->seconds > HOLD_MAX_DAYS * DAY)
		return err_set(e, ERR_CLASH,
		    "deadlines of match %lld may be extended by %d days in any "
		    "%d, of which %lld hours are left",
		    (long long)t->row->id, HOLD_MAX_DAYS, HOLD_WINDOW_DAYS,
		    (long long)((HOLD_MAX_DAYS * DAY - sum) / 3600));
	json_object_set_new(args, "time", told_span(w->seconds));
	json_object_set_new(args, "seconds", json_integer(w->seconds));
	json_object_set_new(args, "seat", json_integer(w->seat));
	if (t->row->life == LIFE_MUSTER)
		return extend_muster(t, w, now, e);
	if (hold_any_deadline(t, w->seat, &any, e) == -1)
		return -1;
	if (!any)
		return err_set(e, ERR_CLASH,
		    w->seat == -1 ? "nobody in match %lld has a deadline"
				  : "that seat of match %lld has no deadline",
		    (long long)t->row->id);
	return clocks_extend(t, w->seat, w->seconds, now, e);
}

/* ---- remind ---- */

/* Whom the match waits for, be it for "ready" or a move. */
static seatset
waited_for(struct table *t)
{
	seatset set = 0;

	if (t->row->life == LIFE_RUNNING)
		return match_to_act(t->match);
	for (int s = 0; s < (int)table_seats(t); s++)
		if (!table_seat(t, s)->ready)
			set |= SEAT(s);
	return set;
}

/* Whom he reminded less than a day ago: {"seats": [...]} of the notices. */
static int
reminded_lately(struct table *t, int64_t now, seatset *set, struct err *e)
{
	g_autoptr(GPtrArray) rows =
	    store_notices(t->home->store, t->row->id, e);

	*set = 0;
	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		const struct notice_row *row = rows->pdata[i];
		json_t *args, *item;
		size_t k;

		if (row->at <= now - DAY ||
		    strcmp(row->phrase, "notice.organiser-remind") != 0)
			continue;
		args = json_loads(row->args, 0, NULL);
		json_array_foreach(json_object_get(args, "seats"), k,
		    item) *set |= SEAT(json_integer_value(item));
		json_decref(args);
	}
	return 0;
}

/* Who they are is not told: what somebody may decide can be a secret. */
int
organise_remind(struct table *t, const struct match_wish *w, json_t *args,
    int64_t now, struct err *e)
{
	seatset whom = waited_for(t), lately;
	json_t *seats;

	if (t->row->paused != 0)
		return err_set(e, ERR_CLASH,
		    "match %lld is paused; nobody is reminded in it",
		    (long long)t->row->id);
	if (w->seat != -1)
		whom &= SEAT(w->seat);
	if (whom == 0)
		return err_set(e, ERR_CLASH,
		    w->seat == -1 ? "match %lld waits for nobody"
				  : "match %lld does not wait for that seat",
		    (long long)t->row->id);
	if (reminded_lately(t, now, &lately, e) == -1)
		return -1;
	if ((whom & ~lately) == 0)
		return err_set(e, ERR_CLASH,
		    "the players of match %lld were reminded less than a day "
		    "ago; once a day is enough",
		    (long long)t->row->id);
	seats = json_array();
	for (int s = 0; s < (int)table_seats(t); s++)
		if (whom & ~lately & SEAT(s))
			json_array_append_new(seats, json_integer(s));
	json_object_set_new(args, "seats", seats);
	return 0;
}

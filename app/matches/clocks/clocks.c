/* SPDX-License-Identifier: ISC */
/*
 * By when things must be done.  What a timer's row says (since when it counts,
 * and what was granted) and the calendar of its match, with the hours in which
 * clocks stood still, make its time; so all times can be found anew whenever
 * one of these changes.
 */
#include "app/matches/clocks/clocks.h"

#include "app/home/home.h"
#include "app/matches/clocks/calendars.h"
#include "app/matches/clocks/reminders.h"
#include "app/matches/table/autoplay.h"
#include "app/matches/table/plans.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "base/seconds.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "policy/clock.h"
#include "policy/policy.h"
#include "policy/span.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/stops.h"
#include "store/matches/timers.h"

/* Is that seat's holder asked? */
static bool
waits_for(struct table *t, int seat)
{
	return t->row->status == STATUS_RUNNING &&
	       table_seat(t, seat)->occupant == OCCUPANT_PERSON &&
	       !robot_relieves(table_seat(t, seat)) &&
	       match_to_act(t->match) & SEAT(seat);
}

/* How long it lasts by the policy; none: nobody knows. */
static struct span
span_of(struct table *t, const struct timer_row *timer)
{
	const struct policy *p = &t->policy;

	switch (timer->kind) {
	case TIMER_DECIDE:
		if (!waits_for(t, timer->seat))
			break;
		return policy_time(
		    p, t->game->phase(match_state(t->match), timer->seat));
	case TIMER_MUSTER:
		return p->muster;
	case TIMER_OFFER:
		return p->offer;
	case TIMER_RETURN:
		return p->back;
	case TIMER_VOTE:
		/* that of a seat: votes/votes_shown.c */
		return timer->seat == -1 ? p->vote : (struct span){ 0 };
	case TIMER_REMIND:
	case TIMER_PLAN:
	case TIMER_PAUSE:
	case TIMER_TALK:
	case TIMER_ROBOT:
	case TIMER_KINDS:
		break;
	}
	return (struct span){ 0 };
}

static int64_t
start_of(const struct timer_row *timer)
{
	return timer->start != 0 ? timer->start : timer->asked;
}

/* Its time anew, by its row and the policy. */
static int
find_due(struct table *t, struct timer_row *timer, struct span span)
{
	int64_t start = start_of(timer);
	struct calendar *c = clocks_calendar_from(t, timer, start);

	if (c == NULL)
		return -1;
	timer->due = calendar_after(c, start, span, timer->extra);
	calendar_free(c);
	return 0;
}

/* ---- after a change ---- */

bool
clocks_passed(const struct table *t, const struct timer_row *timer)
{
	return timer->due < t->home->now;
}

static int
set_anew(struct table *t, int seat)
{
	struct timer_row timer = { .match = t->row->id,
		.seat = seat,
		.kind = TIMER_DECIDE,
		.asked = t->home->now };
	struct span span = span_of(t, &timer);

	if (!span_any(span))
		return store_timer_clear(
		    t->home->store, t->row->id, seat, TIMER_DECIDE);
	if (find_due(t, &timer, span) == -1)
		return -1;
	return store_timer_set(t->home->store, &timer);
}

/* A robot thinks at once, but not here: steps/think.c. */
static int
let_think(struct table *t, int seat)
{
	const struct timer_row timer = { .match = t->row->id,
		.seat = seat,
		.kind = TIMER_ROBOT,
		.n = ROBOT_FOR_ITSELF,
		.asked = t->home->now,
		.due = t->home->now };

	return robot_thinks(t, seat)
		   ? store_timer_set(t->home->store, &timer)
		   : store_timer_clear_one(t->home->store, &timer);
}

int
clocks_settle(struct table *t)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (((!waits_for(t, s) || table_newly_asked(t, s)) &&
			set_anew(t, s) == -1) ||
		    let_think(t, s) == -1)
			return -1;
	return 0;
}

int
clocks_restart(struct table *t, int seat)
{
	return set_anew(t, seat);
}

/* The time to change one's mind begins anew when the clocks go on. */
static int
plan_again(struct table *t, struct timer_row *timer)
{
	bool stood = timer->due >= CLOCK_NEVER;

	if (stood == (t->row->paused != 0))
		return 0;
	timer->due =
	    stood ? t->home->now + plans_wait(t, timer->seat) : CLOCK_NEVER;
	return store_timer_set(t->home->store, timer);
}

/* *moved: its time is another now. */
static int
timer_again(struct table *t, struct timer_row *timer, bool *moved)
{
	struct span span = span_of(t, timer);
	int64_t before = timer->due;

	if (timer->kind == TIMER_PLAN)
		return plan_again(t, timer);
	if (!span_any(span))
		return 0;
	if (find_due(t, timer, span) == -1)
		return -1;
	if (timer->due == before)
		return 0;
	*moved = true;
	return store_timer_set(t->home->store, timer);
}

int
clocks_moved(struct table *t, bool *moved)
{
	g_autoptr(GArray) timers = store_timers(t->home->store, t->row->id);

	if (timers == NULL)
		return -1;
	for (guint i = 0; i < timers->len; i++)
		if (timer_again(t, &g_array_index(timers, struct timer_row, i),
			moved) == -1)
			return -1;
	return reminders_again(t);
}

int
clocks_again(struct table *t)
{
	bool moved = false;

	return clocks_moved(t, &moved);
}

/* ---- more time ---- */

/* Its time counts from now on, so that it ends at to. */
static int
end_at(struct table *t, struct timer_row *timer, struct calendar *c, int64_t to)
{
	struct span span = span_of(t, timer);

	timer->start = t->home->now;
	timer->extra = calendar_extra(c, t->home->now, span, to);
	timer->due = calendar_after(c, t->home->now, span, timer->extra);
	return store_timer_set(t->home->store, timer);
}

int
clocks_grant(
    struct table *t, struct timer_row *timer, int64_t from, struct span span)
{
	struct calendar *c;
	int r;

	if (timer->due >= CLOCK_NEVER) {
		timer->extra += span.seconds + span.working_days * DAY;
		return store_timer_set(t->home->store, timer);
	}
	c = clocks_calendar_from(t, timer, t->home->now);
	if (c == NULL)
		return -1;
	r = end_at(t, timer, c, calendar_after(c, from, span, 0));
	calendar_free(c);
	return r;
}

int
clocks_extend(struct table *t, int seat, int64_t seconds)
{
	const struct span span = { .seconds = seconds };
	g_autoptr(GArray) timers = store_timers(t->home->store, t->row->id);

	if (timers == NULL)
		return -1;
	for (guint i = 0; i < timers->len; i++) {
		struct timer_row *timer =
		    &g_array_index(timers, struct timer_row, i);

		if (timer->kind != TIMER_DECIDE ||
		    (seat != -1 && timer->seat != seat))
			continue;
		if (clocks_grant(
			t, timer, MAX(timer->due, t->home->now), span) == -1)
			return -1;
	}
	return 0;
}

/* ---- a clock that was set back ---- */

/* What was left of it at from is left at now. */
static int
shift_timer(struct table *t, struct timer_row *timer, int64_t from, bool *moved)
{
	struct span left = { 0 };
	struct calendar *c;
	int r;

	timer->asked = MIN(timer->asked, t->home->now);
	if (timer->kind == TIMER_PLAN && timer->due < CLOCK_NEVER)
		timer->due = t->home->now + MAX(0, timer->due - from);
	if (timer->kind == TIMER_ROBOT)
		timer->due = MIN(timer->due, t->home->now);
	if (!span_any(span_of(t, timer)) || timer->due >= CLOCK_NEVER) {
		timer->start = MIN(timer->start, t->home->now);
		return store_timer_set(t->home->store, timer);
	}
	*moved = true;
	c = clocks_calendar_from(t, timer, from);
	if (c == NULL)
		return -1;
	left.seconds = calendar_counted(c, from, timer->due);
	r = end_at(t, timer, c, calendar_after(c, t->home->now, left, 0));
	calendar_free(c);
	return r;
}

int
clocks_shift(struct table *t, int64_t from, bool *moved)
{
	g_autoptr(GArray) timers = store_timers(t->home->store, t->row->id);

	if (timers == NULL)
		return -1;
	for (guint i = 0; i < timers->len; i++)
		if (shift_timer(t, &g_array_index(timers, struct timer_row, i),
			from, moved) == -1)
			return -1;
	return 0;
}

/* ---- clocks that stand still ---- */

int
clocks_pause(struct table *t)
{
	struct stop_row stop = { .match = t->row->id, .since = t->home->now };

	if (t->row->paused != 0)
		return 0;
	t->row->paused = t->home->now;
	if (store_stop_add(t->home->store, &stop) == -1 ||
	    store_match_update(t->home->store, t->row) == -1)
		return -1;
	return clocks_again(t);
}

int
clocks_resume(struct table *t)
{
	g_autoptr(GArray) stops =
	    store_stops(t->home->store, t->row->id, t->home->now);

	if (stops == NULL)
		return -1;
	for (guint i = 0; i < stops->len; i++) {
		struct stop_row *stop =
		    &g_array_index(stops, struct stop_row, i);

		if (stop->match == 0 || stop->until != 0)
			continue;
		stop->until = MAX(t->home->now, stop->since);
		if (store_stop_update(t->home->store, stop) == -1)
			return -1;
	}
	t->row->paused = 0;
	if (store_match_update(t->home->store, t->row) == -1)
		return -1;
	return clocks_again(t);
}

/* SPDX-License-Identifier: ISC */
/*
 * Reminders: when a part of the time for a decision is left, as the policy
 * has it, or so long before its end as the player has chosen.  Each comes
 * once, to players who have not decided; none soon behind the letter that asks.
 */
#include "app/matches/clocks/reminders.h"

#include "app/home/home.h"
#include "app/home/hours.h"
#include "app/matches/clocks/calendars.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/tenures.h"
#include "core/decision.h"
#include "policy/clock.h"
#include "policy/policy.h"
#include "policy/span.h"
#include "store/mails/notices.h"
#include "store/matches/matches.h"
#include "store/matches/timers.h"

#include <string.h>

#define LULL INT64_C(3600)

int64_t
reminders_lull(int64_t asked, int64_t due)
{
	return MIN(LULL, (due - asked) / 10);
}

/* At that moment or behind it, when the player's time runs and no hours are
 * quiet. */
static int64_t
next_going(const struct course *o, int64_t at, bool days_off)
{
	int64_t before;

	do {
		before = at;
		at = calendar_going(o->calendar, at, days_off);
		if (at < o->due)
			at = hours_loud(o->policy, o->zone, at);
	} while (at != before && at < o->due);
	return at;
}

/* Out of quiet hours, before the deadline. */
static int64_t
out_of_quiet(const struct course *o, int64_t at, bool days_off)
{
	int64_t then = next_going(o, at, days_off);

	/* rather a little early than not at all */
	if (then >= o->due - reminders_lull(o->asked, o->due))
		then = hours_before_quiet(o->policy, o->zone, at);
	return then;
}

/* A share is one of the time that runs. */
int64_t
reminders_share(const struct course *o, int percent)
{
	return out_of_quiet(
	    o, calendar_share(o->calendar, o->asked, o->due, percent), true);
}

/* "24h 3h": the seconds of the n-th; 0: there is none. */
static int64_t
chosen(const char *remind, int n)
{
	g_auto(GStrv) words = g_strsplit(remind, " ", -1);
	struct span span;

	return n < (int)g_strv_length(words) && span_read(words[n], &span)
		   ? span.seconds
		   : 0;
}

/* When the n-th reminder of a decision is due; 0: it is not. */
static int64_t
due_at(const struct course *o, const char *own, int n)
{
	int64_t before;

	if (strcmp(own, "off") == 0)
		return 0;
	if (own[0] == '\0')
		return n < o->policy->nreminders
			   ? reminders_share(o, o->policy->reminders[n])
			   : 0;
	before = chosen(own, n);
	return before == 0 ? 0 : out_of_quiet(o, o->due - before, false);
}

static const struct timer_row *
find_timer(const GArray *timers, int seat, enum timer_kind kind, int64_t n)
{
	for (guint i = 0; i < timers->len; i++) {
		const struct timer_row *timer =
		    &g_array_index(timers, struct timer_row, i);

		if (timer->seat == seat && timer->kind == kind && timer->n == n)
			return timer;
	}
	return NULL;
}

/* at 0: there is none */
static int
set_one(
    struct table *t, const struct timer_row *old, const struct timer_row *fresh)
{
	if (fresh->due == 0)
		return old == NULL ? 0
				   : store_timer_clear_one(t->home->store, old);
	if (old != NULL && old->due == fresh->due)
		return 0;
	return store_timer_set(t->home->store, fresh);
}

/* One whose time has passed comes only if it was to come then. */
static int
set_reminders(struct table *t, const struct asking_row *asking,
    const GArray *timers, const struct timer_row *decide)
{
	int64_t pause = reminders_lull(decide->asked, decide->due);
	struct calendar *c;
	struct course course;
	struct reader r = reader_seat(t, asking->seat);
	int ret = 0;

	if (reader_load(&r) == -1)
		return -1;
	if ((c = clocks_calendar(t, decide)) == NULL) {
		reader_clear(&r);
		return -1;
	}
	course = (struct course){ &t->policy, r.zone, c, decide->asked,
		decide->due };
	for (int n = 0; n < POLICY_REMINDERS && ret == 0; n++) {
		const struct timer_row *old =
		    find_timer(timers, asking->seat, TIMER_REMIND, n);
		struct timer_row fresh = { .match = t->row->id,
			.seat = asking->seat,
			.kind = TIMER_REMIND,
			.n = n,
			.asked = decide->asked,
			.due = due_at(&course, r.preferences.remind, n) };
		bool again = (asking->reminded & 1U << n) != 0;
		bool early = fresh.due < asking->since + pause;
		bool past = fresh.due <= t->home->now &&
			    (old == NULL || old->due != fresh.due);

		if (again || early || past || fresh.due >= decide->due)
			fresh.due = 0;
		ret = set_one(t, old, &fresh);
	}
	calendar_free(c);
	reader_clear(&r);
	return ret;
}

static int
clear_reminders(struct table *t, int seat, const GArray *timers)
{
	for (int n = 0; n < POLICY_REMINDERS; n++)
		if (find_timer(timers, seat, TIMER_REMIND, n) != NULL)
			return store_timer_clear(
			    t->home->store, t->row->id, seat, TIMER_REMIND);
	return 0;
}

/* The player's letters say until when: they must say it anew if that
 * changes. */
static int
note_until(struct table *t, struct asking_row *asking, int64_t until)
{
	if (asking->until == until)
		return 0;
	if (asking->until != 0 || until == 0)
		table_effect(t, EFFECT_TIME, asking->seat);
	asking->until = until;
	return store_asking_set(t->home->store, asking);
}

int
reminders_again(struct table *t)
{
	g_autoptr(GArray) timers = store_timers(t->home->store, t->row->id);
	g_autoptr(GArray) askings = store_askings(t->home->store, t->row->id);
	const struct timer_row *decide;
	seatset asked = 0;

	if (timers == NULL || askings == NULL)
		return -1;
	for (guint i = 0; i < askings->len; i++) {
		struct asking_row *asking =
		    &g_array_index(askings, struct asking_row, i);

		asked |= SEAT(asking->seat);
		decide = find_timer(timers, asking->seat, TIMER_DECIDE, 0);
		if (note_until(t, asking, decide == NULL ? 0 : decide->due) ==
		    -1)
			return -1;
		if (decide == NULL || decide->due == CLOCK_NEVER ||
			    !seat_is_awaited(t, asking->seat)
			? clear_reminders(t, asking->seat, timers) == -1
			: set_reminders(t, asking, timers, decide) == -1)
			return -1;
	}
	for (int s = 0; s < (int)table_seats(t); s++)
		if (!(asked & SEAT(s)) && clear_reminders(t, s, timers) == -1)
			return -1;
	return 0;
}

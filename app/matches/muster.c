/* SPDX-License-Identifier: ISC */
/*
 * The muster: nothing begins before every seat is taken and its player has
 * answered.  A player who lets the time for that pass is invited again, so
 * often as the table's policy says; then the match is called off.
 */
#include "app/matches/deadlines.h"

#include "app/home/home.h"
#include "app/matches/clocks/stops.h"
#include "app/matches/results/ending.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/log.h"
#include "core/decision.h"
#include "policy/clock.h"
#include "policy/span.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"

int
muster_free(const struct table *t)
{
	return MAX(t->row->wanted - (int)t->seats->len, 0);
}

seatset
muster_missing(const struct table *t)
{
	seatset missing = 0;

	if (muster_free(t) > 0)
		return 0;
	for (guint s = 0; s < t->seats->len; s++) {
		const struct seat_row *row = t->seats->pdata[s];

		if (!row->ready)
			missing |= SEAT(s);
	}
	return missing;
}

/* ---- by when ---- */

static int
clear_timer(struct table *t)
{
	return store_timer_clear(t->home->store, t->row->id, -1, TIMER_MUSTER);
}

/* Its number says how often the time was renewed. */
static int
set_timer(struct table *t, int64_t renewed)
{
	struct timer_row timer = { .match = t->row->id,
		.seat = -1,
		.kind = TIMER_MUSTER,
		.n = renewed,
		.asked = t->home->now };

	if (clear_timer(t) == -1)
		return -1;
	if (!span_any(t->policy.muster))
		return 0;
	timer.due = stops_after(t, t->home->now, t->policy.muster);
	return store_timer_set(t->home->store, &timer);
}

int
muster_begin(struct table *t)
{
	return set_timer(t, 0);
}

/* ---- who is there ---- */

int
muster_settle(struct table *t)
{
	if (t->row->status != STATUS_MUSTER || muster_free(t) > 0 ||
	    muster_missing(t) != 0)
		return 0;
	table_effect(t, EFFECT_TELL_ALL, -1);
	log_info("match-starts", "match %lld: starts", (long long)t->row->id);
	if (clear_timer(t) == -1)
		return -1;
	return table_start(t);
}

/* The phrase for what is missing, answers or players, and its arguments. */
static char *
missing_phrase(const struct table *t, const char *key, json_t **args)
{
	int n = muster_free(t);

	*args = n > 0 ? json_pack("{s:i}", "n", n)
		      : json_pack("{s:o}", "who",
			    table_name_list(t, muster_missing(t)));
	return g_strconcat(key, n > 0 ? "-free" : "", NULL);
}

static int
renew(struct table *t, int64_t renewed)
{
	seatset missing = muster_missing(t);
	json_t *args;
	g_autofree char *phrase = missing_phrase(t, "notice.renewed", &args);

	log_info("muster-again",
	    "match %lld: missing players are invited again",
	    (long long)t->row->id);
	if (table_notice(t, phrase, args) == -1 || set_timer(t, renewed) == -1)
		return -1;
	for (int s = 0; s < (int)table_seats(t); s++) {
		struct effect effect = { EFFECT_TELL, .seat = s };

		if (missing & SEAT(s)) {
			effect.kind = EFFECT_INVITE;
			effect.n = renewed + 1;
		}
		effect_add(t, &effect);
	}
	return 0;
}

static int
give_up(struct table *t)
{
	json_t *args;
	g_autofree char *phrase = missing_phrase(t, "notice.unanswered", &args);

	return match_call_off(t, phrase, args);
}

int
muster_time_up(struct table *t, const struct timer_row *timer)
{
	if (t->row->status != STATUS_MUSTER || !span_any(t->policy.muster))
		return store_timer_clear_one(t->home->store, timer);
	return timer->n < t->policy.renewals ? renew(t, timer->n + 1)
					     : give_up(t);
}

int
muster_decline(struct table *t, int seat)
{
	return match_call_off(t, "notice.declined",
	    parting_args(json_pack("{s:s}", "who", t->names[seat]),
		table_seat(t, seat)->person));
}

int
muster_until(struct table *t, int64_t *until)
{
	struct timer_row timer;
	bool found = false;

	*until = 0;
	if (store_timer(t->home->store, t->row->id, -1, TIMER_MUSTER, &timer,
		&found) == -1)
		return -1;
	if (found && timer.due < CLOCK_NEVER)
		*until = timer.due;
	return 0;
}

/* SPDX-License-Identifier: ISC */
/*
 * Reminders: when a part of the time for a decision is left, as the policy
 * has it, or so long before its end as the player has chosen.  Each comes
 * once, to who has not decided; none soon behind the letter that asks.
 */
#include "app/notices.h"

#include "base/log.h"
#include "core/clock.h"

#include <string.h>

#define LULL INT64_C(3600)

/* ---- when ---- */

/* What stands between the question and its first reminder, at least. */
static int64_t
lull(const struct timer_row *decide)
{
	return MIN(LULL, (decide->due - decide->asked) / 10);
}

/* In or out of quiet hours, before the deadline; 0: at no time. */
static int64_t
out_of_quiet(const struct table *t, const struct reader *r, int64_t at,
    const struct timer_row *decide)
{
	int64_t loud = hours_loud(&t->policy, r->zone, at);

	if (loud >= decide->due - lull(decide))
		loud = hours_before_quiet(&t->policy, r->zone, at);
	return loud;
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
due_at(const struct table *t, const struct reader *r, int n,
    const struct timer_row *decide)
{
	int64_t before;

	if (strcmp(r->habits.remind, "off") == 0)
		return 0;
	if (r->habits.remind[0] != '\0')
		before = chosen(r->habits.remind, n);
	else if (n < t->policy.nreminders)
		before = (decide->due - decide->asked) *
			 t->policy.reminders[n] / 100;
	else
		return 0;
	if (before == 0)
		return 0;
	return out_of_quiet(t, r, decide->due - before, decide);
}

/* ---- timers ---- */

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
set_one(struct table *t, const struct timer_row *old,
    const struct timer_row *fresh, struct err *e)
{
	if (fresh->due == 0)
		return old == NULL
			   ? 0
			   : store_timer_clear_one(t->home->store, old, e);
	if (old != NULL && old->due == fresh->due)
		return 0;
	return store_timer_set(t->home->store, fresh, e);
}

/* One whose time has passed comes only if it was to come then. */
static int
set_reminders(struct table *t, const struct asking_row *asking,
    const GArray *timers, const struct timer_row *decide, int64_t now,
    struct err *e)
{
	struct reader r;
	int ret = 0;

	if (reader_load(t, asking->seat, &r, e) == -1)
		return -1;
	for (int n = 0; n < POLICY_REMINDERS && ret == 0; n++) {
		const struct timer_row *old =
		    find_timer(timers, asking->seat, TIMER_REMIND, n);
		struct timer_row fresh = { .match = t->row->id,
			.seat = asking->seat,
			.kind = TIMER_REMIND,
			.n = n,
			.asked = decide->asked,
			.due = due_at(t, &r, n, decide) };
		bool again = (asking->reminded & 1U << n) != 0;
		bool early = fresh.due < asking->since + lull(decide);
		bool past =
		    fresh.due <= now && (old == NULL || old->due != fresh.due);

		if (again || early || past || fresh.due >= decide->due)
			fresh.due = 0;
		ret = set_one(t, old, &fresh, e);
	}
	reader_clear(&r);
	return ret;
}

static int
clear_reminders(struct table *t, int seat, const GArray *timers, struct err *e)
{
	for (int n = 0; n < POLICY_REMINDERS; n++)
		if (find_timer(timers, seat, TIMER_REMIND, n) != NULL)
			return store_timer_clear(
			    t->home->store, t->row->id, seat, TIMER_REMIND, e);
	return 0;
}

/* Her letters say until when: they must say it anew if that changes. */
static int
note_until(
    struct table *t, struct asking_row *asking, int64_t until, struct err *e)
{
	if (asking->until == until)
		return 0;
	if (asking->until != 0 || until == 0)
		t->again |= SEAT(asking->seat);
	asking->until = until;
	return store_asking_set(t->home->store, asking, e);
}

int
notices_again(struct table *t, int64_t now, struct err *e)
{
	g_autoptr(GArray) timers = store_timers(t->home->store, t->row->id, e);
	g_autoptr(GArray) askings =
	    store_askings(t->home->store, t->row->id, e);
	const struct timer_row *decide;
	seatset asked = 0;

	if (timers == NULL || askings == NULL)
		return -1;
	for (guint i = 0; i < askings->len; i++) {
		struct asking_row *asking =
		    &g_array_index(askings, struct asking_row, i);

		asked |= SEAT(asking->seat);
		decide = find_timer(timers, asking->seat, TIMER_DECIDE, 0);
		if (note_until(
			t, asking, decide == NULL ? 0 : decide->due, e) == -1)
			return -1;
		if (decide == NULL || decide->due == CLOCK_NEVER ||
			    !notices_waits(t, asking->seat)
			? clear_reminders(t, asking->seat, timers, e) == -1
			: set_reminders(t, asking, timers, decide, now, e) ==
			      -1)
			return -1;
	}
	for (int s = 0; s < (int)table_seats(t); s++)
		if (!(asked & SEAT(s)) &&
		    clear_reminders(t, s, timers, e) == -1)
			return -1;
	return 0;
}

/* ---- one that is due ---- */

/* "3 hours" as {"unit", "n"}: whole ones, not less than two if it can be. */
static json_t *
left_facts(int64_t seconds)
{
	static const struct {
		const char *unit;
		int64_t seconds;
	} units[] = { { "days", 86400 }, { "hours", 3600 }, { "minutes", 60 } };
	size_t i = 0;

	while (i + 1 < G_N_ELEMENTS(units) && seconds < 2 * units[i].seconds)
		i++;
	return json_pack("{s:s, s:I}", "unit", units[i].unit, "n",
	    (json_int_t)MAX(1, seconds / units[i].seconds));
}

int
reminders_fact(
    struct table *t, int seat, json_t *facts, int64_t now, struct err *e)
{
	struct timer_row decide;
	bool found = false;

	if (store_timer(t->home->store, t->row->id, seat, TIMER_DECIDE, &decide,
		&found, e) == -1)
		return -1;
	json_object_set_new(facts, "reminds", json_true());
	if (found && decide.due != CLOCK_NEVER)
		json_object_set_new(
		    facts, "left", left_facts(decide.due - now));
	return 0;
}

/* Was she told of it a moment ago, or is she about to be? */
static int
is_told(struct table *t, int seat, const struct timer_row *decide, int64_t now,
    bool *told, struct err *e)
{
	g_autoptr(GArray) unwritten =
	    store_unwritten(t->home->store, t->row->id, e);
	int64_t person = table_seat(t, seat)->person, left = 0, digest = 0;
	enum asking_unsent own;

	if (unwritten == NULL ||
	    store_last_left(
		t->home->store, t->row->id, seat, person, &left, e) == -1 ||
	    store_asking_unsent(t->home->store, t->row->id, seat, person, &own,
		&digest, e) == -1)
		return -1;
	*told = own == ASKING_HERS || digest != 0 || left > now - lull(decide);
	for (guint i = 0; i < unwritten->len; i++) {
		const struct unwritten_row *row =
		    &g_array_index(unwritten, struct unwritten_row, i);

		*told |= row->seat == seat && (row->asks || row->reminds) &&
			 row->due < decide->due;
	}
	return 0;
}

static int
count_reminder(
    struct table *t, const struct timer_row *timer, bool told, struct err *e)
{
	g_autoptr(GArray) rows = store_askings(t->home->store, t->row->id, e);

	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		struct asking_row *row =
		    &g_array_index(rows, struct asking_row, i);

		if (row->seat != timer->seat)
			continue;
		row->reminded |= 1U << timer->n;
		row->times += !told;
		return store_asking_set(t->home->store, row, e);
	}
	return 0;
}

int
notices_remind(
    struct table *t, const struct timer_row *timer, int64_t now, struct err *e)
{
	struct timer_row decide;
	bool found = false, told = false;

	if (store_timer_clear_one(t->home->store, timer, e) == -1 ||
	    store_timer(t->home->store, t->row->id, timer->seat, TIMER_DECIDE,
		&decide, &found, e) == -1)
		return -1;
	if (!found || decide.due <= now || decide.due == CLOCK_NEVER ||
	    !notices_waits(t, timer->seat))
		return 0;
	if (is_told(t, timer->seat, &decide, now, &told, e) == -1 ||
	    count_reminder(t, timer, told, e) == -1)
		return -1;
	if (told)
		return 0;
	log_info("match %lld seat %d: is reminded", (long long)t->row->id,
	    timer->seat);
	return notices_send(t, timer->seat, NOTICE_REMIND, now, e);
}

/* SPDX-License-Identifier: ISC */
/* A reminder that is due: what it says, and whether it comes. */
#include "app/letters/schedule.h"

#include "app/home/home.h"
#include "app/matches/reader.h"
#include "app/matches/reader_words.h"
#include "app/matches/reminders.h"
#include "app/matches/table.h"
#include "base/log.h"
#include "core/decision.h"
#include "policy/clock.h"
#include "store/mails/notices.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"

#include <string.h>

static const struct {
	const char *unit;
	int64_t seconds, from; /* told from so many seconds on */
} units[] = { { "days", 86400, 3 * 86400 }, { "hours", 3600, 2 * 3600 },
	{ "minutes", 60, 0 } };

/* Whole ones of that unit: "3 hours" as {"unit", "n"}. */
static json_t *
whole(size_t i, int64_t seconds)
{
	return json_pack("{s:s, s:I}", "unit", units[i].unit, "n",
	    (json_int_t)MAX(1, seconds / units[i].seconds));
}

/* Never more than is left, and by a tenth less at most: what is above that
 * stands in "more", in the next unit. */
static json_t *
left_context(int64_t seconds)
{
	int64_t rest;
	json_t *left;
	size_t i = 0;

	while (i + 1 < G_N_ELEMENTS(units) && seconds < units[i].from)
		i++;
	left = whole(i, seconds);
	rest = seconds % units[i].seconds;
	if (i + 1 < G_N_ELEMENTS(units) && rest > seconds / 10)
		json_object_set_new(left, "more", whole(i + 1, rest));
	return left;
}

int
reminders_context(const struct reader *r, json_t *context)
{
	struct timer_row decide;
	bool found = false;

	if (store_timer(r->home->store, r->t->row->id, r->seat, TIMER_DECIDE,
		&decide, &found) == -1)
		return -1;
	json_object_set_new(context, "reminds", json_true());
	if (found && decide.due != CLOCK_NEVER)
		json_object_set_new(
		    context, "left", left_context(decide.due - r->home->now));
	return 0;
}

/* Was the player told of it a moment ago, or is about to be? */
static int
is_told(struct table *t, int seat, const struct timer_row *decide, bool *told)
{
	g_autoptr(GArray) pending = store_pending(t->home->store, t->row->id);
	int64_t person = table_seat(t, seat)->person, left = 0, digest = 0;
	enum asking_unsent own;

	if (pending == NULL ||
	    store_last_left(t->home->store, t->row->id, seat, person, &left) ==
		-1 ||
	    store_asking_unsent(
		t->home->store, t->row->id, seat, person, &own, &digest) == -1)
		return -1;
	*told =
	    own == ASKING_OWN || digest != 0 ||
	    left > t->home->now - reminders_lull(decide->asked, decide->due);
	for (guint i = 0; i < pending->len; i++) {
		const struct pending_row *row =
		    &g_array_index(pending, struct pending_row, i);

		*told |= row->seat == seat && (row->asks || row->reminds) &&
			 row->due < decide->due;
	}
	return 0;
}

static int
count_reminder(struct table *t, const struct timer_row *timer, bool told)
{
	g_autoptr(GArray) rows = store_askings(t->home->store, t->row->id);

	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		struct asking_row *row =
		    &g_array_index(rows, struct asking_row, i);

		if (row->seat != timer->seat)
			continue;
		row->reminded |= 1U << timer->n;
		row->times += !told;
		return store_asking_set(t->home->store, row);
	}
	return 0;
}

int
notices_remind(struct table *t, const struct timer_row *timer)
{
	struct timer_row decide;
	bool found = false, told = false;

	if (store_timer_clear_one(t->home->store, timer) == -1 ||
	    store_timer(t->home->store, t->row->id, timer->seat, TIMER_DECIDE,
		&decide, &found) == -1)
		return -1;
	if (!found || decide.due <= t->home->now || decide.due == CLOCK_NEVER ||
	    !notices_waits(t, timer->seat))
		return 0;
	if (is_told(t, timer->seat, &decide, &told) == -1 ||
	    count_reminder(t, timer, told) == -1)
		return -1;
	if (told)
		return 0;
	/* Nobody else is told of it. */
	if (!t->organiser_plays || (t->organiser & SEAT(timer->seat)))
		log_info("seat-reminded", "match %lld seat %d: is reminded",
		    (long long)t->row->id, timer->seat);
	return notices_send(t, timer->seat, NOTICE_REMIND);
}

/* SPDX-License-Identifier: ISC */
/* A reminder that is due: whether it comes. */
#include "app/letters/schedule/schedule.h"

#include "app/home/home.h"
#include "app/matches/clocks/reminders.h"
#include "app/matches/table/table.h"
#include "app/matches/table/tenures.h"
#include "base/log.h"
#include "core/decision.h"
#include "policy/clock.h"
#include "store/mails/notices.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"

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
	    !seat_is_awaited(t, timer->seat))
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

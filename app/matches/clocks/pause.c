/* SPDX-License-Identifier: ISC */
/*
 * A match that stands still for a while, by the organiser's will or by a
 * vote: its deadlines do not come nearer, and nobody is asked or reminded.
 * Moves that are sent all the same are made.  It never stands still for ever:
 * it goes on by itself after thirty days at the latest.
 */
#include "app/matches/clocks/pause.h"

#include "app/home/home.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/seconds.h"
#include "core/say.h"
#include "policy/span.h"
#include "store/matches/matches.h"
#include "store/matches/stops.h"
#include "store/matches/timers.h"

char *
pause_words(const struct reader *r, int64_t seconds)
{
	int64_t n;
	const char *unit = span_unit((struct span){ seconds, 0 }, &n);
	g_autofree char *key = g_strconcat("time.", unit, NULL);

	return reader_say(
	    r, phrase_new(key, json_pack("{s:I}", "n", (json_int_t)n)));
}

int
pause_begin(struct table *t, int64_t seconds)
{
	const struct timer_row timer = { .match = t->row->id,
		.seat = -1,
		.kind = TIMER_PAUSE,
		.asked = t->home->now,
		.due = t->home->now + seconds };

	if (clocks_pause(t) == -1)
		return -1;
	return store_timer_set(t->home->store, &timer);
}

int
pause_end(struct table *t)
{
	if (clocks_resume(t) == -1)
		return -1;
	return store_timer_clear(t->home->store, t->row->id, -1, TIMER_PAUSE);
}

int
pause_time_up(struct table *t, const struct timer_row *timer)
{
	if (t->row->paused == 0 || t->row->status != STATUS_RUNNING)
		return store_timer_clear_one(t->home->store, timer);
	if (pause_end(t) == -1)
		return -1;
	return table_announce(t, "notice.pause-over", NULL);
}

int
pause_room(struct table *t, int64_t *seconds)
{
	const int64_t begin = t->home->now - HOLD_WINDOW_DAYS * DAY;
	g_autoptr(GArray) stops =
	    store_stops(t->home->store, t->row->id, begin);

	*seconds = HOLD_MAX_DAYS * DAY;
	if (stops == NULL)
		return -1;
	for (guint i = 0; i < stops->len; i++) {
		const struct stop_row *stop =
		    &g_array_index(stops, struct stop_row, i);
		int64_t end = stop->until == 0 ? t->home->now : stop->until;

		if (stop->match != 0)
			*seconds -= end - MAX(stop->since, begin);
	}
	*seconds = MAX(*seconds, 0);
	return 0;
}

int
pause_any_deadline(struct table *t, int seat, bool *any)
{
	g_autoptr(GArray) timers = store_timers(t->home->store, t->row->id);

	*any = false;
	if (timers == NULL)
		return -1;
	for (guint i = 0; i < timers->len; i++) {
		const struct timer_row *timer =
		    &g_array_index(timers, struct timer_row, i);

		*any |= timer->kind == TIMER_DECIDE &&
			(seat == -1 || timer->seat == seat);
	}
	return 0;
}

/* SPDX-License-Identifier: ISC */
/*
 * All matches for the organiser, those that need him first.  No match is
 * replayed for that: whom it waits for stands in rows.
 */
#include "app/organiser/organiser.h"

#include "app/home/home.h"
#include "app/letters/left.h"
#include "app/matches/status.h"
#include "app/matches/table.h"
#include "app/organiser/columns.h"
#include "base/err.h"
#include "core/decision.h"
#include "policy/clock.h"
#include "store/matches.h"
#include "store/notices.h"
#include "store/seats.h"
#include "store/timers.h"

#include <string.h>

/* A match in the list. */
struct shown {
	json_t *item;
	int rank; /* 0: it waits with a deadline */
	int64_t until, id;
};

/* Whom it waits for: with the first of their times. */
struct waited {
	seatset seats;
	int64_t since, until;
};

static int
find_asked(struct home *home, const struct match_row *row, struct waited *w)
{
	g_autoptr(GArray) askings = store_askings(home->store, row->id);

	if (askings == NULL)
		return -1;
	for (guint i = 0; i < askings->len; i++) {
		const struct asking_row *asking =
		    &g_array_index(askings, struct asking_row, i);

		w->seats |= SEAT(asking->seat);
		if (w->since == 0 || asking->since < w->since)
			w->since = asking->since;
	}
	return 0;
}

/* In the muster, who has not answered. */
static void
find_missing(
    const struct match_row *row, const GPtrArray *seats, struct waited *w)
{
	for (guint i = 0; i < seats->len; i++) {
		const struct seat_row *seat = seats->pdata[i];

		if (!seat->ready)
			w->seats |= SEAT(seat->seat);
	}
	w->since = row->created;
}

static int
find_until(struct home *home, const struct match_row *row, struct waited *w)
{
	g_autoptr(GArray) timers = store_timers(home->store, row->id);
	enum timer_kind kind =
	    row->status == STATUS_MUSTER ? TIMER_MUSTER : TIMER_DECIDE;

	if (timers == NULL)
		return -1;
	for (guint i = 0; i < timers->len; i++) {
		const struct timer_row *timer =
		    &g_array_index(timers, struct timer_row, i);

		if (timer->kind == kind && timer->due != CLOCK_NEVER &&
		    (w->until == 0 || timer->due < w->until))
			w->until = timer->due;
	}
	return 0;
}

static json_t *
names_of(const GPtrArray *seats, seatset set)
{
	json_t *names = json_array();

	for (guint i = 0; i < seats->len; i++) {
		const struct seat_row *seat = seats->pdata[i];

		if (set & SEAT(seat->seat))
			json_array_append_new(names, json_string(seat->name));
	}
	return names;
}

static bool
is_past(const struct match_row *row)
{
	return row->status == STATUS_OVER || row->status == STATUS_ENDED;
}

static int
show_waiting(
    struct home *home, const struct match_row *row, struct shown *shown)
{
	g_autoptr(GPtrArray) seats = store_seats(home->store, row->id);
	struct waited w = { 0 };

	if (seats == NULL)
		return -1;
	if (row->status == STATUS_MUSTER)
		find_missing(row, seats, &w);
	else if (row->status == STATUS_RUNNING &&
		 find_asked(home, row, &w) == -1)
		return -1;
	if (!is_past(row) && find_until(home, row, &w) == -1)
		return -1;
	shown->rank = is_past(row) ? 2 : w.until == 0;
	shown->until = w.until;
	json_object_set_new(shown->item, "overdue",
	    json_boolean(w.until != 0 && w.until < home->now));
	json_object_set_new(shown->item, "waiting", names_of(seats, w.seats));
	show_time(shown->item, "since", w.seats == 0 ? 0 : w.since);
	show_time(shown->item, "until", w.until);
	if (show_free(home, row, shown->item) == -1)
		return -1;
	show_time(shown->item, "paused", is_past(row) ? 0 : row->paused);
	return 0;
}

static gint
by_need(gconstpointer a, gconstpointer b)
{
	const struct shown *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank - y->rank;
	if (x->until != y->until)
		return x->until < y->until ? -1 : 1;
	return x->id < y->id ? -1 : 1;
}

static bool
is_state(const char *state)
{
	for (int i = STATUS_MUSTER; i <= STATUS_ENDED; i++)
		if (strcmp(status_word((enum match_status)i), state) == 0)
			return true;
	return false;
}

static json_t *
list_matches(struct home *home, const char *state)
{
	g_autoptr(GPtrArray) rows = store_matches(home->store);
	g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct shown));
	json_t *list = json_array();
	int r = rows == NULL ? -1 : 0;

	for (guint i = 0; r == 0 && i < rows->len; i++) {
		const struct match_row *row = rows->pdata[i];
		struct shown shown = { .id = row->id };

		if (state != NULL &&
		    strcmp(status_word(row->status), state) != 0)
			continue;
		shown.item = show_summary(row);
		r = show_waiting(home, row, &shown);
		g_array_append_val(all, shown);
	}
	g_array_sort(all, by_need);
	for (guint i = 0; i < all->len; i++)
		json_array_append_new(
		    list, g_array_index(all, struct shown, i).item);
	if (r == 0)
		return list;
	json_decref(list);
	return NULL;
}

json_t *
show_matches(struct home *home, const char *state, int64_t now, struct err *e)
{
	home_work(home, now, e);

	if (state != NULL && !is_state(state)) {
		err_set(e, ERR_FORMAT,
		    "there is no state \"%s\"; matches are muster, running, "
		    "over or ended",
		    state);
		return NULL;
	}
	return list_matches(home, state);
}

/* ---- one of them ---- */

/* Beside those who are asked: others' time tells nothing. */
static void
set_due(json_t *item, const struct timer_row *timer)
{
	json_t *seat = json_array_get(
	    json_object_get(item, "seats"), (size_t)MAX(timer->seat, 0));
	int64_t due = timer->due == CLOCK_NEVER ? 0 : timer->due;

	if (timer->kind == TIMER_MUSTER)
		show_time(item, "until", due);
	else if (timer->kind == TIMER_DECIDE &&
		 json_is_string(json_object_get(seat, "asked")))
		show_time(seat, "deadline", due);
}

int
show_deadlines(struct table *t, json_t *item)
{
	g_autoptr(GArray) timers = store_timers(t->home->store, t->row->id);
	json_t *seats = json_object_get(item, "seats"), *seat;
	size_t i;

	if (timers == NULL)
		return -1;
	json_array_foreach(seats, i, seat) show_time(seat, "deadline", 0);
	for (guint k = 0; !is_past(t->row) && k < timers->len; k++)
		set_due(item, &g_array_index(timers, struct timer_row, k));
	if (t->row->status == STATUS_ENDED) {
		g_autofree char *how = parting_how(t);

		json_object_set_new(
		    item, "how", how == NULL ? json_null() : json_string(how));
	}
	return 0;
}

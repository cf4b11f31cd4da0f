/* SPDX-License-Identifier: ISC */
/*
 * All matches for the organiser, those that need him first.  No match is
 * replayed for that: whom it waits for stands in rows.
 */
#include "app/organiser/organiser.h"

#include "app/home/home.h"
#include "app/letters/context/partings.h"
#include "app/matches/deadlines.h"
#include "app/matches/status.h"
#include "app/matches/table/autoplay.h"
#include "app/matches/table/table.h"
#include "app/organiser/shown/columns.h"
#include "app/organiser/shown/show.h"
#include "base/err.h"
#include "core/decision.h"
#include "policy/clock.h"
#include "store/mails/notices.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"

#include <string.h>

#define DEADLINES_MAX 500 /* read at once */

/* What is shown of all matches, and where to. */
struct all {
	struct home *home;
	const char *state; /* wished, or NULL */
	/* By number: a match may go on while others are shown, and then stands
	 * elsewhere in the order. */
	GHashTable *shown;
	show_row *show;
	void *to;
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

/* In the muster: people who have not answered.  While seats are free nobody is
 * asked. */
static void
find_missing(
    const struct match_row *row, const GPtrArray *seats, struct waited *w)
{
	if ((int)seats->len < row->wanted)
		return;
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

static int
find_waited(struct home *home, const struct match_row *row,
    const GPtrArray *seats, struct waited *w)
{
	if (row->status == STATUS_MUSTER)
		find_missing(row, seats, w);
	else if (row->status == STATUS_RUNNING &&
		 find_asked(home, row, w) == -1)
		return -1;
	return match_is_past(row) ? 0 : find_until(home, row, w);
}

static int
add_waited(struct home *home, const struct match_row *row,
    const GPtrArray *seats, const struct waited *w, json_t *item)
{
	json_object_set_new(item, "overdue",
	    json_boolean(w->until != 0 && w->until < home->now));
	json_object_set_new(item, "waiting", names_of(seats, w->seats));
	show_time(item, "since", w->seats == 0 ? 0 : w->since);
	show_time(item, "until", w->until);
	if (show_free(home, row, item) == -1 ||
	    show_deletion(home, row, item) == -1)
		return -1;
	show_time(item, "paused", match_is_past(row) ? 0 : row->paused);
	return 0;
}

/* ---- all of them, one by one ---- */

static bool
is_wished(const struct all *all, enum match_status status)
{
	return all->state == NULL ||
	       strcmp(status_word(status), all->state) == 0;
}

/* until: if not 0, only if that is its next deadline. */
static int
show_it(struct all *all, const struct match_row *row, int64_t until)
{
	struct home *home = all->home;
	g_autoptr(GPtrArray) seats = NULL;
	struct waited w = { 0 };
	json_t *item;

	if (!is_wished(all, row->status))
		return 0;
	if ((seats = store_seats(home->store, row->id)) == NULL ||
	    find_waited(home, row, seats, &w) == -1)
		return -1;
	if (until != 0 && w.until != until)
		return 0;
	item = show_summary(row);
	if (add_waited(home, row, seats, &w, item) == -1) {
		json_decref(item);
		return -1;
	}
	g_hash_table_add(all->shown, GSIZE_TO_POINTER((gsize)row->id));
	return all->show(item, all->to);
}

static int
show_next(struct all *all, int64_t id, int64_t until)
{
	struct match_row *row;
	int r;

	if (g_hash_table_contains(all->shown, GSIZE_TO_POINTER((gsize)id)))
		return 0;
	if ((row = store_match(all->home->store, id)) == NULL)
		return -1;
	r = show_it(all, row, until);
	match_row_free(row);
	return r;
}

/* Those that wait with a deadline, in its order. */
static int
show_by_deadline(struct all *all)
{
	bool muster = is_wished(all, STATUS_MUSTER);
	bool running = is_wished(all, STATUS_RUNNING);
	struct deadline_row last = { 0 };
	bool more = muster || running;

	while (more) {
		g_autoptr(GArray) rows = store_deadlines(all->home->store,
		    muster ? TIMER_MUSTER : TIMER_DECIDE,
		    running ? TIMER_DECIDE : TIMER_MUSTER, &last,
		    DEADLINES_MAX);

		if (rows == NULL)
			return -1;
		more = rows->len == DEADLINES_MAX;
		for (guint i = 0; i < rows->len; i++) {
			last = g_array_index(rows, struct deadline_row, i);
			if (last.due == CLOCK_NEVER)
				return 0;
			if (show_next(all, last.match, last.due) == -1)
				return -1;
		}
	}
	return 0;
}

/* Those of these two states that were not shown yet. */
static int
show_others(struct all *all, enum match_status one, enum match_status other)
{
	g_autoptr(GArray) ids = NULL;

	if (!is_wished(all, one))
		one = other;
	if (!is_wished(all, other))
		other = one;
	if (!is_wished(all, one))
		return 0;
	ids = store_match_ids(all->home->store, one, other);
	for (guint i = 0; ids != NULL && i < ids->len; i++)
		if (show_next(all, g_array_index(ids, int64_t, i), 0) == -1)
			return -1;
	return ids == NULL ? -1 : 0;
}

static bool
is_state(const char *state)
{
	for (int i = STATUS_MUSTER; i <= STATUS_ENDED; i++)
		if (strcmp(status_word((enum match_status)i), state) == 0)
			return true;
	return false;
}

int
show_matches(struct home *home, const char *state, int64_t now, show_row *show,
    void *to, struct err *e)
{
	g_autoptr(GHashTable) shown = g_hash_table_new(NULL, NULL);
	struct all all = { home, state, shown, show, to };

	home_work(home, now, e);
	if (state != NULL && !is_state(state))
		return err_set(e, ERR_FORMAT,
		    "there is no state \"%s\"; matches are muster, running, "
		    "over or ended",
		    state);
	if (show_by_deadline(&all) == -1 ||
	    show_others(&all, STATUS_MUSTER, STATUS_RUNNING) == -1)
		return -1;
	return show_others(&all, STATUS_OVER, STATUS_ENDED);
}

/* ---- one of them ---- */

/* Beside those who are asked: others' time tells nothing. */
static int
set_due(struct table *t, json_t *item, const struct timer_row *timer)
{
	json_t *seat = json_array_get(
	    json_object_get(item, "seats"), (size_t)MAX(timer->seat, 0));
	int64_t due = timer->due == CLOCK_NEVER ? 0 : timer->due;
	bool thinks = timer->kind == TIMER_ROBOT &&
		      timer->n == ROBOT_FOR_ITSELF &&
		      robot_thinks(t, timer->seat);

	/* What wanted the thought may be gone: more time, a move. */
	if (timer->kind == TIMER_ROBOT && timer->n == ROBOT_FOR_MISSED &&
	    missed_thinks(t, timer, &thinks) == -1)
		return -1;
	if (timer->kind == TIMER_MUSTER)
		show_time(item, "until", due);
	else if (timer->kind == TIMER_PAUSE)
		show_time(item, "resumes", due);
	else if (thinks)
		json_object_set_new(seat, "thinks", json_true());
	else if (timer->kind == TIMER_DECIDE &&
		 json_is_string(json_object_get(seat, "asked")))
		show_time(seat, "deadline", due);
	return 0;
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
	for (guint k = 0; !match_is_past(t->row) && k < timers->len; k++)
		if (set_due(t, item,
			&g_array_index(timers, struct timer_row, k)) == -1)
			return -1;
	if (t->row->status == STATUS_ENDED) {
		g_autofree char *how = parting_how(t);

		json_object_set_new(
		    item, "how", how == NULL ? json_null() : json_string(how));
	}
	return 0;
}

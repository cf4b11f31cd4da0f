/* SPDX-License-Identifier: ISC */
/* The life of a match: muster, running, over; and who must hear of it. */
#include "app/private.h"

#include "base/log.h"

#include <string.h>

#define PUT_OFF 600 /* seconds */

static json_t *
who_args(const struct table *t, int seat)
{
	return json_pack("{s:s}", "who", t->names[seat]);
}

const char *
life_word(enum match_life life)
{
	static const char *const words[] = { [LIFE_MUSTER] = "muster",
		[LIFE_RUNNING] = "running",
		[LIFE_OVER] = "over",
		[LIFE_ENDED] = "ended" };

	return words[life];
}

const char *
life_letter(const struct table *t)
{
	switch (t->row->life) {
	case LIFE_MUSTER:
		return "answer";
	case LIFE_RUNNING:
		return "turn";
	case LIFE_OVER:
		return "final";
	case LIFE_ENDED:
		break;
	}
	return "called-off";
}

/* The move of a seat that was given up, or whose time is up. */
static int
play_absent(
    struct table *t, int seat, const char *by, int64_t now, struct err *e)
{
	struct move move = { 0 };

	t->game->absent(match_state(t->match), seat, &move);
	return table_play(t, seat, &move, by, 0, now, e);
}

/* Who is asked, but was given up, or has sent her moves before. */
static int
play_unasked(struct table *t, int64_t now, struct err *e)
{
	for (bool again = true; again;) {
		again = false;
		for (int s = 0; s < (int)table_seats(t); s++) {
			bool resigned = table_seat(t, s)->resigned;

			if (!(match_to_act(t->match) & SEAT(s)))
				continue;
			if (resigned
				? play_absent(t, s, "resigned", now, e) == -1
				: kept_try(t, s, now, &again, e) == -1)
				return -1;
			again |= resigned;
		}
	}
	return 0;
}

/* Has this seat a decision that it was not asked for before? */
static bool
newly_asked(const struct table *t, int seat)
{
	if (!(match_to_act(t->match) & SEAT(seat)))
		return false;
	if (!(t->asked & SEAT(seat)) || (t->moved & SEAT(seat)))
		return true;
	return strcmp(t->phases[seat],
		   t->game->phase(match_state(t->match), seat)) != 0;
}

static int
set_timer(struct table *t, int seat, int64_t now, struct err *e)
{
	struct timer_row timer = { .match = t->row->id,
		.seat = seat,
		.asked = now,
		.due = now + t->row->time_limit };

	if (t->row->time_limit == 0)
		return 0;
	if (t->row->life == LIFE_RUNNING && newly_asked(t, seat))
		return store_timer_set(t->home->store, &timer, e);
	if (t->row->life == LIFE_RUNNING &&
	    (match_to_act(t->match) & SEAT(seat)))
		return 0;
	return store_timer_clear(t->home->store, t->row->id, seat, e);
}

int
life_tell(struct table *t, int seat, int64_t now, struct err *e)
{
	json_t *facts = facts_seat(t, seat, e);

	if (facts == NULL)
		return -1;
	if (t->row->life == LIFE_OVER && facts_final(t, facts, e) == -1) {
		json_decref(facts);
		return -1;
	}
	return post_seat(t, seat, life_letter(t), facts, NULL, now, e);
}

static int
forget_all(struct table *t, struct err *e)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (kept_forget(t, s, e) == -1)
			return -1;
	return 0;
}

static int
finish(struct table *t, int64_t now, struct err *e)
{
	t->row->life = LIFE_OVER;
	t->row->ended = now;
	t->everyone = true;
	log_info("match %lld: over", (long long)t->row->id);
	if (forget_all(t, e) == -1)
		return -1;
	return store_match_update(t->home->store, t->row, e);
}

int
life_settle(struct table *t, int64_t now, struct err *e)
{
	int n = (int)table_seats(t);

	if (t->row->life == LIFE_RUNNING) {
		if (play_unasked(t, now, e) == -1 ||
		    (match_over(t->match) && finish(t, now, e) == -1))
			return -1;
	}
	for (int s = 0; s < n; s++)
		if (set_timer(t, s, now, e) == -1)
			return -1;
	for (int s = 0; s < n; s++) {
		bool must = t->everyone ||
			    (t->row->life == LIFE_RUNNING && newly_asked(t, s));

		if (must && s != t->answered && life_tell(t, s, now, e) == -1)
			return -1;
	}
	return watch_settle(t, now, e);
}

int
life_ready(
    struct table *t, int seat, const char *luck, int64_t now, struct err *e)
{
	struct seat_row *row = table_seat(t, seat);

	if (luck != NULL) {
		g_free(row->luck);
		row->luck = g_strdup(luck);
	}
	if (!row->ready) {
		row->ready = true;
		if (table_notice(
			t, "notice.ready", who_args(t, seat), now, e) == -1)
			return -1;
	}
	if (store_seat_update(t->home->store, row, e) == -1)
		return -1;
	for (int s = 0; s < (int)table_seats(t); s++)
		if (!table_seat(t, s)->ready)
			return 0;
	t->everyone = true;
	log_info("match %lld: starts", (long long)t->row->id);
	return table_start(t, now, e);
}

int
life_end(struct table *t, const char *phrase, json_t *args, int64_t now,
    struct err *e)
{
	t->row->life = LIFE_ENDED;
	t->row->ended = now;
	t->everyone = true;
	log_info("match %lld: called off", (long long)t->row->id);
	if (forget_all(t, e) == -1) {
		json_decref(args);
		return -1;
	}
	return table_notice(t, phrase, args, now, e);
}

int
life_resign(struct table *t, int seat, int64_t now, struct err *e)
{
	struct seat_row *row = table_seat(t, seat);

	if (t->row->life == LIFE_MUSTER)
		return life_end(
		    t, "notice.declined", who_args(t, seat), now, e);
	row->resigned = true;
	t->everyone = true;
	log_info("match %lld seat %d: resigned", (long long)t->row->id, seat);
	if (kept_forget(t, seat, e) == -1 ||
	    store_seat_update(t->home->store, row, e) == -1 ||
	    table_notice(t, "notice.resigned", who_args(t, seat), now, e) == -1)
		return -1;
	for (int s = 0; s < (int)table_seats(t); s++)
		if (!table_seat(t, s)->resigned)
			return 0;
	return life_end(t, "notice.all-resigned", NULL, now, e);
}

/* Does it still stand, and is it due?  It was read before the transaction. */
static bool
is_due(struct home *home, const struct timer_row *timer, int64_t now)
{
	struct timer_row stands;
	bool found = false;

	return store_timer(home->store, timer->match, timer->seat, &stands,
		   &found, NULL) == 0 &&
	       found && stands.due <= now;
}

static int
play_due(struct table *t, int seat, int64_t now, struct err *e)
{
	g_autofree char *cause = g_strdup_printf(
	    "t%lld.%lld", (long long)t->row->id, (long long)t->row->last_event);

	t->cause = cause;
	log_info(
	    "match %lld seat %d: its time is up", (long long)t->row->id, seat);
	if (table_notice(t, "notice.default", who_args(t, seat), now, e) ==
		-1 ||
	    play_absent(t, seat, "deadline", now, e) == -1)
		return -1;
	return life_settle(t, now, e);
}

/* One decision whose time is up. */
static int
time_up(struct home *home, const struct timer_row *timer, int64_t now,
    struct err *e)
{
	struct table *t = table_open(home, timer->match, e);
	int r;

	if (t == NULL)
		return -1;
	if (t->row->life != LIFE_RUNNING ||
	    !(match_to_act(t->match) & SEAT(timer->seat)))
		r = store_timer_clear(
		    home->store, timer->match, timer->seat, e);
	else
		r = play_due(t, timer->seat, now, e);
	table_free(t);
	return r;
}

/* What cannot be done now is tried again later, not in every round. */
static int
put_off(struct home *home, struct timer_row timer, int64_t now, struct err *e)
{
	timer.due = now + PUT_OFF;
	if (store_begin(home->store, __func__, e) == -1)
		return -1;
	if (store_timer_set(home->store, &timer, e) == 0)
		return store_commit(home->store, e);
	store_rollback(home->store);
	return -1;
}

static int
do_timer(struct home *home, const struct timer_row *timer, int64_t now, int *n,
    struct err *e)
{
	struct err why = { 0 };

	if (store_begin(home->store, __func__, e) == -1)
		return -1;
	if (!is_due(home, timer, now)) {
		store_rollback(home->store);
		return 0;
	}
	if (time_up(home, timer, now, &why) == 0) {
		++*n;
		return store_commit(home->store, e);
	}
	store_rollback(home->store);
	log_warn("match %lld seat %d: tick: %s", (long long)timer->match,
	    timer->seat, why.text);
	return put_off(home, *timer, now, e);
}

int
step_tick(struct home *home, int64_t now, int *n, struct err *e)
{
	g_autoptr(GArray) due = store_timers_due(home->store, now, e);

	*n = 0;
	if (due == NULL || keys_tick(home, now, e) == -1 ||
	    keys_load(home, e) == -1)
		return -1;
	for (guint i = 0; i < due->len; i++) {
		const struct timer_row *timer =
		    &g_array_index(due, struct timer_row, i);

		if (do_timer(home, timer, now, n, e) == -1)
			return -1;
	}
	if (confirm_tick(home, now, n, e) == -1 ||
	    watch_tick(home, now, n, e) == -1)
		return -1;
	return summary_tick(home, now, n, e);
}

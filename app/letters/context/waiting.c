/* SPDX-License-Identifier: ISC */
/*
 * For which players a match waits, since when and until when, and what a seat
 * has sent.  Whom a game asks lies open in all games: a player who has nothing
 * to choose but by a secret is asked all the same, and that a sealed bid was
 * made is told to all.  What was sent and is not made yet (orders, plans, what
 * is kept) shows nowhere: its seat is waited for until it is.
 */
#include "app/letters/context/waiting.h"

#include "app/home/home.h"
#include "app/letters/context/moments.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/deadlines.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "policy/clock.h"
#include "store/mails/notices.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/timers.h"

#define MOVES_MAX 3

static void
set_moment(json_t *object, const char *key, const struct reader *r, int64_t at)
{
	g_autofree char *text = at == 0 ? NULL : reader_moment(r, at);

	if (text != NULL)
		json_object_set_new(object, key, json_string(text));
}

/* Of those who are waited for. */
struct waited {
	int64_t since, until; /* the first of them; or 0 */
	bool passed; /* so has that one's deadline */
	bool robot; /* and a robot decides */
};

static int
find_times(struct table *t, seatset seats, struct waited *w)
{
	int first = -1;
	g_autoptr(GArray) askings = store_askings(t->home->store, t->row->id);
	g_autoptr(GArray) timers = store_timers(t->home->store, t->row->id);

	*w = (struct waited){ 0 };
	if (askings == NULL || timers == NULL)
		return -1;
	for (guint i = 0; i < askings->len; i++) {
		const struct asking_row *row =
		    &g_array_index(askings, struct asking_row, i);

		if ((seats & SEAT(row->seat)) &&
		    (w->since == 0 || row->since < w->since))
			w->since = row->since;
	}
	for (guint i = 0; i < timers->len; i++) {
		const struct timer_row *timer =
		    &g_array_index(timers, struct timer_row, i);

		if (timer->kind == TIMER_DECIDE && timer->seat >= 0 &&
		    timer->due != CLOCK_NEVER && (seats & SEAT(timer->seat)) &&
		    (w->until == 0 || timer->due < w->until)) {
			w->until = timer->due;
			w->passed = clocks_passed(t, timer);
			first = timer->seat;
		}
	}
	return first == -1 ? 0 : missed_robot(t, first, &w->robot);
}

/* The reader's own last moves, the latest at the end. */
static json_t *
sent_context(const struct reader *r)
{
	struct table *t = r->t;
	json_t *list = json_array();

	for (guint i = t->events->len; i > 0; i--) {
		const struct event_row *row = t->events->pdata[i - 1];
		g_autofree char *move = NULL;
		json_t *item;

		if (row->seat != r->seat)
			continue;
		if (json_array_size(list) == MOVES_MAX)
			break;
		move = move_retell(t->match, row->move, reader_words(r));
		item =
		    json_pack("{s:s, s:{s:b}}", "move", move, "by", row->by, 1);
		set_moment(item, "at", r, row->at);
		json_array_insert_new(list, 0, item);
	}
	return list;
}

static int
reminded_context(struct table *t, int seat, json_t *context)
{
	g_autoptr(GArray) rows = store_askings(t->home->store, t->row->id);

	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		const struct asking_row *row =
		    &g_array_index(rows, struct asking_row, i);

		if (row->seat == seat && row->times > 0)
			json_object_set_new(
			    context, "reminded", json_integer(row->times));
	}
	return 0;
}

/* The reader's own deadline counts, if the reader is asked; a robot that plays
 * in the reader's place is waited for like another player. */
static int
waits_context(const struct reader *r, json_t *context)
{
	struct table *t = r->t;
	int seat = r->seat;
	seatset asked = match_to_act(t->match);
	bool you = seat >= 0 && (asked & SEAT(seat)) != 0 &&
		   !robot_relieves(table_seat(t, seat));
	struct waited waited;
	json_t *waits;

	if (asked == 0)
		return 0;
	if (find_times(t, you ? SEAT(seat) : asked, &waited) == -1)
		return -1;
	waits = json_object();
	json_object_set_new(waits, "names",
	    table_name_list(t, you ? asked & ~SEAT(seat) : asked));
	json_object_set_new(waits, "you", json_boolean(you));
	json_object_set_new(
	    waits, "only_you", json_boolean(you && (asked & ~SEAT(seat)) == 0));
	set_moment(waits, "since", r, waited.since);
	if (t->row->paused == 0)
		set_moment(waits, "until", r, waited.until);
	json_object_set_new(waits, "passed", json_boolean(waited.passed));
	json_object_set_new(waits, "robot", json_boolean(waited.robot));
	set_moment(waits, "rests", r, t->row->paused);
	json_object_set_new(context, "waits", waits);
	return 0;
}

int
waits_seat(const struct reader *r, json_t *context)
{
	struct table *t = r->t;

	if (t->match == NULL || t->row->status != STATUS_RUNNING)
		return 0;
	json_object_set_new(context, "sent", sent_context(r));
	json_object_set_new(context, "sent_any",
	    json_boolean(
		json_array_size(json_object_get(context, "sent")) > 0));
	if (reminded_context(t, r->seat, context) == -1)
		return -1;
	return waits_context(r, context);
}

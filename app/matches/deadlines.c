/* SPDX-License-Identifier: ISC */
/*
 * Deadlines that pass.  First come the graces that a table agreed on, then
 * what a missed turn does: the game's move, a robot's, or nothing but another
 * round of waiting.  Who misses too many, one after the other, loses the seat.
 *
 * Where several decide at the same time, what is decided is secret till all
 * have.  A default move is no secret, so that others do not hear of a missed
 * turn before they have decided themselves.
 */
#include "app/matches/deadlines.h"

#include "app/home/home.h"
#include "app/matches/clocks/calendars.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/moves/plans_made.h"
#include "app/matches/seats/robot_relief.h"
#include "app/matches/seats/seats.h"
#include "app/matches/table/autoplay.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/tenures.h"
#include "base/log.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "policy/policy.h"
#include "policy/span.h"
#include "robot/level.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"
#include "store/matches/timers.h"

static enum policy_missed
missed_here(const struct table *t)
{
	return robots_missed(t->home, &t->policy);
}

/* Whether a person plays it now, or the program. */
static const char *
who(struct table *t, int seat)
{
	const char *player = seat_player(t, seat);

	return player != NULL ? player : t->names[seat];
}

/* ---- graces ---- */

static int
graces_left(struct table *t, int seat)
{
	return span_any(t->policy.grace)
		   ? MAX(t->policy.graces - table_seat(t, seat)->graces, 0)
		   : 0;
}

/* From the deadline that has passed, or from now if that is long ago. */
static int
put_off(struct table *t, struct timer_row timer)
{
	int64_t from = timer.due;

	if (clocks_after(t, timer.seat, from, t->policy.grace) <= t->home->now)
		from = t->home->now;
	return clocks_grant(t, &timer, from, t->policy.grace);
}

static int
grant_grace(struct table *t, const struct timer_row *timer)
{
	struct seat_row *row = table_seat(t, timer->seat);
	json_t *args;
	int64_t n;
	g_autofree char *key =
	    g_strconcat("notice.grace-", span_unit(t->policy.grace, &n), NULL);

	log_info("seat-grace",
	    "match %lld seat %d: its time is up; it has a grace",
	    (long long)t->row->id, timer->seat);
	row->graces++;
	table_effect(t, EFFECT_TELL_ALL, -1);
	if (store_seat_update(t->home->store, row) == -1 ||
	    put_off(t, *timer) == -1)
		return -1;
	args = told_of(who(t, timer->seat), row->person);
	json_object_set_new(args, "n", json_integer(n));
	json_object_set_new(
	    args, "left", json_integer(graces_left(t, timer->seat)));
	json_object_set_new(args, "all", json_integer(t->policy.graces));
	return table_notice(t, key, args);
}

/* ---- what a missed turn does ---- */

/* Before anything is told, for a robot has thought of the match as it was. */
static void
choose(struct table *t, int seat, struct move *move)
{
	*move = (struct move){ 0 };
	if (missed_here(t) == MISSED_ROBOT)
		robot_move(t, seat, move);
	else
		t->game->absent(match_state(t->match), seat, move);
}

/* Not before all may know it. */
static void
log_missed(const struct table *t, int seat)
{
	log_info("seat-time-up", "match %lld seat %d: its time is up",
	    (long long)t->row->id, seat);
}

/* The player who missed it hears of it at once, for it counts towards losing
 * the seat; all others hear with their next letters.  args are taken over;
 * their "holder" is the person who had the seat at the deadline. */
static int
tell_all(struct table *t, int seat, json_t *args)
{
	log_missed(t, seat);
	if (json_integer_value(json_object_get(args, "holder")) ==
	    table_seat(t, seat)->person)
		table_effect(t, EFFECT_TELL, seat);
	return table_notice(t,
	    missed_here(t) == MISSED_ROBOT ? "notice.missed-robot"
					   : "notice.default",
	    args);
}

static int
open_if_time(struct table *t, int seat, bool *opened)
{
	const struct seat_row *row = table_seat(t, seat);

	if (t->policy.open_after == 0 || row->missed < t->policy.open_after ||
	    row->occupant != OCCUPANT_PERSON || match_over(t->match))
		return 0;
	*opened = true;
	return seat_open(t, seat, "notice.opened-missed");
}

/* A move is made for the player: others hear of it, but not before they have
 * decided themselves. */
static int
play_for(struct table *t, int seat, bool *opened)
{
	struct seat_row *row = table_seat(t, seat);
	bool secret = table_deciding(t, t->match, seat) != 0;
	struct move move;

	choose(t, seat, &move);
	if ((!secret &&
		tell_all(t, seat, told_of(who(t, seat), row->person)) == -1) ||
	    table_play(t, seat, &move, "deadline", 0) == -1)
		return -1;
	row->undisclosed = secret ? t->row->last_event : 0;
	if (store_seat_update(t->home->store, row) == -1)
		return -1;
	return secret ? 0 : open_if_time(t, seat, opened);
}

/* At the first miss all hear at once for whom they wait; later only that
 * player does. */
static int
wait_on(struct table *t, int seat)
{
	bool opened = false;

	log_missed(t, seat);
	if (table_seat(t, seat)->missed == 1)
		table_effect(t, EFFECT_TELL_ALL, -1);
	if (table_notice(t, "notice.missed-wait",
		told_of(who(t, seat), table_seat(t, seat)->person)) == -1 ||
	    clocks_restart(t, seat) == -1 ||
	    open_if_time(t, seat, &opened) == -1)
		return -1;
	if (!opened)
		table_effect(t, EFFECT_TELL, seat);
	return 0;
}

/* That a robot plays on is no secret: its move will be. */
static int
relieve(struct table *t, int seat)
{
	enum robot_level level =
	    (enum robot_level)(t->policy.missed - MISSED_LEVEL);
	bool opened = false;

	log_missed(t, seat);
	if (robot_takes_over(t, seat, robot_level_word(level),
		"notice.takeover-missed", json_object()) == -1)
		return -1;
	return open_if_time(t, seat, &opened);
}

static int
miss(struct table *t, int seat)
{
	struct seat_row *row = table_seat(t, seat);
	bool opened;

	if (row->undisclosed < 0) {
		row->missed = 0;
		row->undisclosed = 0;
	}
	row->missed++;
	if (missed_here(t) >= MISSED_LEVEL)
		return relieve(t, seat);
	if (missed_here(t) != MISSED_WAIT)
		return play_for(t, seat, &opened);
	if (store_seat_update(t->home->store, row) == -1)
		return -1;
	return wait_on(t, seat);
}

/* ---- a move that must be thought of first ---- */

/* steps/think.c does that, without a lock.  The deadline stays where it is, and
 * does not pass again while such a timer stands beside it
 * (store/matches/timers.c). */
static int
let_think(struct table *t, const struct timer_row *deadline)
{
	const struct timer_row timer = { .match = t->row->id,
		.seat = deadline->seat,
		.kind = TIMER_ROBOT,
		.n = ROBOT_FOR_MISSED,
		.asked = t->home->now,
		.start = deadline->due,
		.due = t->home->now };

	return store_timer_set(t->home->store, &timer);
}

/* The deadline's timer has moved, or is gone, if the seat has answered since,
 * or got more time. */
int
missed_thinks(struct table *t, const struct timer_row *timer, bool *thinks)
{
	struct timer_row deadline;
	bool found = false;

	*thinks = false;
	if (store_timer(t->home->store, t->row->id, timer->seat, TIMER_DECIDE,
		&deadline, &found) == -1)
		return -1;
	*thinks = found && deadline.due == timer->start &&
		  table_expects_move(t, timer->seat) &&
		  robot_must_think(t, timer->seat);
	return 0;
}

int
missed_robot(struct table *t, int seat, bool *thinks)
{
	struct timer_row timer = { .match = t->row->id,
		.seat = seat,
		.kind = TIMER_ROBOT,
		.n = ROBOT_FOR_MISSED };
	bool found = false;

	*thinks = false;
	if (store_timer_again(t->home->store, &timer, &found) == -1)
		return -1;
	return found ? missed_thinks(t, &timer, thinks) : 0;
}

int
missed_time_up(struct table *t, const struct timer_row *timer)
{
	int seat = timer->seat;
	bool made = false;

	if (!table_expects_move(t, seat) ||
	    table_seat(t, seat)->occupant != OCCUPANT_PERSON)
		return store_timer_clear(
		    t->home->store, t->row->id, seat, TIMER_DECIDE);
	/* What the player has sent is made at the deadline at the latest. */
	if (plans_make(t, seat, &made) == -1)
		return -1;
	if (made)
		return 0;
	if (graces_left(t, seat) > 0)
		return grant_grace(t, timer);
	if (missed_here(t) == MISSED_ROBOT && robot_must_think(t, seat))
		return let_think(t, timer);
	return miss(t, seat);
}

/* ---- when others hear of it ---- */

/* A seat that had still to decide when that move was made, and has not yet: it
 * has made no event since. */
static seatset
undecided(const struct table *t, int seat, int64_t n)
{
	struct match *then = table_at(t, n - 1);
	seatset same = table_deciding(t, then, seat);

	match_free(then);
	for (guint i = t->events->len; i > 0; i--) {
		const struct event_row *row = t->events->pdata[i - 1];

		if (row->n <= n)
			break;
		same &= ~SEAT(row->seat);
	}
	return same;
}

/* Was it taken back? */
static bool
is_gone(const struct table *t, int64_t n)
{
	for (guint i = t->events->len; i > 0; i--) {
		const struct event_row *row = t->events->pdata[i - 1];

		if (row->n <= n)
			return row->n < n;
	}
	return true;
}

/* Of the player who had the seat then: another may have come since. */
static json_t *
args_then(struct table *t, int seat, int64_t n)
{
	for (guint i = t->tenures->len; i > 0; i--) {
		const struct tenure_row *h = t->tenures->pdata[i - 1];

		if (h->seat == seat && h->after < n)
			return told_of(h->name, h->person);
	}
	return told_of(t->names[seat], table_seat(t, seat)->person);
}

static int
settle_one(struct table *t, int seat, bool *opened)
{
	struct seat_row *row = table_seat(t, seat);
	bool came = row->undisclosed < 0;
	int64_t n = came ? -row->undisclosed : row->undisclosed;
	bool gone = is_gone(t, n);

	if (!gone && undecided(t, seat, n) != 0)
		return 0;
	/* What was taken back counts for nothing, as it was not told. */
	if (gone)
		row->missed = missed_shown(row, false);
	else if (came)
		row->missed = 0;
	row->undisclosed = 0;
	if (store_seat_update(t->home->store, row) == -1)
		return -1;
	if (gone || came)
		return 0;
	if (tell_all(t, seat, args_then(t, seat, n)) == -1)
		return -1;
	return open_if_time(t, seat, opened);
}

int
missed_settle(struct table *t, bool *opened)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (table_seat(t, s)->undisclosed != 0 &&
		    settle_one(t, s, opened) == -1)
			return -1;
	return 0;
}

int
missed_shown(const struct seat_row *row, bool reveal)
{
	if (reveal)
		return row->undisclosed < 0 ? 0 : row->missed;
	return MAX(0, row->missed - (row->undisclosed > 0));
}

/* ---- what the player is told beforehand ---- */

const char *
missed_word(const struct table *t)
{
	static const char *const words[] = { [MISSED_DEFAULT] = "default",
		[MISSED_ROBOT] = "robot",
		[MISSED_WAIT] = "wait" };

	enum policy_missed missed = missed_here(t);

	return missed >= MISSED_LEVEL ? "takeover" : words[missed];
}

void
missed_context(const struct reader *r, json_t *context)
{
	struct table *t = r->t;
	json_t *late = json_pack("{s:b}", missed_word(t), 1);
	int left = graces_left(t, r->seat), n;

	if (missed_here(t) == MISSED_DEFAULT) {
		struct move move = { 0 };
		g_autofree char *text = NULL;

		t->game->absent(match_state(t->match), r->seat, &move);
		text = move_say(t->match, &move, reader_words(r));
		json_object_set_new(late, "move", json_string(text));
	}
	if (left > 0) {
		int64_t units;
		const char *unit = span_unit(t->policy.grace, &units);

		json_object_set_new(late, "grace",
		    json_pack("{s:i, s:i, s:s, s:I}", "left", left, "all",
			t->policy.graces, "unit", unit, "n",
			(json_int_t)units));
	}
	if (t->policy.open_after > 0) {
		n = t->policy.open_after -
		    missed_shown(table_seat(t, r->seat), true);
		json_object_set_new(late, "opens",
		    json_pack("{s:i, s:b}", "n", MAX(n, 1), "next", n <= 1));
	}
	json_object_set_new(context, "late", late);
}

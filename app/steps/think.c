/* SPDX-License-Identifier: ISC */
/*
 * The step think: hints (think_hint.c) and the moves of robots.  A match is
 * read, a robot thinks, and its move is made in a transaction of its own, if
 * nothing has changed since. What it thinks follows from the home, the match
 * and its last event alone: if the program stops here, the same move is made
 * next time.
 */
#include "app/steps/beside.h"
#include "app/steps/steps.h"
#include "app/steps/think_hint.h"

#include "app/home/config.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/letters/settle.h"
#include "app/matches/deadlines.h"
#include "app/matches/table/autoplay.h"
#include "app/matches/table/table.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "store/claims.h"
#include "store/matches/matches.h"
#include "store/matches/timers.h"
#include "store/transaction.h"

#define PUT_OFF 600 /* seconds */

/* Must a robot still think, for whom the timer says? */
static int
must_think(struct table *t, const struct timer_row *timer, bool *thinks)
{
	if (timer->n == ROBOT_FOR_MISSED)
		return missed_thinks(t, timer, thinks);
	*thinks = robot_thinks(t, timer->seat);
	return 0;
}

/* A robot's own seat moves when the match is settled, that of a player who
 * missed the deadline now. */
static int
play(struct table *t, const struct timer_row *timer)
{
	struct timer_row deadline;
	bool found = false;

	if (timer->n != ROBOT_FOR_MISSED)
		return 0;
	if (store_timer_clear_one(t->home->store, timer) == -1 ||
	    store_timer(t->home->store, timer->match, timer->seat, TIMER_DECIDE,
		&deadline, &found) == -1)
		return -1;
	return found && deadline.due == timer->start
		   ? missed_time_up(t, &deadline)
		   : 0;
}

/* In a transaction, for another process may have set it anew since. */
static int
clear_void(struct home *home, const struct timer_row *timer)
{
	struct table *t = table_look(home, timer->match);
	bool thinks = false;
	int r;

	if (t == NULL)
		return -1;
	r = must_think(t, timer, &thinks);
	table_free(t);
	return r == -1 || thinks ? r
				 : store_timer_clear_one(home->store, timer);
}

/* In a transaction.  *made: nothing had changed since the event. */
static int
make(struct home *home, const struct timer_row *timer, int64_t event,
    const struct move *move, bool *made)
{
	struct table *t = table_open_for(home, timer->match, "r");
	int r;

	if (t == NULL)
		return -1;
	r = must_think(t, timer, made);
	*made &= t->row->last_event == event;
	if (r == 0 && *made) {
		t->gather = true;
		robot_thought(t, timer->seat, move);
		r = play(t, timer);
		if (r == 0)
			r = settle_match(t);
	}
	table_free(t);
	return r;
}

/* The match as it is, read beside others. */
static struct table *
look(struct home *home, int64_t match)
{
	struct table *t;

	if (beside_begin(home, match) == -1)
		return NULL;
	t = table_look(home, match);
	beside_end(home, match);
	return t;
}

static int
decide(struct home *home, const struct timer_row *timer, int *n)
{
	struct table *t = look(home, timer->match);
	struct move move;
	bool made = false;
	int64_t event;
	int r;

	if (t == NULL)
		return -1;
	if (must_think(t, timer, &made) == -1) {
		table_free(t);
		return -1;
	}
	if (!made) {
		table_free(t);
		IN_MATCH(home, timer->match, r, clear_void(home, timer));
		return r;
	}
	made = false;
	robot_ponder(t, timer->seat, &move);
	event = t->row->last_event;
	table_free(t);
	checkpoint("a robot has thought");
	IN_MATCH(home, timer->match, r, make(home, timer, event, &move, &made));
	if (r == 0 && made)
		++*n;
	else if (r == 0)
		log_info("thought-void",
		    "match %lld seat %d: it changed while a robot thought",
		    (long long)timer->match, timer->seat);
	return r;
}

/* Robots do not think, but the match can go on: with the move that is made
 * without thought. */
static int
go_on(struct home *home, const struct timer_row *timer, bool *made)
{
	struct table *t = table_open_for(home, timer->match, "r");
	int64_t event;
	int r;

	if (t == NULL)
		return -1;
	t->gather = true;
	event = t->row->last_event;
	r = store_timer_clear_one(home->store, timer);
	if (r == 0)
		r = play(t, timer);
	if (r == 0)
		r = settle_match(t);
	*made = t->row->last_event > event;
	table_free(t);
	return r;
}

/* In a transaction.  If it is still there: whatever wanted the thought may be
 * gone by now. */
static int
put_off(struct home *home, const struct timer_row *timer)
{
	struct timer_row stands = *timer;
	bool found = false;

	if (store_timer_again(home->store, &stands, &found) == -1)
		return -1;
	if (!found)
		return 0;
	stands.due = home->now + PUT_OFF;
	return store_timer_set(home->store, &stands);
}

/* What cannot be done now hinders no other match. */
static int
decide_or_put_off(struct home *home, const struct timer_row *timer, int *n)
{
	struct err why = { 0 }, *outer = home_errors(home, &why);
	bool made = false;
	int r;

	if (home->config->think > 0)
		r = decide(home, timer, n);
	else {
		IN_MATCH(home, timer->match, r, go_on(home, timer, &made));
		/* Letters that tell of it leave in the same run. */
		if (r == 0 && made)
			++*n;
	}
	home_errors(home, outer);
	if (r == 0)
		return 0;
	/* Others were in the way, which is no fault of the match. */
	if (why.code == ERR_BUSY && store_is_shared(home->store)) {
		*home->err = why;
		return -1;
	}
	log_warn("think-failed", "match %lld seat %d: think: %s",
	    (long long)timer->match, timer->seat, why.text);
	IN_MATCH(home, timer->match, r, put_off(home, timer));
	return r;
}

/* Mails in the spool. */
static int
mails(struct home *home)
{
	g_autofree char *in = home_spool_in(home->dir);
	g_autofree char *fresh = g_build_filename(in, "new", NULL);
	GDir *dir = g_dir_open(fresh, 0, NULL);
	int n = 0;

	if (dir == NULL)
		return 0;
	while (g_dir_read_name(dir) != NULL)
		n++;
	g_dir_close(dir);
	return n;
}

#define TIMERS_MAX 64 /* that are looked at while others think */

/* The first for whose match no other worker thinks. */
static int
next_timer(
    struct home *home, struct timer_row *timer, char **claim, bool *found)
{
	const bool thinks = home->config->think > 0;

	for (int skip = 0; skip < TIMERS_MAX; skip++) {
		bool got = true;

		if (store_timer_robot(home->store, home->now, thinks, skip,
			timer, found) == -1)
			return -1;
		if (!*found)
			return 0;
		if (thought_claim(home, timer->match, claim, &got) == -1)
			return -1;
		if (got)
			return 0;
	}
	*found = false;
	return 0;
}

/* The next thought: a hint before robots, for somebody waits for it.
 * *found: there was any. */
static int
think_next(struct home *home, bool *found, int *n)
{
	struct timer_row timer;
	g_autofree char *claim = NULL;
	bool thinks = home->config->think > 0;
	int r;

	*found = false;
	if (thinks && think_hint(home, found, n) == -1)
		return -1;
	if (*found)
		return 0;
	if (next_timer(home, &timer, &claim, found) == -1)
		return -1;
	if (!*found)
		return 0;
	r = decide_or_put_off(home, &timer, n);
	thought_give_back(home, claim);
	return r;
}

int
step_think(struct home *home, int64_t now, int *n, struct err *e)
{
	int64_t think = home->config->think;
	int64_t end = g_get_monotonic_time() + think * G_USEC_PER_SEC;

	/* A mail that comes is answered before the next robot thinks; what lies
	 * there by now could not be received, and holds up nobody. */
	int left = mails(home);

	home_work(home, now, e);
	*n = 0;
	for (bool found = true; found &&
				(think == 0 || g_get_monotonic_time() < end) &&
				!home_ends(home) && mails(home) <= left;)
		if (think_next(home, &found, n) == -1)
			return -1;
	return 0;
}

/* SPDX-License-Identifier: ISC */
/*
 * The step think: the moves of robots.  A match is read, a robot thinks, and
 * its move is made in a transaction of its own, if nothing has changed since.
 * What it thinks follows from the home, the match and its last event alone: if
 * the program stops here, the same move is made next time.
 */
#include "app/steps/steps.h"

#include "app/home/config.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/letters/settle.h"
#include "app/matches/seats.h"
#include "app/matches/table.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "store/matches.h"
#include "store/timers.h"
#include "store/transaction.h"

#define PUT_OFF 600 /* seconds */

/* The match as it stands now. */
static struct table *
look(struct home *home, int64_t match)
{
	struct table *t;

	/* One transaction, so that all that is read belongs together. */
	if (store_begin(home->store, __func__) == -1)
		return NULL;
	t = table_open(home, match);
	store_rollback(home->store);
	return t;
}

static int
set_timer(struct home *home, const struct timer_row *timer, bool gone)
{
	int r;

	IN_TRANSACTION(home->store, r,
	    gone ? store_timer_clear_one(home->store, timer)
		 : store_timer_set(home->store, timer));
	return r;
}

/* In a transaction.  *made: nothing had changed since the event. */
static int
make(struct home *home, const struct timer_row *timer, int64_t event,
    const struct move *move, bool *made)
{
	struct table *t = table_open_for(home, timer->match, "b");
	int r = 0;

	if (t == NULL)
		return -1;
	*made = t->row->last_event == event && robot_thinks(t, timer->seat);
	if (*made) {
		t->gather = true;
		robot_thought(t, timer->seat, move);
		r = settle_match(t);
	}
	table_free(t);
	return r;
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
	if (!robot_thinks(t, timer->seat)) {
		table_free(t);
		return set_timer(home, timer, true);
	}
	robot_ponder(t, timer->seat, &move);
	event = t->row->last_event;
	table_free(t);
	checkpoint("a robot has thought");
	IN_TRANSACTION(home->store, r, make(home, timer, event, &move, &made));
	if (r == 0 && made)
		++*n;
	else if (r == 0)
		log_info("match %lld seat %d: it changed while a robot thought",
		    (long long)timer->match, timer->seat);
	return r;
}

/* What cannot be done now hinders no other match. */
static int
decide_or_put_off(struct home *home, struct timer_row *timer, int *n)
{
	struct err why = { 0 }, *outer = home_errors(home, &why);
	int r = decide(home, timer, n);

	home_errors(home, outer);
	if (r == 0)
		return 0;
	log_warn("match %lld seat %d: think: %s", (long long)timer->match,
	    timer->seat, why.text);
	timer->due = home->now + PUT_OFF;
	return set_timer(home, timer, false);
}

/* A mail is answered before the next robot thinks. */
static bool
mail_waits(struct home *home)
{
	g_autofree char *in = home_spool_in(home->dir);
	g_autofree char *fresh = g_build_filename(in, "new", NULL);
	GDir *dir = g_dir_open(fresh, 0, NULL);
	bool waits = dir != NULL && g_dir_read_name(dir) != NULL;

	if (dir != NULL)
		g_dir_close(dir);
	return waits;
}

int
step_think(struct home *home, int64_t now, int *n, struct err *e)
{
	int64_t end =
	    g_get_monotonic_time() + home->config->think * G_USEC_PER_SEC;

	home_work(home, now, e);
	*n = 0;
	while (g_get_monotonic_time() < end && !home_ends(home) &&
	       !mail_waits(home)) {
		struct timer_row timer;
		bool found = false;

		if (store_timer_robot(home->store, now, &timer, &found) == -1)
			return -1;
		if (!found)
			break;
		if (decide_or_put_off(home, &timer, n) == -1)
			return -1;
	}
	return 0;
}

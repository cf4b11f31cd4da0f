/* SPDX-License-Identifier: ISC */
/* The step tick: what is due by now. */
#include "app/steps/steps.h"

#include "app/home/due.h"
#include "app/home/home.h"
#include "app/home/keep.h"
#include "app/home/reply_keys.h"
#include "app/letters/kinds/onlookers.h"
#include "app/letters/kinds/organiser_report.h"
#include "app/letters/kinds/seat_offers.h"
#include "app/letters/schedule/schedule.h"
#include "app/letters/settle.h"
#include "app/letters/writing/pictures.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/clocks/pause.h"
#include "app/matches/deadlines.h"
#include "app/matches/moves/plans_made.h"
#include "app/matches/results/results.h"
#include "app/matches/seats/seats.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/table.h"
#include "app/matches/table/talk.h"
#include "app/matches/votes/votes.h"
#include "app/organiser/deletion.h"
#include "app/players/people/forget.h"
#include "app/players/people/yearbook.h"
#include "app/players/questions/asks.h"
#include "app/series/tick.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "store/claims.h"
#include "store/mails/inbox_lists.h"
#include "store/matches/timers.h"
#include "store/transaction.h"

#define PUT_OFF 600 /* seconds */
#define TIMERS_AT_ONCE 1000
/*
 * Others who want to write wait that long at most; then there is a pause in
 * which they get their turn, for they look every 100 ms.
 */
#define SLICE G_USEC_PER_SEC
#define PAUSE (G_USEC_PER_SEC / 8)
/* s: a mail that came in time is a row by then, also if another worker took it
 * in */
#define TAKEN_IN_LATE 120

/* What is done when a timer of that kind is due.  It sets the timer anew or
 * clears it; all that follows is settled behind it, but nothing follows a
 * reminder. */
typedef int timer_function(struct table *, const struct timer_row *);
static timer_function *const work[TIMER_KINDS] = {
	[TIMER_DECIDE] = missed_time_up,
	[TIMER_PLAN] = plans_due,
	[TIMER_REMIND] = notices_remind,
	[TIMER_MUSTER] = muster_time_up,
	[TIMER_VOTE] = votes_time_up,
	[TIMER_PAUSE] = pause_time_up,
	[TIMER_OFFER] = seat_offer_over,
	[TIMER_TALK] = talk_due,
};

/* A deadline has passed, and a robot is to think for the player. */
static bool
is_missed(struct home *home, const struct timer_row *deadline)
{
	struct timer_row robot = { .match = deadline->match,
		.seat = deadline->seat,
		.kind = TIMER_ROBOT,
		.n = ROBOT_FOR_MISSED };
	bool found = false;

	return deadline->kind == TIMER_DECIDE &&
	       store_timer_again(home->store, &robot, &found) == 0 && found &&
	       robot.start == deadline->due;
}

/* Does it still stand, and is it due?  It was read before the transaction.  A
 * player who must decide has the whole second of the deadline. */
static bool
is_due(struct home *home, const struct timer_row *timer)
{
	struct timer_row stands = *timer;
	bool found = false;

	return store_timer_again(home->store, &stands, &found) == 0 && found &&
	       stands.due <= home->now - (timer->kind == TIMER_DECIDE) &&
	       !is_missed(home, &stands);
}

static int
time_up(struct home *home, const struct timer_row *timer)
{
	struct table *t = table_open_for(home, timer->match, "t");
	int r;

	if (t == NULL)
		return -1;
	dedup_add(t, timer->kind);
	dedup_add(t, timer->n);
	t->gather = true;
	g_assert(work[timer->kind] != NULL);
	r = work[timer->kind](t, timer);
	if (r == 0 && timer->kind != TIMER_REMIND)
		r = settle_match(t);
	table_free(t);
	return r;
}

static void
log_failed(const struct timer_row *timer, const struct err *why)
{
	log_warn("tick-failed", "match %lld seat %d: tick: %s",
	    (long long)timer->match, timer->seat, why->text);
}

/* What cannot be done now is tried again later, not in every round. */
static int
put_off(struct home *home, struct timer_row timer)
{
	timer.due = home->now + PUT_OFF;
	if (store_begin(home->store, __func__) == -1)
		return -1;
	if (store_timer_set(home->store, &timer) == 0)
		return store_commit(home->store);
	store_rollback(home->store);
	return -1;
}

/* What has done it must have set it anew or cleared it.  *again: it may not be
 * done beside others, and nothing was. */
static int
do_timer(struct home *home, const struct timer_row *timer, int *n, bool *again)
{
	struct err why = { 0 }, *outer;
	int r;

	if (store_begin(home->store, __func__) == -1)
		return -1;
	if (!is_due(home, timer)) {
		store_rollback(home->store);
		return 0;
	}
	outer = home_errors(home, &why);
	r = time_up(home, timer);
	home_errors(home, outer);
	*again = store_too_narrow(home->store);
	if (*again) {
		store_rollback(home->store);
		return 0;
	}
	if (r == 0) {
		if (!is_due(home, timer)) {
			++*n;
			checkpoint("did what was due");
			return store_commit(home->store);
		}
		err_set(&why, ERR_CLASH, "what was due is due again");
	}
	store_rollback(home->store);
	if (why.code == ERR_BUSY && store_is_shared(home->store)) {
		*home->err = why;
		return -1;
	}
	log_failed(timer, &why);
	return put_off(home, *timer);
}

/* A deadline does not fall while a mail is not handled that may have come
 * before it.  Another worker may have taken that mail in a moment later. */
static bool
must_wait(
    const struct home *home, const struct timer_row *timer, int64_t unhandled)
{
	const int64_t late = store_is_shared(home->store) ? TAKEN_IN_LATE : 0;

	return timer->kind == TIMER_DECIDE &&
	       (timer->due + late >= unhandled || home->mails_elsewhere);
}

/*
 * As many as fit into a second share a transaction, so that a thousand
 * deadlines need not wait for a thousand disk writes.  wide: those that may not
 * be done beside others; NULL: there are none.
 */
static int
do_some(struct home *home, const GArray *due, guint *i, int *n, GArray *wide)
{
	int64_t begin = g_get_monotonic_time(), unhandled;
	int done = 0;

	if (store_inbox_oldest(home->store, &unhandled) == -1 ||
	    store_begin(home->store, __func__) == -1)
		return -1;
	for (; *i < due->len && g_get_monotonic_time() - begin < SLICE; ++*i) {
		const struct timer_row *timer =
		    &g_array_index(due, struct timer_row, *i);
		bool again = false;

		if (!must_wait(home, timer, unhandled) &&
		    do_timer(home, timer, &done, &again) == -1) {
			store_rollback(home->store);
			return -1;
		}
		if (again)
			g_array_append_vals(wide, timer, 1);
	}
	if (store_commit(home->store) == -1)
		return -1;
	*n += done;
	if (*i < due->len && !store_is_shared(home->store))
		g_usleep(PAUSE);
	return 0;
}

static int
do_all(struct home *home, const GArray *due, int *n, GArray *wide)
{
	for (guint i = 0; i < due->len && !home_ends(home);)
		if (do_some(home, due, &i, n, wide) == -1)
			return -1;
	return 0;
}

/* ---- beside other workers ---- */

enum { CLAIMED = 32 /* timers at once */, LETTERS = 8 /* of one */ };

/* Of the timers from that one on: those of matches that are this worker's. */
static int
claim_some(struct home *home, const GArray *due, guint from, GPtrArray *claims,
    GArray *mine)
{
	const guint n = MIN(due->len - from, CLAIMED);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	bool got[CLAIMED];

	for (guint i = 0; i < n; i++)
		g_ptr_array_add(names,
		    claim_of_match(
			g_array_index(due, struct timer_row, from + i).match));
	if (store_claim(home->store, names, got) == -1)
		return -1;
	for (guint i = 0; i < n; i++)
		if (got[i]) {
			g_ptr_array_add(claims, g_strdup(names->pdata[i]));
			g_array_append_vals(mine,
			    &g_array_index(due, struct timer_row, from + i), 1);
		}
	return 0;
}

/* Each in a transaction of its own, so that a fault is of that one alone, even
 * if it is told at the very end. */
static int
do_one_by_one(struct home *home, const GArray *due, int *n)
{
	for (guint i = 0; i < due->len && !home_ends(home); i++) {
		const struct timer_row *timer =
		    &g_array_index(due, struct timer_row, i);
		g_autoptr(GArray) one =
		    g_array_new(FALSE, FALSE, sizeof(struct timer_row));

		g_array_append_vals(one, timer, 1);
		if (do_all(home, one, n, NULL) == 0)
			continue;
		if (home->err->code == ERR_BUSY)
			return -1;
		log_failed(timer, home->err);
		if (put_off(home, *timer) == -1)
			return -1;
	}
	return 0;
}

/* Beside others first, and what may not be done so alone. */
static int
do_claimed(struct home *home, const GArray *mine, int *n)
{
	g_autoptr(GArray) wide =
	    g_array_new(FALSE, FALSE, sizeof(struct timer_row));
	int r;

	if (mine->len == 0)
		return 0;
	store_narrow(home->store, LETTERS * (int)mine->len);
	r = do_all(home, mine, n, wide);
	store_wide(home->store);
	if (r == -1)
		return home->err->code == ERR_BUSY
			   ? -1
			   : do_one_by_one(home, mine, n);
	return do_all(home, wide, n, NULL);
}

static int
do_shared(struct home *home, const GArray *due, int *n)
{
	int r = 0;

	for (guint i = 0; i < due->len && !home_ends(home) && r == 0;
	     i += CLAIMED) {
		g_autoptr(GPtrArray) claims =
		    g_ptr_array_new_with_free_func(g_free);
		g_autoptr(GArray) mine =
		    g_array_new(FALSE, FALSE, sizeof(struct timer_row));

		r = claim_some(home, due, i, claims, mine);
		if (r == 0)
			r = do_claimed(home, mine, n);
		store_unclaim(home->store, claims);
	}
	return r;
}

static int
do_timers_due(struct home *home, int *n)
{
	int before;

	do {
		g_autoptr(GArray) due =
		    store_timers_due(home->store, home->now, TIMERS_AT_ONCE);

		if (due == NULL)
			return -1;
		before = *n;
		if ((store_is_shared(home->store)
			    ? do_shared(home, due, n)
			    : do_all(home, due, n, NULL)) == -1)
			return -1;
	} while (*n > before && !home_ends(home));
	return 0;
}

/* Deadlines pass again, with the same outcome, if power fails before a letter
 * leaves: as handle.c has it for mails. */
static int
do_timers(struct home *home, int *n)
{
	int r;

	if (store_sync_later(home->store, true) == -1)
		return -1;
	r = do_timers_due(home, n);
	return store_sync_later_end(home->store, r);
}

/* What is due for people, in this order. */
static const struct due_kind *const due_kinds[] = { &due_pending,
	&due_onlookers, &due_offers, &due_yearbooks };

/* What is for people and for the home as a whole. */
static int
do_rest(struct home *home, int *n)
{
	for (size_t i = 0; i < G_N_ELEMENTS(due_kinds); i++)
		if (due_do(home, due_kinds[i], n) == -1)
			return -1;
	if (series_tick(home, n) == -1)
		return -1;
	/* Letters are out by now, whatever hinders these. */
	if (confirm_tick(home, n) == -1 || forget_tick(home) == -1 ||
	    pictures_tick(home) == -1 || keep_tick(home) == -1 ||
	    results_tick(home) == -1 || deletion_tick(home) == -1)
		return -1;
	return summary_tick(home, n);
}

/* One worker does it, and others leave it to that one. */
#define REST "rest of the tick"

int
step_tick(struct home *home, int64_t now, int *n, struct err *e)
{
	bool got;
	int r;

	home_work(home, now, e);
	*n = 0;
	if (outage_look(home) == -1 || keys_tick(home) == -1 ||
	    keys_load(home) == -1 || do_timers(home, n) == -1 ||
	    store_claim_one(home->store, REST, &got) == -1)
		return -1;
	if (!got)
		return 0;
	r = do_rest(home, n);
	store_unclaim_one(home->store, REST);
	return r;
}

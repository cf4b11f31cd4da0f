/* SPDX-License-Identifier: ISC */
/*
 * Results of matches, as they are kept for ratings.  They come of the log and
 * of who held the seats, and so could be made again at any time.
 */
#include "app/matches/results/results.h"

#include "app/home/home.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "base/log.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/results.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"
#include "store/transaction.h"

#include <string.h>

#define SLICE (50 * (int64_t)1000) /* microseconds in each tick */

/* ---- whose they are ---- */

/* Did that person hold the seat when the event was made? */
static bool
held_then(const struct table *t, const struct event_row *event, int64_t person)
{
	const struct tenure_row *then = NULL;

	for (guint i = 0; i < t->tenures->len; i++) {
		const struct tenure_row *h = t->tenures->pdata[i];

		if (h->seat == event->seat && h->after < event->n)
			then = h;
	}
	return then != NULL && then->person == person &&
	       (then->until == 0 || event->at <= then->until);
}

bool
results_moved_last(
    const struct table *t, int seat, int64_t event, int64_t person)
{
	const struct event_row *last = NULL;

	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];

		if (row->seat == seat && row->n <= event)
			last = row;
	}
	return last != NULL && strcmp(last->by, "robot") != 0 &&
	       held_then(t, last, person);
}

/* How many moves of the seat a robot made, or (person not 0) that person. */
static int
moves_made(const struct table *t, int seat, int64_t person)
{
	int n = 0;

	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *event = t->events->pdata[i];
		bool robot = strcmp(event->by, "robot") == 0;

		if (event->seat == seat && robot == (person == 0))
			n += person == 0 || held_then(t, event, person);
	}
	return n;
}

static int
moves_of(const struct table *t, int seat)
{
	int n = 0;

	for (guint i = 0; i < t->events->len; i++)
		n += ((const struct event_row *)t->events->pdata[i])->seat ==
		     seat;
	return n;
}

struct result_owner
result_owner(struct table *t, int seat)
{
	const struct seat_row *row = table_seat(t, seat);
	const int all = moves_of(t, seat);

	if (row->level != NULL && robot_plays(row) &&
	    (moves_made(t, seat, 0) * 2 > all || row->person == 0))
		return (struct result_owner){ 0, row->level };
	for (guint i = 0; i < t->tenures->len; i++) {
		const struct tenure_row *h = t->tenures->pdata[i];

		if (h->seat != seat)
			continue;
		/* a seat that never had to decide is its only holder's */
		if (all == 0 ? h->after == -1 && h->until == 0
			     : moves_made(t, seat, h->person) * 2 > all)
			return (struct result_owner){ h->person, NULL };
	}
	return (struct result_owner){ 0, NULL };
}

/* ---- places ---- */

static bool
is_better(const struct result *r, size_t a, size_t b)
{
	bool a_won = (r->winners & SEAT(a)) != 0;
	bool b_won = (r->winners & SEAT(b)) != 0;

	return a_won != b_won ? a_won : !a_won && r->score[a] > r->score[b];
}

void
places_of(const struct result *r, size_t seats, int *places)
{
	for (size_t s = 0; s < seats; s++) {
		places[s] = 1;
		for (size_t i = 0; i < seats; i++)
			places[s] += is_better(r, i, s);
	}
}

/* ---- keeping them ---- */

int
results_keep(struct table *t)
{
	int places[GAME_MAX_SEATS] = { 0 };
	struct result r = { 0 };

	t->game->result(match_state(t->match), &r);
	places_of(&r, table_seats(t), places);
	for (int s = 0; s < (int)table_seats(t); s++) {
		struct result_owner owner = result_owner(t, s);
		const struct result_row row = {
			.game = t->row->game,
			.ended = t->row->ended,
			.match = t->row->id,
			.seat = s,
			.score = r.score[s],
			.place = places[s],
			.person = owner.person,
			.level = (char *)(uintptr_t)owner.level,
		};

		if (store_result_set(t->home->store, &row) == -1)
			return -1;
	}
	return 0;
}

/* A match that cannot be replayed any more hinders no others. */
static int
catch_up(struct home *home, int64_t match)
{
	struct err why = { 0 }, *outer = home_errors(home, &why);
	struct table *t = table_open(home, match);
	int r = t == NULL ? -1 : 0;

	if (r == 0 && t->row->status == STATUS_OVER)
		r = results_keep(t);
	table_free(t);
	home_errors(home, outer);
	if (r == -1 && (why.code == ERR_IO || why.code == ERR_BUSY))
		return err_set(home->err, why.code, "%s", why.text);
	if (r == -1)
		log_warn("match-without-result",
		    "match %lld: its result cannot be found: %s",
		    (long long)match, why.text);
	return store_results_found(home->store, match);
}

static int
catch_up_slice(struct home *home, int64_t usec, int64_t match)
{
	const int64_t end = g_get_monotonic_time() + usec;

	while (match > 0) {
		if (catch_up(home, match) == -1)
			return -1;
		if (usec >= 0 && g_get_monotonic_time() >= end)
			return 0;
		if (store_results_missing(home->store, &match) == -1)
			return -1;
	}
	return 0;
}

int
results_catch_up(struct home *home, int64_t usec)
{
	int64_t match;
	int r;

	if (store_results_missing(home->store, &match) == -1)
		return -1;
	if (match == 0)
		return 0;
	if (store_in_transaction(home->store))
		return catch_up_slice(home, usec, match);
	IN_TRANSACTION(home->store, r, catch_up_slice(home, usec, match));
	return r;
}

int
results_tick(struct home *home)
{
	return results_catch_up(home, SLICE);
}

/* SPDX-License-Identifier: ISC */
/*
 * The pulse of a home: each step writes down when it ran.  If the clock goes on
 * by more than the setting outage between two of them, the home was down (or
 * its clock was set forward, which looks the same): a stop of the whole home.
 * If it goes back by more, what was left of each deadline stays what it was,
 * stops that reach into what is now the future end, and letters that wait for a
 * time of then leave within a day.
 */
#include "app/matches/clocks/clocks.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/clocks/reminders.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "base/log.h"
#include "store/mails/notices.h"
#include "store/matches/matches.h"
#include "store/matches/stops.h"
#include "store/matches/timers.h"
#include "store/meta.h"
#include "store/set_back.h"
#include "store/transaction.h"

#define PULSE "pulse"
/* It is written down no more often. */
#define PULSE_SECONDS 60

/* What is being done to all matches. */
struct jump {
	struct home *home;
	int64_t from; /* the clock went on, or back, to home->now */
};

static int
set_pulse(struct home *home)
{
	g_autofree char *text = g_strdup_printf("%lld", (long long)home->now);

	return store_meta_set(home->store, PULSE, text);
}

int
outage_pulse(struct store *st, int64_t *at)
{
	g_autofree char *text = NULL;

	if (store_meta_get(st, PULSE, &text) == -1)
		return -1;
	*at = text == NULL ? 0 : g_ascii_strtoll(text, NULL, 10);
	return 0;
}

/* "minutes", "hours" or "days", and how many: as short as is not wrong. */
static json_t *
length_args(int64_t seconds, const char **unit)
{
	int64_t n;

	if (seconds < 2 * 3600) {
		*unit = "minutes";
		n = (seconds + 30) / 60;
	} else if (seconds < 2 * 86400) {
		*unit = "hours";
		n = (seconds + 1800) / 3600;
	} else {
		*unit = "days";
		n = (seconds + 43200) / 86400;
	}
	return json_pack("{s:I}", "n", (json_int_t)n);
}

static int
slide_match(const struct jump *jump, struct table *t)
{
	g_autofree char *key = NULL;
	const char *unit;
	bool moved = false;
	json_t *args;

	if (clocks_moved(t, &moved) == -1)
		return -1;
	if (!moved)
		return 0;
	if (reminders_again(t) == -1)
		return -1;
	args = length_args(jump->home->now - jump->from, &unit);
	key = g_strdup_printf("notice.outage-%s", unit);
	return table_notice(t, key, args);
}

/* Nobody is asked since a time that is yet to come. */
static int
askings_back(const struct jump *jump, struct table *t)
{
	g_autoptr(GArray) askings = store_askings(t->home->store, t->row->id);

	if (askings == NULL)
		return -1;
	for (guint i = 0; i < askings->len; i++) {
		struct asking_row *asking =
		    &g_array_index(askings, struct asking_row, i);

		asking->since = MIN(asking->since, jump->home->now);
		if (store_asking_set(t->home->store, asking) == -1)
			return -1;
	}
	return reminders_again(t);
}

static int
set_back_match(const struct jump *jump, struct table *t)
{
	bool moved = false;

	if (t->row->paused > jump->home->now) {
		t->row->paused = jump->home->now;
		if (store_match_update(t->home->store, t->row) == -1)
			return -1;
	}
	if (clocks_shift(t, jump->from, &moved) == -1 ||
	    askings_back(jump, t) == -1)
		return -1;
	return moved ? table_notice(t, "notice.clock-back", NULL) : 0;
}

typedef int match_function(const struct jump *, struct table *);

/* A match that cannot be opened keeps its times; the others go on. */
static int
each_match(const struct jump *jump, match_function *work)
{
	g_autoptr(GArray) ids = store_timer_matches(jump->home->store);

	if (ids == NULL)
		return -1;
	for (guint i = 0; i < ids->len; i++) {
		int64_t id = g_array_index(ids, int64_t, i);
		struct err why = { 0 }, *outer;
		struct table *t;
		int r;

		if (store_begin(jump->home->store, __func__) == -1)
			return -1;
		outer = home_errors(jump->home, &why);
		t = table_open(jump->home, id);
		r = t == NULL ? -1 : work(jump, t);
		table_free(t);
		home_errors(jump->home, outer);
		if (r == -1) {
			store_rollback(jump->home->store);
			log_warn("clocks-failed", "match %lld: its clocks: %s",
			    (long long)id, why.text);
		} else if (store_commit(jump->home->store) == -1)
			return -1;
	}
	return 0;
}

static int
went_on(const struct jump *jump)
{
	struct stop_row stop = { .since = jump->from,
		.until = jump->home->now };

	log_warn("outage",
	    "nothing ran for %lld minutes: deadlines move later by that time",
	    (long long)(jump->home->now - jump->from) / 60);
	if (store_stop_add(jump->home->store, &stop) == -1 ||
	    each_match(jump, slide_match) == -1)
		return -1;
	return set_pulse(jump->home);
}

static int
went_back(const struct jump *jump)
{
	log_warn("clock-set-back",
	    "the clock was set back by %lld minutes: deadlines keep the "
	    "time that was left",
	    (long long)(jump->from - jump->home->now) / 60);
	if (each_match(jump, set_back_match) == -1 ||
	    store_stops_back(jump->home->store, jump->home->now) == -1 ||
	    store_set_back(jump->home->store, jump->home->now) == -1)
		return -1;
	return set_pulse(jump->home);
}

/* Unless another worker has seen the same, and has done all of it. */
static int
jumped(const struct jump *jump)
{
	int64_t pulse;

	if (outage_pulse(jump->home->store, &pulse) == -1)
		return -1;
	if (pulse != jump->from)
		return 0;
	return jump->home->now > jump->from ? went_on(jump) : went_back(jump);
}

int
outage_none(struct home *home)
{
	int r;

	IN_TRANSACTION(home->store, r, set_pulse(home));
	return r;
}

int
outage_look(struct home *home)
{
	struct jump jump = { .home = home };
	int64_t limit = home->config->outage, gone;
	bool first;
	int r = 0;

	if (outage_pulse(home->store, &jump.from) == -1)
		return -1;
	first = jump.from == 0;
	if (first)
		jump.from = home->now;
	gone = home->now - jump.from;
	if (limit > 0 && ABS(gone) > limit)
		IN_TRANSACTION(home->store, r, jumped(&jump));
	else if (first || gone >= PULSE_SECONDS || (limit == 0 && gone < 0))
		IN_TRANSACTION(home->store, r, set_pulse(home));
	return r;
}

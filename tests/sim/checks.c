/* SPDX-License-Identifier: ISC */
/* A season ends when a promise is broken: each of them, broken on purpose. */
#include "app/home/home.h"
#include "app/letters/new_match.h"
#include "app/matches/create.h"
#include "app/matches/results/ending.h"
#include "app/matches/status.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "base/log.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "sim/inner.h"
#include "sim/season.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/timers.h"
#include "store/overview.h"
#include "store/transaction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static const struct season_options options = { .people = 8, .seed = 5 };

struct scene {
	struct season s;
	struct somebody *who;
	struct thread *th;
	int64_t match;
	struct err why;
};

static void
must(int r, const struct err *e)
{
	if (r == -1)
		fail_msg("%s", e->text);
}

/* A match whose first seat is asked since noon, for a day. */
static int
set_up(void **state)
{
	static char *const policy[] = { (char *)"quiet=22:00-07:00",
		(char *)"reminders=50%", NULL };
	struct scene *c = g_new0(struct scene, 1);
	struct err e = { 0 };
	struct timer_row timer = { .kind = TIMER_DECIDE };
	char *seats[5] = { NULL };
	struct match_order order = {
		.game = "mutineer", .seats = seats, .policy = policy
	};

	*state = c;
	must(season_make(&c->s, &options, &e), &e);
	for (int i = 0; i < 4; i++) {
		const struct somebody *one = c->s.people->pdata[i];

		seats[i] = g_strdup_printf("%s <%s>", one->name, one->address);
	}
	must(match_create(c->s.home, &order, c->s.now, &c->match, &e), &e);
	season_note(&c->s, c->match);
	c->who = c->s.people->pdata[0];
	g_time_zone_unref(c->who->tz);
	c->who->tz = g_time_zone_new_utc();
	c->th = somebody_thread(c->who, c->match, 0);
	timer.match = c->match;
	timer.asked = c->s.now;
	timer.due = c->s.now + DAY;
	must(store_begin(c->s.home->store, __func__), &e);
	must(store_timer_set(c->s.home->store, &timer), &e);
	home_errors(c->s.home, &c->why);
	for (int i = 0; i < 4; i++)
		g_free(seats[i]);
	return 0;
}

static int
tear_down(void **state)
{
	struct scene *c = *state;

	store_rollback(c->s.home->store);
	season_clear(&c->s);
	g_free(c);
	return 0;
}

/* It leaves after so many hours. */
static void
leaves(struct scene *c, int hours, const char *kind, const char *text)
{
	g_autofree char *raw =
	    g_strdup_printf("Reply-To: a\r\n\r\n%s\r\n", text);
	struct outbox_row row = {
		.id = 7, .match = c->match, .kind = (char *)(uintptr_t)kind
	};

	c->s.now = c->s.start + hours * HOUR;
	row.created = c->s.now;
	row.raw = g_bytes_new(raw, strlen(raw));
	letters_read(&row, c->th);
	checks_letter(&c->s, c->who, c->th, &row);
	g_bytes_unref(row.raw);
}

#define YOURS "Anna, it is your turn in match 1."
#define fine(c) assert_string_equal((c)->s.broken.text, "")
#define broken(c, words) assert_non_null(strstr((c)->s.broken.text, words))

static void
test_twice(void **state)
{
	struct scene *c = *state;

	leaves(c, 0, "turn", YOURS);
	leaves(c, 1, "turn", YOURS "\r\nSince the last letter to you: talk");
	fine(c);
	leaves(c, 2, "turn", YOURS);
	broken(c, "asks again what was asked");
	broken(c, "2026-11-21 14:00 UTC");
}

static void
test_reminders(void **state)
{
	struct scene *c = *state;

	leaves(c, 0, "turn", YOURS);
	leaves(c, 1, "remind", YOURS);
	leaves(c, 2, "remind", YOURS);
	fine(c);
	leaves(c, 3, "remind", YOURS);
	broken(c, "one reminder too many");
}

static void
test_quiet(void **state)
{
	struct scene *c = *state;

	leaves(c, 9, "turn", YOURS);
	fine(c);
	leaves(c, 10, "final", "over");
	broken(c, "in her quiet hours");
}

/* Called off without a reason; the last notice says that she is ready. */
static void
test_called_off(void **state)
{
	struct scene *c = *state;
	struct err e = { 0 };
	struct table *t =
	    (home_errors(c->s.home, &e), table_open(c->s.home, c->match));

	must(t == NULL ? -1 : 0, &e);
	t->row->status = STATUS_ENDED;
	must((home_work(t->home, c->s.now, &e),
		 table_notice(t, "notice.ready", NULL)),
	    &e);
	table_free(t);
	must(
	    store_outbox_forestall(c->s.home->store, c->who->address, "muster"),
	    &e);
	assert_int_equal((home_errors(c->s.home, &e), checks_end(&c->s)), -1);
	broken(c, "letters did not leave");
	c->s.broken = (struct err){ 0 };
	for (int i = 1; i < 4; i++)
		must(store_outbox_forestall(c->s.home->store,
			 ((struct somebody *)c->s.people->pdata[i])->address,
			 "muster"),
		    &e);
	assert_int_equal((home_errors(c->s.home, &e), checks_end(&c->s)), -1);
	broken(c, "is called off, but by notice.ready");
}

static struct table *
run_it(struct scene *c)
{
	struct table *t =
	    (home_errors(c->s.home, &c->why), table_open(c->s.home, c->match));

	must(t == NULL ? -1 : 0, &c->why);
	for (int s = 0; s < 4; s++)
		must((home_work(t->home, c->s.now, &c->why),
			 match_ready(t, s, NULL)),
		    &c->why);
	return t;
}

static void
default_move(struct scene *c, struct table *t, int64_t at)
{
	struct err e = { 0 };
	struct move move = { 0 };
	int seat = 0;

	while (!(match_to_act(t->match) & SEAT(seat)))
		seat++;
	g_array_index(c->s.promises, struct promise, 0).seat = seat;
	t->game->absent(match_state(t->match), seat, &move);
	must((home_work(t->home, at, &e),
		 table_play(t, seat, &move, "deadline", 0)),
	    &e);
	must((home_work(t->home, at, &e),
		 match_call_off(t, "notice.all-resigned", NULL)),
	    &e);
	must(store_match_update(t->home->store, t->row), &e);
	for (int i = 0; i < 4; i++)
		must(store_outbox_forestall(c->s.home->store,
			 ((struct somebody *)c->s.people->pdata[i])->address,
			 "muster"),
		    &e);
}

static void
test_early(void **state)
{
	struct scene *c = *state;
	struct table *t = run_it(c);
	struct err e = { 0 };

	leaves(c, 0, "turn", YOURS);
	default_move(c, t, c->s.start + DAY - 1);
	assert_int_equal((home_errors(c->s.home, &e), checks_end(&c->s)), -1);
	broken(c, "before the deadline that she was told");
	table_free(t);
}

static void
test_in_time(void **state)
{
	struct scene *c = *state;
	struct table *t = run_it(c);
	struct err e = { 0 };

	leaves(c, 0, "turn", YOURS);
	default_move(c, t, c->s.start + DAY);
	must((home_errors(c->s.home, &e), checks_end(&c->s)), &e);
	fine(c);
	table_free(t);
}

static void
test_log(void **state)
{
	struct scene *c = *state;

	log_warn(
	    "answer-suppressed", "inbox 1: not answered: it says the same");
	fine(c);
	log_warn("tick-failed", "match 1: tick: no such thing");
	broken(c, "the log says: match 1: tick: no such thing");
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = { T(test_twice), T(test_reminders),
		T(test_quiet), T(test_called_off), T(test_early),
		T(test_in_time), T(test_log) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

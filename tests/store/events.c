/* SPDX-License-Identifier: ISC */
/* The log of a match, its notices, its timers. */
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/people/people.h"
#include "store/people/yearbook.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static void
event_outside(struct home *h)
{
	(void)try_event(h, 1, 1);
}

static void
drop_outside(struct home *h)
{
	(void)store_event_drop(h->st, 1);
}

static void
notice_outside(struct home *h)
{
	struct notice_row n = { .match = 1 };

	(void)store_notice_add(h->st, &n);
}

static void
timer_outside(struct home *h)
{
	(void)store_timer_clear(h->st, 1, 1, TIMER_DECIDE);
}

static void
needs_a_transaction(void **state)
{
	struct home *h = *state;

	assert_true(aborts(event_outside, h));
	assert_true(aborts(drop_outside, h));
	assert_true(aborts(notice_outside, h));
	assert_true(aborts(timer_outside, h));
}

static void
event_refused(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	struct event_row ev = { .n = 9,
		.seat = 2,
		.move = (char *)"pass",
		.by = (char *)"player" };

	ok(store_begin(h->st, __func__));
	ok(try_event(h, match, 4));
	fails(try_event(h, match, 4), ERR_CLASH);
	says("event 4: it is not beyond the last one");
	fails(try_event(h, match, 3), ERR_CLASH);
	fails(try_event(h, match + 1, 1), ERR_MISSING);
	fails(store_event_add(h->st, match, &ev), ERR_MISSING);
	ev.seat = 0;
	ev.by = (char *)"deadline";
	ev.inbox = 77;
	fails(store_event_add(h->st, match, &ev), ERR_MISSING);
	ok(store_commit(h->st));
	assert_int_equal(count(h, "SELECT count(*) FROM event"), 1);
}

/* By a file alone: on a server, tables that each mail writes have no CHECK. */
static void
word_without_meaning_is_refused(void **state)
{
	struct home *h = *state;
	const struct event_row ev = {
		.n = 1, .move = (char *)"pass", .by = (char *)"magic"
	};
	int64_t match = add_match(h, "m", 2);

	needs_file(h);
	ok(store_begin(h->st, __func__));
	fails(store_event_add(h->st, match, &ev), ERR_FORMAT);
	store_rollback(h->st);
	assert_int_equal(count(h, "SELECT count(*) FROM event"), 0);
}

static void
events_come_back(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), mail;
	g_autoptr(GByteArray) draws = g_byte_array_new();
	g_autoptr(GPtrArray) events = NULL;
	struct event_row ev = { .n = 7,
		.seat = 1,
		.move = (char *)"roll",
		.draws = draws,
		.at = 5000,
		.by = (char *)"organiser" };
	struct event_row *got;

	g_byte_array_append(draws, (const guint8 *)"\6\0\0\0\2\0\0\0", 8);
	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "maildir:1", "m@x", "aa", &mail));
	ok(try_event(h, match, 2));
	ev.inbox = mail;
	ok(store_event_add(h->st, match, &ev));
	ok(store_commit(h->st));
	events = store_events(h->st, match);
	assert_int_equal(events->len, 2);
	got = events->pdata[0];
	assert_int_equal(got->n, 2);
	assert_int_equal(got->inbox, 0);
	assert_int_equal(got->draws->len, 0);
	got = events->pdata[1];
	assert_int_equal(got->n, 7);
	assert_int_equal(got->seat, 1);
	assert_string_equal(got->move, "roll");
	assert_int_equal(got->draws->len, 8);
	assert_memory_equal(got->draws->data, draws->data, 8);
	assert_int_equal(got->at, 5000);
	assert_int_equal(got->inbox, mail);
	assert_string_equal(got->by, "organiser");
	event_row_free(NULL);
}

static void
last_event_comes_off(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 1);
	int64_t other = add_match(h, "other", 1);
	g_autoptr(GPtrArray) events = NULL;

	ok(store_begin(h->st, __func__));
	fails(store_event_drop(h->st, match), ERR_MISSING);
	ok(try_event(h, match, 1));
	ok(try_event(h, match, 2));
	ok(try_event(h, other, 3));
	ok(store_event_drop(h->st, match));
	ok(store_commit(h->st));
	events = store_events(h->st, match);
	assert_int_equal(events->len, 1);
	assert_int_equal(((struct event_row *)events->pdata[0])->n, 1);
	assert_int_equal(count(h, "SELECT count(*) FROM event"), 2);
}

static void
notices(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 1);
	g_autoptr(GPtrArray) all = NULL;
	struct notice_row n = { .match = match + 1,
		.after = 4,
		.at = 6000,
		.phrase = (char *)"organiser-undid",
		.args = (char *)"{\"n\":5}" };
	struct notice_row *got;

	ok(store_begin(h->st, __func__));
	fails(store_notice_add(h->st, &n), ERR_MISSING);
	n.match = match;
	n.args = (char *)"n = 5";
	fails(store_notice_add(h->st, &n), ERR_FORMAT);
	n.args = (char *)"{\"n\":5}";
	ok(store_notice_add(h->st, &n));
	n.after = 3; /* after an undo: still told later */
	ok(store_notice_add(h->st, &n));
	ok(store_commit(h->st));
	all = store_notices(h->st, match);
	assert_int_equal(all->len, 2);
	got = all->pdata[0];
	assert_true(got->id > 0);
	assert_int_equal(got->match, match);
	assert_int_equal(got->after, 4);
	assert_int_equal(got->at, 6000);
	assert_string_equal(got->phrase, "organiser-undid");
	assert_string_equal(got->args, "{\"n\":5}");
	assert_int_equal(((struct notice_row *)all->pdata[1])->after, 3);
	notice_row_free(NULL);
}

static void
set_timer(struct home *h, int64_t match, int seat, int64_t asked, int64_t due)
{
	struct timer_row t = {
		.match = match, .seat = seat, .asked = asked, .due = due
	};

	ok(store_timer_set(h->st, &t));
}

static void
timers(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 3);
	struct timer_row t = { .match = match + 1 };
	g_autoptr(GArray) due = NULL;
	bool found;

	ok(store_begin(h->st, __func__));
	fails_inside(store_timer_set(h->st, &t), ERR_MISSING);
	set_timer(h, match, 0, 100, 900);
	set_timer(h, match, 1, 100, 300);
	set_timer(h, match, 2, 100, 200);
	set_timer(h, match, 0, 150, 300); /* asked anew: the old one goes */
	ok(store_timer_clear(h->st, match, 2, TIMER_DECIDE));
	ok(store_timer_clear(h->st, match, 2, TIMER_DECIDE));
	ok(store_commit(h->st));
	ok(store_timer(h->st, match, 2, TIMER_DECIDE, &t, &found));
	assert_false(found);
	ok(store_timer(h->st, match, 0, TIMER_DECIDE, &t, &found));
	assert_true(found);
	assert_int_equal(t.match, match);
	assert_int_equal(t.seat, 0);
	assert_int_equal(t.asked, 150);
	assert_int_equal(t.due, 300);
	/* The second of a deadline is hers. */
	due = store_timers_due(h->st, 300, 9);
	assert_int_equal(due->len, 0);
	g_array_unref(g_steal_pointer(&due));
	due = store_timers_due(h->st, 301, 9);
	assert_int_equal(due->len, 2);
	assert_int_equal(g_array_index(due, struct timer_row, 0).seat, 0);
	assert_int_equal(g_array_index(due, struct timer_row, 1).seat, 1);
}

/* Of a match with two, behind the first of another one. */
static void
deadlines_in_order(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 3), other = add_match(h, "n", 1);
	const struct deadline_row *row;
	struct timer_row muster = {
		.match = other, .seat = -1, .kind = TIMER_MUSTER, .due = 300
	};
	struct deadline_row last = { 0 };
	g_autoptr(GArray) rows = NULL;

	ok(store_begin(h->st, __func__));
	set_timer(h, match, 0, 100, 900);
	set_timer(h, match, 1, 100, 300);
	set_timer(h, match, 2, 100, 200);
	ok(store_timer_set(h->st, &muster));
	ok(store_commit(h->st));
	rows = store_deadlines(h->st, TIMER_MUSTER, TIMER_DECIDE, &last, 2);
	assert_int_equal(rows->len, 2);
	last = g_array_index(rows, struct deadline_row, 1);
	assert_int_equal(last.due, 300);
	assert_int_equal(last.match, match);
	g_array_unref(rows);
	rows = store_deadlines(h->st, TIMER_MUSTER, TIMER_DECIDE, &last, 9);
	assert_int_equal(rows->len, 2);
	row = &g_array_index(rows, struct deadline_row, 0);
	assert_int_equal(row->match, other);
	assert_int_equal(row[1].due, 900);
	g_array_unref(rows);
	rows = store_deadlines(h->st, TIMER_MUSTER, TIMER_MUSTER, &last, 9);
	assert_int_equal(rows->len, 1);
}

static guint
count_timers(struct home *h, int64_t match)
{
	g_autoptr(GArray) all = store_timers(h->st, match);

	return all->len;
}

static void
timers_of_kinds(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	struct timer_row t = {
		.match = match, .seat = -1, .kind = TIMER_VOTE, .due = 50
	};
	struct timer_row again;
	g_autoptr(GArray) due = NULL;
	bool found;

	ok(store_begin(h->st, __func__));
	for (t.n = 7; t.n < 10; t.n++)
		ok(store_timer_set(h->st, &t));
	set_timer(h, match, 0, 1, 60);
	t.n = 8;
	t.start = 3;
	t.extra = 5;
	t.due = 40;
	ok(store_timer_set(h->st, &t));
	assert_int_equal(count_timers(h, match), 4);
	again = (struct timer_row){
		.match = match, .seat = -1, .kind = TIMER_VOTE, .n = 8
	};
	ok(store_timer_again(h->st, &again, &found));
	assert_true(found);
	assert_int_equal(again.start, 3);
	assert_int_equal(again.extra, 5);
	assert_int_equal(again.due, 40);
	due = store_timers_due(h->st, 1000, 1);
	assert_int_equal(due->len, 1);
	assert_int_equal(g_array_index(due, struct timer_row, 0).n, 8);
	ok(store_timer_clear_one(h->st, &again));
	ok(store_timer_again(h->st, &again, &found));
	assert_false(found);
	assert_int_equal(count_timers(h, match), 3);
	ok(store_timer_clear(h->st, match, -1, TIMER_VOTE));
	assert_int_equal(count_timers(h, match), 1);
	ok(store_timers_clear(h->st, match));
	assert_int_equal(count_timers(h, match), 0);
	ok(store_commit(h->st));
}

static void
next_due(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 1), at, person;
	const struct timer_row robot = {
		.match = match, .kind = TIMER_ROBOT, .due = 300
	};

	ok(store_next_due(h->st, true, &at));
	assert_int_equal(at, 0);
	ok(store_begin(h->st, __func__));
	set_timer(h, match, 0, 100, 900);
	ok(store_next_due(h->st, true, &at));
	assert_int_equal(at, 900);
	set_timer(h, match, 0, 100, 700);
	ok(store_next_due(h->st, true, &at));
	assert_int_equal(at, 700);
	/* What a robot has to do is nothing where none thinks. */
	ok(store_timer_set(h->st, &robot));
	ok(store_next_due(h->st, true, &at));
	assert_int_equal(at, 300);
	ok(store_next_due(h->st, false, &at));
	assert_int_equal(at, 700);
	/* and the letter about a year */
	person = add_person(h, "Yara", "yara@x");
	ok(store_yearbook_set(h->st, person, 600));
	ok(store_next_due(h->st, false, &at));
	assert_int_equal(at, 600);
	ok(store_yearbook_set(h->st, person, 0));
	ok(store_next_due(h->st, false, &at));
	assert_int_equal(at, 700);
	ok(store_commit(h->st));
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(needs_a_transaction),
		T(event_refused),
		T(word_without_meaning_is_refused),
		T(events_come_back),
		T(last_event_comes_off),
		T(notices),
		T(timers),
		T(deadlines_in_order),
		T(timers_of_kinds),
		T(next_due),
	};

	return cmocka_run_group_tests_name("events", tests, NULL, NULL);
}

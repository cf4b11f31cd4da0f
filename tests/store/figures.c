/* SPDX-License-Identifier: ISC */
/* A home in figures: what is counted, what only grows, who is not held up. */
#include "store/figures.h"
#include "store/tally.h"
#include "store/troubles.h"
#include "tests/store/home.h"

static void
sql(struct home *h, const char *text)
{
	ok(db_exec(h->st, text));
}

static struct figures
figures(struct home *h, int64_t now)
{
	struct figures f;

	ok(store_figures(h->st, now, &f));
	return f;
}

static void
nothing(void **state)
{
	const struct figures none = { 0 };
	struct figures f = figures(*state, 1000);

	assert_memory_equal(&f, &none, sizeof(f));
}

static void
timer(
    struct home *h, int64_t match, int seat, enum timer_kind kind, int64_t due)
{
	const struct timer_row t = {
		.match = match, .seat = seat, .kind = kind, .due = due
	};

	ok(store_begin(h->st, __func__));
	ok(store_timer_set(h->st, &t));
	ok(store_commit(h->st));
}

static void
matches(void **state)
{
	struct home *h = *state;
	struct figures f;

	for (int i = 0; i < 5; i++) {
		g_autofree char *name = g_strdup_printf("m%d", i);

		add_match(h, name, 2);
	}
	sql(h, "UPDATE match SET created = 1000 + id");
	sql(h, "UPDATE match SET life = 'running' WHERE id IN (1, 2)");
	sql(h, "UPDATE match SET life = 'ended' WHERE id = 5");
	/* The first of those that are in their muster was made then. */
	f = figures(h, 2000);
	assert_int_equal(f.matches[STATUS_MUSTER], 2);
	assert_int_equal(f.matches[STATUS_RUNNING], 2);
	assert_int_equal(f.matches[STATUS_OVER], 0);
	assert_int_equal(f.matches[STATUS_ENDED], 1);
	assert_int_equal(f.muster_since, 1003);
	assert_int_equal(f.asked_since + f.overdue + f.paused, 0);
	/* Of a match that has ended, nothing counts any more. */
	sql(h, "INSERT INTO asking SELECT match, seat, person,"
	       " CASE match WHEN 5 THEN 5 ELSE 1900 + match END, 0, 0, 0"
	       " FROM seat");
	timer(h, 1, 0, TIMER_DECIDE, 1999);
	timer(h, 1, 1, TIMER_DECIDE, 1500);
	timer(h, 2, 0, TIMER_DECIDE, 2000);
	timer(h, 2, 1, TIMER_REMIND, 1500);
	timer(h, 2, -1, TIMER_PAUSE, 1500);
	timer(h, 3, -1, TIMER_MUSTER, 1500);
	f = figures(h, 2000);
	assert_int_equal(f.asked_since, 1901);
	assert_int_equal(f.overdue, 2);
	assert_int_equal(f.paused, 1);
}

static void
mails(void **state)
{
	struct home *h = *state;
	struct figures f;
	int64_t id;

	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "a", "a", "aa", NULL));
	ok(try_mail(h, "b", "b", "bb", &id));
	ok(store_commit(h->st));
	sql(h, "UPDATE inbox SET received = 3500, state = 'done' WHERE id = 2");
	f = figures(h, 4000);
	assert_int_equal(f.mails, 2);
	assert_int_equal(f.mail_last, 3500);
	assert_int_equal(f.queues.mails, 1);
}

/* As app/transport/send.c does it. */
static void
leaves(struct home *h, int64_t id, int64_t at)
{
	struct outbox_row *row = store_outbox(h->st, id);

	row->state = OUTBOX_SENT;
	row->sent = at;
	ok(store_begin(h->st, __func__));
	ok(store_outbox_update(h->st, row));
	ok(store_tally_add(h->st, TALLY_SENT, 1));
	ok(store_commit(h->st));
	outbox_row_free(row);
}

static void
letters_never_become_fewer(void **state)
{
	struct home *h = *state;
	struct figures f;
	int64_t one, other;

	ok(store_begin(h->st, __func__));
	ok(try_letter(h, "x", &one));
	ok(try_letter(h, "y", &other));
	ok(store_commit(h->st));
	/* It left before letters were counted. */
	sql(h, "UPDATE outbox SET state = 'sent', sent = 4100 WHERE id = 1");
	assert_int_equal(figures(h, 5000).letters, 1);
	leaves(h, other, 4200);
	f = figures(h, 5000);
	assert_int_equal(f.letters, 2);
	assert_int_equal(f.letter_last, 4200);
	/* The organiser sends it again. */
	sql(h, "UPDATE outbox SET state = 'new', sent = 0 WHERE id = 2");
	f = figures(h, 5000);
	assert_int_equal(f.letters, 2);
	assert_int_equal(f.letter_last, 4100);
	leaves(h, other, 4300);
	f = figures(h, 5000);
	assert_int_equal(f.letters, 3);
	assert_int_equal(f.letter_last, 4300);
}

static void
note(struct home *h, const char *what)
{
	ok(store_begin(h->st, __func__));
	ok(store_trouble_note(h->st, what, "why", 7));
	ok(store_commit(h->st));
}

static void
faults_are_counted_once(void **state)
{
	struct home *h = *state;

	/* One went on when they began to be counted. */
	sql(h, "INSERT INTO trouble VALUES ('old', 'why', 1, 1)");
	assert_int_equal(figures(h, 9).faults, 1);
	note(h, "send");
	note(h, "send");
	assert_int_equal(figures(h, 9).faults, 2);
	ok(store_begin(h->st, __func__));
	ok(store_trouble_over(h->st, "send"));
	ok(store_commit(h->st));
	assert_int_equal(figures(h, 9).faults, 2);
	note(h, "send");
	assert_int_equal(figures(h, 9).faults, 3);
}

static void
rolled_back(void **state)
{
	struct home *h = *state;

	ok(store_begin(h->st, __func__));
	ok(store_trouble_note(h->st, "send", "why", 7));
	store_rollback(h->st);
	assert_int_equal(figures(h, 9).faults, 0);
}

/* A reader waits for no writer, and no writer for a reader. */
static void
nobody_waits(void **state)
{
	struct home *h = *state;
	struct err e = { 0 };
	struct store *reader;
	struct figures f;
	int schema, newest;

	add_match(h, "m", 2);
	reader = store_look(h->path, &schema, &newest, &e);
	assert_non_null(reader);
	store_busy_timeout(reader, 0);
	store_busy_timeout(h->st, 0);
	ok(store_begin(h->st, __func__));
	ok(try_event(h, 1, 1));
	assert_int_equal(store_figures(reader, 9, &f), 0);
	assert_int_equal(f.matches[STATUS_MUSTER], 1);
	ok(store_commit(h->st));
	store_close(reader);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(nothing),
		T(matches),
		T(mails),
		T(letters_never_become_fewer),
		T(faults_are_counted_once),
		T(rolled_back),
		T(nobody_waits),
	};

	return cmocka_run_group_tests_name("figures", tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/* Plans, and orders that are not made yet. */
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/plans.h"
#include "store/matches/seats.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static int
try_plan(struct home *h, int64_t match, int seat, const char *steps,
    const char *stopped)
{
	struct plan_row plan = { .match = match,
		.seat = seat,
		.steps = (char *)(uintptr_t)steps,
		.stopped = (char *)(uintptr_t)stopped };

	return store_plan_set(h->st, &plan);
}

static void
set_outside(struct home *h)
{
	(void)try_plan(h, 1, 0, "[]", NULL);
}

static void
drop_outside(struct home *h)
{
	(void)store_plan_drop(h->st, 1, 0);
}

static void
needs_a_transaction(void **state)
{
	struct home *h = *state;

	assert_true(aborts(set_outside, h));
	assert_true(aborts(drop_outside, h));
}

static void
comes_back(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), mail;
	int64_t other = add_match(h, "other", 2);
	struct plan_row plan = { .match = match,
		.seat = 1,
		.after = 5,
		.steps = (char *)"[\"pass\",\"roll\"]",
		.expects = (char *)"[]",
		.held = true,
		.stopped = (char *)"{}" };
	g_autoptr(GPtrArray) rows = NULL;
	struct plan_row *got;

	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "maildir:1", "m@x", "aa", &mail));
	plan.inbox = mail;
	ok(store_plan_set(h->st, &plan));
	ok(try_plan(h, match, 0, "[]", NULL));
	ok(try_plan(h, other, 0, "[\"pay 1\"]", NULL));
	ok(store_commit(h->st));
	rows = store_plans(h->st, match);
	assert_int_equal(rows->len, 2);
	got = rows->pdata[0];
	assert_int_equal(got->seat, 0);
	assert_int_equal(got->inbox, 0);
	assert_string_equal(got->steps, "[]");
	assert_null(got->stopped);
	got = rows->pdata[1];
	assert_int_equal(got->match, match);
	assert_int_equal(got->seat, 1);
	assert_int_equal(got->inbox, mail);
	assert_string_equal(got->steps, "[\"pass\",\"roll\"]");
	assert_string_equal(got->stopped, "{}");
	assert_int_equal(got->after, 5);
	assert_string_equal(got->expects, "[]");
	assert_true(got->held);
	plan_row_free(NULL);
}

static void
takes_the_place(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	g_autoptr(GPtrArray) rows = NULL;
	struct plan_row *got;

	ok(store_begin(h->st, __func__));
	ok(try_plan(h, match, 0, "[\"pass\"]", "{}"));
	ok(try_plan(h, match, 0, "[\"roll\"]", NULL));
	ok(try_plan(h, match, 1, "[\"pass\"]", NULL));
	ok(store_plan_drop(h->st, match, 1));
	ok(store_plan_drop(h->st, match, 1));
	ok(store_commit(h->st));
	rows = store_plans(h->st, match);
	assert_int_equal(rows->len, 1);
	got = rows->pdata[0];
	assert_string_equal(got->steps, "[\"roll\"]");
	assert_null(got->stopped);
}

static void
is_refused(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	struct plan_row plan = {
		.match = match, .inbox = 77, .steps = (char *)"[]"
	};

	ok(store_begin(h->st, __func__));
	fails(try_plan(h, match, 2, "[]", NULL), ERR_MISSING);
	says("what seat 2 plans");
	fails(try_plan(h, match + 1, 0, "[]", NULL), ERR_MISSING);
	fails(try_plan(h, match, 0, "[", NULL), ERR_FORMAT);
	fails(try_plan(h, match, 0, "[]", "{"), ERR_FORMAT);
	fails(store_plan_set(h->st, &plan), ERR_MISSING);
	ok(store_commit(h->st));
	assert_int_equal(count(h, "SELECT count(*) FROM plan"), 0);
}

static void
orders_come_back(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	struct order_row order = { .match = match,
		.seat = 1,
		.moves = (char *)"[\"pass\"]",
		.held = true };
	g_autoptr(GPtrArray) rows = NULL;
	const struct order_row *got;

	ok(store_begin(h->st, __func__));
	ok(store_order_set(h->st, &order));
	order.moves = (char *)"[\"roll\"]";
	ok(store_order_set(h->st, &order));
	order.seat = 0;
	ok(store_order_set(h->st, &order));
	ok(store_order_drop(h->st, match, 0));
	ok(store_order_drop(h->st, match, 0));
	order.seat = 2;
	fails(store_order_set(h->st, &order), ERR_MISSING);
	ok(store_commit(h->st));
	rows = store_orders(h->st, match);
	assert_int_equal(rows->len, 1);
	got = rows->pdata[0];
	assert_int_equal(got->seat, 1);
	assert_int_equal(got->inbox, 0);
	assert_string_equal(got->moves, "[\"roll\"]");
	assert_true(got->held);
	order_row_free(NULL);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(needs_a_transaction),
		T(comes_back),
		T(takes_the_place),
		T(is_refused),
		T(orders_come_back),
	};

	return cmocka_run_group_tests_name("planned", tests, NULL, NULL);
}

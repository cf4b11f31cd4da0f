/* SPDX-License-Identifier: ISC */
/* Hints: wanted, given, dropped. */
#include "store/matches/hints.h"
#include "tests/store/home.h"

static struct hint_row
want(struct home *h, int64_t match, int seat, int64_t due)
{
	struct hint_row hint = {
		.match = match, .seat = seat, .inbox = 1, .due = due
	};

	ok(store_hint_add(h->st, &hint));
	return hint;
}

static bool
next(struct home *h, int64_t now, struct hint_row *hint)
{
	bool found = false;

	ok(store_hint_due(h->st, now, hint, &found));
	return found;
}

static guint
hints_of(struct home *h, int64_t match, int seat)
{
	g_autoptr(GArray) hints = store_hints(h->st, match, seat);

	assert_non_null(hints);
	return hints->len;
}

static void
wanted_and_given(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), at;
	struct hint_row late, soon, got;
	bool found;

	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "maildir:1", "m@x", "sha", NULL));
	late = want(h, match, 0, 200);
	soon = want(h, match, 1, 100);
	assert_false(next(h, 99, &got));
	/* The clock was set back. */
	assert_true(next(h, 100 - HINT_PUT_OFF - 1, &got));
	assert_int_equal(got.id, soon.id);
	ok(store_next_due(h->st, true, &at));
	assert_int_equal(at, 100);
	ok(store_next_due(h->st, false, &at));
	assert_int_equal(at, 0);
	assert_true(next(h, 300, &got));
	assert_int_equal(got.id, soon.id);
	assert_int_equal(got.match, match);
	assert_int_equal(got.seat, 1);
	assert_int_equal(got.inbox, 1);
	assert_int_equal(got.due, 100);
	got.due = 0;
	got.event = 7;
	got.n = 9;
	ok(store_hint_update(h->st, &got));
	assert_true(next(h, 300, &got));
	assert_int_equal(got.id, late.id);
	got = soon;
	ok(store_hint_again(h->st, &got, &found));
	assert_true(found && got.due == 0 && got.event == 7 && got.n == 9);
	ok(store_hint_drop(h->st, late.id));
	assert_false(next(h, 300, &got));
	ok(store_commit(h->st));
	assert_int_equal(hints_of(h, match, 0), 0);
	assert_int_equal(hints_of(h, match, 1), 1);
}

/* A player who leaves wants none any more; those that were given stay. */
static void
forgotten(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	struct hint_row got;

	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "maildir:1", "m@x", "sha", NULL));
	want(h, match, 0, 0);
	want(h, match, 0, 100);
	want(h, match, 1, 100);
	ok(store_hints_forget(h->st, match, 0));
	ok(store_commit(h->st));
	assert_int_equal(hints_of(h, match, 0), 1);
	assert_true(next(h, 100, &got));
	assert_int_equal(got.seat, 1);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(wanted_and_given),
		T(forgotten),
	};

	return cmocka_run_group_tests_name("hints", tests, NULL, NULL);
}

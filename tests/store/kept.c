/* SPDX-License-Identifier: ISC */
/* Moves that seats have sent for later turns. */
#include "tests/store/home.h"

static int
try_kept(struct home *h, int64_t match, int seat, const char *lines,
    const char *stopped)
{
	struct kept_row kept = { .match = match,
		.seat = seat,
		.lines = (char *)(uintptr_t)lines,
		.stopped = (char *)(uintptr_t)stopped };

	return store_kept_set(h->st, &kept, &h->e);
}

static void
set_outside(struct home *h)
{
	(void)try_kept(h, 1, 0, "[]", NULL);
}

static void
drop_outside(struct home *h)
{
	(void)store_kept_drop(h->st, 1, 0, NULL);
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
	struct kept_row kept = { .match = match,
		.seat = 1,
		.lines = (char *)"[\"pass\",\"roll\"]",
		.stopped = (char *)"{}" };
	g_autoptr(GPtrArray) rows = NULL;
	struct kept_row *got;

	ok(store_begin(h->st, __func__, &h->e));
	ok(try_mail(h, "maildir:1", "m@x", "aa", &mail));
	kept.inbox = mail;
	ok(store_kept_set(h->st, &kept, &h->e));
	ok(try_kept(h, match, 0, "[]", NULL));
	ok(try_kept(h, other, 0, "[\"pay 1\"]", NULL));
	ok(store_commit(h->st, &h->e));
	rows = store_kept(h->st, match, &h->e);
	assert_int_equal(rows->len, 2);
	got = rows->pdata[0];
	assert_int_equal(got->seat, 0);
	assert_int_equal(got->inbox, 0);
	assert_string_equal(got->lines, "[]");
	assert_null(got->stopped);
	got = rows->pdata[1];
	assert_int_equal(got->match, match);
	assert_int_equal(got->seat, 1);
	assert_int_equal(got->inbox, mail);
	assert_string_equal(got->lines, "[\"pass\",\"roll\"]");
	assert_string_equal(got->stopped, "{}");
	kept_row_free(NULL);
}

static void
takes_the_place(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	g_autoptr(GPtrArray) rows = NULL;
	struct kept_row *got;

	ok(store_begin(h->st, __func__, &h->e));
	ok(try_kept(h, match, 0, "[\"pass\"]", "{}"));
	ok(try_kept(h, match, 0, "[\"roll\"]", NULL));
	ok(try_kept(h, match, 1, "[\"pass\"]", NULL));
	ok(store_kept_drop(h->st, match, 1, &h->e));
	ok(store_kept_drop(h->st, match, 1, &h->e));
	ok(store_commit(h->st, &h->e));
	rows = store_kept(h->st, match, &h->e);
	assert_int_equal(rows->len, 1);
	got = rows->pdata[0];
	assert_string_equal(got->lines, "[\"roll\"]");
	assert_null(got->stopped);
}

static void
is_refused(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	struct kept_row kept = {
		.match = match, .inbox = 77, .lines = (char *)"[]"
	};

	ok(store_begin(h->st, __func__, &h->e));
	fails(try_kept(h, match, 2, "[]", NULL), ERR_MISSING);
	says("what seat 2 keeps");
	fails(try_kept(h, match + 1, 0, "[]", NULL), ERR_MISSING);
	fails(try_kept(h, match, 0, "[", NULL), ERR_FORMAT);
	fails(try_kept(h, match, 0, "[]", "{"), ERR_FORMAT);
	fails(store_kept_set(h->st, &kept, &h->e), ERR_MISSING);
	ok(store_commit(h->st, &h->e));
	assert_int_equal(count(h, "SELECT count(*) FROM kept"), 0);
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
	};

	return cmocka_run_group_tests_name("kept", tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/* Votes of a match and their ballots. */
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/actions.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/votes.h"
#include "store/people/people.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static void
add_outside(struct home *h)
{
	struct vote_row row = { .match = 1 };

	(void)store_vote_add(h->st, &row);
}

static void
needs_a_transaction(void **state)
{
	assert_true(aborts(add_outside, *state));
}

static struct vote_row
open_vote(struct home *h, int64_t match, enum match_action kind, int64_t at)
{
	struct vote_row row = { .match = match,
		.kind = kind,
		.about = kind == ACTION_REPLACE ? 1 : 3600,
		.whom = kind == ACTION_REPLACE ? 2 : 0,
		.seat = 0,
		.event = 7,
		.opened = at };

	ok(store_begin(h->st, __func__));
	ok(store_vote_add(h->st, &row));
	ok(store_commit(h->st));
	return row;
}

static void
comes_back_whole(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	struct vote_row row = open_vote(h, match, ACTION_REPLACE, 50);
	struct vote_row *got = store_vote(h->st, row.id);

	assert_non_null(got);
	assert_int_equal(got->match, match);
	assert_int_equal(got->n, 1);
	assert_int_equal(got->kind, ACTION_REPLACE);
	assert_int_equal(got->about, 1);
	assert_int_equal(got->whom, 2);
	assert_int_equal(got->event, 7);
	assert_int_equal(got->opened, 50);
	assert_int_equal(got->closed, 0);
	g_free(got);
	assert_null(store_vote(h->st, row.id + 1));
	assert_int_equal(h->e.code, 0);
}

/* Numbers count in each match; those that are closed are listed no more. */
static void
closes(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), n;
	struct vote_row a = open_vote(h, match, ACTION_END, 50);
	struct vote_row b = open_vote(h, match, ACTION_PAUSE, 60);
	g_autoptr(GPtrArray) before = store_votes_open(h->st, match);
	g_autoptr(GPtrArray) after = NULL;

	assert_int_equal(a.n, 1);
	assert_int_equal(b.n, 2);
	assert_int_equal(before->len, 2);
	a.closed = 70;
	a.passed = true;
	ok(store_begin(h->st, __func__));
	ok(store_vote_update(h->st, &a));
	ok(store_commit(h->st));
	after = store_votes_open(h->st, match);
	assert_int_equal(after->len, 1);
	assert_int_equal(((const struct vote_row *)after->pdata[0])->id, b.id);
	ok(store_votes_since(h->st, match, 0, 50, 100, &n));
	assert_int_equal(n, 1);
	/* the other was opened while the clock was ahead */
	ok(store_votes_since(h->st, match, 0, 0, 59, &n));
	assert_int_equal(n, 1);
	ok(store_votes_since(h->st, match, 1, 0, 100, &n));
	assert_int_equal(n, 0);
}

static void
second_ballot_counts(void **state)
{
	struct home *h = *state;
	struct vote_row vote =
	    open_vote(h, add_match(h, "m", 2), ACTION_END, 50);
	struct ballot_row b = { .vote = vote.id, .seat = 1, .person = 2 };
	g_autoptr(GArray) list = NULL;

	ok(store_begin(h->st, __func__));
	ok(store_ballot_set(h->st, &b));
	b.seat = 0;
	b.person = 1;
	ok(store_ballot_set(h->st, &b));
	b.yes = true;
	ok(store_ballot_set(h->st, &b));
	ok(store_commit(h->st));
	list = store_ballots(h->st, vote.id);
	assert_int_equal(list->len, 2);
	assert_true(g_array_index(list, struct ballot_row, 0).yes);
	assert_false(g_array_index(list, struct ballot_row, 1).yes);
	assert_int_equal(g_array_index(list, struct ballot_row, 1).person, 2);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(needs_a_transaction),
		T(comes_back_whole),
		T(closes),
		T(second_ballot_counts),
	};

	return cmocka_run_group_tests_name("votes", tests, NULL, NULL);
}

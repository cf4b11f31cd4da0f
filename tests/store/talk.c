/* SPDX-License-Identifier: ISC */
/* What people say to each other, and whom they do not want to hear. */
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/talk.h"
#include "store/people/people.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static int
try_talk(struct home *h, int64_t match, int64_t n, int64_t at, int64_t *id)
{
	struct talk_row row = { .match = match,
		.n = n,
		.at = at,
		.seat = 1,
		.person = 1,
		.name = (char *)"Anna",
		.hearer = 0,
		.text = (char *)"a\nb" };
	int r = store_talk_add(h->st, &row);

	*id = row.id;
	return r;
}

static void
comes_back(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), id, later;
	int64_t other = add_match(h, "other", 2);
	g_autoptr(GPtrArray) rows = NULL;
	struct talk_row *row;

	ok(store_begin(h->st, __func__));
	ok(try_talk(h, match, 7, 100, &id));
	ok(try_talk(h, match, 0, 200, &later));
	ok(try_talk(h, other, 1, 300, &id));
	rows = store_talk(h->st, match);
	assert_int_equal(rows->len, 2);
	row = rows->pdata[0];
	assert_int_equal(row->id, later);
	assert_int_equal(row->n, 0);
	/* told, once */
	row->n = 8;
	ok(store_talk_told(h->st, row));
	fails(store_talk_told(h->st, row), ERR_MISSING);
	g_ptr_array_unref(rows);
	rows = store_talk(h->st, match);
	row = rows->pdata[1];
	assert_int_equal(row->id, later);
	assert_int_equal(row->match, match);
	assert_int_equal(row->n, 8);
	assert_int_equal(row->at, 200);
	assert_int_equal(row->seat, 1);
	assert_int_equal(row->person, 1);
	assert_string_equal(row->name, "Anna");
	assert_int_equal(row->hearer, 0);
	assert_string_equal(row->text, "a\nb");
	ok(store_commit(h->st));
	talk_row_free(NULL);
}

static void
is_counted(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), id, n;
	int64_t other = add_match(h, "other", 2);

	ok(store_begin(h->st, __func__));
	for (int i = 0; i < 3; i++)
		ok(try_talk(h, match, i + 1, 100 + i, &id));
	ok(try_talk(h, other, 1, 200, &id));
	ok(store_talk_count(h->st, match, 1, 100, 102, &n));
	assert_int_equal(n, 2);
	/* the last while the clock was ahead */
	ok(store_talk_count(h->st, match, 1, 100, 101, &n));
	assert_int_equal(n, 1);
	ok(store_talk_count(h->st, match, 2, 0, 102, &n));
	assert_int_equal(n, 0);
	ok(store_commit(h->st));
}

static void
is_muted(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	const struct mute_row one = { 1, 1 }, all = { 1, MUTE_ALL };
	GArray *rows;
	bool found;

	ok(store_begin(h->st, __func__));
	ok(store_mute_add(h->st, match, &one));
	ok(store_mute_add(h->st, match, &one));
	ok(store_mute_add(h->st, match, &all));
	rows = store_mutes(h->st, match);
	assert_int_equal(rows->len, 2);
	assert_int_equal(g_array_index(rows, struct mute_row, 0).seat, -2);
	assert_int_equal(g_array_index(rows, struct mute_row, 1).person, 1);
	g_array_unref(rows);
	ok(store_mute_drop(h->st, match, &one, &found));
	assert_true(found);
	ok(store_mute_drop(h->st, match, &one, &found));
	assert_false(found);
	rows = store_mutes(h->st, match);
	assert_int_equal(rows->len, 1);
	g_array_unref(rows);
	ok(store_commit(h->st));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    comes_back, home_open, home_remove),
		cmocka_unit_test_setup_teardown(
		    is_counted, home_open, home_remove),
		cmocka_unit_test_setup_teardown(
		    is_muted, home_open, home_remove),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

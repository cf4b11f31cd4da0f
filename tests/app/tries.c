/* SPDX-License-Identifier: ISC */
/* Tries of mails: counted once a minute, given back without touching rows of
 * mails that another worker may be handling. */
#include "app/steps/tries.h"

#include "app/home/home.h"
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"
#include "store/transaction.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

static int64_t
add_mail(struct house *h)
{
	struct err e = { 0 };
	char empty[] = "", source[] = "test:1", sha[] = "ab";
	struct inbox_row row = { .source = source,
		.sha = sha,
		.message_id = empty,
		.sender = empty,
		.seat = -1,
		.received = NOW,
		.note = empty,
		.says = empty,
		.raw = g_bytes_new_static("", 0) };
	int r;

	home_work(h->home, NOW, &e);
	IN_TRANSACTION(
	    h->home->store, r, store_inbox_add(h->home->store, &row));
	must(r, &e);
	g_bytes_unref(row.raw);
	return row.id;
}

static int
tries_of(struct house *h, int64_t id)
{
	struct inbox_row *row = store_inbox_head(h->home->store, id);
	int tries;

	assert_non_null(row);
	tries = row->tries;
	inbox_row_free(row);
	return tries;
}

/* A worker reads a mail whose try another worker has just counted. */
static void
only_counted_tries_are_given_back(void **state)
{
	struct house *h = *state;
	struct err e = { 0 };
	const int64_t id = add_mail(h);
	g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
	g_autoptr(GArray) first =
	    g_array_new(FALSE, FALSE, sizeof(struct inbox_try));
	g_autoptr(GArray) second =
	    g_array_new(FALSE, FALSE, sizeof(struct inbox_try));
	int64_t before;

	home_work(h->home, NOW, &e);
	g_array_append_val(ids, id);
	must(tries_count(h->home, ids, first, NULL), &e);
	must(tries_count(h->home, ids, second, NULL), &e);
	assert_int_equal(first->len, 1);
	assert_int_equal(second->len, 1);
	assert_int_equal(tries_of(h, id), 1);
	before = store_changes(h->home->store);
	tries_give_back(h->home, second);
	assert_int_equal(store_changes(h->home->store), before);
	assert_int_equal(tries_of(h, id), 1);
	tries_give_back(h->home, first);
	assert_int_equal(tries_of(h, id), 0);
	/* rows of mails count in a file, or the above would prove nothing */
	assert_int_not_equal(store_changes(h->home->store), before);
}

static int
setup(void **state)
{
	*state = g_new0(struct house, 1);
	house_open(*state);
	return 0;
}

static int
teardown(void **state)
{
	house_close(*state);
	g_free(*state);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    only_counted_tries_are_given_back, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/* What waits for a time of the days when the clock was ahead. */
#include "store/mails/mailboxes.h"
#include "store/mails/notices.h"
#include "store/series.h"
#include "store/set_back.h"
#include "tests/store/home.h"

enum { NOW = 100000, AHEAD = 1000000, DAY_LONG = 86400 };

static int64_t
letter(struct home *h, const char *dedup, enum outbox_state state, int64_t next)
{
	struct outbox_row *row;
	int64_t id;

	ok(try_letter(h, dedup, &id));
	row = store_outbox(h->st, id);
	assert_non_null(row);
	row->state = state;
	row->next_try = next;
	ok(store_outbox_update(h->st, row));
	outbox_row_free(row);
	return id;
}

static void
next_is(struct home *h, int64_t id, int64_t want)
{
	struct outbox_row *row = store_outbox(h->st, id);

	assert_non_null(row);
	assert_int_equal(row->next_try, want);
	outbox_row_free(row);
}

static void
letters_wait_no_longer_than_a_day(void **state)
{
	struct home *h = *state;
	int64_t ids[4];

	ok(store_begin(h->st, __func__));
	ids[0] = letter(h, "a", OUTBOX_NEW, NOW + DAY_LONG);
	ids[1] = letter(h, "b", OUTBOX_NEW, NOW + DAY_LONG + 1);
	ids[2] = letter(h, "c", OUTBOX_LATER, NOW + AHEAD);
	ids[3] = letter(h, "d", OUTBOX_SENT, NOW + AHEAD);
	ok(store_set_back(h->st, NOW));
	ok(store_commit(h->st));
	next_is(h, ids[0], NOW + DAY_LONG);
	next_is(h, ids[1], NOW);
	next_is(h, ids[2], NOW);
	next_is(h, ids[3], NOW + AHEAD);
}

static void
mails_of_a_mailbox(void **state)
{
	struct home *h = *state;
	const struct mailbox_row box = { 1, 9 };
	const struct mailbox_mail mail = { 7, MAILBOX_FETCH, 3, NOW + AHEAD };
	GArray *found;

	ok(store_begin(h->st, __func__));
	ok(store_mailbox_set(h->st, "inbox", &box));
	ok(store_mailbox_mail_set(h->st, "inbox", &mail));
	ok(store_set_back(h->st, NOW));
	ok(store_commit(h->st));
	found = store_mailbox_mails(h->st, "inbox", MAILBOX_FETCH, NOW, 9);
	assert_non_null(found);
	assert_int_equal(found->len, 1);
	g_array_unref(found);
}

static void
onlookers(void **state)
{
	struct home *h = *state;
	struct onlooker_row one = { .name = (char *)"Olga",
		.match = add_match(h, "m", 2),
		.person = add_person(h, "Olga", "olga@x"),
		.due = NOW + AHEAD };
	GPtrArray *found;

	ok(store_begin(h->st, __func__));
	ok(store_onlooker_add(h->st, &one));
	ok(store_onlooker_update(h->st, &one));
	ok(store_set_back(h->st, NOW));
	ok(store_commit(h->st));
	found = store_onlookers_due(h->st, NOW);
	assert_non_null(found);
	assert_int_equal(found->len, 1);
	g_ptr_array_unref(found);
}

static void
letters_yet_to_be_written(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	const struct pending_row soon = {
		.match = match, .seat = 0, .person = 1, .due = NOW + DAY_LONG
	};
	const struct pending_row late = {
		.match = match, .seat = 1, .person = 2, .due = NOW + AHEAD
	};
	GArray *found;

	ok(store_begin(h->st, __func__));
	ok(store_pending_add(h->st, &soon));
	ok(store_pending_add(h->st, &late));
	ok(store_set_back(h->st, NOW));
	ok(store_commit(h->st));
	found = store_pending(h->st, match);
	assert_non_null(found);
	assert_int_equal(found->len, 2);
	for (guint i = 0; i < found->len; i++) {
		const struct pending_row *row =
		    &g_array_index(found, struct pending_row, i);

		assert_int_equal(
		    row->due, row->seat == 0 ? NOW + DAY_LONG : NOW);
	}
	g_array_unref(found);
}

static void
offers(void **state)
{
	struct home *h = *state;
	struct offer_row made, one = {
		.match = add_match(h, "m", 2), .person = 1, .due = NOW + AHEAD
	};
	GPtrArray *found;

	ok(store_begin(h->st, __func__));
	ok(store_offer_add(h->st, &one));
	made = one;
	made.due = 0;
	ok(store_offer_add(h->st, &made));
	ok(store_set_back(h->st, NOW));
	ok(store_commit(h->st));
	found = store_offers_due(h->st, NOW);
	assert_non_null(found);
	assert_int_equal(found->len, 1);
	assert_int_equal(
	    ((const struct offer_row *)found->pdata[0])->id, one.id);
	g_ptr_array_unref(found);
}

enum { SPAN = 30 * DAY_LONG };

static int64_t
series(struct home *h, enum series_state state, int64_t due)
{
	struct series_row row = { .name = (char *)"League",
		.game = (char *)"mutineer",
		.least = 3,
		.most = 5,
		.rounds = 2,
		.rule_name = (char *)"swiss",
		.rule = (char *)"{}",
		.terms = (char *)"{}",
		.span = SPAN,
		.state = state,
		.due = due };

	ok(store_series_add(h->st, &row));
	return row.id;
}

static void
due_is(struct home *h, int64_t id, int64_t want)
{
	struct series_row *row = store_series(h->st, id);

	assert_non_null(row);
	assert_int_equal(row->due, want);
	series_row_free(row);
}

/* A round that began before the clock was ahead keeps its day, and so does the
 * day that an organiser chose. */
static void
no_round_lasts_longer_than_its_span(void **state)
{
	struct home *h = *state;
	int64_t before, ahead, never, open;

	ok(store_begin(h->st, __func__));
	before = series(h, SERIES_RUNNING, NOW + SPAN - 1);
	ahead = series(h, SERIES_RUNNING, NOW + AHEAD + SPAN);
	never = series(h, SERIES_RUNNING, 0);
	open = series(h, SERIES_OPEN, NOW + AHEAD + SPAN);
	ok(store_set_back(h->st, NOW));
	ok(store_commit(h->st));
	due_is(h, before, NOW + SPAN - 1);
	due_is(h, ahead, NOW + SPAN);
	due_is(h, never, 0);
	due_is(h, open, NOW + AHEAD + SPAN);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(letters_wait_no_longer_than_a_day),
		T(mails_of_a_mailbox),
		T(onlookers),
		T(letters_yet_to_be_written),
		T(offers),
		T(no_round_lasts_longer_than_its_span),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

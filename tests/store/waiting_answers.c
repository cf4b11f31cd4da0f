/* SPDX-License-Identifier: ISC */
/* Answers that wait for robots: each leaves by itself, or a newer letter goes
 * in its place, never both. */
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/mails/outbox_reader.h"
#include "store/mails/waiting_answers.h"
#include "store/matches/matches.h"
#include "store/transaction.h"
#include "tests/store/home.h"

#define REPLY "{\"answer\":true}"

/* A letter to seat 1 that answers a mail, is due at 500, and waits; within a
 * transaction. */
static int64_t
add_waiting(struct home *h, int64_t match, const char *dedup)
{
	g_autoptr(GBytes) raw = g_bytes_new_static("x", 1);
	struct outbox_row row = { .dedup = (char *)(uintptr_t)dedup,
		.match = match,
		.seat = 1,
		.person = 1,
		.address = (char *)"anna@x",
		.kind = (char *)"turn",
		.message_id = (char *)(uintptr_t)dedup,
		.next_try = 500,
		.number = 3,
		.news_after = 7,
		.raw = raw };
	struct waiting_answer answer = {
		.match = match, .seat = 1, .reply = (char *)REPLY
	};

	ok(try_mail(h, dedup, "mail@x", dedup, &row.answers));
	ok(store_outbox_next_id(h->st, &row.id));
	ok(store_outbox_add(h->st, &row));
	answer.outbox = row.id;
	ok(store_waiting_answer_set(h->st, &answer));
	return row.id;
}

static void
leaves_at(struct home *h, int64_t letter, int64_t at)
{
	struct outbox_row *row = store_outbox(h->st, letter);

	assert_non_null(row);
	assert_int_equal(row->next_try, at);
	assert_int_equal(row->state, OUTBOX_NEW);
	assert_int_not_equal(row->answers, 0);
	outbox_row_free(row);
}

/* *joined: as it is told; the row is gone in any case. */
static void
join(struct home *h, int64_t match, bool *joined)
{
	struct waiting_answer *answer = store_waiting_answer(h->st, match, 1);

	assert_non_null(answer);
	ok(store_waiting_answer_join(h->st, answer, joined));
	waiting_answer_free(answer);
	assert_null(store_waiting_answer(h->st, match, 1));
	assert_int_equal(h->e.code, 0);
}

static void
comes_back_whole(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), letter;
	struct waiting_answer *got;

	ok(store_begin(h->st, __func__));
	assert_null(store_waiting_answer(h->st, match, 1));
	add_waiting(h, match, "a");
	letter = add_waiting(h, match, "b");
	assert_null(store_waiting_answer(h->st, match, 0));
	assert_int_equal(h->e.code, 0);
	got = store_waiting_answer(h->st, match, 1);
	assert_int_equal(got->outbox, letter);
	assert_int_equal(got->person, 1);
	assert_int_not_equal(got->inbox, 0);
	assert_string_equal(got->message_id, "mail@x");
	assert_string_equal(got->reply, REPLY);
	waiting_answer_free(got);
	ok(store_commit(h->st));
}

static void
newer_letter_takes_its_place(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), letter, news = 9;
	const struct outbox_reader reader = { match, 1, 1 };
	struct outbox_row *row;
	bool joined = false;

	ok(store_begin(h->st, __func__));
	letter = add_waiting(h, match, "a");
	/* an answer is not replaced... */
	ok(store_outbox_unsent(h->st, &reader, &news));
	assert_int_equal(news, 9);
	ok(store_outbox_replace(h->st, &reader, 40));
	leaves_at(h, letter, 500);
	/* ...but by the letter that answers instead */
	join(h, match, &joined);
	assert_true(joined);
	ok(store_outbox_unsent(h->st, &reader, &news));
	assert_int_equal(news, 7);
	ok(store_outbox_replace(h->st, &reader, 40));
	row = store_outbox(h->st, letter);
	assert_int_equal(row->state, OUTBOX_REPLACED);
	assert_int_equal(row->answers, 0);
	outbox_row_free(row);
	ok(store_commit(h->st));
}

static void
leaves_before_another_letter(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), letter;
	struct waiting_answer *answer;

	ok(store_begin(h->st, __func__));
	letter = add_waiting(h, match, "a");
	answer = store_waiting_answer(h->st, match, 1);
	ok(store_waiting_answer_leaves(h->st, answer));
	waiting_answer_free(answer);
	leaves_at(h, letter, 0);
	assert_null(store_waiting_answer(h->st, match, 1));
	ok(store_commit(h->st));
}

/* What was handed over, or may have been, is not said again. */
static void
may_have_left(void **state)
{
	static const struct outbox_row left[] = {
		{ .state = OUTBOX_SENDING, .next_try = 500 },
		{ .state = OUTBOX_SENT, .next_try = 500, .sent = 501 },
		{ .state = OUTBOX_NEW, .tries = 1, .next_try = 500 },
		{ .state = OUTBOX_NEW, .note = (char *)"ended", .next_try = 9 },
		{ .state = OUTBOX_NEW, .next_try = 0 },
		{ .state = OUTBOX_DEAD, .next_try = 500 },
	};
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);

	for (size_t i = 0; i < G_N_ELEMENTS(left); i++) {
		g_autofree char *dedup = g_strdup_printf("d%zu", i);
		struct outbox_row row = left[i], *got;
		bool joined = true;

		ok(store_begin(h->st, __func__));
		row.id = add_waiting(h, match, dedup);
		ok(store_outbox_update(h->st, &row));
		join(h, match, &joined);
		assert_false(joined);
		got = store_outbox(h->st, row.id);
		assert_int_not_equal(got->answers, 0);
		assert_int_equal(got->next_try, row.next_try);
		outbox_row_free(got);
		ok(store_commit(h->st));
	}
}

/* The mail server said that it has not taken it. */
static void
is_put_off(void **state)
{
	struct outbox_row row = {
		.state = OUTBOX_LATER, .tries = 1, .next_try = 700
	};
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	bool joined = false;

	ok(store_begin(h->st, __func__));
	row.id = add_waiting(h, match, "d");
	ok(store_outbox_update(h->st, &row));
	join(h, match, &joined);
	assert_true(joined);
	ok(store_commit(h->st));
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(comes_back_whole),
		T(newer_letter_takes_its_place),
		T(leaves_before_another_letter),
		T(may_have_left),
		T(is_put_off),
	};

	return cmocka_run_group_tests_name(
	    "waiting answers", tests, NULL, NULL);
}

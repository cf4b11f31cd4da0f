/* SPDX-License-Identifier: ISC */
/* Letters to go out. */
#include "base/err.h"
#include "store/db.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/mails/outbox_left.h"
#include "store/mails/outbox_reader.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static void
next_id_outside(struct home *h)
{
	int64_t id;

	(void)store_outbox_next_id(h->st, &id);
}

static void
recover_outside(struct home *h)
{
	(void)store_outbox_recover(h->st);
}

static void
misuse_aborts(void **state)
{
	struct home *h = *state;

	assert_true(aborts(next_id_outside, h));
	assert_true(aborts(recover_outside, h));
}

/* An id nobody handed out. */
static void
unknown_ids_are_refused(void **state)
{
	struct home *h = *state;
	g_autoptr(GBytes) raw = g_bytes_new_static("x", 1);
	struct outbox_row row = { .id = 40,
		.dedup = (char *)"d",
		.address = (char *)"a",
		.kind = (char *)"turn",
		.message_id = (char *)"m",
		.raw = raw };

	ok(store_begin(h->st, __func__));
	fails(store_outbox_add(h->st, &row), ERR_MISSING);
	ok(store_commit(h->st));
}

static void
words(void **state)
{
	(void)state;
	assert_string_equal(outbox_state_word(OUTBOX_LATER), "later");
	assert_string_equal(outbox_state_word(OUTBOX_DEAD), "dead");
}

static void
letter_ids(void **state)
{
	struct home *h = *state;
	int64_t a, b, c;

	ok(store_begin(h->st, __func__));
	ok(store_outbox_next_id(h->st, &a));
	ok(store_outbox_next_id(h->st, &b));
	assert_true(a > 0);
	assert_true(b > a);
	ok(try_letter(h, "one", &c));
	assert_true(c > b);
	ok(db_exec(h->st, "DELETE FROM outbox_raw; DELETE FROM outbox"));
	ok(store_commit(h->st));
	home_again(h);
	ok(store_begin(h->st, __func__));
	ok(store_outbox_next_id(h->st, &a));
	assert_true(a > c);
	ok(store_commit(h->st));
}

static void
letter_is_queued_once(void **state)
{
	struct home *h = *state;
	int64_t id, n;

	ok(store_begin(h->st, __func__));
	ok(try_letter(h, "turn:1:2:3", &id));
	fails(try_letter(h, "turn:1:2:3", NULL), ERR_CLASH);
	says("letter turn:1:2:3: it is already there (outbox.dedup)");
	ok(try_letter(h, "turn:1:2:4", NULL));
	ok(store_commit(h->st));
	ok(store_outbox_waiting(h->st, &n));
	assert_int_equal(n, 2);
	assert_int_equal(count(h, "SELECT count(*) FROM outbox_raw"), 2);
}

/* To a seat of a match; within a transaction. */
static int64_t
letter_to(struct home *h, int64_t match, int seat, const char *message_id)
{
	g_autoptr(GBytes) raw = g_bytes_new_static("To: \0", 5);
	struct outbox_row row = { .dedup = (char *)message_id,
		.match = match,
		.seat = seat,
		.person = 1,
		.address = (char *)"Anna@x",
		.kind = (char *)"turn",
		.message_id = (char *)message_id,
		.raw = raw,
		.state = OUTBOX_LATER,
		.tries = 2,
		.lost = 1,
		.next_try = 500,
		.note = (char *)"421 busy",
		.created = 400,
		.sent = 7 };

	ok(store_outbox_next_id(h->st, &row.id));
	ok(store_outbox_add(h->st, &row));
	return row.id;
}

static void
letter_comes_back_whole(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), id;
	struct outbox_row *got;

	ok(store_begin(h->st, __func__));
	id = letter_to(h, match, 1, "m1@x");
	ok(store_commit(h->st));
	got = store_outbox(h->st, id);
	assert_int_equal(got->id, id);
	assert_string_equal(got->dedup, "m1@x");
	assert_int_equal(got->match, match);
	assert_int_equal(got->seat, 1);
	assert_int_equal(got->person, 1);
	assert_string_equal(got->address, "Anna@x");
	assert_string_equal(got->kind, "turn");
	assert_string_equal(got->message_id, "m1@x");
	assert_int_equal(g_bytes_get_size(got->raw), 5);
	assert_int_equal(got->state, OUTBOX_LATER);
	assert_int_equal(got->tries, 2);
	assert_int_equal(got->lost, 1);
	assert_int_equal(got->next_try, 500);
	assert_string_equal(got->note, "421 busy");
	assert_int_equal(got->created, 400);
	assert_int_equal(got->sent, 7);
	outbox_row_free(got);
	outbox_row_free(NULL);
	assert_null(store_outbox(h->st, id + 1));
	assert_int_equal(h->e.code, 0);
}

static void
send_state(struct home *h, int64_t id, enum outbox_state to, int64_t next_try)
{
	struct outbox_row *row = store_outbox(h->st, id);

	row->state = to;
	row->next_try = next_try;
	ok(store_outbox_update(h->st, row));
	outbox_row_free(row);
}

static void
many_leave_at_once(void **state)
{
	struct home *h = *state;
	g_autoptr(GPtrArray) rows =
	    g_ptr_array_new_with_free_func((GDestroyNotify)outbox_row_free);
	g_autoptr(GPtrArray) sent = NULL;
	struct outbox_row *none = g_new0(struct outbox_row, 1);
	int64_t id, other;

	ok(store_begin(h->st, __func__));
	ok(try_letter(h, "a", &id));
	g_ptr_array_add(rows, store_outbox(h->st, id));
	ok(try_letter(h, "other", &other));
	ok(try_letter(h, "b", &id));
	g_ptr_array_add(rows, store_outbox(h->st, id));
	ok(store_outbox_note(h->st, id, "421 busy"));
	ok(store_outbox_update_state(h->st, rows, OUTBOX_SENDING));
	sent = store_outbox_list(h->st, OUTBOX_SENDING, INT64_MAX, 9);
	assert_int_equal(sent->len, 2);
	g_clear_pointer(&sent, g_ptr_array_unref);
	ok(store_outbox_left(h->st, rows, 700));
	sent = store_outbox_list(h->st, OUTBOX_SENT, INT64_MAX, 9);
	assert_int_equal(sent->len, 2);
	assert_int_equal(((struct outbox_row *)sent->pdata[0])->id, id);
	assert_int_equal(((struct outbox_row *)sent->pdata[0])->sent, 700);
	assert_string_equal(((struct outbox_row *)sent->pdata[0])->note, "");
	/* all of them are there before they leave, or it is a fault */
	none->id = 99;
	g_ptr_array_add(rows, none);
	fails_inside(store_outbox_update_state(h->st, rows, OUTBOX_SENDING),
	    ERR_MISSING);
	g_clear_pointer(&sent, g_ptr_array_unref);
	/* what vanished on the way takes no other's mark back */
	ok(store_outbox_left(h->st, rows, 800));
	ok(store_commit(h->st));
	sent = store_outbox_list(h->st, OUTBOX_SENT, INT64_MAX, 9);
	assert_int_equal(sent->len, 2);
	assert_int_equal(((struct outbox_row *)sent->pdata[0])->sent, 800);
}

static void
due_letters(void **state)
{
	struct home *h = *state;
	g_autoptr(GPtrArray) due = NULL;
	g_autoptr(GPtrArray) two = NULL;
	g_autoptr(GArray) ids = NULL;
	const enum outbox_state states[] = { OUTBOX_NEW, OUTBOX_SENDING,
		OUTBOX_SENT, OUTBOX_LATER, OUTBOX_DEAD, OUTBOX_LATER,
		OUTBOX_NEW };
	struct outbox_row none = { .id = 99 };
	int64_t id[7], n;
	int i;

	ok(store_begin(h->st, __func__));
	for (i = 0; i < 7; i++) {
		char dedup[2] = { (char)('a' + i), '\0' };

		ok(try_letter(h, dedup, &id[i]));
		send_state(h, id[i], states[i], i == 5 ? 1001 : 1000 - i);
	}
	fails_inside(store_outbox_update(h->st, &none), ERR_MISSING);
	ok(store_commit(h->st));
	due = store_outbox_due(h->st, 1000, 50);
	assert_int_equal(due->len, 3);
	assert_int_equal(((struct outbox_row *)due->pdata[0])->id, id[0]);
	assert_int_equal(((struct outbox_row *)due->pdata[1])->id, id[3]);
	assert_int_equal(((struct outbox_row *)due->pdata[2])->id, id[6]);
	assert_non_null(((struct outbox_row *)due->pdata[2])->raw);
	two = store_outbox_due(h->st, 1001, 2);
	assert_int_equal(two->len, 2);
	assert_int_equal(((struct outbox_row *)two->pdata[1])->id, id[3]);
	ok(store_outbox_waiting(h->st, &n));
	assert_int_equal(n, 5);
	ids = store_outbox_due_ids(h->st, 1000, 2);
	assert_int_equal(ids->len, 2);
	assert_int_equal(g_array_index(ids, int64_t, 0), id[0]);
	assert_int_equal(g_array_index(ids, int64_t, 1), id[3]);
}

static void
next_letter(void **state)
{
	struct home *h = *state;
	int64_t a, b, at;

	ok(store_outbox_next(h->st, &at));
	assert_int_equal(at, -1);
	ok(store_begin(h->st, __func__));
	ok(try_letter(h, "a", &a));
	ok(try_letter(h, "b", &b));
	send_state(h, a, OUTBOX_UNKNOWN, 900);
	send_state(h, b, OUTBOX_LATER, 700);
	ok(store_outbox_next(h->st, &at));
	assert_int_equal(at, 700);
	send_state(h, b, OUTBOX_DEAD, 700);
	ok(store_outbox_next(h->st, &at));
	assert_int_equal(at, 900);
	send_state(h, b, OUTBOX_NEW, 0);
	ok(store_outbox_next(h->st, &at));
	assert_int_equal(at, 0);
	ok(store_commit(h->st));
}

static void
sent_when(struct home *h, int64_t id, int64_t at)
{
	struct outbox_row *row = store_outbox(h->st, id);

	row->state = OUTBOX_SENT;
	row->sent = at;
	ok(store_outbox_update(h->st, row));
	outbox_row_free(row);
}

static void
letters_of_an_hour(void **state)
{
	struct home *h = *state;
	int64_t id[4], n, at;
	int i;

	ok(store_begin(h->st, __func__));
	for (i = 0; i < 4; i++) {
		char dedup[2] = { (char)('a' + i), '\0' };

		ok(try_letter(h, dedup, &id[i])); /* created at 4000 */
	}
	for (i = 0; i < 3; i++)
		sent_when(h, id[i], 5300 - 100 * i);
	ok(store_commit(h->st));
	ok(store_outbox_sent(h->st, 5100, 5300, &n));
	assert_int_equal(n, 2);
	ok(store_outbox_sent(h->st, 5000, 5300, &n));
	assert_int_equal(n, 3);
	ok(store_outbox_sent_at(h->st, 5000, 5300, 1, &at));
	assert_int_equal(at, 5200);
	ok(store_outbox_written(h->st, 3999, 5300, &n));
	assert_int_equal(n, 4);
	ok(store_outbox_written(h->st, 4000, 5300, &n));
	assert_int_equal(n, 0);
	/* what was written and left while the clock was ahead */
	ok(store_outbox_sent(h->st, 5000, 5200, &n));
	assert_int_equal(n, 2);
	ok(store_outbox_written(h->st, 3000, 3999, &n));
	assert_int_equal(n, 0);
}

static void
recovers_what_was_sending(void **state)
{
	struct home *h = *state;
	g_autoptr(GPtrArray) due = NULL;
	const struct outbox_row *row;
	int64_t a, b;

	ok(store_begin(h->st, __func__));
	ok(store_outbox_recover(h->st));
	ok(try_letter(h, "a", &a));
	ok(try_letter(h, "b", &b));
	send_state(h, a, OUTBOX_SENT, 0);
	send_state(h, b, OUTBOX_SENDING, 0);
	ok(store_commit(h->st));
	due = store_outbox_due(h->st, 9999, 9);
	assert_int_equal(due->len, 0);
	g_ptr_array_unref(g_steal_pointer(&due));
	ok(store_begin(h->st, __func__));
	ok(store_outbox_recover(h->st));
	ok(store_commit(h->st));
	due = store_outbox_due(h->st, 9999, 9);
	assert_int_equal(due->len, 1);
	row = due->pdata[0];
	assert_int_equal(row->id, b);
	assert_int_equal(row->state, OUTBOX_NEW);
	assert_int_equal(row->tries, 1);
	assert_string_equal(row->note, "ended while it was handed over");
}

static void
letters_are_listed(void **state)
{
	struct home *h = *state;
	g_autoptr(GPtrArray) all = NULL;
	g_autoptr(GPtrArray) dead = NULL;
	int64_t a, b, c;

	ok(store_begin(h->st, __func__));
	ok(try_letter(h, "a", &a));
	ok(try_letter(h, "b", &b));
	ok(try_letter(h, "c", &c));
	send_state(h, a, OUTBOX_DEAD, 0);
	ok(store_commit(h->st));
	all = store_outbox_list(h->st, -1, INT64_MAX, 2);
	assert_int_equal(all->len, 2);
	assert_int_equal(((struct outbox_row *)all->pdata[0])->id, c);
	assert_int_equal(((struct outbox_row *)all->pdata[1])->id, b);
	assert_null(((struct outbox_row *)all->pdata[0])->raw);
	g_clear_pointer(&all, g_ptr_array_unref);
	all = store_outbox_list(h->st, -1, b, 2);
	assert_int_equal(all->len, 1);
	assert_int_equal(((struct outbox_row *)all->pdata[0])->id, a);
	dead = store_outbox_list(h->st, OUTBOX_DEAD, a, 9);
	assert_int_equal(dead->len, 0);
	g_clear_pointer(&dead, g_ptr_array_unref);
	dead = store_outbox_list(h->st, OUTBOX_DEAD, INT64_MAX, 9);
	assert_int_equal(dead->len, 1);
	assert_int_equal(((struct outbox_row *)dead->pdata[0])->id, a);
}

static void
when_last(void **state)
{
	struct home *h = *state;
	int64_t at;

	needs_file(h);
	ok(store_outbox_last(h->st, "bert@example.org", "stranger", 4000, &at));
	assert_int_equal(at, 0);
	ok(store_begin(h->st, __func__));
	ok(try_letter(h, "a", NULL));
	ok(store_commit(h->st));
	ok(store_outbox_last(h->st, "BERT@example.org", "stranger", 4000, &at));
	assert_int_equal(at, 4000);
	/* the clock was ahead then */
	ok(store_outbox_last(h->st, "bert@example.org", "stranger", 3999, &at));
	assert_int_equal(at, 0);
	ok(store_outbox_last(h->st, "bert@example.org", "turn", 4000, &at));
	assert_int_equal(at, 0);
}

static void
assert_thread(
    struct home *h, const struct outbox_reader *reader, const char *message_id)
{
	g_autofree char *id = NULL;
	int64_t number;

	ok(store_outbox_number(h->st, reader, false, &number, &id));
	if (message_id == NULL)
		assert_null(id);
	else
		assert_string_equal(id, message_id);
}

static void
thread_of_a_reader(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), last;
	const struct outbox_reader seat = { match, 0, 1 };
	const struct outbox_reader onlooker = { match, -1, 1 };
	const struct outbox_reader other = { match, 0, 2 };

	assert_thread(h, &seat, NULL);
	ok(store_begin(h->st, __func__));
	letter_to(h, match, 0, "m1@x");
	letter_to(h, match, 0, "m2@x");
	letter_to(h, match, 1, "m3@x");
	letter_to(h, match, -1, "o1@x");
	last = letter_to(h, match, 0, "m4@x");
	assert_thread(h, &seat, "m4@x");
	assert_thread(h, &onlooker, "o1@x");
	assert_thread(h, &other, NULL);
	send_state(h, last, OUTBOX_DEAD, 0); /* nobody can answer that one */
	ok(store_commit(h->st));
	assert_thread(h, &seat, "m2@x");
}

/* ---- what a newer letter replaces ---- */

static const struct outbox_row view = {
	.seat = 0,
	.person = 1,
	.address = (char *)(uintptr_t) "anna@x",
	.kind = (char *)(uintptr_t) "turn",
	.message_id = (char *)(uintptr_t) "m@x",
	.state = OUTBOX_NEW,
	.note = (char *)(uintptr_t) "",
	.news_after = 7,
};

static int64_t
add_view(struct home *h, int64_t match, struct outbox_row row)
{
	static int n;
	g_autoptr(GBytes) raw = g_bytes_new_static("x", 1);
	g_autofree char *dedup = g_strdup_printf("view%d", n++);

	row.match = match;
	row.dedup = dedup;
	row.raw = raw;
	ok(store_outbox_next_id(h->st, &row.id));
	ok(store_outbox_add(h->st, &row));
	return row.id;
}

static void
assert_unsent(struct home *h, int64_t match, int64_t want)
{
	const struct outbox_reader reader = { match, 0, 1 };
	int64_t after = 10;

	ok(store_outbox_unsent(h->st, &reader, &after));
	assert_int_equal(after, want);
}

/* Is a letter like that one replaced? */
static void
assert_replaced(
    struct home *h, int64_t match, const struct outbox_row *like, bool want)
{
	const struct outbox_reader reader = { match, 0, 1 };
	struct outbox_row *row;
	int64_t id = add_view(h, match, *like);

	assert_unsent(h, match, want ? like->news_after : 10);
	ok(store_outbox_replace(h->st, &reader, 77));
	row = store_outbox(h->st, id);
	assert_int_equal(row->state, want ? OUTBOX_REPLACED : like->state);
	if (want)
		assert_string_equal(row->note, "letter 77 went instead");
	outbox_row_free(row);
	assert_unsent(h, match, 10);
}

static void
newer_goes_instead(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), other = add_match(h, "n", 2);
	struct outbox_row row = view;

	ok(store_begin(h->st, __func__));
	assert_replaced(h, match, &view, true);
	row.kind = (char *)(uintptr_t) "answer";
	assert_replaced(h, match, &row, true);
	row = view, row.state = OUTBOX_LATER, row.tries = 3;
	row.note = (char *)(uintptr_t) "421 busy";
	assert_replaced(h, match, &row, true);
	/* others' letters, and of another match */
	row = view, row.seat = 1;
	assert_replaced(h, match, &row, false);
	row = view, row.seat = -1;
	assert_replaced(h, match, &row, false);
	row = view, row.person = 2;
	assert_replaced(h, match, &row, false);
	add_view(h, other, view);
	assert_unsent(h, match, 10);
	/* what may have left */
	row = view, row.state = OUTBOX_SENDING;
	assert_replaced(h, match, &row, false);
	row = view, row.state = OUTBOX_UNKNOWN;
	assert_replaced(h, match, &row, false);
	row = view, row.state = OUTBOX_SENT;
	assert_replaced(h, match, &row, false);
	row = view, row.tries = 1;
	assert_replaced(h, match, &row, false);
	row = view, row.note = (char *)(uintptr_t) "ended";
	assert_replaced(h, match, &row, false);
	/* what has words of its own */
	row = view, row.kind = (char *)(uintptr_t) "muster";
	assert_replaced(h, match, &row, false);
	row = view, row.kind = (char *)(uintptr_t) "final";
	assert_replaced(h, match, &row, false);
	ok(store_commit(h->st));
}

static void
answers_stay(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), mail;
	struct outbox_row row = view;

	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "s", "i@x", "aa", &mail));
	row.answers = mail;
	assert_replaced(h, match, &row, false);
	ok(store_commit(h->st));
}

/* The news of all that are replaced: since the first of them. */
static void
no_news_is_lost(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	struct outbox_row row = view;

	ok(store_begin(h->st, __func__));
	assert_unsent(h, match, 10);
	add_view(h, match, row);
	row.news_after = -1;
	add_view(h, match, row);
	row.news_after = 9;
	add_view(h, match, row);
	assert_unsent(h, match, -1);
	ok(store_commit(h->st));
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(misuse_aborts),
		T(unknown_ids_are_refused),
		T(words),
		T(letter_ids),
		T(letter_is_queued_once),
		T(letter_comes_back_whole),
		T(many_leave_at_once),
		T(due_letters),
		T(next_letter),
		T(letters_of_an_hour),
		T(recovers_what_was_sending),
		T(letters_are_listed),
		T(when_last),
		T(thread_of_a_reader),
		T(newer_goes_instead),
		T(answers_stay),
		T(no_news_is_lost),
	};

	return cmocka_run_group_tests_name("outbox", tests, NULL, NULL);
}

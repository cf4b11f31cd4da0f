/* SPDX-License-Identifier: ISC */
/* What a server is asked for several mails at once: what stays true while they
 * are handled one by one, and what is asked anew. */
#include "tests/store/home.h"

#include "store/claims.h"
#include "store/mails/inbox_answers.h"
#include "store/mails/outbox_reader.h"

enum { SEATS = 2, NOW = 5000 };

/* Two workers; two matches, both claimed by the first.  Neither claim nor
 * transaction keeps the other one from writing: that it may not is known to the
 * callers of the store. */
struct two {
	struct home other;
	int64_t match[2], person[2][SEATS];
};

static void
write_letter(struct home *h, struct store *st, const struct two *t, int i,
    int seat, int64_t number)
{
	g_autoptr(GBytes) raw = g_bytes_new_static("To: ", 4);
	g_autofree char *id =
	    g_strdup_printf("%d:%d:%d@x", i, seat, (int)number);
	struct outbox_row row = { .dedup = id,
		.match = t->match[i],
		.seat = seat,
		.person = t->person[i][seat],
		.address = (char *)"anna@x",
		.kind = (char *)"turn",
		.message_id = id,
		.raw = raw,
		.state = OUTBOX_SENT,
		.note = (char *)"",
		.number = number };

	ok(store_outbox_next_id(st, &row.id));
	ok(store_outbox_add(st, &row));
}

static char *
source_of(int i, int seat)
{
	return g_strdup_printf("%d:%d", i, seat);
}

static void
add_mail(struct home *h, const struct two *t, int i, int seat)
{
	g_autofree char *source = source_of(i, seat);
	g_autofree char *sender =
	    g_strdup_printf("p%d@%c.example", seat, 'a' + i);
	g_autoptr(GBytes) raw = g_bytes_new_static("From: ", 6);
	struct inbox_row row = { .source = source,
		.sha = (char *)"aa",
		.message_id = (char *)"",
		.sender = sender,
		.match = t->match[i],
		.seat = seat,
		.note = (char *)"",
		.says = (char *)"moves",
		.raw = raw };

	ok(store_inbox_add(h->st, &row));
}

static void
begin_two(struct home *h, struct two *t)
{
	t->other = (struct home){ .st = store_open(h->path, false, &h->e) };
	assert_non_null(t->other.st);
	for (int i = 0; i < 2; i++) {
		const char code[] = { (char)('a' + i), '\0' };
		g_autofree char *name = NULL;
		g_autoptr(GPtrArray) seats = NULL;
		bool got = false;

		t->match[i] = add_match(h, code, SEATS);
		seats = store_seats(h->st, t->match[i]);
		for (int k = 0; k < SEATS; k++)
			t->person[i][k] =
			    ((const struct seat_row *)seats->pdata[k])->person;
		name = claim_of_match(t->match[i]);
		ok(store_claim_one(h->st, name, &got));
		assert_true(got);
	}
	/* what is packed first needs a dictionary, which is written alone */
	ok(store_begin(h->st, __func__));
	write_letter(h, h->st, t, 0, 1, 1);
	for (int i = 0; i < 2; i++)
		for (int seat = 0; seat < SEATS; seat++)
			add_mail(h, t, i, seat);
	ok(store_commit(h->st));
	store_narrow(h->st, 4);
	store_narrow(t->other.st, 1);
	ok(store_begin(h->st, __func__));
}

static void
end_two(struct home *h, struct two *t)
{
	ok(store_commit(h->st));
	store_wide(h->st);
	store_close(t->other.st);
}

static void
ask_for(struct home *h, const struct two *t, int i, int seat, bool of_reader)
{
	g_autofree char *match =
	    g_strdup_printf("%" G_GINT64_FORMAT, t->match[i]);
	g_autofree char *number = g_strdup_printf("%d", seat);
	g_autofree char *person =
	    g_strdup_printf("%" G_GINT64_FORMAT, t->person[i][seat]);
	const struct store_value values[] = { { ":match", match },
		{ ":seat", number }, { ":person", person } };

	ok((of_reader ? store_ahead_of_reader : store_ahead)(
	    h->st, values, G_N_ELEMENTS(values)));
}

static void
ask_for_all(struct home *h, const struct two *t, int i, bool of_reader)
{
	for (int seat = 0; seat < SEATS; seat++)
		ask_for(h, t, i, seat, of_reader);
}

/* ---- letters ---- */

static int64_t
next_number(struct home *h, const struct two *t, int i, int seat)
{
	const struct outbox_reader reader = { t->match[i], seat,
		t->person[i][seat] };
	g_autofree char *before = NULL;
	int64_t number;

	ok(store_outbox_number(h->st, &reader, false, &number, &before));
	assert_int_equal(before != NULL, number > 1);
	return number;
}

static void
write_elsewhere(struct home *h, struct two *t, int i, int seat, int64_t number)
{
	ok(store_begin(t->other.st, __func__));
	write_letter(h, t->other.st, t, i, seat, number);
	ok(store_commit(t->other.st));
}

static void
letters_to_others_change_nothing(void **state)
{
	struct home *h = *state;
	struct two t;

	needs_server(h);
	begin_two(h, &t);
	/* so it is known that numbers are wanted */
	assert_int_equal(next_number(h, &t, 0, 0), 1);
	ask_for_all(h, &t, 1, true);
	ok(store_ahead_end(h->st));
	for (int seat = 0; seat < SEATS; seat++)
		write_elsewhere(h, &t, 1, seat, 1);
	write_letter(h, h->st, &t, 0, 0, 1);
	assert_int_equal(next_number(h, &t, 0, 0), 2);
	assert_int_equal(next_number(h, &t, 1, 0), 1); /* as it was asked */
	write_letter(h, h->st, &t, 1, 0, 2);
	assert_int_equal(next_number(h, &t, 1, 0), 3);
	assert_int_equal(next_number(h, &t, 1, 1), 1); /* as it was asked */
	write_letter(h, h->st, &t, 1, 1, 2);
	assert_int_equal(next_number(h, &t, 1, 1), 3);
	end_two(h, &t);
}

/* The answers come when something was written behind the questions. */
static void
a_letter_meanwhile_changes_those_of_its_reader(void **state)
{
	struct home *h = *state;
	struct two t;

	needs_server(h);
	begin_two(h, &t);
	assert_int_equal(next_number(h, &t, 0, 0), 1);
	/* so that the next one asks nothing that is waited for */
	write_letter(h, h->st, &t, 0, 0, 1);
	ask_for_all(h, &t, 1, true);
	ok(store_ahead_push(h->st));
	write_letter(h, h->st, &t, 1, 0, 1);
	ok(store_ahead_end(h->st));
	write_elsewhere(h, &t, 1, 1, 1);
	assert_int_equal(next_number(h, &t, 1, 0), 2);
	assert_int_equal(next_number(h, &t, 1, 1), 1); /* as it was asked */
	end_two(h, &t);
}

/* What is taken back takes along what was asked. */
static void
a_way_back_forgets(void **state)
{
	struct home *h = *state;
	struct two t;

	needs_server(h);
	begin_two(h, &t);
	assert_int_equal(next_number(h, &t, 0, 0), 1);
	ask_for(h, &t, 1, 0, true);
	ok(store_ahead_end(h->st));
	write_elsewhere(h, &t, 1, 0, 1);
	ok(store_begin(h->st, "one mail"));
	write_letter(h, h->st, &t, 1, 0, 2);
	assert_int_equal(next_number(h, &t, 1, 0), 3);
	store_rollback(h->st);
	assert_int_equal(next_number(h, &t, 1, 0), 2);
	end_two(h, &t);
}

/* ---- mails ---- */

static void
answer(struct home *h, struct store *st, int i, int seat)
{
	g_autofree char *source = source_of(i, seat);
	struct inbox_row *row = store_inbox_by_source(st, source);

	assert_non_null(row);
	row->handled = NOW - 10;
	row->state = INBOX_DONE;
	row->answer = ANSWER_SENT;
	ok(store_inbox_update(st, row));
	inbox_row_free(row);
}

static void
answer_elsewhere(struct home *h, struct two *t, int i, int seat)
{
	ok(store_begin(t->other.st, __func__));
	answer(h, t->other.st, i, seat);
	ok(store_commit(t->other.st));
}

/* Mails that were answered, in all and to that seat, saying the same. */
static int64_t
answered(struct home *h, const struct two *t, int i, int seat, int64_t *same)
{
	const struct inbox_row like = {
		.match = t->match[i], .seat = seat, .says = (char *)"moves"
	};
	struct inbox_answers found = { .now = NOW };

	for (int k = 0; k < INBOX_ANSWERED_ALL; k++)
		found.all[k].since = NOW - 3600;
	for (int k = 0; k < INBOX_ANSWERED_LIKE; k++)
		found.like[k].since = NOW - 3600;
	ok(store_inbox_answered(h->st, &like, t->person[i][seat], &found));
	*same = found.like[0].n;
	return found.all[0].n;
}

static void
a_mail_of_a_sender_changes_those_of_the_sender(void **state)
{
	struct home *h = *state;
	struct two t;
	int64_t same;

	needs_server(h);
	begin_two(h, &t);
	assert_int_equal(answered(h, &t, 0, 0, &same), 0);
	ask_for_all(h, &t, 1, false);
	ok(store_ahead_end(h->st));
	for (int seat = 0; seat < SEATS; seat++)
		answer_elsewhere(h, &t, 1, seat);
	/* a mail of another match is handled */
	answer(h, h->st, 0, 0);
	store_ahead_handled(h->st, t.person[0][0]);
	assert_int_equal(answered(h, &t, 0, 0, &same), 1);
	assert_int_equal(same, 1);
	for (int seat = 0; seat < SEATS; seat++)
		assert_int_equal(answered(h, &t, 1, seat, &same), 0);
	/* whatever match it is about */
	store_ahead_handled(h->st, t.person[1][1]);
	assert_int_equal(answered(h, &t, 1, 0, &same), 0);
	assert_int_equal(answered(h, &t, 1, 1, &same), 1);
	assert_int_equal(same, 1);
	/* of anybody's */
	store_ahead_handled(h->st, 0);
	assert_int_equal(answered(h, &t, 1, 0, &same), 1);
	assert_int_equal(same, 1);
	end_two(h, &t);
}

static void
a_mail_meanwhile_changes_those_of_its_sender(void **state)
{
	struct home *h = *state;
	struct two t;
	int64_t same;

	needs_server(h);
	begin_two(h, &t);
	assert_int_equal(answered(h, &t, 0, 0, &same), 0);
	ask_for_all(h, &t, 1, false);
	ok(store_ahead_push(h->st));
	/* whatever match it is about */
	store_ahead_handled(h->st, t.person[1][1]);
	ok(store_ahead_end(h->st));
	for (int seat = 0; seat < SEATS; seat++)
		answer_elsewhere(h, &t, 1, seat);
	assert_int_equal(answered(h, &t, 1, 1, &same), 1);
	assert_int_equal(same, 1);
	assert_int_equal(answered(h, &t, 1, 0, &same), 0); /* as asked */
	end_two(h, &t);
}

/* Questions that nobody wants to be answered end with their transaction. */
static void
a_commit_waits_for_what_was_asked(void **state)
{
	struct home *h = *state;
	struct two t;

	needs_server(h);
	begin_two(h, &t);
	assert_int_equal(next_number(h, &t, 0, 0), 1);
	ask_for_all(h, &t, 1, true);
	ok(store_ahead_push(h->st));
	ok(store_commit(h->st));
	write_elsewhere(h, &t, 1, 1, 1);
	ok(store_begin(h->st, __func__));
	for (int seat = 0; seat < SEATS; seat++)
		assert_int_equal(next_number(h, &t, 1, seat), 1 + seat);
	end_two(h, &t);
}

/* Questions whose answers nobody wants, in several transactions; is the next
 * one sent ahead, so that it does not hear of a letter that is written then? */
static bool
is_still_asked(struct home *h, struct two *t, bool cut)
{
	bool still;

	for (int i = 0; i < 5; i++) {
		ask_for_all(h, t, 1, true);
		ok(store_ahead_end(h->st));
		ok(store_begin(h->st, "one mail"));
		if (cut)
			store_ahead_cut(h->st);
		store_rollback(h->st);
		ask_for_all(h, t, 1, true);
		ok(store_ahead_end(h->st));
		if (cut)
			store_ahead_cut(h->st);
		ok(store_commit(h->st));
		ok(store_begin(h->st, __func__));
	}
	ask_for(h, t, 1, 0, true);
	ok(store_ahead_end(h->st));
	write_elsewhere(h, t, 1, 0, 1);
	still = next_number(h, t, 1, 0) == 1;
	ok(store_commit(h->st));
	ok(store_begin(h->st, __func__));
	return still;
}

static void
what_nobody_wants_is_not_asked(void **state)
{
	struct home *h = *state;
	struct two t;

	needs_server(h);
	begin_two(h, &t);
	assert_int_equal(next_number(h, &t, 0, 0), 1);
	assert_false(is_still_asked(h, &t, false));
	end_two(h, &t);
}

static void
what_was_put_off_says_nothing(void **state)
{
	struct home *h = *state;
	struct two t;

	needs_server(h);
	begin_two(h, &t);
	assert_int_equal(next_number(h, &t, 0, 0), 1);
	assert_true(is_still_asked(h, &t, true));
	end_two(h, &t);
}

/* What the server cannot answer takes back the transaction, not the next one.
 */
static void
a_question_may_fail(void **state)
{
	struct home *h = *state;
	g_autofree char *match = NULL;
	struct two t;

	needs_server(h);
	begin_two(h, &t);
	assert_int_equal(next_number(h, &t, 0, 0), 1);
	match = g_strdup_printf("%" G_GINT64_FORMAT, t.match[1]);
	ok(store_ahead_of_reader(h->st,
	    (const struct store_value[]){ { ":match", match },
		{ ":seat", "none" }, { ":person", "none" } },
	    3));
	ok(store_ahead_push(h->st));
	assert_int_equal(store_ahead_end(h->st), -1);
	store_rollback(h->st);
	ok(store_begin(h->st, __func__));
	assert_int_equal(next_number(h, &t, 1, 0), 1);
	end_two(h, &t);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(letters_to_others_change_nothing),
		T(a_letter_meanwhile_changes_those_of_its_reader),
		T(a_way_back_forgets),
		T(a_mail_of_a_sender_changes_those_of_the_sender),
		T(a_mail_meanwhile_changes_those_of_its_sender),
		T(a_commit_waits_for_what_was_asked),
		T(what_nobody_wants_is_not_asked),
		T(what_was_put_off_says_nothing),
		T(a_question_may_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

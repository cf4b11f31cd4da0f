/* SPDX-License-Identifier: ISC */
/* Questions that people were asked, and mails that wait for the answers. */
#include "base/err.h"
#include "store/inbox.h"
#include "store/inbox_lists.h"
#include "store/matches.h"
#include "store/outbox.h"
#include "store/people.h"
#include "store/questions.h"
#include "store/seats.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static void
add_outside(struct home *h)
{
	struct question_row q = { .address = (char *)"a@b", .person = 1 };

	(void)store_question_add(h->st, &q);
}

static void
needs_a_transaction(void **state)
{
	assert_true(aborts(add_outside, *state));
}

static int64_t
ask(struct home *h, int64_t person, enum question_kind kind,
    const char *address, int64_t at)
{
	struct question_row q = { .kind = kind,
		.person = person,
		.address = (char *)address,
		.asked = at };

	ok(store_begin(h->st, __func__));
	ok(store_question_add(h->st, &q));
	ok(store_commit(h->st));
	assert_true(q.id > 0);
	return q.id;
}

/* Ids of the open ones. */
static char *
open_ones(GPtrArray *list)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < list->len; i++) {
		const struct question_row *q = list->pdata[i];

		assert_int_equal(q->closed, 0);
		g_string_append_printf(out, "%lld ", (long long)q->id);
	}
	g_ptr_array_unref(list);
	return g_string_free(out, FALSE);
}

#define assert_open(list, want)                          \
	do {                                             \
		g_autofree char *got_ = open_ones(list); \
		assert_string_equal(got_, want);         \
	} while (0)

static void
comes_back_whole(void **state)
{
	struct home *h = *state;
	int64_t anna = add_person(h, "Anna", "anna@x"), mail;
	struct question_row q = { .kind = QUESTION_SENDER,
		.person = anna,
		.address = (char *)"anna@x",
		.asked = 1000,
		.agreed = AGREED_NEW };
	g_autoptr(GPtrArray) list = NULL;
	const struct question_row *got;

	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "s", "m", "aa", &mail));
	q.inbox = mail;
	ok(store_question_add(h->st, &q));
	q.person = 99;
	fails(store_question_add(h->st, &q), ERR_MISSING);
	ok(store_commit(h->st));
	home_again(h);
	list = store_questions_open(h->st, anna);
	assert_int_equal(list->len, 1);
	got = list->pdata[0];
	assert_int_equal(got->kind, QUESTION_SENDER);
	assert_int_equal(got->person, anna);
	assert_string_equal(got->address, "anna@x");
	assert_int_equal(got->inbox, mail);
	assert_int_equal(got->asked, 1000);
	assert_int_equal(got->agreed, AGREED_NEW);
}

static void
who_is_asked_what(void **state)
{
	struct home *h = *state;
	int64_t anna = add_person(h, "Anna", "anna@x");
	int64_t bert = add_person(h, "Bert", "bert@x"), at, n;

	ask(h, anna, QUESTION_ALIAS, "new@x", 1000);
	ask(h, anna, QUESTION_ADDRESS, "New@x", 2000);
	ask(h, bert, QUESTION_ADDRESS, "new@x", 3000);
	ask(h, anna, QUESTION_ALIAS, "other@x", 4000);
	assert_open(store_questions_open(h->st, anna), "1 2 4 ");
	assert_open(store_questions_open(h->st, bert), "3 ");
	/* only those about letters go there */
	assert_open(store_questions_at(h->st, "NEW@x"), "2 3 ");
	assert_open(store_questions_at(h->st, "other@x"), "");
	ok(store_question_last(h->st, anna, QUESTION_ALIAS, "NEW@X", &at));
	assert_int_equal(at, 1000);
	ok(store_question_last(h->st, bert, QUESTION_ALIAS, "new@x", &at));
	assert_int_equal(at, 0);
	ok(store_questions_since(h->st, anna, QUESTION_ALIAS, 999, &n));
	assert_int_equal(n, 2);
	ok(store_questions_since(h->st, anna, QUESTION_ALIAS, 1000, &n));
	assert_int_equal(n, 1);
}

static void
they_are_closed(void **state)
{
	struct home *h = *state;
	int64_t anna = add_person(h, "Anna", "anna@x"), at;
	struct question_row q = { .closed = 5000, .agreed = AGREED_OLD };

	q.id = ask(h, anna, QUESTION_ADDRESS, "a@x", 1000);
	ask(h, anna, QUESTION_ADDRESS, "b@x", 2000);
	ask(h, anna, QUESTION_ADDRESS, "c@x", 2001);
	ok(store_begin(h->st, __func__));
	ok(store_question_update(h->st, &q));
	ok(store_questions_expire(h->st, 2000, 6000));
	q.id = 99;
	fails(store_question_update(h->st, &q), ERR_MISSING);
	ok(store_commit(h->st));
	assert_open(store_questions_open(h->st, anna), "3 ");
	assert_open(store_questions_at(h->st, "b@x"), "");
	assert_int_equal(
	    count(h, "SELECT closed FROM question WHERE id = 1"), 5000);
	assert_int_equal(
	    count(h, "SELECT closed FROM question WHERE id = 2"), 6000);
	/* but not forgotten */
	ok(store_question_last(h->st, anna, QUESTION_ADDRESS, "b@x", &at));
	assert_int_equal(at, 2000);
}

/* ---- mails ---- */

static int64_t
hold(struct home *h, const char *source, const char *sender, int seat,
    int64_t since, enum inbox_state state)
{
	struct inbox_row *row;
	int64_t id;

	ok(try_mail(h, source, source, "aa", &id));
	row = store_inbox(h->st, id);
	row->match = seat == -1 ? 0 : 1;
	row->seat = seat;
	row->sender = (g_free(row->sender), g_strdup(sender));
	row->state = state;
	row->handled = since;
	ok(store_inbox_update(h->st, row));
	inbox_row_free(row);
	return id;
}

static void
mails_are_held(void **state)
{
	struct home *h = *state;
	g_autoptr(GArray) hers = NULL, old = NULL, none = NULL;
	int64_t id = add_match(h, "m", 2), person, other;
	g_autoptr(GPtrArray) seats = store_seats(h->st, id);

	person = ((struct seat_row *)seats->pdata[0])->person;
	other = ((struct seat_row *)seats->pdata[1])->person;
	ok(store_begin(h->st, __func__));
	hold(h, "a", "new@x", 0, 100, INBOX_HELD);
	hold(h, "b", "NEW@x", 0, 200, INBOX_HELD);
	hold(h, "c", "new@x", 1, 300, INBOX_HELD);
	hold(h, "d", "new@x", -1, 400, INBOX_HELD);
	hold(h, "e", "else@x", 0, 500, INBOX_HELD);
	hold(h, "f", "new@x", 0, 100, INBOX_DONE);
	ok(store_commit(h->st));
	hers = store_inbox_held(h->st, "new@x", person);
	assert_int_equal(hers->len, 2);
	assert_int_equal(g_array_index(hers, int64_t, 0), 1);
	assert_int_equal(g_array_index(hers, int64_t, 1), 2);
	none = store_inbox_held(h->st, "else@x", other);
	assert_int_equal(none->len, 0);
	old = store_inbox_held_since(h->st, 300);
	assert_int_equal(old->len, 3);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(needs_a_transaction),
		T(comes_back_whole),
		T(who_is_asked_what),
		T(they_are_closed),
		T(mails_are_held),
	};

	return cmocka_run_group_tests_name("questions", tests, NULL, NULL);
}

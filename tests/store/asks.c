/* SPDX-License-Identifier: ISC */
/* What people were asked, and mails that wait for the answers. */
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_lists.h"
#include "store/matches/matches.h"
#include "store/mails/outbox.h"
#include "store/people/people.h"
#include "store/people/asks.h"
#include "store/matches/seats.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static void
add_outside(struct home *h)
{
	struct ask_row q = { .address = (char *)"a@b", .person = 1 };

	(void)store_ask_add(h->st, &q);
}

static void
needs_a_transaction(void **state)
{
	assert_true(aborts(add_outside, *state));
}

static int64_t
ask(struct home *h, int64_t person, enum ask kind, const char *address,
    int64_t at)
{
	struct ask_row q = { .kind = kind,
		.person = person,
		.address = (char *)address,
		.asked = at };

	ok(store_begin(h->st, __func__));
	ok(store_ask_add(h->st, &q));
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
		const struct ask_row *q = list->pdata[i];

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
	int64_t match = add_match(h, "m", 2);
	struct ask_row q = { .kind = ASK_SENDER,
		.person = anna,
		.address = (char *)"anna@x",
		.asked = 1000,
		.agreed = AGREED_NEW };
	struct ask_row w = { .kind = ASK_INVITE,
		.person = anna,
		.address = (char *)"anna@x",
		.match = match,
		.name = (char *)"Zoe",
		.language = (char *)"pl",
		.lines = (char *)"[\"join 1\"]",
		.asked = 1001,
		.again = true };
	g_autoptr(GPtrArray) list = NULL;
	const struct ask_row *got;

	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "s", "m", "aa", &mail));
	q.inbox = mail;
	ok(store_ask_add(h->st, &q));
	ok(store_ask_add(h->st, &w));
	q.person = 99;
	fails(store_ask_add(h->st, &q), ERR_MISSING);
	ok(store_commit(h->st));
	home_again(h);
	list = store_asks_of(h->st, anna, 999);
	assert_int_equal(list->len, 2);
	got = list->pdata[0];
	assert_int_equal(got->kind, ASK_SENDER);
	assert_int_equal(got->person, anna);
	assert_string_equal(got->address, "anna@x");
	assert_int_equal(got->match, 0);
	assert_int_equal(got->seat, -1);
	assert_int_equal(got->inbox, mail);
	assert_null(got->lines);
	assert_int_equal(got->asked, 1000);
	assert_int_equal(got->agreed, AGREED_NEW);
	assert_false(got->again);
	got = list->pdata[1];
	assert_int_equal(got->kind, ASK_INVITE);
	assert_int_equal(got->match, match);
	assert_int_equal(got->inbox, 0);
	assert_string_equal(got->name, "Zoe");
	assert_string_equal(got->language, "pl");
	assert_string_equal(got->lines, "[\"join 1\"]");
	assert_true(got->again);
}

/* Their codes are made of it. */
static void
numbers_count_in_a_family(void **state)
{
	static const enum ask kinds[] = { ASK_ALIAS, ASK_STRANGER, ASK_INVITE,
		ASK_FORGET, ASK_MEANT, ASK_PERSON };
	static const int want[] = { 1, 1, 2, 2, 1, 3 };
	struct home *h = *state;
	int64_t anna = add_person(h, "Anna", "anna@x");

	ok(store_begin(h->st, __func__));
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		struct ask_row row = {
			.kind = kinds[i], .person = anna, .seat = -1
		};

		ok(store_ask_add(h->st, &row));
		assert_int_equal(row.number, want[i]);
		assert_int_equal(row.id, i + 1);
	}
	ok(store_commit(h->st));
}

static void
who_is_asked_what(void **state)
{
	struct home *h = *state;
	int64_t anna = add_person(h, "Anna", "anna@x");
	int64_t bert = add_person(h, "Bert", "bert@x"), at, n;
	bool wished;

	needs_file(h);
	ask(h, anna, ASK_ALIAS, "new@x", 1000);
	ask(h, anna, ASK_ADDRESS, "New@x", 2000);
	ask(h, bert, ASK_ADDRESS, "new@x", 3000);
	ask(h, anna, ASK_ALIAS, "other@x", 4000);
	assert_open(store_asks_of(h->st, anna, 999), "1 2 4 ");
	assert_open(store_asks_of(h->st, anna, 1000), "2 4 ");
	assert_open(store_asks_of(h->st, bert, 999), "3 ");
	assert_open(store_asks_at(h->st, "NEW@x", 1000), "2 3 ");
	assert_open(store_asks_at(h->st, "other@x", 4000), "");
	ok(store_ask_last(h->st, anna, ASK_ALIAS, "NEW@X", &at));
	assert_int_equal(at, 1000);
	ok(store_ask_last(h->st, bert, ASK_ALIAS, "new@x", &at));
	assert_int_equal(at, 0);
	ok(store_asks_count(h->st, anna, ASK_ALIAS, 999, 5000, &n));
	assert_int_equal(n, 2);
	ok(store_asks_count(h->st, anna, ASK_ALIAS, 1000, 5000, &n));
	assert_int_equal(n, 1);
	ok(store_asks_count(h->st, 0, ASK_ADDRESS, 999, 5000, &n));
	assert_int_equal(n, 2);
	/* questions about an address are no wishes of it */
	ok(store_ask_wished(h->st, "new@x", 999, 5000, &wished));
	assert_false(wished);
	ask(h, 0, ASK_STRANGER, "new@x", 5000);
	ok(store_ask_wished(h->st, "NEW@x", 4999, 5000, &wished));
	assert_true(wished);
	ok(store_ask_wished(h->st, "NEW@x", 5000, 5000, &wished));
	assert_false(wished);
	/* while the clock was ahead */
	ok(store_ask_wished(h->st, "NEW@x", 0, 4999, &wished));
	assert_false(wished);
	ok(store_asks_count(h->st, anna, ASK_ALIAS, 0, 3999, &n));
	assert_int_equal(n, 1);
	ok(store_asks_count(h->st, 0, ASK_ALIAS, 0, 3999, &n));
	assert_int_equal(n, 1);
}

static void
they_are_closed(void **state)
{
	struct home *h = *state;
	int64_t anna = add_person(h, "Anna", "anna@x"), at;
	struct ask_row q = {
		.person = anna, .closed = 5000, .agreed = AGREED_OLD
	};

	q.id = ask(h, anna, ASK_ADDRESS, "a@x", 1000);
	ask(h, anna, ASK_ADDRESS, "b@x", 2000);
	ask(h, anna, ASK_INVITE, "c@x", 2001);
	ok(store_begin(h->st, __func__));
	ok(store_ask_update(h->st, &q));
	assert_open(store_asks_of(h->st, anna, 0), "2 3 ");
	/* whom she has invited may come yet */
	ok(store_asks_close(h->st, anna, 6000));
	q.id = 99;
	fails(store_ask_update(h->st, &q), ERR_MISSING);
	ok(store_commit(h->st));
	assert_open(store_asks_of(h->st, anna, 0), "3 ");
	assert_open(store_asks_at(h->st, "b@x", 0), "");
	assert_int_equal(count(h, "SELECT closed FROM ask WHERE id = 1"), 5000);
	assert_int_equal(count(h, "SELECT closed FROM ask WHERE id = 2"), 6000);
	/* but not forgotten */
	ok(store_ask_last(h->st, anna, ASK_ADDRESS, "b@x", &at));
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
	g_autoptr(GArray) own = NULL, old = NULL, none = NULL;
	int64_t id = add_match(h, "m", 2), person, other;
	g_autoptr(GPtrArray) seats = NULL;

	needs_file(h);
	seats = store_seats(h->st, id);
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
	own = store_inbox_held(h->st, "new@x", person);
	assert_int_equal(own->len, 2);
	assert_int_equal(g_array_index(own, int64_t, 0), 1);
	assert_int_equal(g_array_index(own, int64_t, 1), 2);
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
		T(numbers_count_in_a_family),
		T(who_is_asked_what),
		T(they_are_closed),
		T(mails_are_held),
	};

	return cmocka_run_group_tests_name("asks", tests, NULL, NULL);
}

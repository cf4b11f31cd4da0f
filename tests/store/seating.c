/* SPDX-License-Identifier: ISC */
/* Who held seats, who would take one, and who is away. */
#include "base/err.h"
#include "store/people/absences.h"
#include "store/matches/tenures.h"
#include "store/mails/inbox.h"
#include "store/matches/matches.h"
#include "store/mails/outbox.h"
#include "store/people/people.h"
#include "store/matches/seats.h"
#include "store/matches/substitutes.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static void
begin(struct home *h)
{
	ok(store_begin(h->st, __func__));
}

static void
commit(struct home *h)
{
	ok(store_commit(h->st));
}

static void
tenures(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	int64_t dora = add_person(h, "Dora", "dora@example.org");
	struct tenure_row row = { .match = match,
		.seat = 1,
		.person = dora,
		.name = (char *)"Dora",
		.since = 500,
		.after = 7 };
	g_autoptr(GPtrArray) all = NULL, own = NULL, left = NULL;
	struct tenure_row *first;

	begin(h);
	ok(store_tenure_leave(h->st, match, 1, 400));
	ok(store_tenure_add(h->st, &row));
	commit(h);
	/* Two from the beginning, and she. */
	all = store_tenures(h->st, match);
	assert_int_equal(all->len, 3);
	first = all->pdata[1];
	assert_int_equal(first->seat, 1);
	assert_int_equal(first->until, 400);
	assert_int_equal(first->after, -1);
	first = all->pdata[2];
	assert_string_equal(first->name, "Dora");
	assert_int_equal(first->since, 500);
	assert_int_equal(first->until, 0);
	assert_int_equal(first->after, 7);
	own = store_tenures_of(h->st, dora, match);
	assert_int_equal(own->len, 1);
	left = store_tenures_left(h->st, dora);
	assert_int_equal(left->len, 0);
}

static void
substitutes(void **state)
{
	struct home *h = *state;
	int64_t any = add_person(h, "Any", "any@example.org");
	int64_t one = add_person(h, "One", "one@example.org");
	g_autoptr(GArray) list = NULL, none = NULL;
	g_autoptr(GPtrArray) games = NULL;

	begin(h);
	ok(store_substitute_set(h->st, one, "mutineer", 300));
	ok(store_substitute_set(h->st, any, "", 200));
	/* Once is enough, and a person who is on it twice is asked once. */
	ok(store_substitute_set(h->st, any, "", 250));
	ok(store_substitute_set(h->st, any, "mutineer", 400));
	commit(h);
	list = store_substitutes(h->st, "mutineer");
	assert_int_equal(list->len, 2);
	assert_int_equal(g_array_index(list, int64_t, 0), any);
	assert_int_equal(g_array_index(list, int64_t, 1), one);
	games = store_substitute_of(h->st, any);
	assert_int_equal(games->len, 2);
	assert_string_equal(games->pdata[1], "mutineer");
	begin(h);
	ok(store_substitute_drop(h->st, any));
	commit(h);
	none = store_substitutes(h->st, "hexxi");
	assert_int_equal(none->len, 0);
}

static void
offers(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	int64_t dora = add_person(h, "Dora", "dora@example.org");
	struct offer_row row = {
		.match = match, .seat = 1, .epoch = 3, .person = dora, .at = 900
	};
	g_autoptr(GPtrArray) list = NULL;
	const struct offer_row *newest;

	begin(h);
	for (int i = 0; i < 3; i++) {
		row.epoch = i;
		ok(store_offer_add(h->st, &row));
	}
	commit(h);
	list = store_offers(h->st, dora, 2);
	assert_int_equal(list->len, 2);
	newest = list->pdata[0];
	assert_int_equal(newest->id, row.id);
	assert_int_equal(newest->epoch, 2);
	assert_int_equal(newest->seat, 1);
	assert_int_equal(newest->at, 900);
}

static void
absences(void **state)
{
	struct home *h = *state;
	int64_t dora = add_person(h, "Dora", "dora@example.org");
	struct absence_row late = {
		.person = dora, .since = 900, .until = 950
	};
	struct absence_row soon = {
		.person = dora, .since = 100, .until = 200, .made = 50
	};
	g_autoptr(GPtrArray) both = NULL, one = NULL;
	const struct absence_row *row;

	begin(h);
	ok(store_absence_add(h->st, &late));
	ok(store_absence_add(h->st, &soon));
	soon.until = 150;
	ok(store_absence_update(h->st, &soon));
	commit(h);
	both = store_absences(h->st, dora);
	assert_int_equal(both->len, 2);
	row = both->pdata[0];
	assert_int_equal(row->since, 100);
	assert_int_equal(row->until, 150);
	assert_int_equal(row->made, 50);
	begin(h);
	ok(store_absence_drop(h->st, soon.id));
	fails(store_absence_drop(h->st, soon.id), ERR_MISSING);
	commit(h);
	one = store_absences(h->st, dora);
	assert_int_equal(one->len, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    tenures, home_open, home_remove),
		cmocka_unit_test_setup_teardown(
		    substitutes, home_open, home_remove),
		cmocka_unit_test_setup_teardown(offers, home_open, home_remove),
		cmocka_unit_test_setup_teardown(
		    absences, home_open, home_remove),
	};

	return cmocka_run_group_tests_name("seating", tests, NULL, NULL);
}

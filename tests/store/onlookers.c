/* SPDX-License-Identifier: ISC */
/* Who looks on at matches, and when a letter to her is due. */
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/people/people.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static struct onlooker_row
row_of(int64_t match, int64_t person)
{
	return (struct onlooker_row){ .match = match,
		.person = person,
		.name = (char *)"Dora",
		.since = 100,
		.told = 4,
		.written = 100 };
}

static void
add(struct home *h, int64_t match, int64_t person, int64_t since)
{
	struct onlooker_row o = row_of(match, person);

	o.since = since;
	ok(store_begin(h->st, __func__));
	ok(store_onlooker_add(h->st, &o));
	ok(store_commit(h->st));
}

static void
set_due(struct home *h, int64_t match, int64_t person, int64_t due)
{
	struct onlooker_row *o = store_onlooker(h->st, match, person);

	assert_non_null(o);
	o->due = due;
	ok(store_begin(h->st, __func__));
	ok(store_onlooker_update(h->st, o));
	ok(store_commit(h->st));
	onlooker_row_free(o);
}

static void
add_outside(struct home *h)
{
	struct onlooker_row o = row_of(1, 1);

	(void)store_onlooker_add(h->st, &o);
}

static void
update_outside(struct home *h)
{
	struct onlooker_row o = row_of(1, 1);

	(void)store_onlooker_update(h->st, &o);
}

static void
drop_outside(struct home *h)
{
	(void)store_onlooker_drop(h->st, 1, 1);
}

static void
needs_a_transaction(void **state)
{
	struct home *h = *state;

	assert_true(aborts(add_outside, h));
	assert_true(aborts(update_outside, h));
	assert_true(aborts(drop_outside, h));
}

static void
comes_back(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	int64_t person = add_person(h, "Dora", "dora@example.org");
	struct onlooker_row *o;

	h->e.code = 0;
	assert_null(store_onlooker(h->st, match, person));
	assert_int_equal(h->e.code, 0);
	add(h, match, person, 100);
	o = store_onlooker(h->st, match, person);
	assert_non_null(o);
	assert_int_equal(o->match, match);
	assert_int_equal(o->person, person);
	assert_string_equal(o->name, "Dora");
	assert_int_equal(o->since, 100);
	assert_int_equal(o->told, 4);
	assert_int_equal(o->written, 100);
	assert_int_equal(o->due, 0);
	assert_false(o->closed);
	o->told = 9;
	o->written = 200;
	o->due = 300;
	o->closed = true;
	ok(store_begin(h->st, __func__));
	ok(store_onlooker_update(h->st, o));
	ok(store_commit(h->st));
	onlooker_row_free(o);
	home_again(h);
	o = store_onlooker(h->st, match, person);
	assert_non_null(o);
	assert_int_equal(o->told, 9);
	assert_int_equal(o->written, 200);
	assert_int_equal(o->due, 300);
	assert_true(o->closed);
	onlooker_row_free(o);
	onlooker_row_free(NULL);
}

static void
refused(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	int64_t person = add_person(h, "Dora", "dora@example.org");
	struct onlooker_row o = row_of(match, person);

	add(h, match, person, 100);
	ok(store_begin(h->st, __func__));
	fails(store_onlooker_add(h->st, &o), ERR_CLASH);
	says("onlooker");
	o.match = match + 1;
	fails(store_onlooker_add(h->st, &o), ERR_MISSING);
	fails(store_onlooker_update(h->st, &o), ERR_MISSING);
	o.match = match;
	o.person = person + 1;
	fails(store_onlooker_add(h->st, &o), ERR_MISSING);
	fails(store_onlooker_drop(h->st, match, person + 1), ERR_MISSING);
	ok(store_onlooker_drop(h->st, match, person));
	ok(store_commit(h->st));
	assert_int_equal(count(h, "SELECT count(*) FROM onlooker"), 0);
}

static int64_t
person_at(const GPtrArray *list, guint i)
{
	return ((struct onlooker_row *)list->pdata[i])->person;
}

static void
lists(void **state)
{
	struct home *h = *state;
	int64_t one = add_match(h, "one", 2), two = add_match(h, "two", 2);
	int64_t dora = add_person(h, "Dora", "dora@example.org");
	int64_t emil = add_person(h, "Emil", "emil@example.org");
	g_autoptr(GPtrArray) of_match = NULL, of_person = NULL, none = NULL;

	add(h, one, dora, 200);
	add(h, one, emil, 100);
	add(h, two, dora, 300);
	of_match = store_onlookers(h->st, one);
	assert_int_equal(of_match->len, 2);
	assert_int_equal(person_at(of_match, 0), emil);
	assert_int_equal(person_at(of_match, 1), dora);
	of_person = store_onlookers_of(h->st, dora);
	assert_int_equal(of_person->len, 2);
	assert_int_equal(
	    ((struct onlooker_row *)of_person->pdata[0])->match, two);
	none = store_onlookers_of(h->st, 1);
	assert_int_equal(none->len, 0);
}

static void
due(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2), at;
	int64_t dora = add_person(h, "Dora", "dora@example.org");
	int64_t emil = add_person(h, "Emil", "emil@example.org");
	int64_t fanny = add_person(h, "Fanny", "fanny@example.org");
	g_autoptr(GPtrArray) list = NULL;

	add(h, match, dora, 100);
	add(h, match, emil, 100);
	add(h, match, fanny, 100); /* nothing is new for her */
	ok(store_next_due(h->st, true, &at));
	assert_int_equal(at, 0);
	set_due(h, match, dora, 900);
	set_due(h, match, emil, 700);
	ok(store_next_due(h->st, true, &at));
	assert_int_equal(at, 700);
	list = store_onlookers_due(h->st, 699);
	assert_int_equal(list->len, 0);
	g_ptr_array_unref(g_steal_pointer(&list));
	list = store_onlookers_due(h->st, 900);
	assert_int_equal(list->len, 2);
	assert_int_equal(person_at(list, 0), emil);
	assert_int_equal(person_at(list, 1), dora);
	set_due(h, match, emil, 0);
	ok(store_next_due(h->st, true, &at));
	assert_int_equal(at, 900);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(needs_a_transaction),
		T(comes_back),
		T(refused),
		T(lists),
		T(due),
	};

	return cmocka_run_group_tests_name("onlookers", tests, NULL, NULL);
}

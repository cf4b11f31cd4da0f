/* SPDX-License-Identifier: ISC */
/* Persons, their addresses, and the small facts of a home. */
#include "base/err.h"
#include "store/db.h"
#include "store/functions.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/meta.h"
#include "store/people/people.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static void
add_outside(struct home *h)
{
	struct person p = { .name = (char *)"Anna" };

	(void)store_person_add(h->st, &p);
}

static void
set_outside(struct home *h)
{
	struct person p = { .id = 1, .name = (char *)"Anna" };

	(void)store_person_set(h->st, &p);
}

static void
set_meta_outside(struct home *h)
{
	(void)store_meta_set(h->st, "key", "value");
}

static void
needs_a_transaction(void **state)
{
	struct home *h = *state;

	assert_true(aborts(add_outside, h));
	assert_true(aborts(set_outside, h));
	assert_true(aborts(set_meta_outside, h));
}

static void
refuses_half_a_person(void **state)
{
	struct home *h = *state;
	struct person p = { .name = (char *)"Anna", .language = (char *)"en" };

	ok(store_begin(h->st, __func__));
	fails(store_person_add(h->st, &p), ERR_FORMAT);
	says("person Anna: a person needs an address");
	p.address = (char *)"";
	fails(store_person_add(h->st, &p), ERR_FORMAT);
	p.address = (char *)"anna@example.org";
	p.name = NULL;
	fails(store_person_add(h->st, &p), ERR_FORMAT);
	p.name = (char *)"";
	fails(store_person_add(h->st, &p), ERR_FORMAT);
	assert_int_equal(p.id, 0);
	ok(store_commit(h->st));
	assert_int_equal(count(h, "SELECT count(*) FROM person"), 0);
	assert_int_equal(count(h, "SELECT count(*) FROM address"), 0);
}

static void
refuses_a_known_address(void **state)
{
	struct home *h = *state;
	struct person p = { .name = (char *)"Bert", .language = (char *)"en" };

	add_person(h, "Anna", "Anna@Example.org");
	ok(store_begin(h->st, __func__));
	p.address = (char *)"anna@example.ORG";
	fails(store_person_add(h->st, &p), ERR_CLASH);
	says("anna@example.ORG is another person's");
	/* The transaction goes on, without a trace of Bert. */
	p.address = (char *)"bert@example.org";
	ok(store_person_add(h->st, &p));
	ok(store_commit(h->st));
	assert_int_equal(count(h, "SELECT count(*) FROM person"), 2);
}

static void
nobody_is_no_error(void **state)
{
	struct home *h = *state;
	g_auto(GStrv) addresses = NULL;
	g_autoptr(GArray) all = NULL;
	struct err e = { 0 };

	assert_null(store_person(h->st, 1));
	assert_null(store_person_by_address(h->st, "a@b"));
	assert_null(store_person_by_address(h->st, "\xff@b"));
	addresses = store_addresses(h->st, 1);
	assert_non_null(addresses);
	assert_null(addresses[0]);
	all = store_person_ids(h->st);
	assert_int_equal(all->len, 0);
	assert_int_equal(e.code, 0);
}

static void
comes_back_whole(void **state)
{
	struct home *h = *state;
	int64_t id = add_person(h, "Anna Ö", "Jörg@Example.org");
	struct person *p = store_person(h->st, id);

	assert_non_null(p);
	assert_int_equal(p->id, id);
	assert_string_equal(p->name, "Anna Ö");
	assert_string_equal(p->language, "en");
	assert_string_equal(p->zone, "Europe/Berlin");
	assert_string_equal(p->address, "Jörg@Example.org");
	assert_int_equal(p->created, 1000);
	person_free(p);
	p = store_person_by_address(h->st, "JÖRG@example.ORG");
	assert_non_null(p);
	assert_int_equal(p->id, id);
	person_free(p);
	person_free(NULL);
}

/* What is no UTF-8 has no other case than ASCII's. */
static void
odd_bytes_are_an_address(void **state)
{
	struct home *h = *state;
	int64_t id = add_person(h, "Anna",
	    "\xff"
	    "Anna@x");
	struct person *p = store_person_by_address(h->st, "\xff"
							  "aNNA@X");

	assert_non_null(p);
	assert_int_equal(p->id, id);
	person_free(p);
}

static void
lists_by_name(void **state)
{
	struct home *h = *state;
	g_autoptr(GArray) all = NULL;
	int64_t clara = add_person(h, "clara", "c@x");
	int64_t bert = add_person(h, "Bert", "b@x");
	int64_t anna = add_person(h, "anna", "a@x");

	all = store_person_ids(h->st);
	assert_int_equal(all->len, 3);
	assert_int_equal(g_array_index(all, int64_t, 0), anna);
	assert_int_equal(g_array_index(all, int64_t, 1), bert);
	assert_int_equal(g_array_index(all, int64_t, 2), clara);
}

static void
set_refuses(void **state)
{
	struct home *h = *state;
	struct person p = { .name = (char *)"X", .language = (char *)"de" };
	struct person *anna;

	p.id = add_person(h, "Anna", "anna@x") + 1;
	p.address = (char *)"x@x";
	ok(store_begin(h->st, __func__));
	fails(store_person_set(h->st, &p), ERR_MISSING);
	ok(store_commit(h->st));
	add_person(h, "Bert", "bert@x");
	p.id--;
	p.address = (char *)"BERT@x";
	ok(store_begin(h->st, __func__));
	fails(store_person_set(h->st, &p), ERR_CLASH);
	p.address = NULL;
	fails(store_person_set(h->st, &p), ERR_FORMAT);
	ok(store_commit(h->st));
	anna = store_person(h->st, p.id);
	assert_string_equal(anna->name, "Anna");
	assert_string_equal(anna->language, "en");
	assert_string_equal(anna->address, "anna@x");
	person_free(anna);
}

static void
set_address(struct home *h, int64_t id, const char *address)
{
	struct person p = {
		.id = id,
		.name = (char *)"Anna",
		.language = (char *)"de",
		.address = (char *)address,
	};

	ok(store_begin(h->st, __func__));
	ok(store_person_set(h->st, &p));
	ok(store_commit(h->st));
}

/* Letters in ASCII alone: for her only, until she says otherwise. */
static void
ascii_is_kept(void **state)
{
	struct home *h = *state;
	int64_t id = add_person(h, "Anna", "anna@x");
	int64_t other = add_person(h, "Bert", "bert@x");
	struct person *p = store_person(h->st, id);

	assert_false(p->ascii);
	p->ascii = true;
	ok(store_begin(h->st, __func__));
	ok(store_person_set(h->st, p));
	ok(store_commit(h->st));
	person_free(p);
	p = store_person_by_address(h->st, "anna@x");
	assert_true(p->ascii);
	person_free(p);
	p = store_person(h->st, other);
	assert_false(p->ascii);
	person_free(p);
	set_address(h, id, "new@x");
	p = store_person(h->st, id);
	assert_false(p->ascii);
	person_free(p);
}

static void
moves_and_moves_back(void **state)
{
	struct home *h = *state;
	int64_t id = add_person(h, "Anna", "old@x");
	struct person *p;
	char **addresses;

	set_address(h, id, "new@x");
	p = store_person_by_address(h->st, "old@x");
	assert_int_equal(p->id, id);
	assert_string_equal(p->address, "new@x");
	assert_string_equal(p->language, "de");
	assert_string_equal(p->zone, "");
	person_free(p);
	addresses = store_addresses(h->st, id);
	assert_int_equal(g_strv_length(addresses), 2);
	assert_string_equal(addresses[0], "new@x");
	assert_string_equal(addresses[1], "old@x");
	g_strfreev(addresses);
	set_address(h, id, "OLD@x"); /* hers already; written as she says now */
	addresses = store_addresses(h->st, id);
	assert_int_equal(g_strv_length(addresses), 2);
	assert_string_equal(addresses[0], "OLD@x");
	assert_string_equal(addresses[1], "new@x");
	g_strfreev(addresses);
}

static void
keeps_small_facts(void **state)
{
	struct home *h = *state;
	char *value;

	ok(store_meta_get(h->st, "key", &value));
	assert_null(value);
	ok(store_begin(h->st, __func__));
	ok(store_meta_set(h->st, "key", "one"));
	ok(store_meta_set(h->st, "key", "two"));
	ok(store_meta_set(h->st, "other", ""));
	fails_inside(store_meta_set(h->st, NULL, "x"), ERR_FORMAT);
	ok(store_commit(h->st));
	home_again(h);
	ok(store_meta_get(h->st, "key", &value));
	assert_string_equal(value, "two");
	g_free(value);
	ok(store_meta_get(h->st, "other", &value));
	assert_string_equal(value, "");
	g_free(value);
	ok(store_begin(h->st, __func__));
	ok(store_meta_set(h->st, "key", NULL));
	ok(store_commit(h->st));
	ok(store_meta_get(h->st, "key", &value));
	assert_null(value);
}

static void
writes_from_more_than_one(void **state)
{
	struct home *h = *state;
	int64_t anna = add_person(h, "Anna", "anna@x");
	int64_t bert = add_person(h, "Bert", "bert@x");
	char **all;

	ok(store_begin(h->st, __func__));
	ok(store_address_add(h->st, anna, "Work@x"));
	ok(store_address_add(h->st, anna, "work@X"));
	ok(store_address_add(h->st, anna, "ANNA@x"));
	fails(store_address_add(h->st, bert, "work@x"), ERR_CLASH);
	fails(store_address_add(h->st, 99, "new@x"), ERR_MISSING);
	all = store_addresses(h->st, anna);
	assert_int_equal(g_strv_length(all), 2);
	assert_string_equal(all[0], "anna@x");
	assert_string_equal(all[1], "Work@x");
	g_strfreev(all);
	fails(store_address_drop(h->st, bert, "work@x"), ERR_MISSING);
	fails(store_address_drop(h->st, anna, "no@x"), ERR_MISSING);
	fails(store_address_drop(h->st, anna, "anna@X"), ERR_CLASH);
	ok(store_address_drop(h->st, anna, "WORK@x"));
	ok(store_address_add(h->st, bert, "work@x"));
	ok(store_commit(h->st));
}

/* As homes kept addresses before their form was that of base/address.h. */
static void
finds_what_was_kept(void **state)
{
	static const char *const written[] = { "anna@xn--e1afmkfd.xn--p1ai",
		"ANNA@XN--E1AFMKFD.XN--P1AI", "anna@пример.рф",
		"Anna@Пример。РФ" };
	struct home *h = *state;
	int64_t anna = add_person(h, "Anna", "anna@x");
	int64_t bert = add_person(h, "Bert", "bert@x");

	ok(db_exec(h->st,
	    "UPDATE address SET folded = 'anna@xn--e1afmkfd.xn--p1ai',"
	    " address = 'Anna@XN--e1afmkfd.xn--p1ai' WHERE folded = 'anna@x'"));
	ok(store_begin(h->st, __func__));
	for (size_t i = 0; i < G_N_ELEMENTS(written); i++) {
		struct person *p = store_person_by_address(h->st, written[i]);

		assert_non_null(p);
		assert_int_equal(p->id, anna);
		person_free(p);
		fails(store_address_add(h->st, bert, written[i]), ERR_CLASH);
		says("another person's");
		ok(store_address_undeliverable(h->st, written[i], 7));
	}
	ok(store_commit(h->st));
	assert_null(store_person_by_address(h->st, "anna@пpимер.рф"));
}

static void
mentioned(const char *text, bool want)
{
	if (db_mentions(text, strlen(text), "anna@xn--e1afmkfd.xn--p1ai") !=
	    want)
		fail_msg("%s", text);
}

/* Wherever a text holds an address, in whichever spelling. */
static void
finds_mentions(void **state)
{
	(void)state;
	mentioned("to anna@xn--e1afmkfd.xn--p1ai.", true);
	mentioned("Анна <ANNA@XN--E1afmkfd.xn--p1ai>", true);
	mentioned("<anna@пример.рф>", true);
	mentioned("<Anna@Пример.РФ>", true);
	mentioned(
	    "anna@=D0=BF=D1=80=D0=\r\n=B8=D0=BC=D0=B5=D1=80.=D1=80=D1=84,",
	    true);
	mentioned("joanna@пример.рф", false);
	mentioned("anna@пример.рфа", false);
	mentioned("anna@пример", false);
	mentioned("anna@пpимер.рф", false);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(needs_a_transaction),
		T(refuses_half_a_person),
		T(refuses_a_known_address),
		T(nobody_is_no_error),
		T(comes_back_whole),
		T(odd_bytes_are_an_address),
		T(lists_by_name),
		T(set_refuses),
		T(ascii_is_kept),
		T(moves_and_moves_back),
		T(writes_from_more_than_one),
		T(finds_what_was_kept),
		T(finds_mentions),
		T(keeps_small_facts),
	};

	return cmocka_run_group_tests_name("people", tests, NULL, NULL);
}

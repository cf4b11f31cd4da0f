/* SPDX-License-Identifier: ISC */
/* Letters that came back, and whom none reaches. */
#include "base/err.h"
#include "store/claims.h"
#include "store/mails/bounces.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/transaction.h"
#include "tests/store/home.h"

#define DAY 86400
#define HER "p0@table.example"

/* To a seat of match 1, or (-1) to an onlooker; the letter's id. */
static int64_t
letter(struct home *h, const char *name, int seat, int64_t after)
{
	g_autoptr(GBytes) raw = g_bytes_new_static("To: b\n", 6);
	g_autofree char *address =
	    g_strdup_printf("P%d@Table.example", MAX(seat, 0));
	g_autofree char *word = g_strdup_printf("word-%s", name);
	g_autofree char *id = g_strdup_printf("id-%s", name);
	struct outbox_row row = { .dedup = (char *)name,
		.match = 1,
		.seat = seat,
		.person = MAX(seat, 0) + 1,
		.address = address,
		.kind = (char *)"turn",
		.message_id = id,
		.bounce = word,
		.news_after = after,
		.state = OUTBOX_NEW,
		.created = 4000,
		.raw = raw };

	ok(store_begin(h->st, __func__));
	ok(store_outbox_next_id(h->st, &row.id));
	ok(store_outbox_add(h->st, &row));
	ok(store_commit(h->st));
	return row.id;
}

static int64_t
sent(struct home *h, const char *name, int seat, int64_t after)
{
	struct outbox_row *row;
	int64_t id = letter(h, name, seat, after);

	row = store_outbox(h->st, id);
	row->state = OUTBOX_SENT;
	ok(store_begin(h->st, __func__));
	ok(store_outbox_update(h->st, row));
	ok(store_commit(h->st));
	outbox_row_free(row);
	return id;
}

/* It came back on that day; on how many days now? */
static int64_t
back(struct home *h, int64_t id, int day)
{
	struct bounce_row row = { .address = (char *)HER,
		.outbox = id,
		.at = day * DAY + 7,
		.code = (char *)"5.7.1",
		.says = NULL };
	int64_t n;

	ok(store_begin(h->st, __func__));
	ok(store_bounce_add(h->st, &row));
	ok(store_commit(h->st));
	ok(store_bounce_days(h->st, HER, id, &n));
	return n;
}

static void
over(struct home *h)
{
	ok(store_begin(h->st, __func__));
	ok(store_bounce_over(h->st, HER));
	ok(store_commit(h->st));
}

static void
days_count(void **state)
{
	struct home *h = *state;

	add_match(h, "table", 2);
	assert_int_equal(back(h, sent(h, "a", 0, 0), 1), 1);
	assert_int_equal(back(h, sent(h, "b", 0, 0), 1), 1);
	sent(h, "hers not", 1, 0);
	letter(h, "still waits", 0, 0);
	assert_int_equal(back(h, sent(h, "c", 0, 0), 2), 2);
	over(h);
	assert_int_equal(back(h, sent(h, "d", 0, 0), 3), 1);
}

/* The report on an earlier letter may come after that on a later one. */
static void
a_letter_that_arrived(void **state)
{
	struct home *h = *state;
	int64_t late;

	needs_file(h);
	add_match(h, "table", 2);
	assert_int_equal(back(h, sent(h, "a", 0, 0), 1), 1);
	late = sent(h, "late", 0, 0);
	assert_int_equal(back(h, sent(h, "b", 0, 0), 2), 1);
	assert_int_equal(back(h, late, 3), 3);
	sent(h, "arrived", 0, 0);
	assert_int_equal(back(h, sent(h, "c", 0, 0), 4), 1);
}

static void
known_until_over(void **state)
{
	struct home *h = *state;
	int64_t id;
	bool known;

	add_match(h, "table", 2);
	id = sent(h, "a", 0, 0);
	back(h, id, 1);
	ok(store_bounce_known(h->st, id, "5.7.1", &known));
	assert_true(known);
	ok(store_bounce_known(h->st, id, "5.1.1", &known));
	assert_false(known);
	over(h);
	ok(store_bounce_known(h->st, id, "5.7.1", &known));
	assert_false(known);
}

static void
set_told(struct home *h, int seat, int64_t told)
{
	g_autoptr(GPtrArray) seats = store_seats(h->st, 1);
	struct seat_row *row = seats->pdata[seat];

	row->told = told;
	ok(store_begin(h->st, __func__));
	ok(store_seat_update(h->st, row));
	ok(store_commit(h->st));
}

static int64_t
told(struct home *h, int seat)
{
	g_autoptr(GPtrArray) seats = store_seats(h->st, 1);

	return ((struct seat_row *)seats->pdata[seat])->told;
}

static void
stop(struct home *h)
{
	ok(store_begin(h->st, __func__));
	ok(store_bounce_stop(h->st, HER, "none goes there"));
	ok(store_commit(h->st));
}

static int
state_of(struct home *h, int64_t id)
{
	struct outbox_row *row = store_outbox(h->st, id);
	int is = (int)row->state;

	assert_string_equal(
	    row->note, is == OUTBOX_DEAD ? "none goes there" : "");
	outbox_row_free(row);
	return is;
}

static void
stop_what_waits(void **state)
{
	struct home *h = *state;
	int64_t a, b, c, d;

	needs_file(h);
	add_match(h, "table", 2);
	set_told(h, 0, 20);
	set_told(h, 1, 20);
	a = sent(h, "a", 0, 5);
	b = letter(h, "b", 0, 9);
	c = letter(h, "c", 1, 9);
	d = letter(h, "d", -1, 3);
	stop(h);
	assert_int_equal(state_of(h, a), OUTBOX_SENT);
	assert_int_equal(state_of(h, b), OUTBOX_DEAD);
	assert_int_equal(state_of(h, c), OUTBOX_NEW);
	assert_int_equal(state_of(h, d), OUTBOX_DEAD);
	assert_int_equal(told(h, 0), 9);
	assert_int_equal(told(h, 1), 20);
	back(h, a, 1);
	stop(h);
	assert_int_equal(told(h, 0), 5);
	set_told(h, 0, 4); /* it is never told less than it was not */
	stop(h);
	assert_int_equal(told(h, 0), 4);
}

/* One that is just handed over is its sender's business. */
static void
do_not_stop_what_is_sent(void **state)
{
	struct home *h = *state;
	struct outbox_row *row;

	add_match(h, "table", 2);
	row = store_outbox(h->st, letter(h, "a", 0, 0));
	row->state = OUTBOX_SENDING;
	ok(store_begin(h->st, __func__));
	ok(store_outbox_update(h->st, row));
	ok(store_commit(h->st));
	stop(h);
	assert_int_equal(state_of(h, row->id), OUTBOX_SENDING);
	outbox_row_free(row);
}

/* A letter of a match that this worker has not claimed is lost to all others
 * that read it; so that is done alone. */
static void
narrow_loses_what_it_claimed(void **state)
{
	struct home *h = *state;
	g_autofree char *name = NULL;
	struct outbox_row *row;
	bool got = false;

	needs_server(h);
	name = claim_of_match(add_match(h, "table", 2));
	set_told(h, 0, 20);
	row = store_outbox(h->st, sent(h, "a", 0, 5));
	store_narrow(h->st, 0);
	ok(store_begin(h->st, "not claimed"));
	fails(store_letter_lost(h->st, row), ERR_BUSY);
	store_rollback(h->st);
	ok(store_claim_one(h->st, name, &got));
	ok(store_begin(h->st, "claimed"));
	ok(store_letter_lost(h->st, row));
	ok(store_commit(h->st));
	assert_int_equal(told(h, 0), 5);
	g_free(row->kind);
	row->kind = g_strdup("digest");
	ok(store_begin(h->st, "of several"));
	fails(store_letter_lost(h->st, row), ERR_BUSY);
	store_rollback(h->st);
	store_wide(h->st);
	ok(store_begin(h->st, "alone"));
	ok(store_letter_lost(h->st, row));
	ok(store_commit(h->st));
	store_unclaim_one(h->st, name);
	outbox_row_free(row);
}

/* Since when letters to that person come back. */
static int64_t
since(struct home *h, int64_t person)
{
	struct person *p = store_person(h->st, person);
	int64_t at = p->undeliverable;

	person_free(p);
	return at;
}

static void
undeliverable(void **state)
{
	struct home *h = *state;
	struct person *p;

	add_match(h, "table", 2);
	ok(store_begin(h->st, __func__));
	ok(store_address_undeliverable(h->st, "P1@TABLE.example", 9));
	ok(store_address_undeliverable(h->st, HER, 7));
	fails(store_address_undeliverable(h->st, "nobody@x", 7), ERR_MISSING);
	assert_int_equal(since(h, 1), 7);
	assert_int_equal(since(h, 2), 9);
	/* her letters go elsewhere, and back */
	p = store_person(h->st, 1);
	g_free(p->address);
	p->address = g_strdup("new@table.example");
	ok(store_person_set(h->st, p));
	assert_int_equal(since(h, 1), 0);
	g_free(p->address);
	p->address = g_strdup(HER);
	ok(store_person_set(h->st, p));
	person_free(p);
	assert_int_equal(since(h, 1), 7);
	ok(store_address_undeliverable(h->st, HER, 0));
	assert_int_equal(since(h, 1), 0);
	assert_int_equal(since(h, 2), 9);
	ok(store_commit(h->st));
}

static void
find_a_letter(void **state)
{
	struct home *h = *state;
	struct outbox_row *row;
	int64_t id;

	add_match(h, "table", 2);
	letter(h, "a", 0, 0);
	id = letter(h, "b", 0, 0);
	row = store_outbox_by_bounce(h->st, "word-b");
	assert_int_equal(row->id, id);
	assert_non_null(row->raw);
	outbox_row_free(row);
	row = store_outbox_by_message_id(h->st, "id-b");
	assert_int_equal(row->id, id);
	outbox_row_free(row);
	assert_null(store_outbox_by_bounce(h->st, "word-c"));
	assert_null(store_outbox_by_bounce(h->st, ""));
	assert_null(store_outbox_by_message_id(h->st, "ID-b"));
	assert_int_equal(h->e.code, 0);
}

static void
owed(void **state)
{
	static const struct {
		enum match_status status;
		int64_t told;
		guint n;
	} cases[] = { { STATUS_RUNNING, 3, 0 }, { STATUS_OVER, 3, 1 },
		{ STATUS_OVER, 8, 0 }, { STATUS_ENDED, 7, 1 } };
	struct home *h = *state;
	struct match_row *match;
	int64_t id = add_match(h, "table", 2);

	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		GPtrArray *list;

		match = store_match(h->st, id);
		match->status = cases[i].status;
		match->last_event = 8;
		ok(store_begin(h->st, __func__));
		ok(store_match_update(h->st, match));
		ok(store_commit(h->st));
		match_row_free(match);
		set_told(h, 0, cases[i].told);
		list = store_seats_owed(h->st, 1);
		assert_int_equal(list->len, cases[i].n);
		g_ptr_array_unref(list);
	}
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(days_count),
		T(a_letter_that_arrived),
		T(known_until_over),
		T(stop_what_waits),
		T(do_not_stop_what_is_sent),
		T(narrow_loses_what_it_claimed),
		T(undeliverable),
		T(find_a_letter),
		T(owed),
	};

	return cmocka_run_group_tests_name("bounces", tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/* Matches and their seats. */
#include "base/err.h"
#include "store/db.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/store.h"
#include "store/transaction.h"
#include "tests/store/home.h"

#define AGREED                                                   \
	"0123456789abcdef0123456789abcdef0123456789abcdef012345" \
	"6789abcdef"
#define MATCH_ROW                                                              \
	{                                                                      \
		.game = (char *)"hexxi", .rules = 3, .name = (char *)"Friday", \
		.status = STATUS_MUSTER,                                       \
		.options = (char *)"{\"pirates\":true}",                       \
		.data = (char *)"[1]", .preset = (char *)"{}",                 \
		.agreed = (char *)AGREED, .policy = (char *)"{}",              \
		.created = 1000                                                \
	}

static void
match_outside(struct home *h)
{
	struct match_row m = MATCH_ROW;
	g_autoptr(GPtrArray) seats = g_ptr_array_new();

	(void)store_match_add(h->st, &m, seats);
}

static void
update_outside(struct home *h)
{
	struct match_row m = MATCH_ROW;

	(void)store_match_update(h->st, &m);
}

static void
needs_a_transaction(void **state)
{
	struct home *h = *state;

	assert_true(aborts(match_outside, h));
	assert_true(aborts(update_outside, h));
}

/* One seat for a person who may not be there. */
static int
try_match(struct home *h, struct match_row *m, int64_t person)
{
	struct seat_row s = { .name = (char *)"Anna", .person = person };
	g_autoptr(GPtrArray) seats = g_ptr_array_new();

	g_ptr_array_add(seats, &s);
	return store_match_add(h->st, m, seats);
}

static void
refuses_half_a_match(void **state)
{
	struct home *h = *state;
	struct match_row m = MATCH_ROW;
	int64_t anna = add_person(h, "Anna", "anna@x");

	ok(store_begin(h->st, __func__));
	fails(try_match(h, &m, anna + 1), ERR_MISSING);
	says("match Friday: seat 0: what it belongs to is not there");
	m.options = (char *)"{";
	fails(try_match(h, &m, anna), ERR_FORMAT);
	m.options = NULL;
	fails(try_match(h, &m, anna), ERR_FORMAT);
	m.options = (char *)"{}";
	m.data = (char *)"no JSON";
	fails(try_match(h, &m, anna), ERR_FORMAT);
	assert_int_equal(m.id, 0);
	ok(store_commit(h->st));
	assert_int_equal(count(h, "SELECT count(*) FROM match"), 0);
}

static void
add_full_match(struct home *h, struct match_row *m)
{
	g_autoptr(GPtrArray) seats = g_ptr_array_new();
	struct seat_row anna = { .seat = 0,
		.name = (char *)"Anna",
		.epoch = 2,
		.ready = true,
		.luck = (char *)"four leaves",
		.occupant = OCCUPANT_ROBOT,
		.level = (char *)"medium",
		.told = 7 };
	struct seat_row bert = {
		.seat = 1, .name = (char *)"Bert", .told = -1
	};
	int i;

	for (i = 0; i < 32; i++) {
		m->server_seed[i] = (unsigned char)i;
		m->seed[i] = (unsigned char)(200 + i);
	}
	anna.person = add_person(h, "Anna", "anna@x");
	bert.person = add_person(h, "Bert", "bert@x");
	g_ptr_array_add(seats, &bert);
	g_ptr_array_add(seats, &anna);
	ok(store_begin(h->st, __func__));
	ok(store_match_add(h->st, m, seats));
	ok(store_commit(h->st));
	assert_true(m->id > 0);
	assert_int_equal(anna.match, m->id);
	assert_int_equal(bert.match, m->id);
}

static void
match_comes_back_whole(void **state)
{
	struct home *h = *state;
	struct match_row m = MATCH_ROW;
	struct match_row *got;

	add_full_match(h, &m);
	got = store_match(h->st, m.id);
	assert_non_null(got);
	assert_int_equal(got->id, m.id);
	assert_string_equal(got->game, "hexxi");
	assert_int_equal(got->rules, 3);
	assert_string_equal(got->name, "Friday");
	assert_int_equal(got->status, STATUS_MUSTER);
	assert_string_equal(got->options, "{\"pirates\":true}");
	assert_string_equal(got->data, "[1]");
	assert_string_equal(got->preset, "{}");
	assert_string_equal(got->agreed, AGREED);
	assert_memory_equal(got->server_seed, m.server_seed, 32);
	assert_memory_equal(got->seed, m.seed, 32);
	assert_string_equal(got->policy, "{}");
	assert_int_equal(got->created, 1000);
	assert_int_equal(got->started, 0);
	assert_int_equal(got->ended, 0);
	assert_int_equal(got->last_event, 0);
	assert_null(got->draws);
	match_row_free(got);
	match_row_free(NULL);
	assert_null(store_match(h->st, m.id + 1));
	assert_int_equal(h->e.code, 0);
}

static void
match_moves_on(void **state)
{
	struct home *h = *state;
	struct match_row m = MATCH_ROW;
	g_autoptr(GByteArray) draws = g_byte_array_new();
	struct match_row *got;

	add_full_match(h, &m);
	g_byte_array_append(draws, (const guint8 *)"\0\1\2\377", 4);
	m.status = STATUS_RUNNING;
	m.started = 2000;
	m.last_event = 12;
	m.seed[0] = 1;
	m.draws = draws;
	ok(store_begin(h->st, __func__));
	ok(store_match_update(h->st, &m));
	m.draws = NULL; /* does not remember what was bound before */
	ok(store_match_update(h->st, &m));
	got = store_match(h->st, m.id);
	assert_null(got->draws);
	match_row_free(got);
	m.draws = draws;
	ok(store_match_update(h->st, &m));
	m.id++;
	fails_inside(store_match_update(h->st, &m), ERR_MISSING);
	ok(store_commit(h->st));
	got = store_match(h->st, --m.id);
	assert_int_equal(got->status, STATUS_RUNNING);
	assert_int_equal(got->started, 2000);
	assert_int_equal(got->last_event, 12);
	assert_int_equal(got->seed[0], 1);
	assert_int_equal(got->draws->len, 4);
	assert_memory_equal(got->draws->data, "\0\1\2\377", 4);
	match_row_free(got);
	got = store_match(h->st, add_match(h, "second", 0));
	assert_string_equal(got->name, "second");
	assert_null(got->data);
	assert_null(got->preset);
	assert_null(got->agreed);
	match_row_free(got);
}

static void
numbers_by_state(void **state)
{
	struct home *h = *state;
	int64_t first = add_match(h, "first", 0);
	g_autoptr(GArray) ids = NULL;

	add_match(h, "second", 0);
	add_match(h, "third", 0);
	ok(db_exec(
	    h->st, "UPDATE match SET life = 'running' WHERE name = 'second'"));
	ids = store_match_ids(h->st, STATUS_RUNNING, STATUS_MUSTER);
	assert_int_equal(ids->len, 3);
	for (guint i = 0; i < ids->len; i++)
		assert_int_equal(g_array_index(ids, int64_t, i), first + i);
	g_array_unref(g_steal_pointer(&ids));
	ids = store_match_ids(h->st, STATUS_MUSTER, STATUS_MUSTER);
	assert_int_equal(ids->len, 2);
	assert_int_equal(g_array_index(ids, int64_t, 1), first + 2);
	g_array_unref(g_steal_pointer(&ids));
	ids = store_match_ids(h->st, STATUS_OVER, STATUS_ENDED);
	assert_int_equal(ids->len, 0);
}

static void
refuses_unknown_words(void **state)
{
	struct home *h = *state;
	struct match_row m = MATCH_ROW;

	needs_file(h);
	add_full_match(h, &m);
	fails(db_exec(h->st, "UPDATE match SET life = 'asleep'"), ERR_FORMAT);
	ok(db_exec(h->st, "PRAGMA ignore_check_constraints = ON"));
	ok(db_exec(h->st, "UPDATE match SET life = 'asleep'"));
	assert_null(store_match(h->st, m.id));
	assert_int_equal(h->e.code, ERR_DAMAGED);
	says("unknown life \"asleep\"");
	ok(db_exec(h->st, "UPDATE match SET life = 'over', seed = x'00'"));
	assert_null(store_match(h->st, m.id));
	says("a seed of the wrong length");
	ok(db_exec(h->st, "PRAGMA ignore_check_constraints = OFF"));
	fails(store_check(h->st), ERR_DAMAGED);
}

static void
seats_come_back_whole(void **state)
{
	struct home *h = *state;
	struct match_row m = MATCH_ROW;
	g_autoptr(GPtrArray) seats = NULL;
	struct seat_row *s;

	add_full_match(h, &m);
	seats = store_seats(h->st, m.id);
	assert_int_equal(seats->len, 2);
	s = seats->pdata[0];
	assert_int_equal(s->match, m.id);
	assert_int_equal(s->seat, 0);
	assert_string_equal(s->name, "Anna");
	assert_int_equal(s->epoch, 2);
	assert_true(s->ready);
	assert_string_equal(s->luck, "four leaves");
	assert_int_equal(s->occupant, OCCUPANT_ROBOT);
	assert_string_equal(s->level, "medium");
	assert_int_equal(s->told, 7);
	s = seats->pdata[1];
	assert_int_equal(s->seat, 1);
	assert_false(s->ready);
	assert_null(s->luck);
	assert_null(s->level);
	assert_int_equal(s->occupant, OCCUPANT_PERSON);
	assert_int_equal(s->told, -1);
	seat_row_free(NULL);
}

static void
seat_changes(void **state)
{
	struct home *h = *state;
	struct match_row m = MATCH_ROW;
	g_autoptr(GPtrArray) seats = NULL;
	g_autoptr(GPtrArray) after = NULL;
	struct seat_row *s;

	add_full_match(h, &m);
	seats = store_seats(h->st, m.id);
	s = seats->pdata[1];
	g_free(s->name);
	s->name = g_strdup("Bertram");
	s->epoch = 5;
	s->ready = true;
	s->luck = g_strdup("");
	s->level = g_strdup("strong");
	s->told = 3;
	ok(store_begin(h->st, __func__));
	ok(store_seat_update(h->st, s));
	s->seat = 9;
	fails_inside(store_seat_update(h->st, s), ERR_MISSING);
	if (!store_is_remote(h->path)) /* a server tells it late */
		says("seat 9");
	ok(store_commit(h->st));
	after = store_seats(h->st, m.id);
	s = after->pdata[1];
	assert_string_equal(s->name, "Bertram");
	assert_int_equal(s->epoch, 5);
	assert_true(s->ready);
	assert_string_equal(s->luck, "");
	assert_string_equal(s->level, "strong");
	assert_int_equal(s->occupant, OCCUPANT_PERSON);
	assert_int_equal(s->told, 3);
	s = after->pdata[0];
	assert_string_equal(s->name, "Anna");
}

/* Only what she can still play. */
static void
seats_of_a_person(void **state)
{
	struct home *h = *state;
	enum match_status status;
	int64_t anna = add_person(h, "Anna", "anna@x");
	g_autoptr(GPtrArray) seats = NULL;
	g_autoptr(GPtrArray) none = NULL;

	ok(store_begin(h->st, __func__));
	for (status = STATUS_MUSTER; status <= STATUS_ENDED; status++) {
		struct match_row m = MATCH_ROW;

		m.status = status;
		ok(try_match(h, &m, anna));
	}
	ok(store_commit(h->st));
	seats = store_seats_of(h->st, anna);
	assert_int_equal(seats->len, 2);
	assert_int_equal(((struct seat_row *)seats->pdata[0])->match, 1);
	assert_int_equal(((struct seat_row *)seats->pdata[1])->match, 2);
	none = store_seats_of(h->st, anna + 1);
	assert_int_equal(none->len, 0);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(needs_a_transaction),
		T(refuses_half_a_match),
		T(match_comes_back_whole),
		T(match_moves_on),
		T(numbers_by_state),
		T(refuses_unknown_words),
		T(seats_come_back_whole),
		T(seat_changes),
		T(seats_of_a_person),
	};

	return cmocka_run_group_tests_name("matches", tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/*
 * Turns of programs that work with the same rows: which of them has the steps,
 * for how long, and by which clock.
 */
#include "tests/store/home.h"

#include "store/engine.h"

#define SECOND 1000000

static void
one_has_them(void **state)
{
	struct home *h = *state;
	struct home other = { .st = store_open(h->path, false, &h->e) };
	bool got = false;

	assert_non_null(other.st);
	ok(store_take_steps(h->st, &got));
	assert_true(got);
	ok(store_take_steps(other.st, &got));
	/* of a file, app/home/lock.c locks another one */
	assert_int_equal(got, !store_is_remote(h->path));
	store_give_steps(h->st);
	ok(store_take_steps(other.st, &got));
	assert_true(got);
	store_close(other.st);
}

static void
cut_off(struct home *h)
{
	fails(db_exec(h->st, "SELECT pg_terminate_backend(pg_backend_pid())"),
	    ERR_IO);
}

/* Others may have had the steps since: what was begun is not gone on with. */
static void
a_lost_turn_is_over(void **state)
{
	struct home *h = *state;
	bool got = false;

	needs_server(h);
	ok(store_take_steps(h->st, &got));
	cut_off(h);
	fails(store_begin(h->st, "send"), ERR_IO);
	says("send: the connection to database ");
	says("was lost, and with it the turn");
	assert_false(store_in_transaction(h->st));
	store_give_steps(h->st);
	ok(store_take_steps(h->st, &got));
	assert_true(got);
	ok(store_begin(h->st, "send"));
	ok(store_commit(h->st));
	store_give_steps(h->st);
}

/* One without a turn, such as an organiser's command, has lost nothing. */
static void
others_connect_again(void **state)
{
	struct home *h = *state;

	needs_server(h);
	cut_off(h);
	ok(store_begin(h->st, "command"));
	ok(store_commit(h->st));
}

static int64_t
setting(struct home *h, const char *sql)
{
	int64_t n = -1;

	ok(db_number(h->st, sql, &n));
	return n;
}

/* Milliseconds until the server ends a session that hangs. */
#define IDLE                                                                  \
	"SELECT coalesce(max(setting::int8), 0) FROM pg_settings"             \
	" WHERE name = 'idle_session_timeout' AND " /* of PostgreSQL 14 on */ \
	"current_setting('server_version_num')::int8 >= 140000"
#define WITHIN                                               \
	"SELECT setting::int8 FROM pg_settings WHERE name =" \
	" 'idle_in_transaction_session_timeout'"
#define VERSION "SELECT current_setting('server_version_num')::int8"

static void
one_that_hangs_loses_it(void **state)
{
	struct home *h = *state;
	bool got = false;

	needs_server(h);
	assert_int_equal(setting(h, WITHIN), 0);
	ok(store_take_steps(h->st, &got));
	assert_int_equal(setting(h, WITHIN), 300000);
	assert_int_equal(
	    setting(h, IDLE), setting(h, VERSION) >= 140000 ? 300000 : 0);
	store_give_steps(h->st);
	/* what the organiser has chosen stays */
	ok(db_exec(h->st, "SET idle_in_transaction_session_timeout = '7s'"));
	ok(store_take_steps(h->st, &got));
	assert_int_equal(setting(h, WITHIN), 7000);
	store_give_steps(h->st);
}

static void
one_clock(void **state)
{
	struct home *h = *state;
	int64_t here = g_get_real_time(), there = here;

	ok(store_clock(h->st, &there));
	if (!store_is_remote(h->path)) {
		assert_int_equal(there, here);
		return;
	}
	/* another one, of the same machine here */
	assert_true(there > here - SECOND && there < here + 60 * SECOND);
	there = 1;
	ok(store_clock(h->st, &there));
	assert_true(there > here - SECOND);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(one_has_them),
		T(a_lost_turn_is_over),
		T(others_connect_again),
		T(one_that_hangs_loses_it),
		T(one_clock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

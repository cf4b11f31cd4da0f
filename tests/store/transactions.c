/* SPDX-License-Identifier: ISC */
/* Transactions: nesting, taking back, and others who write as well. */
#include "base/err.h"
#include "store/claims.h"
#include "store/db.h"
#include "store/engine.h"
#include "store/matches/timers.h"
#include "store/meta.h"
#include "store/people/absences.h"
#include "store/sqlite/sqlite.h"
#include "store/store.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static void
set(struct home *h, const char *key, const char *value)
{
	ok(store_meta_set(h->st, key, value));
}

static bool
is_set(struct home *h, const char *key)
{
	g_autofree char *value = NULL;

	ok(store_meta_get(h->st, key, &value));
	return value != NULL;
}

static void
commit_alone(struct home *h)
{
	(void)store_commit(h->st);
}

static void
rollback_alone(struct home *h)
{
	store_rollback(h->st);
}

static void
nest_without_end(struct home *h)
{
	while (store_begin(h->st, __func__) == 0)
		continue;
}

static void
misuse_aborts(void **state)
{
	struct home *h = *state;

	assert_true(aborts(commit_alone, h));
	assert_true(aborts(rollback_alone, h));
	assert_true(aborts(nest_without_end, h));
}

static void
commit_keeps(void **state)
{
	struct home *h = *state;

	assert_false(store_in_transaction(h->st));
	ok(store_begin(h->st, __func__));
	assert_true(store_in_transaction(h->st));
	set(h, "a", "1");
	ok(store_commit(h->st));
	assert_false(store_in_transaction(h->st));
	home_again(h);
	assert_true(is_set(h, "a"));
}

static void
rollback_takes_back(void **state)
{
	struct home *h = *state;

	ok(store_begin(h->st, __func__));
	set(h, "a", "1");
	assert_true(is_set(h, "a"));
	store_rollback(h->st);
	assert_false(store_in_transaction(h->st));
	assert_false(is_set(h, "a"));
}

static void
inner_rollback_is_only_the_inner(void **state)
{
	struct home *h = *state;

	ok(store_begin(h->st, "outer"));
	set(h, "outer", "1");
	ok(store_begin(h->st, "kept"));
	set(h, "kept", "1");
	ok(store_commit(h->st));
	ok(store_begin(h->st, "middle"));
	set(h, "middle", "1");
	ok(store_begin(h->st, "innermost"));
	set(h, "innermost", "1");
	store_rollback(h->st);
	assert_true(is_set(h, "middle"));
	assert_false(is_set(h, "innermost"));
	ok(store_begin(h->st, "innermost"));
	set(h, "released", "1");
	ok(store_commit(h->st));
	store_rollback(h->st); /* the middle, and what it released */
	assert_true(store_in_transaction(h->st));
	ok(store_commit(h->st));
	home_again(h);
	assert_true(is_set(h, "outer"));
	assert_true(is_set(h, "kept"));
	assert_false(is_set(h, "middle"));
	assert_false(is_set(h, "innermost"));
	assert_false(is_set(h, "released"));
}

static void
outer_rollback_is_everything(void **state)
{
	struct home *h = *state;

	ok(store_begin(h->st, "outer"));
	ok(store_begin(h->st, "inner"));
	set(h, "inner", "1");
	ok(store_commit(h->st));
	store_rollback(h->st);
	assert_false(is_set(h, "inner"));
}

static void
closing_takes_back(void **state)
{
	struct home *h = *state;

	ok(store_begin(h->st, "outer"));
	ok(store_begin(h->st, "inner"));
	set(h, "a", "1");
	home_again(h);
	assert_false(is_set(h, "a"));
}

/* What fails within a transaction leaves it standing. */
static void
goes_on_after_a_clash(void **state)
{
	struct home *h = *state;

	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "a", "", "aa", NULL));
	fails(try_mail(h, "a", "", "aa", NULL), ERR_CLASH);
	ok(try_mail(h, "b", "", "aa", NULL));
	ok(store_commit(h->st));
	assert_int_equal(count(h, "SELECT count(*) FROM inbox"), 2);
}

/*
 * When SQLite takes back the whole of it, nothing more may be written until
 * its end, at whatever level it happened.
 */
static void
nothing_after_a_lost_one(void **state)
{
	struct home *h = *state;

	ok(store_begin(h->st, "outer"));
	set(h, "a", "1");
	ok(store_begin(h->st, "inner"));
	ok(db_exec(h->st, "ROLLBACK"));
	fails(store_meta_set(h->st, "b", "1"), ERR_IO);
	says("has taken back what outer wrote");
	fails(store_begin(h->st, "third"), ERR_IO);
	says("third: database");
	store_rollback(h->st);
	assert_true(store_in_transaction(h->st));
	fails(store_meta_set(h->st, "c", "1"), ERR_IO);
	fails(store_commit(h->st), ERR_IO);
	says("outer: database");
	assert_false(store_in_transaction(h->st));
	assert_int_equal(
	    count(h, "SELECT count(*) FROM meta WHERE key IN ('a','b','c')"),
	    0);
	ok(store_begin(h->st, "next"));
	set(h, "d", "1");
	ok(store_commit(h->st));
}

/* The end itself fails: a constraint looked at only then. */
static void
failed_commit_takes_back(void **state)
{
	struct home *h = *state;

	needs_file(h);
	ok(store_begin(h->st, "handle"));
	ok(db_exec(h->st, "PRAGMA defer_foreign_keys = ON"));
	set(h, "a", "1");
	ok(db_exec(h->st, "INSERT INTO inbox_raw VALUES (7, x'00')"));
	fails(store_commit(h->st), ERR_MISSING);
	says("handle: what it belongs to is not there");
	assert_false(store_in_transaction(h->st));
	assert_true(sqlite3_get_autocommit(sqlite_of(h->st)));
	assert_false(is_set(h, "a"));
	ok(store_begin(h->st, "next"));
	set(h, "b", "1");
	ok(store_commit(h->st));
}

static void
busy(void **state)
{
	struct home *h = *state;
	struct home other = { .st = store_open(h->path, false, &h->e) };
	gint64 start;

	assert_non_null(other.st);
	ok(store_begin(other.st, "other"));
	set(&other, "a", "1");
	assert_false(is_set(h, "a")); /* reading goes on meanwhile */
	store_busy_timeout(h->st, 120);
	start = g_get_monotonic_time();
	fails(store_begin(h->st, "handle"), ERR_BUSY);
	assert_true(g_get_monotonic_time() - start >= 100000);
	says("handle: database ");
	says("is in use: another program is writing");
	says("0.12 seconds");
	assert_false(store_in_transaction(h->st));
	ok(store_commit(other.st));
	ok(store_begin(h->st, "handle"));
	ok(store_commit(h->st));
	store_close(other.st);
}

/* A child that writes again and again, as fast as it can. */
static void
write_many(struct home *h, int who)
{
	int i;

	h->st = store_open(h->path, false, &h->e);
	if (h->st == NULL)
		_exit(1);
	for (i = 0; i < 60; i++) {
		g_autofree char *source = g_strdup_printf("%d-%d", who, i);

		if (store_begin(h->st, __func__) == -1 ||
		    try_mail(h, source, "", "aa", NULL) == -1 ||
		    try_letter(h, source, NULL) == -1 ||
		    store_commit(h->st) == -1) {
			fprintf(stderr, "%s\n", h->e.text);
			_exit(1);
		}
	}
	_exit(0);
}

static void
writers_wait_for_each_other(void **state)
{
	struct home *h = *state;
	int i, status;
	pid_t pid[3];

	for (i = 0; i < 3; i++) {
		pid[i] = fork();
		if (pid[i] == 0)
			write_many(h, i);
	}
	for (i = 0; i < 3; i++) {
		assert_int_equal(waitpid(pid[i], &status, 0), pid[i]);
		assert_int_equal(status, 0);
	}
	h->st = store_open(h->path, false, &h->e);
	assert_non_null(h->st);
	assert_int_equal(count(h, "SELECT count(*) FROM inbox"), 180);
	/* Nobody got another's letter id. */
	assert_int_equal(count(h, "SELECT max(id) FROM outbox"), 180);
	ok(store_check(h->st));
}

static void
sees_a_newer_one_come(void **state)
{
	struct home *h = *state;
	struct home other = { .st = store_open(h->path, false, &h->e) };

	assert_non_null(other.st);
	ok(db_exec(other.st, store_is_remote(h->path)
				 ? "UPDATE turnpost SET schema = 500"
				 : "PRAGMA user_version = 500"));
	fails(store_begin(h->st, "handle"), ERR_NEWER);
	says("handle: a newer turnpost has changed database");
	assert_false(store_in_transaction(h->st));
	assert_true(h->st->engine->ended(h->st));
	store_close(other.st);
}

/* A server may tell it late; then the end of what it was in tells it. */
static void
inner_fault_is_only_the_inner(void **state)
{
	struct home *h = *state;

	ok(store_begin(h->st, __func__));
	set(h, "outer", "1");
	fails_inside(store_meta_set(h->st, NULL, "x"), ERR_FORMAT);
	assert_true(is_set(h, "outer"));
	set(h, "after", "1");
	ok(store_commit(h->st));
	assert_true(is_set(h, "outer"));
	assert_true(is_set(h, "after"));
}

/* What nobody heard of in time is not kept, nor what came after it. */
static void
late_fault_takes_back(void **state)
{
	struct home *h = *state;

	if (h->st->engine != &postgres_engine)
		skip(); /* a file tells at once */
	ok(store_begin(h->st, __func__));
	set(h, "before", "1");
	(void)store_meta_set(h->st, NULL, "x");
	if (store_begin(h->st, "inner") == 0) {
		(void)store_meta_set(h->st, "after", "1");
		fails(store_commit(h->st), ERR_FORMAT);
	}
	assert_int_equal(store_commit(h->st), -1);
	assert_false(is_set(h, "before"));
	assert_false(is_set(h, "after"));
	ok(store_begin(h->st, __func__));
	set(h, "again", "1");
	ok(store_commit(h->st));
	assert_true(is_set(h, "again"));
}

/* What fails deep in the work on one row takes back that row alone, whenever
 * it is told. */
static void
late_fault_takes_back_its_row(void **state)
{
	struct home *h = *state;
	char *value = NULL;

	if (h->st->engine != &postgres_engine)
		skip(); /* a file tells at once */
	ok(store_begin(h->st, __func__));
	set(h, "before", "1");
	ok(store_begin(h->st, "row"));
	set(h, "row", "1");
	ok(store_begin(h->st, "inside"));
	(void)store_meta_set(h->st, NULL, "x");
	ok(store_commit(h->st)); /* nobody waits for that */
	fails(store_meta_get(h->st, "before", &value), ERR_FORMAT);
	store_rollback(h->st);
	assert_true(is_set(h, "before"));
	assert_false(is_set(h, "row"));
	set(h, "after", "1");
	ok(store_commit(h->st));
	assert_true(is_set(h, "before"));
	assert_true(is_set(h, "after"));
	assert_false(is_set(h, "row"));
}

/* Beside others nobody waits for what a row has written, so a fault of it may
 * be told to the next one: all is taken back then, not the next one alone. */
static void
late_fault_of_a_kept_row_takes_back_all(void **state)
{
	struct home *h = *state;
	struct timer_row none = { .match = 99, .kind = TIMER_DECIDE, .due = 9 };
	g_autofree char *name = NULL;
	int64_t match;
	bool got = false;

	needs_server(h);
	name = claim_of_match(none.match);
	match = add_match(h, "m", 2);
	ok(store_claim_one(h->st, name, &got));
	store_narrow(h->st, 0);
	ok(store_begin(h->st, __func__));
	ok(store_begin(h->st, "row"));
	ok(store_timer_set(h->st, &none)); /* of a match that is not there */
	ok(store_commit(h->st));
	ok(store_begin(h->st, "next"));
	assert_null(store_timers(h->st, match));
	store_rollback(h->st);
	fails(store_commit(h->st), ERR_IO);
	store_wide(h->st);
	store_unclaim_one(h->st, name);
	assert_int_equal(count(h, "SELECT count(*) FROM timer"), 0);
	ok(store_begin(h->st, "again"));
	set(h, "again", "1");
	ok(store_commit(h->st));
	assert_true(is_set(h, "again"));
}

/* The same one level deeper: what is kept inside a row is that row's. */
static void
late_fault_of_a_kept_part_takes_back_its_row(void **state)
{
	struct home *h = *state;
	char *value = NULL;

	needs_server(h);
	ok(store_begin(h->st, __func__));
	ok(store_begin(h->st, "row"));
	set(h, "row", "1");
	ok(store_begin(h->st, "part"));
	(void)store_meta_set(h->st, NULL, "x");
	ok(store_commit(h->st)); /* nobody waits for that */
	ok(store_begin(h->st, "next part"));
	fails(store_meta_get(h->st, "before", &value), ERR_FORMAT);
	store_rollback(h->st);
	assert_int_equal(store_commit(h->st), -1);
	store_rollback(h->st);
	assert_false(is_set(h, "row"));
}

/* Whatever was read before: a server's rows are kept meanwhile. */
static void
reads_what_it_wrote(void **state)
{
	struct home *h = *state;

	ok(store_begin(h->st, __func__));
	assert_false(is_set(h, "a"));
	set(h, "a", "1");
	assert_true(is_set(h, "a"));
	ok(store_begin(h->st, "inner"));
	assert_false(is_set(h, "b"));
	set(h, "b", "1");
	assert_true(is_set(h, "b"));
	store_rollback(h->st);
	assert_false(is_set(h, "b"));
	assert_true(is_set(h, "a"));
	ok(db_exec(h->st, "DELETE FROM meta WHERE key = 'a'"));
	assert_false(is_set(h, "a"));
	ok(store_commit(h->st));
	assert_false(is_set(h, "a"));
}

static guint
timers_of(struct home *h, int64_t match)
{
	g_autoptr(GArray) rows = store_timers(h->st, match);

	assert_non_null(rows);
	return rows->len;
}

static guint
absences_of(struct home *h, int64_t person)
{
	g_autoptr(GPtrArray) rows = store_absences(h->st, person);

	assert_non_null(rows);
	return rows->len;
}

/* Another worker, or another process, writes between two transactions. */
static void
another_writes(
    struct home *h, const struct timer_row *timer, struct absence_row *away)
{
	struct err e = { 0 };
	struct store *other = store_open(h->path, false, &e);
	struct timer_row second = *timer;

	assert_non_null(other);
	second.n = 5;
	ok(store_begin(other, __func__));
	ok(store_timer_set(other, &second));
	ok(store_absence_add(other, away));
	ok(store_commit(other));
	store_close(other);
}

/* What a transaction knows of timers and absences is what their rows are, also
 * when a part of it was taken back, or when others have written before it. */
static void
what_is_known_is_so(void **state)
{
	struct home *h = *state;
	const int64_t person = add_person(h, "Anna", "anna@x");
	struct timer_row t = { .match = add_match(h, "m", 2),
		.kind = TIMER_DECIDE,
		.asked = 1,
		.due = 9 };
	struct absence_row away = {
		.person = person, .since = 1, .until = 2, .made = 1
	};
	bool found;

	ok(store_begin(h->st, __func__));
	assert_int_equal(timers_of(h, t.match), 0);
	assert_int_equal(absences_of(h, person), 0);
	ok(store_begin(h->st, "inner"));
	ok(store_timer_set(h->st, &t));
	assert_int_equal(timers_of(h, t.match), 1);
	ok(store_absence_add(h->st, &away));
	assert_int_equal(absences_of(h, person), 1);
	store_rollback(h->st);
	assert_int_equal(timers_of(h, t.match), 0);
	assert_int_equal(absences_of(h, person), 0);
	ok(store_timer_set(h->st, &t));
	t.n = 1;
	t.due = 7;
	ok(store_timer_set(h->st, &t));
	ok(store_timer(h->st, t.match, 0, TIMER_DECIDE, &t, &found));
	assert_true(found && t.n == 1 && t.due == 7);
	t.n = 0;
	ok(store_timer_clear_one(h->st, &t));
	ok(store_timer_clear_one(h->st, &t));
	ok(store_timer_again(h->st, &t, &found));
	assert_false(found);
	ok(store_commit(h->st));
	assert_int_equal(timers_of(h, t.match), 1);
	another_writes(h, &t, &away);
	ok(store_begin(h->st, __func__));
	assert_int_equal(timers_of(h, t.match), 2);
	assert_int_equal(absences_of(h, person), 1);
	ok(store_timer_clear(h->st, t.match, 0, TIMER_DECIDE));
	ok(store_timer_clear(h->st, t.match, 0, TIMER_DECIDE));
	assert_int_equal(timers_of(h, t.match), 0);
	ok(store_commit(h->st));
	assert_int_equal(timers_of(h, t.match), 0);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

static int
setup_closed(void **state)
{
	struct home *h;

	if (home_open(state) == -1)
		return -1;
	h = *state;
	store_close(h->st);
	h->st = NULL;
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(misuse_aborts),
		T(commit_keeps),
		T(rollback_takes_back),
		T(inner_rollback_is_only_the_inner),
		T(outer_rollback_is_everything),
		T(closing_takes_back),
		T(goes_on_after_a_clash),
		T(nothing_after_a_lost_one),
		T(failed_commit_takes_back),
		T(busy),
		cmocka_unit_test_setup_teardown(
		    writers_wait_for_each_other, setup_closed, home_remove),
		T(sees_a_newer_one_come),
		T(inner_fault_is_only_the_inner),
		T(late_fault_takes_back),
		T(late_fault_takes_back_its_row),
		T(late_fault_of_a_kept_row_takes_back_all),
		T(late_fault_of_a_kept_part_takes_back_its_row),
		T(reads_what_it_wrote),
		T(what_is_known_is_so),
	};

	return cmocka_run_group_tests_name("transactions", tests, NULL, NULL);
}

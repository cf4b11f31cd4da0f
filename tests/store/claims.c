/* SPDX-License-Identifier: ISC */
/* Claims of workers, and what a narrow transaction may change. */
#include "tests/store/home.h"

#include "store/claims.h"
#include "store/mails/outbox.h"
#include "store/mails/outbox_lanes.h"
#include "store/matches/timers.h"
#include "store/meta.h"
#include "store/store.h"
#include "store/transaction.h"

#include <poll.h>

static bool
may_claim(struct store *st, char *name)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	bool got = false;

	g_ptr_array_add(names, name);
	assert_int_equal(store_may_claim(st, names, &got), 0);
	return got;
}

static void
one_has_a_claim(void **state)
{
	struct home *h = *state;
	struct home other = { .st = store_open(h->path, false, &h->e) };
	g_autofree char *name = claim_of_match(7);
	bool got = false;

	assert_non_null(other.st);
	ok(store_claim_one(h->st, name, &got));
	assert_true(got);
	/* twice, if one likes */
	ok(store_claim_one(h->st, name, &got));
	assert_true(got);
	assert_true(may_claim(h->st, name));
	assert_int_equal(may_claim(other.st, name), !store_is_remote(h->path));
	store_unclaim_one(h->st, name);
	ok(store_claim_one(other.st, name, &got));
	/* in a file one program works anyway */
	assert_int_equal(got, !store_is_remote(h->path));
	store_unclaim_one(h->st, name);
	/* to look claims nothing */
	assert_true(may_claim(h->st, name));
	assert_true(may_claim(other.st, name));
	ok(store_claim_one(other.st, name, &got));
	assert_true(got);
	store_close(other.st);
}

/* What was sent before a claim may fail: the session goes on, with all that its
 * worker has claimed. */
static void
a_late_fault_ends_no_session(void **state)
{
	struct home *h = *state;
	struct home other;
	g_autofree char *mine = NULL, *more = NULL;
	int64_t before, after;
	bool got = false;

	needs_server(h);
	mine = claim_of_match(7);
	more = claim_of_match(8);
	other.st = store_open(h->path, false, &h->e);
	assert_non_null(other.st);
	ok(store_claim_one(h->st, mine, &got));
	assert_true(got);
	ok(db_number(h->st, "SELECT pg_backend_pid()", &before));
	ok(store_begin(h->st, __func__));
	(void)store_meta_set(h->st, NULL, "x");
	fails(store_claim_one(h->st, more, &got), ERR_FORMAT);
	store_rollback(h->st);
	assert_false(may_claim(other.st, mine));
	assert_true(may_claim(other.st, more));
	ok(store_claim_one(h->st, more, &got));
	assert_true(got);
	ok(db_number(h->st, "SELECT pg_backend_pid()", &after));
	assert_int_equal(after, before);
	store_unclaim_one(h->st, more);
	store_unclaim_one(h->st, mine);
	store_close(other.st);
}

static void
narrow_is_kept_narrow(void **state)
{
	struct home *h = *state;
	g_autofree char *name = NULL;
	bool got = false;

	needs_server(h);
	name = claim_of_match(7);
	ok(store_claim_one(h->st, name, &got));
	store_narrow(h->st, 0);
	ok(store_begin(h->st, "narrow"));
	ok(store_need_match(h->st, 7));
	assert_false(store_too_narrow(h->st));
	fails(store_need_match(h->st, 8), ERR_BUSY);
	assert_true(store_too_narrow(h->st));
	assert_false(store_too_narrow(h->st));
	/* what is refused and goes unnoticed is not kept */
	fails(store_meta_set(h->st, "a", "b"), ERR_BUSY);
	fails(store_commit(h->st), ERR_BUSY);
	assert_false(store_in_transaction(h->st));
	store_wide(h->st);
	ok(store_begin(h->st, "wide"));
	ok(store_need_match(h->st, 8));
	ok(store_meta_set(h->st, "a", "b"));
	ok(store_commit(h->st));
	store_unclaim_one(h->st, name);
}

/* Two narrow ones are open at once; a wide one waits for both. */
static void
wide_waits_for_narrow(void **state)
{
	struct home *h = *state;
	struct home other;

	needs_server(h);
	other.st = store_open(h->path, false, &h->e);
	assert_non_null(other.st);
	store_busy_timeout(other.st, 200);
	store_narrow(h->st, 0);
	store_narrow(other.st, 0);
	ok(store_begin(h->st, "one"));
	ok(store_begin(other.st, "another"));
	ok(store_commit(other.st));
	store_wide(other.st);
	fails(store_begin(other.st, "wide"), ERR_BUSY);
	ok(store_commit(h->st));
	store_wide(h->st);
	ok(store_begin(other.st, "wide"));
	ok(store_commit(other.st));
	store_close(other.st);
}

/* Letters of two narrow transactions have numbers of their own, and whoever
 * begins later has later ones. */
static void
numbers_of_letters(void **state)
{
	struct home *h = *state;
	struct home other;
	int64_t first, second, third;

	needs_server(h);
	other.st = store_open(h->path, false, &h->e);
	assert_non_null(other.st);
	store_narrow(h->st, 2);
	store_narrow(other.st, 2);
	ok(store_begin(h->st, "one"));
	ok(store_begin(other.st, "another"));
	ok(store_outbox_next_id(other.st, &third));
	ok(store_outbox_next_id(h->st, &first));
	ok(store_outbox_next_id(h->st, &second));
	assert_int_equal(second, first + 1);
	assert_true(third > second);
	ok(store_commit(other.st));
	/* more than were thought of */
	ok(store_outbox_next_id(h->st, &second));
	assert_true(second > third);
	ok(store_commit(h->st));
	store_wide(h->st);
	store_close(other.st);
}

/* It had the lock of writing by then, and waits for the numbers of letters. */
static void
a_beginning_that_fails_leaves_nothing(void **state)
{
	struct home *h = *state;
	struct home other;
	int64_t id, next;

	needs_server(h);
	other.st = store_open(h->path, false, &h->e);
	assert_non_null(other.st);
	store_busy_timeout(h->st, 200);
	store_busy_timeout(other.st, 200);
	store_narrow(other.st, 0);
	ok(store_begin(other.st, "counts"));
	ok(store_outbox_next_id(other.st, &id));
	store_narrow(h->st, 3);
	fails(store_begin(h->st, __func__), ERR_BUSY);
	ok(store_commit(other.st));
	/* nobody shares the lock */
	store_wide(other.st);
	ok(store_begin(other.st, "alone"));
	ok(store_commit(other.st));
	ok(store_begin(h->st, __func__));
	ok(store_outbox_next_id(h->st, &next));
	assert_int_equal(next, id + 1);
	ok(store_commit(h->st));
	ok(store_begin(other.st, "alone again"));
	ok(store_commit(other.st));
	store_wide(h->st);
	store_close(other.st);
}

/* What another one has committed is seen by the next statement: rows that
 * others may change are not kept. */
static void
narrow_sees_what_others_commit(void **state)
{
	struct home *h = *state;
	struct home other;
	g_autoptr(GBytes) raw = NULL;
	struct outbox_row row = { .dedup = (char *)"first",
		.address = (char *)"a@example.org",
		.kind = (char *)"turn",
		.message_id = (char *)"first" };
	int64_t before, after;

	needs_server(h);
	row.raw = raw = g_bytes_new_static("x", 1);
	other.st = store_open(h->path, false, &h->e);
	assert_non_null(other.st);
	/* the first letter brings what all are packed with */
	ok(store_begin(h->st, "wide"));
	ok(store_outbox_next_id(h->st, &row.id));
	ok(store_outbox_add(h->st, &row));
	ok(store_commit(h->st));
	row.dedup = row.message_id = (char *)"second";
	store_narrow(h->st, 0);
	store_narrow(other.st, 1);
	ok(store_begin(h->st, "one"));
	ok(store_outbox_waiting(h->st, &before));
	ok(store_begin(other.st, "another"));
	ok(store_outbox_next_id(other.st, &row.id));
	ok(store_outbox_add(other.st, &row));
	ok(store_commit(other.st));
	ok(store_outbox_waiting(h->st, &after));
	assert_int_equal(after, before + 1);
	ok(store_commit(h->st));
	store_wide(h->st);
	store_close(other.st);
}

/* What comes over a socket takes its time. */
static bool
hears(struct store *st)
{
	struct pollfd ear = { store_ear(st), POLLIN, 0 };

	assert_int_not_equal(ear.fd, -1);
	/* the server's last words come before the end of its connection */
	while (!store_heard(st))
		if (poll(&ear, 1, 10000) != 1)
			return false;
	return true;
}

/* Nothing that was told before is on its way any more: by now it would have
 * come before the answer to this. */
static bool
hears_nothing(struct home *h, struct store *st)
{
	int64_t n;

	ok(db_number(st, "SELECT 1", &n));
	return !store_heard(st);
}

static int
set_timer(struct store *st, int64_t match)
{
	const struct timer_row timer = {
		.match = match, .kind = TIMER_DECIDE, .due = 5
	};
	int r;

	IN_TRANSACTION(st, r, store_timer_set(st, &timer));
	return r;
}

/* A mail, a letter or a deadline that another worker puts in is heard of when
 * it is kept. */
static void
others_are_heard(void **state)
{
	struct home *h = *state;
	struct home other = { .st = store_open(h->path, false, &h->e) };
	const int64_t match = add_match(h, "heard", 1);

	assert_non_null(other.st);
	ok(store_listen(other.st));
	if (!store_is_remote(h->path)) {
		assert_int_equal(store_ear(other.st), -1);
		ok(set_timer(h->st, match));
		assert_false(store_heard(other.st));
		store_close(other.st);
		return;
	}
	assert_true(hears_nothing(h, other.st));
	ok(store_begin(h->st, "mail"));
	ok(try_mail(h, "maildir:a", "a", "1", NULL));
	assert_true(hears_nothing(h, other.st));
	ok(store_commit(h->st));
	assert_true(hears(other.st));
	assert_true(hears_nothing(h, other.st));
	ok(store_begin(h->st, "letter"));
	ok(try_letter(h, "first", NULL));
	ok(store_commit(h->st));
	assert_true(hears(other.st));
	ok(set_timer(h->st, match));
	assert_true(hears(other.st));
	/* not of itself, nor of what is taken back or is none of these */
	ok(set_timer(other.st, match));
	ok(store_begin(h->st, "taken back"));
	ok(try_mail(h, "maildir:b", "b", "2", NULL));
	store_rollback(h->st);
	ok(store_begin(h->st, "another"));
	ok(store_meta_set(h->st, "a", "b"));
	ok(store_commit(h->st));
	assert_true(hears_nothing(h, other.st));
	store_close(other.st);
}

/* A worker that loses the connection may have missed something, and hears again
 * in the next one. */
static void
a_lost_connection_hears_again(void **state)
{
	struct home *h = *state;
	struct home other;
	g_autofree char *end = NULL;
	const int64_t match = add_match(h, "lost", 1);
	int64_t pid, n;

	needs_server(h);
	other.st = store_open(h->path, false, &h->e);
	assert_non_null(other.st);
	ok(store_listen(other.st));
	ok(db_number(other.st, "SELECT pg_backend_pid()", &pid));
	end = g_strdup_printf("SELECT pg_terminate_backend(%d)::int", (int)pid);
	ok(db_number(h->st, end, &n));
	assert_true(hears(other.st));
	assert_int_equal(store_ear(other.st), -1);
	assert_false(store_heard(other.st));
	ok(set_timer(other.st, match));
	ok(set_timer(h->st, match));
	assert_true(hears(other.st));
	store_close(other.st);
}

/* Rows of a match that a narrow transaction has not claimed are read anew, for
 * others may change them. */
static void
narrow_reads_anew_what_others_claimed(void **state)
{
	struct home *h = *state;
	struct home other;
	struct timer_row t = { .kind = TIMER_DECIDE, .asked = 1, .due = 9 };
	g_autoptr(GArray) none = NULL, one = NULL;
	g_autofree char *name = NULL;
	bool got = false;

	needs_server(h);
	other.st = store_open(h->path, false, &h->e);
	assert_non_null(other.st);
	t.match = add_match(h, "m", 2);
	name = claim_of_match(t.match);
	ok(store_claim_one(other.st, name, &got));
	assert_true(got);
	store_narrow(h->st, 0);
	store_narrow(other.st, 0);
	ok(store_begin(h->st, "one"));
	none = store_timers(h->st, t.match);
	assert_int_equal(none->len, 0);
	ok(store_begin(other.st, "another"));
	assert_true(store_has_match(other.st, t.match));
	assert_false(store_has_match(h->st, t.match));
	ok(store_timer_set(other.st, &t));
	ok(store_commit(other.st));
	one = store_timers(h->st, t.match);
	assert_int_equal(one->len, 1);
	ok(store_commit(h->st));
	store_wide(h->st);
	store_close(other.st);
}

/* What was sent for is not asked again: neither what another worker writes (as
 * none may) nor what is written about another match changes it. */
static void
what_is_wanted_comes_ahead(void **state)
{
	struct home *h = *state;
	struct home other;
	struct timer_row t = { .kind = TIMER_DECIDE, .due = 5 };
	int64_t match[3];

	needs_server(h);
	other.st = store_open(h->path, false, &h->e);
	assert_non_null(other.st);
	for (int i = 0; i < 3; i++) {
		const char code[] = { (char)('a' + i), '\0' };
		g_autofree char *name = NULL;
		bool got = false;

		match[i] = add_match(h, code, 2);
		name = claim_of_match(match[i]);
		ok(store_claim_one(h->st, name, &got));
		assert_true(got);
	}
	store_narrow(h->st, 0);
	store_narrow(other.st, 0);
	ok(store_begin(h->st, "one"));
	/* so it is known that timers are wanted */
	g_array_unref(store_timers(h->st, match[0]));
	for (int i = 1; i < 3; i++) {
		g_autofree char *number =
		    g_strdup_printf("%" G_GINT64_FORMAT, match[i]);
		const struct store_value value = { ":match", number };

		ok(store_ahead(h->st, &value, 1));
	}
	ok(store_ahead_end(h->st));
	ok(store_begin(other.st, "another"));
	for (int i = 0; i < 3; i++) {
		t.match = match[i];
		ok(store_timer_set(other.st, &t));
	}
	ok(store_commit(other.st));
	t.match = match[0];
	t.seat = 1;
	ok(store_timer_set(h->st, &t));
	for (int i = 1; i < 3; i++) {
		g_autoptr(GArray) kept = store_timers(h->st, match[i]);

		assert_int_equal(kept->len, 0);
	}
	ok(store_commit(h->st));
	ok(store_begin(h->st, "anew"));
	for (int i = 1; i < 3; i++) {
		g_autoptr(GArray) fresh = store_timers(h->st, match[i]);

		assert_int_equal(fresh->len, 1);
	}
	ok(store_commit(h->st));
	store_wide(h->st);
	store_close(other.st);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

static void
note_state(struct home *h, int64_t id, enum outbox_state to)
{
	struct outbox_row *row = store_outbox(h->st, id);

	row->state = to;
	ok(store_outbox_update(h->st, row));
	outbox_row_free(row);
}

/* Another worker was listed as handing over all of them. */
static void
letters_that_left_meanwhile_do_not_leave_again(void **state)
{
	struct home *h = *state;
	g_autoptr(GPtrArray) due = NULL, still = NULL;
	const struct outbox_lane *first, *second;
	int64_t ids[3], other;

	ok(store_begin(h->st, __func__));
	ok(try_letter(h, "a", &ids[0]));
	ok(try_letter(h, "b", &ids[1]));
	ok(try_letter(h, "c", &ids[2]));
	ok(try_letter(h, "d", &other));
	note_state(h, ids[0], OUTBOX_SENT);
	note_state(h, ids[1], OUTBOX_SENDING);
	note_state(h, ids[2], OUTBOX_LATER);
	note_state(h, other, OUTBOX_SENDING);
	ok(store_commit(h->st));
	still = store_outbox_still(h->st, ids, 3, 9999);
	assert_int_equal(still->len, 2);
	first = still->pdata[0];
	second = still->pdata[1];
	assert_true(first->id == ids[1] && first->sending);
	assert_true(second->id == ids[2] && !second->sending);
	store_narrow(h->st, 0);
	ok(store_begin(h->st, __func__));
	ok(store_outbox_recover_these(h->st, ids, 3));
	assert_false(store_too_narrow(h->st));
	ok(store_commit(h->st));
	store_wide(h->st);
	due = store_outbox_due(h->st, 9999, 9);
	assert_int_equal(due->len, 2);
	assert_int_equal(
	    ((const struct outbox_row *)due->pdata[0])->id, ids[1]);
	assert_int_equal(
	    ((const struct outbox_row *)due->pdata[1])->id, ids[2]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(one_has_a_claim),
		T(a_late_fault_ends_no_session),
		T(narrow_is_kept_narrow),
		T(wide_waits_for_narrow),
		T(numbers_of_letters),
		T(a_beginning_that_fails_leaves_nothing),
		T(narrow_sees_what_others_commit),
		T(others_are_heard),
		T(a_lost_connection_hears_again),
		T(narrow_reads_anew_what_others_claimed),
		T(what_is_wanted_comes_ahead),
		T(letters_that_left_meanwhile_do_not_leave_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

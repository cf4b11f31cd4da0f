/* SPDX-License-Identifier: ISC */
/*
 * What statements cost: none reads a whole table of truth but those that say
 * "list", and none costs more when there is ten times as much.
 */
#include "store/db.h"
#include "store/mails/bounces.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_answers.h"
#include "store/mails/inbox_intake.h"
#include "store/mails/inbox_lists.h"
#include "store/mails/mailboxes.h"
#include "store/mails/outbox.h"
#include "store/mails/outbox_reader.h"
#include "store/mails/unproved.h"
#include "store/matches/actions.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/plans.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/matches/stops.h"
#include "store/matches/timers.h"
#include "store/matches/votes.h"
#include "store/people/people.h"
#include "store/sqlite/sqlite.h"
#include "store/transaction.h"
#include "tests/store/home.h"

#define MAX_STATEMENTS 600

static bool
is_list(const char *sql)
{
	return g_str_has_prefix(sql, "/* list */");
}

/* An index of what waits is as short as the queue; "lost" are the few rows
 * that a statement has found before, and "u" is one row that sums them up. */
static bool
is_fine(const char *step)
{
	return !g_str_has_prefix(step, "SCAN ") ||
	       g_str_equal(step, "SCAN CONSTANT ROW") ||
	       g_str_equal(step, "SCAN lost") || g_str_equal(step, "SCAN u") ||
	       g_str_has_suffix(step, "_waiting");
}

/* How many steps of the plan read a whole table. */
static int
scans(struct home *h, const char *sql)
{
	g_autofree char *explain =
	    g_strconcat("EXPLAIN QUERY PLAN ", sql, NULL);
	sqlite3_stmt *q;
	int n = 0;

	assert_int_equal(
	    sqlite3_prepare_v2(sqlite_of(h->st), explain, -1, &q, NULL),
	    SQLITE_OK);
	while (sqlite3_step(q) == SQLITE_ROW) {
		const char *step = (const char *)sqlite3_column_text(q, 3);

		if (is_fine(step))
			continue;
		n++;
		if (!is_list(sql))
			print_error("%s\n\t%s\n", sql, step);
	}
	sqlite3_finalize(q);
	return n;
}

static void
no_scans(void **state)
{
	struct home *h = *state;
	sqlite3_stmt *q = NULL;
	int n = 0, lists = 0;

	while ((q = sqlite3_next_stmt(sqlite_of(h->st), q)) != NULL) {
		const char *sql = sqlite3_sql(q);

		n++;
		if (scans(h, sql) != is_list(sql))
			fail_msg("is it a list? %s", sql);
		lists += is_list(sql);
	}
	assert_true(n > 40);
	assert_int_equal(lists, 53);
}

static bool
uses(struct home *h, const char *sql, const char *index)
{
	g_autofree char *explain =
	    g_strconcat("EXPLAIN QUERY PLAN ", sql, NULL);
	sqlite3_stmt *q;
	bool found = false;

	assert_int_equal(
	    sqlite3_prepare_v2(sqlite_of(h->st), explain, -1, &q, NULL),
	    SQLITE_OK);
	while (sqlite3_step(q) == SQLITE_ROW)
		if (strstr((const char *)sqlite3_column_text(q, 3), index))
			found = true;
	sqlite3_finalize(q);
	return found;
}

/* Those of one seat, which are few. */
#define OF_A_SEAT "outbox INDEXED BY outbox_number"
/* One. */
#define BY_ID "outbox WHERE id = "

/*
 * How many statements have this text; all of them must use that index, but
 * those that go by the seat or the id.
 */
static int
all_use(struct home *h, const char *text, const char *index)
{
	sqlite3_stmt *q = NULL;
	int n = 0;

	while ((q = sqlite3_next_stmt(sqlite_of(h->st), q)) != NULL) {
		if (strstr(sqlite3_sql(q), text) == NULL ||
		    strstr(sqlite3_sql(q), BY_ID) != NULL ||
		    (strstr(sqlite3_sql(q), OF_A_SEAT) != NULL &&
			strstr(sqlite3_sql(q), index) == NULL))
			continue;
		n++;
		if (!uses(h, sqlite3_sql(q), index))
			fail_msg("without %s: %s", index, sqlite3_sql(q));
	}
	return n;
}

static void
what_waits_has_its_index(void **state)
{
	struct home *h = *state;

	assert_int_equal(
	    all_use(h, "inbox WHERE state = 'new'", "inbox_waiting"), 4);
	assert_int_equal(all_use(h, DB_WAITING, "outbox_waiting"), 19);
	assert_int_equal(
	    all_use(h, "state IN ('new', 'later')", "outbox_unsent"), 6);
	assert_int_equal(all_use(h, OF_A_SEAT, "outbox_number"), 5);
	assert_int_equal(all_use(h, "admitted = 'asked'", "person_waiting"), 2);
	assert_int_equal(all_use(h, "timer WHERE due <= :now", "timer_due"), 2);
	assert_int_equal(
	    all_use(h, "onlooker WHERE due > 0", "onlooker_waiting"), 2);
}

/* Does SQLite make a table in memory each time that it runs? */
static bool
makes_table(struct home *h, const char *sql)
{
	g_autofree char *explain = g_strconcat("EXPLAIN ", sql, NULL);
	sqlite3_stmt *q;
	bool found = false;

	assert_int_equal(
	    sqlite3_prepare_v2(sqlite_of(h->st), explain, -1, &q, NULL),
	    SQLITE_OK);
	while (sqlite3_step(q) == SQLITE_ROW)
		if (strcmp((const char *)sqlite3_column_text(q, 1),
			"OpenEphemeral") == 0)
			found = true;
	sqlite3_finalize(q);
	return found;
}

/* Each of them runs several times for a mail. */
static void
rows_are_written_without_tables(void **state)
{
	static const char *const often[] = { "INSERT INTO inbox (",
		"UPDATE inbox SET sender = :sender", "INSERT INTO outbox (",
		"UPDATE outbox SET state = :state,", "INSERT INTO timer",
		"UPDATE seat SET name", "UPDATE person SET mail",
		"UPDATE match SET life", "min(due) AS due FROM timer",
		"FROM address AS a CROSS JOIN inbox" };
	struct home *h = *state;
	int n = 0;

	for (size_t i = 0; i < G_N_ELEMENTS(often); i++) {
		sqlite3_stmt *q = NULL;

		while ((q = sqlite3_next_stmt(sqlite_of(h->st), q)) != NULL) {
			if (strstr(sqlite3_sql(q), often[i]) == NULL)
				continue;
			n++;
			if (makes_table(h, sqlite3_sql(q)))
				fail_msg("a table for: %s", sqlite3_sql(q));
		}
	}
	assert_int_equal(n, G_N_ELEMENTS(often) + 1);
}

/*
 * So many matches of two, each with ten events, ten mails and ten letters,
 * all of them done; straight by SQL, as it is faster.
 */
static const char fill[] =
    "BEGIN;"
    "CREATE TEMP TABLE IF NOT EXISTS want (n INTEGER);"
    "CREATE TEMP TABLE IF NOT EXISTS i AS"
    " WITH RECURSIVE t (i) AS"
    " (VALUES (1) UNION ALL SELECT i + 1 FROM t WHERE i < 20000)"
    " SELECT i FROM t;"
    "INSERT OR IGNORE INTO person"
    " (id, name, language, zone, created, text)"
    " SELECT i, 'p' || i, 'en', '', 1, 'utf-8' FROM i"
    " WHERE i <= 2 * (SELECT n FROM want);"
    "INSERT OR IGNORE INTO address"
    " SELECT id, name || '@x', name || '@x', id, 1, 0 FROM person;"
    "INSERT OR IGNORE INTO match"
    " (id, game, rules, name, life, options, data, given, server_seed,"
    " seed, created, started, ended, last_event, draws)"
    " SELECT i, 'hexxi', 1, 'm' || i, 'running', '{}', NULL, NULL,"
    " zeroblob(32), zeroblob(32), 1, 1, 0, 10, NULL FROM i"
    " WHERE i <= (SELECT n FROM want);"
    "INSERT OR IGNORE INTO seat"
    " (match, seat, person, name, epoch, ready, luck, told)"
    " SELECT (i + 1) / 2, i % 2, i, 'p' || i, 0, 1, NULL, 0 FROM i"
    " WHERE i <= 2 * (SELECT n FROM want);"
    "INSERT OR IGNORE INTO onlooker"
    " SELECT match, person + 2, name, 1, 1, 1, 1000001, 0 FROM seat"
    " WHERE person + 2 <= 2 * (SELECT n FROM want);"
    "INSERT OR IGNORE INTO event"
    " SELECT id, i, i % 2, 'pass', x'', 1, NULL, 'player'"
    " FROM match, i WHERE i <= 10;"
    "INSERT OR IGNORE INTO notice"
    " SELECT id, id, 0, 1, 'begun', '{}' FROM match;"
    "INSERT OR IGNORE INTO plan"
    " SELECT id, 1, NULL, 0, '[]', NULL, 0, NULL FROM match;"
    "INSERT OR IGNORE INTO pending"
    " SELECT id, 1, NULL, '[]', 0 FROM match;"
    "INSERT OR IGNORE INTO inbox"
    " SELECT i, 's' || i, 'aa', 'm' || i, 'p' || (i / 10) || '@x', NULL,"
    " NULL, 1, 1, 'done', 1, '', 5, 0, '', 'sent', '', NULL FROM i"
    " WHERE i <= 10 * (SELECT n FROM want);"
    "INSERT OR IGNORE INTO inbox_raw SELECT id, x'00' FROM inbox;"
    "INSERT OR IGNORE INTO outbox"
    " SELECT i, 'd' || i, (i + 9) / 10, i % 2, (i + 9) / 10,"
    " 'p' || (i / 10) || '@x', 'turn', 'm' || i, 'b' || i, NULL, 0, 'sent', 1, "
    "0, 1, '', 1, 1, 0, i, NULL"
    " FROM i WHERE i <= 10 * (SELECT n FROM want);"
    "INSERT OR IGNORE INTO outbox_raw SELECT id, x'00' FROM outbox;"
    "INSERT OR IGNORE INTO bounce"
    " SELECT i, 'p' || i || '@x', i, NULL, 1, '5.7.1', '', 0 FROM i"
    " WHERE i <= (SELECT n FROM want);"
    "INSERT OR IGNORE INTO timer"
    " SELECT match, seat, 'decide', 0, 1, 0, 0, 1000000 FROM seat;"
    "INSERT OR IGNORE INTO vote SELECT id, id, 1, 'end', 0, NULL, NULL, 0, 1,"
    " 1, 0, 0 FROM match;"
    "INSERT OR IGNORE INTO ballot SELECT id, 0, id, 1 FROM match;"
    "INSERT OR IGNORE INTO mailbox"
    " SELECT 'imap:' || i, 1, 1000 FROM i WHERE i <= (SELECT n FROM want);"
    "INSERT OR IGNORE INTO mailbox_mail"
    " SELECT name, uid.column1, 'move', 0, 0 FROM mailbox,"
    " (VALUES (1), (2), (3)) AS uid;"
    "UPDATE counter SET last = (SELECT max(id) FROM outbox);"
    "COMMIT;";

static void
fill_home(struct home *h, int matches)
{
	g_autofree char *want =
	    g_strdup_printf("CREATE TEMP TABLE IF NOT EXISTS want (n INTEGER);"
			    "DELETE FROM want; INSERT INTO want VALUES (%d)",
		matches);

	ok(db_exec(h->st, want));
	ok(db_exec(h->st, fill));
	assert_int_equal(count(h, "SELECT count(*) FROM match"), matches);
	assert_int_equal(count(h, "SELECT count(*) FROM outbox"), 10 * matches);
}

static void
read_all_of_match(struct home *h, int64_t match, int64_t person)
{
	/* Letters of the n-th match are to the n-th person. */
	const struct outbox_reader reader = { match, 0, match };
	struct timer_row t;
	bool found;
	char *text;
	int64_t n;

	match_row_free(store_match(h->st, match));
	g_ptr_array_unref(store_seats(h->st, match));
	g_ptr_array_unref(store_seats_of(h->st, person));
	g_ptr_array_unref(store_events(h->st, match));
	g_ptr_array_unref(store_notices(h->st, match));
	g_ptr_array_unref(store_plans(h->st, match));
	g_ptr_array_unref(store_orders(h->st, match));
	person_free(store_person(h->st, person));
	person_free(store_person_by_address(h->st, "P5@x"));
	g_strfreev(store_addresses(h->st, person));
	ok(store_timer(h->st, match, 0, TIMER_DECIDE, &t, &found));
	ok(store_timer_again(h->st, &t, &found));
	g_array_unref(store_timers(h->st, match));
	g_array_unref(store_stops(h->st, match, 1));
	assert_true(found);
	ok(store_outbox_number(h->st, &reader, true, &n, &text));
	assert_non_null(text);
	g_free(text);
	ok(store_outbox_last(h->st, "p5@x", "turn", 9, &n));
	assert_int_equal(n, 1);
}

static void
look_on(struct home *h, int64_t match, int64_t person)
{
	struct onlooker_row *o = store_onlooker(h->st, match, person);

	assert_non_null(o);
	o->due = 0;
	ok(store_onlooker_update(h->st, o));
	ok(store_onlooker_drop(h->st, match, person));
	ok(store_onlooker_add(h->st, o));
	onlooker_row_free(o);
	g_ptr_array_unref(store_onlookers(h->st, match));
	g_ptr_array_unref(store_onlookers_of(h->st, person));
	g_ptr_array_unref(store_onlookers_due(h->st, 500));
}

static void
visit_mailbox(struct home *h)
{
	struct mailbox_row box;
	struct mailbox_mail mail = { 7, MAILBOX_FETCH, 1, 5 };
	bool stuck;
	int64_t id;

	ok(store_mailbox(h->st, "imap:3", &box));
	assert_int_equal(box.last_uid, 1000);
	ok(store_mailbox_set(h->st, "imap:3", &box));
	ok(store_mailbox_mail_set(h->st, "imap:3", &mail));
	g_array_unref(
	    store_mailbox_mails(h->st, "imap:3", MAILBOX_MOVE, 9, 50));
	ok(store_mailbox_stuck(h->st, "imap:3", &stuck));
	ok(store_mailbox_mail_drop(h->st, "imap:3", 7));
	inbox_row_free(store_inbox_by_source(h->st, "s5"));
	ok(store_inbox_same(h->st, "aa", "imap:", &id));
	assert_true(id > 0);
	ok(store_inbox_same(h->st, "aa", "s:", &id));
	assert_true(id > 0);
}

/* A table votes. */
static void
vote_on(struct home *h, int64_t match)
{
	struct vote_row vote = { .match = match, .kind = ACTION_PAUSE };
	struct ballot_row ballot = { .seat = 1, .person = match, .yes = true };
	int64_t n;

	ok(store_vote_add(h->st, &vote));
	assert_true(vote.n >= 2);
	g_ptr_array_unref(store_votes_open(h->st, match));
	ok(store_votes_since(h->st, match, 0, -1, 5000, &n));
	assert_true(n >= 2);
	g_free(store_vote(h->st, vote.id));
	ballot.vote = vote.id;
	ok(store_ballot_set(h->st, &ballot));
	g_array_unref(store_ballots(h->st, vote.id));
	vote.closed = 5;
	ok(store_vote_update(h->st, &vote));
}

/* A letter of hers came back. */
static void
come_back(struct home *h, int64_t person)
{
	struct outbox_row *letter;
	bool known;
	int64_t n;

	letter = store_outbox_by_bounce(h->st, "b7");
	assert_non_null(letter);
	outbox_row_free(letter);
	letter = store_outbox_by_message_id(h->st, "m7");
	assert_int_equal(letter->id, 7);
	outbox_row_free(letter);
	ok(store_outbox_note(h->st, 7, "came back"));
	ok(store_bounce_known(h->st, 7, "5.7.1", &known));
	ok(store_bounce_days(h->st, "p7@x", 75, &n));
	ok(store_bounce_stop(h->st, "p7@x", "none"));
	ok(store_bounce_over(h->st, "p7@x"));
	ok(store_address_undeliverable(h->st, "p7@x", 5));
	g_ptr_array_unref(store_seats_owed(h->st, person));
}

/* What handling a mail, and the other steps, have to do with the store. */
static void
work(struct home *h, const char *source, int64_t match)
{
	struct inbox_row *mail;
	struct inbox_row *twin;
	const struct outbox_reader reader = { match, 0, match };
	struct plan_row plan = { .match = match, .steps = (char *)"[]" };
	struct order_row order = { .match = match, .moves = (char *)"[]" };
	struct inbox_answers answers = { .now = 9000 };
	int64_t id, n, at;

	assert_false(store_inbox_knows(h->st, source));
	ok(store_begin(h->st, __func__));
	ok(try_mail(h, source, source, "aa", &id));
	g_array_unref(store_inbox_new(h->st, 10));
	mail = store_inbox(h->st, id);
	mail->match = match;
	mail->seat = 0;
	twin = store_inbox_twin(h->st, mail);
	assert_null(twin);
	ok(store_inbox_answered(h->st, mail, 7, &answers));
	assert_true(answers.all[0].n > 0 && answers.all[0].n <= 10);
	ok(store_inbox_answered_like(h->st, mail, 7, 9000, &answers.like[0]));
	ok(store_inbox_other(h->st, mail, 7, 4000, 9000, &at));
	ok(store_inbox_suppressed(h->st, 0, 9000, &n));
	assert_int_equal(n, 0);
	ok(store_unproved_note(h->st, "aa", 5, 0));
	ok(store_unproved_drop(h->st, "bb"));
	ok(store_unproved_since(h->st, 4000, 5000, &n));
	assert_int_equal(n, 0);
	ok(store_unproved_proved(h->st, 5000, &at));
	ok(try_event(h, match, 50 + id));
	ok(store_event_drop(h->st, match));
	ok(store_plan_set(h->st, &plan));
	ok(store_plan_drop(h->st, match, 0));
	ok(store_order_set(h->st, &order));
	ok(store_order_drop(h->st, match, 0));
	mail->state = INBOX_DONE;
	ok(store_inbox_update(h->st, mail));
	inbox_row_free(mail);
	look_on(h, match, 7);
	vote_on(h, match);
	visit_mailbox(h);
	come_back(h, 7);
	ok(try_letter(h, source, &id));
	g_ptr_array_unref(store_outbox_due(h->st, 5, 10));
	ok(store_outbox_unsent(h->st, &reader, &n));
	ok(store_outbox_replace(h->st, &reader, id));
	ok(db_exec(
	    h->st, "UPDATE outbox SET state = 'sent' WHERE " DB_WAITING));
	ok(store_outbox_recover(h->st));
	ok(store_outbox_waiting(h->st, &n));
	ok(store_outbox_next(h->st, &n));
	assert_int_equal(n, -1);
	ok(store_outbox_sent(h->st, 4000, 5000, &n));
	assert_int_equal(n, 0);
	ok(store_outbox_written(h->st, 4000, 5000, &n));
	assert_int_equal(n, 0);
	ok(store_commit(h->st));
	g_array_unref(store_timers_due(h->st, 500, 9));
	g_array_unref(store_deadlines(h->st, TIMER_MUSTER, TIMER_DECIDE,
	    &(struct deadline_row){ 1000000, match }, 9));
	ok(store_inbox_oldest(h->st, &n));
	assert_true(n == INT64_MAX);
	ok(store_next_due(h->st, true, &n));
	assert_int_equal(n, 1000000);
	read_all_of_match(h, match, 7);
}

/* Steps of SQLite's machine by statement: the same on every computer. */
static int
measure(struct home *h, int steps[MAX_STATEMENTS])
{
	sqlite3_stmt *q = NULL;
	int n = 0;

	while ((q = sqlite3_next_stmt(sqlite_of(h->st), q)) != NULL) {
		assert_true(n < MAX_STATEMENTS);
		steps[n++] =
		    sqlite3_stmt_status(q, SQLITE_STMTSTATUS_VM_STEP, 1);
	}
	return n;
}

static void
ten_times_as_much_costs_the_same(void **state)
{
	struct home *h = *state;
	int few[MAX_STATEMENTS], many[MAX_STATEMENTS];
	int n, i, used = 0;

	fill_home(h, 100);
	measure(h, few);
	work(h, "a", 3);
	n = measure(h, few);
	fill_home(h, 1000);
	measure(h, many);
	work(h, "b", 3);
	assert_int_equal(measure(h, many), n);
	for (i = 0; i < n; i++) {
		used += few[i] > 0;
		if (many[i] > few[i] + 10)
			fail_msg(
			    "%d. statement: %d, then %d", i, few[i], many[i]);
	}
	assert_true(used > 25);
}

static int
all_prepared(void **state)
{
	struct home *h;

	if (home_open(state) == -1)
		return -1;
	h = *state;
	ok(db_prepare_all(h->st));
	return 0;
}

#define T(name) cmocka_unit_test_setup_teardown(name, all_prepared, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(no_scans),
		T(rows_are_written_without_tables),
		T(what_waits_has_its_index),
		T(ten_times_as_much_costs_the_same),
	};

	return cmocka_run_group_tests_name("plans", tests, NULL, NULL);
}

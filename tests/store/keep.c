/* SPDX-License-Identifier: ISC */
/*
 * Which bytes of mails and letters go by age, and which something may need:
 * each row is made by hand, with what it is for in its place.
 */
#include "store/mails/keep.h"

#include "base/err.h"
#include "store/db.h"
#include "store/transaction.h"
#include "tests/store/home.h"

#define LONG_AGO 1000
#define BEFORE 5000 /* what was done with by then is old */
#define JUST_NOW 5000

/* A match in that life, and its number. */
static int64_t
match_in(struct home *h, const char *life)
{
	int64_t match = add_match(h, life, 2);
	g_autofree char *sql =
	    g_strdup_printf("UPDATE match SET life = '%s' WHERE id = %lld",
		life, (long long)match);

	ok(db_exec(h->st, sql));
	return match;
}

struct letter {
	const char *name, *match, *seat, *state;
	int created, sent;
	bool stays;
};

static void
add_letter(struct home *h, int id, const struct letter *l)
{
	g_autofree char *sql = g_strdup_printf(
	    "INSERT INTO outbox (id, dedup, match, seat, person, address,"
	    " kind, message_id, state, tries, lost, next_try, note, created,"
	    " sent, bounce, answers, news_after, asks, number) VALUES"
	    " (%d, '%s', %s, %s, 1, 'a@x', 'turn', 'm%d', '%s', 1, 0, 0, '',"
	    " %d, %d, 'b%d', NULL, 0, 0, 0);"
	    "INSERT INTO outbox_raw (id, raw) VALUES (%d, x'41')",
	    id, l->name, l->match, l->seat, id, l->state, l->created, l->sent,
	    id, id);

	ok(db_exec(h->st, sql));
}

/* All slices of so many rows; how many there were. */
static int
go_through(struct home *h, int (*keep)(struct store *, int64_t, int, int64_t *),
    int slice)
{
	int64_t from = 0;
	int n = 0;

	do {
		int64_t was = from;

		ok(store_begin(h->st, __func__));
		ok(keep(h->st, BEFORE, slice, &from));
		ok(store_commit(h->st));
		assert_true(from == 0 || from > was);
		n++;
	} while (from != 0);
	return n;
}

static void
assert_stays(
    struct home *h, const char *table, int id, const char *name, bool stays)
{
	g_autofree char *sql =
	    g_strdup_printf("SELECT count(*) FROM %s WHERE id = %d", table, id);

	if (count(h, sql) != (int)stays)
		fail_msg("%s %s", name, stays ? "went" : "stayed");
}

#define RUNS "1"
#define OVER "2" /* played to its end */
#define ENDED "3" /* by the organiser, or the players */

static const struct letter letters[] = {
	{ "left long ago", "NULL", "NULL", "sent", LONG_AGO, LONG_AGO, false },
	{ "left now", "NULL", "NULL", "sent", LONG_AGO, JUST_NOW, true },
	{ "waits", "NULL", "NULL", "new", LONG_AGO, 0, true },
	{ "waits for later", RUNS, "0", "later", LONG_AGO, 0, true },
	{ "is handed over", RUNS, "0", "sending", LONG_AGO, 0, true },
	{ "nobody knows", RUNS, "0", "unknown", LONG_AGO, 0, true },
	{ "failed", RUNS, "0", "dead", LONG_AGO, 0, true },
	{ "was replaced", RUNS, "0", "replaced", LONG_AGO, 0, false },
	{ "replaced now", RUNS, "0", "replaced", JUST_NOW, 0, true },
	{ "first of seat 0", RUNS, "0", "sent", LONG_AGO, LONG_AGO, false },
	{ "last of seat 0", RUNS, "0", "sent", LONG_AGO, LONG_AGO, true },
	{ "last of seat 1", RUNS, "1", "sent", LONG_AGO, LONG_AGO, true },
	{ "one that fails", RUNS, "1", "dead", LONG_AGO, LONG_AGO, true },
	{ "last of an onlooker", RUNS, "NULL", "sent", LONG_AGO, LONG_AGO,
	    true },
	{ "last of a match that is over", OVER, "0", "sent", LONG_AGO, LONG_AGO,
	    false },
	{ "last of a match that was ended", ENDED, "0", "sent", LONG_AGO,
	    LONG_AGO, false },
};

static void
letters_go(void **state)
{
	struct home *h = *state;

	(void)match_in(h, "running");
	(void)match_in(h, "over");
	(void)match_in(h, "ended");
	for (int slice = 1; slice < 20; slice += 6) {
		ok(db_exec(h->st, "DELETE FROM outbox_raw;"
				  "DELETE FROM outbox"));
		for (size_t i = 0; i < G_N_ELEMENTS(letters); i++)
			add_letter(h, (int)i + 1, &letters[i]);
		assert_true(go_through(h, store_keep_letters, slice) >=
			    (int)G_N_ELEMENTS(letters) / slice);
		for (size_t i = 0; i < G_N_ELEMENTS(letters); i++)
			assert_stays(h, "outbox_raw", (int)i + 1,
			    letters[i].name, letters[i].stays);
		assert_int_equal(count(h, "SELECT count(*) FROM outbox"),
		    G_N_ELEMENTS(letters));
	}
}

struct mail {
	const char *name, *match, *seat, *state;
	int received, handled;
	bool stays;
};

static const struct mail mails[] = {
	{ "done long ago", "NULL", "NULL", "done", LONG_AGO, LONG_AGO, false },
	{ "done now", "NULL", "NULL", "done", LONG_AGO, JUST_NOW, true },
	{ "is new", "NULL", "NULL", "new", LONG_AGO, 0, true },
	{ "is held", RUNS, "0", "held", LONG_AGO, LONG_AGO, true },
	{ "is dead", RUNS, "0", "dead", LONG_AGO, LONG_AGO, true },
	{ "ignored at the door", "NULL", "NULL", "ignored", JUST_NOW, 0, true },
	{ "ignored long ago", "NULL", "NULL", "ignored", LONG_AGO, 0, false },
	{ "came twice", RUNS, "0", "duplicate", LONG_AGO, LONG_AGO, false },
	{ "first of seat 0", RUNS, "0", "done", LONG_AGO, LONG_AGO, false },
	{ "last of seat 0", RUNS, "0", "done", LONG_AGO, LONG_AGO, true },
	{ "a copy of it", RUNS, "0", "duplicate", LONG_AGO, LONG_AGO, true },
	{ "of a match that is over", OVER, "0", "done", LONG_AGO, LONG_AGO,
	    false },
	{ "of a match that was ended", ENDED, "0", "done", LONG_AGO, LONG_AGO,
	    false },
	{ "was asked about, and nobody answered", "NULL", "NULL", "ignored",
	    LONG_AGO, LONG_AGO, false },
};
enum { ASKED = 14 };

static void
add_mail(struct home *h, int id, const struct mail *m)
{
	g_autofree char *sql = g_strdup_printf(
	    "INSERT INTO inbox (id, source, sha, message_id, sender, match,"
	    " seat, received, handled, state, tries, note, size, cut, says,"
	    " answer, vouched) VALUES (%d, 's%d', 'aa', 'm', 'a@x', %s, %s,"
	    " %d, %d, '%s', 1, '', 1, 0, '', 'none', '');"
	    "INSERT INTO inbox_raw (id, raw) VALUES (%d, x'41')",
	    id, id, m->match, m->seat, m->received, m->handled, m->state, id);

	ok(db_exec(h->st, sql));
}

static void
add_ask(struct home *h, int mail)
{
	g_autofree char *sql = g_strdup_printf(
	    "INSERT INTO ask VALUES (NULL, 'question', 1, 'sender', NULL,"
	    " 'a@x', NULL, NULL, %d, '', '', NULL, %d, 0, 0, 0)",
	    mail, LONG_AGO);

	ok(db_exec(h->st, sql));
}

static void
mails_go(void **state)
{
	struct home *h = *state;
	bool any;

	needs_file(h);
	(void)match_in(h, "running");
	(void)match_in(h, "over");
	(void)match_in(h, "ended");
	for (size_t i = 0; i < G_N_ELEMENTS(mails); i++)
		add_mail(h, (int)i + 1, &mails[i]);
	add_ask(h, ASKED);
	ok(store_keep_any(h->st, LONG_AGO, &any));
	assert_false(any);
	ok(store_keep_any(h->st, LONG_AGO + 1, &any));
	assert_true(any);
	(void)go_through(h, store_keep_mails, 5);
	for (size_t i = 0; i < G_N_ELEMENTS(mails); i++)
		assert_stays(
		    h, "inbox_raw", (int)i + 1, mails[i].name, mails[i].stays);
	assert_int_equal(
	    count(h, "SELECT count(*) FROM inbox"), G_N_ELEMENTS(mails));
}

/* What was deleted is given back, a part at a time; a little is left for what
 * comes next. */
static void
pages_go_back(void **state)
{
	struct home *h = *state;
	int64_t full;
	int times = 0;
	bool more;

	needs_file(h);
	ok(store_shrink(h->st, &more));
	assert_false(more);
	ok(db_exec(h->st,
	    "CREATE TABLE big (raw BLOB); WITH RECURSIVE i (n) AS (SELECT 1"
	    " UNION ALL SELECT n + 1 FROM i WHERE n < 4000)"
	    " INSERT INTO big SELECT zeroblob(4000) FROM i"));
	ok(db_exec(h->st, "DELETE FROM big; DROP TABLE big"));
	full = count(h, "PRAGMA page_count");
	do {
		ok(store_shrink(h->st, &more));
		times++;
	} while (more);
	assert_true(times > 2);
	assert_true(count(h, "PRAGMA freelist_count") < 1000);
	assert_true(count(h, "PRAGMA page_count") < full - 2900);
	/* one that cannot give any back is not asked for ever */
	ok(db_exec(h->st, "PRAGMA journal_mode = DELETE;"
			  "PRAGMA auto_vacuum = NONE; VACUUM;"
			  "CREATE TABLE big (raw BLOB);"
			  "WITH RECURSIVE i (n) AS (SELECT 1"
			  " UNION ALL SELECT n + 1 FROM i WHERE n < 4000)"
			  " INSERT INTO big SELECT zeroblob(4000) FROM i;"
			  "DELETE FROM big"));
	ok(store_shrink(h->st, &more));
	assert_false(more);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(letters_go),
		T(mails_go),
		T(pages_go_back),
	};

	return cmocka_run_group_tests_name("keep", tests, NULL, NULL);
}

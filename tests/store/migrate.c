/* SPDX-License-Identifier: ISC */
/*
 * The schema's steps: whoever comes from an old one gets what a fresh home
 * gets, and a step that fails leaves nothing behind.
 */
#include "base/err.h"
#include "store/db.h"
#include "store/mails/pictures.h"
#include "store/matches/actions.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/matches/votes.h"
#include "store/migrate.h"
#include "store/people/asks.h"
#include "store/people/people.h"
#include "store/sqlite/sqlite.h"
#include "store/store.h"
#include "tests/store/home.h"

/* The whole schema as text. */
static char *
schema(struct store *st)
{
	GString *text = g_string_new("");
	sqlite3_stmt *q;

	assert_int_equal(
	    sqlite3_prepare_v2(sqlite_of(st),
		"SELECT type, name, sql FROM sqlite_schema ORDER BY type, name",
		-1, &q, NULL),
	    SQLITE_OK);
	while (sqlite3_step(q) == SQLITE_ROW)
		g_string_append_printf(text, "%s %s %s\n",
		    sqlite3_column_text(q, 0), sqlite3_column_text(q, 1),
		    sqlite3_column_type(q, 2) == SQLITE_NULL
			? "-"
			: (const char *)sqlite3_column_text(q, 2));
	sqlite3_finalize(q);
	return g_string_free(text, FALSE);
}

/* A database as a turnpost left it that knew only the first n steps. */
static void
make_old(const char *path, const GArray *steps, guint n)
{
	sqlite3 *db;
	guint i;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	for (i = 0; i < n; i++) {
		const char *sql = g_array_index(steps, struct db_step, i).sql;

		assert_int_equal(
		    sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	}
	sqlite3_close(db);
}

static void
stepped_is_as_fresh(void **state)
{
	struct home *h = *state;
	g_autoptr(GArray) steps = db_steps(SQLITE_STEPS);
	g_autofree char *fresh = schema(h->st);
	guint n;

	assert_non_null(strstr(fresh, "CREATE TABLE match"));
	for (n = 1; n <= steps->len; n++) {
		g_autofree char *path =
		    g_strdup_printf("%s/old-%u.db", h->folder, n);
		g_autofree char *stepped = NULL;
		struct store *st;

		make_old(path, steps, n);
		st = store_open(path, false, &h->e);
		assert_non_null(st);
		stepped = schema(st);
		assert_string_equal(stepped, fresh);
		store_close(st);
	}
}

/* One row of each kind as an older turnpost left it, open and closed ones. */
static const char old_asks[] =
    "INSERT INTO person (id, name, language, zone, created)"
    " VALUES (1, 'Anna', 'en', 'UTC', 1);"
    "INSERT INTO question VALUES"
    " (3, 'alias', 1, 'new@x', NULL, 100, 0, 0),"
    " (4, 'sender', 1, 'anna@x', NULL, 101, 0, 0),"
    " (5, 'address', 1, 'to@x', NULL, 102, 0, 2),"
    " (6, 'forget', 1, 'anna@x', NULL, 103, 200, 0);"
    "INSERT INTO wish (id, kind, address, person, match, name, lines, asked,"
    " closed, again, language) VALUES"
    " (2, 'stranger', 'zoe@x', NULL, NULL, 'Zoe', '[\"help\"]', 110, 0, 1,"
    " 'pl'),"
    " (3, 'person', 'anna@x', 1, NULL, '', '[\"rules\"]', 111, 0, 0, ''),"
    " (4, 'invite', 'bert@x', 1, NULL, 'Bert', '[\"join 1\"]', 112, 0, 0,"
    " 'de'),"
    " (5, 'stranger', 'anna@x', 1, NULL, 'Anna', '[]', 0, 0, 0, '');"
    "INSERT INTO meant (id, person, match, seat, lines, asked, closed) VALUES"
    " (2, 1, NULL, NULL, '[\"away 3\"]', 120, 0),"
    " (7, 1, NULL, 2, '[\"leave\"]', 121, 0);";

/* All that a code is made of, and what it was about. */
static const char *const carried[] = {
	"question 3 alias 1 new@x -1 - 100 0 0 0 ",
	"question 4 sender 1 anna@x -1 - 101 0 0 0 ",
	"question 5 address 1 to@x -1 - 102 0 2 0 ",
	"question 6 forget 1 anna@x -1 - 103 200 0 0 ",
	"wish 2 stranger 0 zoe@x -1 [\"help\"] 110 0 0 1 Zoe pl",
	"wish 3 person 1 anna@x -1 [\"rules\"] 111 0 0 0 ",
	"wish 4 invite 1 bert@x -1 [\"join 1\"] 112 0 0 0 Bert de",
	"wish 5 stranger 1 anna@x -1 [] 0 0 0 0 Anna ",
	"meant 2 meant 1  -1 [\"away 3\"] 120 0 0 0 ",
	"meant 7 meant 1  2 [\"leave\"] 121 0 0 0 ",
};

/* A code in a letter that was sent before still counts, and who was asked
 * often was. */
static void
asks_are_carried_over(void **state)
{
	struct home *h = *state;
	g_autoptr(GArray) steps = db_steps(SQLITE_STEPS);
	g_autofree char *path = g_strdup_printf("%s/asks.db", h->folder);
	struct ask_row next = { .kind = ASK_INVITE, .asked = 130 };
	struct store *st;
	sqlite3_stmt *q;
	size_t n = 0;
	sqlite3 *db;

	make_old(path, steps, 8);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_exec(db, old_asks, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s", sqlite3_errmsg(db));
	sqlite3_close(db);
	st = store_open(path, false, &h->e);
	assert_non_null(st);
	assert_int_equal(
	    sqlite3_prepare_v2(sqlite_of(st),
		"SELECT family || ' ' || number || ' ' || kind || ' ' ||"
		" coalesce(person, 0) || ' ' || address || ' ' ||"
		" coalesce(seat, -1) || ' ' || coalesce(lines, '-') || ' ' ||"
		" asked || ' ' || closed || ' ' || agreed || ' ' || again ||"
		" ' ' || iif(name = '', '', name || ' ') || language"
		" FROM ask ORDER BY id",
		-1, &q, NULL),
	    SQLITE_OK);
	for (; sqlite3_step(q) == SQLITE_ROW; n++)
		assert_string_equal(sqlite3_column_text(q, 0), carried[n]);
	assert_int_equal(n, G_N_ELEMENTS(carried));
	sqlite3_finalize(q);
	ok(store_begin(st, __func__));
	ok(store_ask_add(st, &next));
	ok(store_commit(st));
	assert_int_equal(next.number, 6);
	store_close(st);
}

static const char old_seats[] =
    "INSERT INTO person (id, name, language, zone, created)"
    " VALUES (1, 'Anna', 'en', 'UTC', 1), (2, 'Bert', 'en', 'UTC', 1);"
    "INSERT INTO match (id, game, rules, name, life, options, server_seed,"
    " seed, created, started, ended, last_event) VALUES"
    " (1, 'mutineer', 1, 'old', 'running', '{}', zeroblob(32),"
    " zeroblob(32), 1, 2, 0, 9);"
    "INSERT INTO seat (match, seat, person, name, epoch, ready, luck, told,"
    " held, missed, graces, hushed) VALUES"
    " (1, 0, 1, 'Anna', 3, 1, 'frogs', 9, 'robot', 2, 1, 4),"
    " (1, 1, 2, 'Bert', 0, 1, NULL, 9, 'person', 0, 0, 0);"
    "INSERT INTO timer VALUES (1, 1, 'decide', 0, 50, 60, 70, 80);"
    "INSERT INTO vote VALUES (5, 1, 1, 'replace', 0, 1, 1, 8, 90, 0, 0);"
    "INSERT INTO ballot VALUES (5, 1, 2, 1);"
    "INSERT INTO action VALUES (6, 1, 'undo', 100, 1, 0);";

/* A picture that a letter of before waits for is there, and is drawn anew when
 * another letter has it. */
static void
pictures_are_carried_over(void **state)
{
	struct home *h = *state;
	g_autoptr(GArray) steps = db_steps(SQLITE_STEPS);
	g_autofree char *path = g_strdup_printf("%s/pictures.db", h->folder);
	struct kept_picture kept;
	struct store *st;
	sqlite3 *db;
	int height;

	make_old(path, steps, 10);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db,
			     "INSERT INTO picture (hash, png, used)"
			     " VALUES ('abc', x'89504e47', 100)",
			     NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(db);
	st = store_open(path, false, &h->e);
	assert_non_null(st);
	ok(store_picture(st, "abc", &kept));
	assert_null(kept.svg);
	assert_int_equal(g_bytes_get_size(kept.png), 4);
	kept_picture_clear(&kept);
	ok(store_begin(st, __func__));
	ok(store_picture_use(st, "abc", 200, &height));
	assert_int_equal(height, 0);
	for (int i = 0; i < 2; i++)
		ok(store_picture_add(
		    st, "abc", i == 0 ? "<svg/>" : "other", 300 + i, 200));
	ok(store_picture_use(st, "abc", 200, &height));
	assert_int_equal(height, 300);
	ok(store_commit(st));
	ok(store_picture(st, "abc", &kept));
	assert_string_equal(kept.svg, "<svg/>");
	assert_null(kept.png);
	kept_picture_clear(&kept);
	store_close(st);
}

/* What a match had before robots could think stays as it was. */
static void
seats_are_carried_over(void **state)
{
	struct home *h = *state;
	g_autoptr(GArray) steps = db_steps(SQLITE_STEPS);
	g_autofree char *path = g_strdup_printf("%s/seats.db", h->folder);
	g_autoptr(GPtrArray) seats = NULL, votes = NULL;
	g_autoptr(GArray) timers = NULL, actions = NULL;
	const struct seat_row *s;
	struct store *st;
	sqlite3 *db;

	make_old(path, steps, 12);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_exec(db, old_seats, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s", sqlite3_errmsg(db));
	sqlite3_close(db);
	st = store_open(path, false, &h->e);
	assert_non_null(st);
	seats = store_seats(st, 1);
	assert_int_equal(seats->len, 2);
	s = seats->pdata[0];
	assert_int_equal(s->person, 1);
	assert_string_equal(s->name, "Anna");
	assert_int_equal(s->epoch, 3);
	assert_true(s->ready);
	assert_string_equal(s->luck, "frogs");
	assert_int_equal(s->occupant, OCCUPANT_ROBOT);
	assert_null(s->level);
	assert_int_equal(s->told, 9);
	assert_int_equal(s->missed, 2);
	assert_int_equal(s->graces, 1);
	assert_int_equal(s->undisclosed, 4);
	s = seats->pdata[1];
	assert_int_equal(s->occupant, OCCUPANT_PERSON);
	votes = store_votes_open(st, 1);
	assert_int_equal(votes->len, 1);
	assert_int_equal(
	    ((struct vote_row *)votes->pdata[0])->kind, ACTION_REPLACE);
	timers = store_timers(st, 1);
	assert_int_equal(timers->len, 1);
	assert_int_equal(g_array_index(timers, struct timer_row, 0).extra, 70);
	actions = store_actions(st, 1, 0);
	assert_int_equal(actions->len, 1);
	assert_int_equal(
	    g_array_index(actions, struct action_row, 0).what, ACTION_UNDO);
	store_close(st);
}

static void
steps_have_their_numbers(void **state)
{
	struct home *h = *state;
	g_autoptr(GArray) steps = db_steps(SQLITE_STEPS);
	guint i;

	assert_int_equal(steps->len, h->st->version);
	assert_int_equal(count(h, "PRAGMA user_version"), steps->len);
	for (i = 0; i < steps->len; i++)
		assert_int_equal(
		    g_array_index(steps, struct db_step, i).n, i + 1);
	assert_string_equal(
	    g_array_index(steps, struct db_step, 0).name, "0001-begin.sql");
}

/* Two steps far beyond those built in. */
static GArray *
two_steps(const char *first, const char *second)
{
	GArray *steps = g_array_new(FALSE, FALSE, sizeof(struct db_step));
	struct db_step a = { 101, "first.sql", first };
	struct db_step b = { 102, "second.sql", second };

	g_array_append_val(steps, a);
	g_array_append_val(steps, b);
	return steps;
}

static void
goes_on_from_where_it_stands(void **state)
{
	struct home *h = *state;
	g_autoptr(GArray) steps =
	    two_steps("CREATE TABLE a (x) ; PRAGMA user_version = 101",
		"ALTER TABLE a ADD COLUMN y; PRAGMA user_version = 102");

	ok(sqlite_migrate(h->st, steps));
	ok(sqlite_migrate(h->st, steps)); /* nothing left to do */
	assert_int_equal(count(h, "PRAGMA user_version"), 102);
	assert_int_equal(
	    count(h, "SELECT count(*) FROM pragma_table_info('a')"), 2);
}

static void
all_of_a_step_or_nothing(void **state)
{
	struct home *h = *state;
	g_autoptr(GArray) steps =
	    two_steps("CREATE TABLE a (x); PRAGMA user_version = 101",
		"CREATE TABLE b (x); PRAGMA user_version = 102;"
		"INSERT INTO nowhere VALUES (1)");

	fails(sqlite_migrate(h->st, steps), ERR_IO);
	says("schema step second.sql: ");
	says("no such table: nowhere");
	assert_true(sqlite3_get_autocommit(sqlite_of(h->st)));
	assert_int_equal(count(h, "PRAGMA user_version"), 101);
	assert_int_equal(
	    count(h, "SELECT count(*) FROM sqlite_schema WHERE name = 'a'"), 1);
	assert_int_equal(
	    count(h, "SELECT count(*) FROM sqlite_schema WHERE name = 'b'"), 0);
}

/* Constraints are off in a step, so it is looked after them at its end. */
static void
a_step_leaves_no_orphans(void **state)
{
	struct home *h = *state;
	g_autoptr(GArray) steps = two_steps("INSERT INTO inbox_raw VALUES (7, "
					    "x'00'); PRAGMA user_version = 101",
	    "PRAGMA user_version = 102");

	fails(sqlite_migrate(h->st, steps), ERR_DAMAGED);
	says("schema step first.sql: 1 rows belong to rows");
	assert_int_equal(count(h, "PRAGMA user_version"), h->st->version);
	assert_int_equal(count(h, "SELECT count(*) FROM inbox_raw"), 0);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(stepped_is_as_fresh),
		T(asks_are_carried_over),
		T(pictures_are_carried_over),
		T(seats_are_carried_over),
		T(steps_have_their_numbers),
		T(goes_on_from_where_it_stands),
		T(all_of_a_step_or_nothing),
		T(a_step_leaves_no_orphans),
	};

	return cmocka_run_group_tests_name("migrate", tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/*
 * The schema's steps: whoever comes from an old one gets what a fresh home
 * gets, and a step that fails leaves nothing behind.
 */
#include "base/err.h"
#include "store/db.h"
#include "store/matches.h"
#include "store/people.h"
#include "store/seats.h"
#include "store/store.h"
#include "tests/store/home.h"

/* The whole schema as text. */
static char *
schema(struct store *st)
{
	GString *text = g_string_new("");
	sqlite3_stmt *q;

	assert_int_equal(
	    sqlite3_prepare_v2(st->db,
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
	g_autoptr(GArray) steps = db_steps();
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

static void
steps_have_their_numbers(void **state)
{
	struct home *h = *state;
	g_autoptr(GArray) steps = db_steps();
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

	ok(db_migrate(h->st, steps));
	ok(db_migrate(h->st, steps)); /* nothing left to do */
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

	fails(db_migrate(h->st, steps), ERR_IO);
	says("schema step second.sql: ");
	says("no such table: nowhere");
	assert_true(sqlite3_get_autocommit(h->st->db));
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

	fails(db_migrate(h->st, steps), ERR_DAMAGED);
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
		T(steps_have_their_numbers),
		T(goes_on_from_where_it_stands),
		T(all_of_a_step_or_nothing),
		T(a_step_leaves_no_orphans),
	};

	return cmocka_run_group_tests_name("migrate", tests, NULL, NULL);
}

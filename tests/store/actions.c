/* SPDX-License-Identifier: ISC */
/* What organisers did to matches, also before there were rows for it. */
#include "store/db.h"
#include "store/matches/actions.h"
#include "store/matches/matches.h"
#include "store/migrate.h"
#include "store/sqlite/sqlite.h"
#include "store/store.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static void
comes_back_whole(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	struct action_row row = { match, ACTION_EXTEND, 50, 2, 3600 };
	const struct action_row *got;
	GArray *rows;

	ok(store_begin(h->st, __func__));
	ok(store_action_add(h->st, &row));
	row.at = 60;
	row.what = ACTION_UNDO;
	ok(store_action_add(h->st, &row));
	ok(store_commit(h->st));
	rows = store_actions(h->st, match, 49);
	assert_int_equal(rows->len, 2);
	got = &g_array_index(rows, struct action_row, 0);
	assert_int_equal(got->what, ACTION_EXTEND);
	assert_int_equal(got->at, 50);
	assert_int_equal(got->seats, 2);
	assert_int_equal(got->seconds, 3600);
	g_array_unref(rows);
	rows = store_actions(h->st, match, 50);
	assert_int_equal(rows->len, 1);
	g_array_unref(rows);
}

/* The notices by which a turnpost of step 7 counted. */
static const char notices[] =
    "INSERT INTO match (id, game, rules, name, life, options, data, given,"
    " server_seed, seed, created, started, ended, last_event, draws)"
    " VALUES (1, 'hexxi', 1, 'm', 'running', '{}', NULL, NULL, zeroblob(32),"
    " zeroblob(32), 1, 1, 0, 9, NULL);"
    "INSERT INTO notice (match, after, at, phrase, args) VALUES"
    " (1, 1, 10, 'notice.begun', '{}'),"
    " (1, 2, 20, 'notice.organiser-extend', '{\"seconds\":60,\"seat\":-1}'),"
    " (1, 3, 30, 'notice.organiser-extend-seat',"
    "  '{\"seconds\":90,\"seat\":2}'),"
    " (1, 4, 40, 'notice.organiser-remind', '{\"seats\":[0,3]}'),"
    " (1, 5, 50, 'notice.undone-more', '{\"n\":2}'),"
    " (1, 6, 60, 'notice.vote-paused', '{}');";

static void
is_carried_over(void **state)
{
	static const struct action_row want[] = {
		{ 1, ACTION_EXTEND, 20, 0, 60 },
		{ 1, ACTION_EXTEND, 30, 4, 90 },
		{ 1, ACTION_REMIND, 40, 9, 0 },
		{ 1, ACTION_UNDO, 50, 0, 0 },
	};
	struct home *h = *state;
	g_autofree char *path = g_build_filename(h->folder, "old.db", NULL);
	g_autoptr(GArray) steps = db_steps(SQLITE_STEPS);
	struct store *st;
	sqlite3 *db;
	GArray *rows;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	for (guint i = 0; i < 7; i++)
		assert_int_equal(
		    sqlite3_exec(db,
			g_array_index(steps, struct db_step, i).sql, NULL, NULL,
			NULL),
		    SQLITE_OK);
	assert_int_equal(
	    sqlite3_exec(db, notices, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	st = store_open(path, false, &h->e);
	assert_non_null(st);
	rows = store_actions(st, 1, 0);
	assert_int_equal(rows->len, G_N_ELEMENTS(want));
	assert_memory_equal(rows->data, want, sizeof(want));
	g_array_unref(rows);
	store_close(st);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    comes_back_whole, home_open, home_remove),
		cmocka_unit_test_setup_teardown(
		    is_carried_over, home_open, home_remove),
	};

	return cmocka_run_group_tests_name("store/actions", tests, NULL, NULL);
}

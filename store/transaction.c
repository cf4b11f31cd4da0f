/* SPDX-License-Identifier: ISC */
/*
 * Transactions that nest: the outermost is BEGIN IMMEDIATE, so that a writer
 * waits at its beginning and never in its middle; those within are
 * savepoints.  Savepoints may share one name: SQLite takes the innermost.
 */
#include "store/transaction.h"

#include "base/err.h"
#include "store/db.h"

#include <assert.h>

enum { Q_BEGIN, Q_COMMIT, Q_ROLLBACK, Q_SAVE, Q_RELEASE, Q_BACK, Q_VERSION };
static const char *const sql[] = {
	[Q_BEGIN] = "BEGIN IMMEDIATE",
	[Q_COMMIT] = "COMMIT",
	[Q_ROLLBACK] = "ROLLBACK",
	[Q_SAVE] = "SAVEPOINT inner",
	[Q_RELEASE] = "RELEASE inner",
	[Q_BACK] = "ROLLBACK TO inner",
	[Q_VERSION] = "PRAGMA user_version",
};
const struct db_sql transaction_sql = { sql, G_N_ELEMENTS(sql) };

/* These stand outside of what db_take and db_row watch over, and are prepared
 * when the database is opened. */
static int
run(struct store *st, int n)
{
	sqlite3_stmt *q = st->statements[DB_TRANSACTION][n];
	int rc = sqlite3_step(q);

	if (rc != SQLITE_DONE && rc != SQLITE_ROW)
		db_fail(st);
	sqlite3_reset(q);
	return rc == SQLITE_DONE || rc == SQLITE_ROW ? 0 : -1;
}

/* A program that runs for weeks must notice that the schema moved on. */
static int
check_version(struct store *st)
{
	sqlite3_stmt *q = st->statements[DB_TRANSACTION][Q_VERSION];
	int rc = sqlite3_step(q);
	int64_t version = db_get_int(q, 0);

	if (rc != SQLITE_ROW)
		db_fail(st);
	sqlite3_reset(q);
	if (rc != SQLITE_ROW)
		return -1;
	if (version != st->version)
		return err_set(st->err, ERR_NEWER,
		    "a newer turnpost has changed database %s: restart this "
		    "one",
		    st->path);
	return 0;
}

static int
begin_outer(struct store *st)
{
	if (run(st, Q_BEGIN) == -1)
		return -1;
	if (check_version(st) == 0)
		return 0;
	run(st, Q_ROLLBACK);
	return -1;
}

int
store_begin(struct store *st, const char *where)
{
	int r;

	assert(st->depth < DB_NESTING);
	if (st->depth == 0)
		r = begin_outer(st);
	else if (sqlite3_get_autocommit(st->db))
		r = err_set(st->err, ERR_IO,
		    "the transaction of %s was rolled back after an error",
		    st->where[0]);
	else
		r = run(st, Q_SAVE);
	if (r == -1)
		return err_more(st->err, "%s", where);
	st->where[st->depth++] = where;
	return 0;
}

int
db_begin_inner(struct store *st, const char *where)
{
	assert(st->depth > 0);
	return store_begin(st, where);
}

/* Take back the level that has just been left. */
static void
take_back(struct store *st)
{
	if (sqlite3_get_autocommit(st->db))
		return; /* SQLite has done so by itself */
	if (st->depth > 0 && run(st, Q_BACK) == 0 && run(st, Q_RELEASE) == 0)
		return;
	/* What cannot be taken back alone must not be kept with the rest. */
	run(st, Q_ROLLBACK);
}

int
store_commit(struct store *st)
{
	const char *where;
	int r;

	assert(st->depth > 0);
	where = st->where[--st->depth];
	if (sqlite3_get_autocommit(st->db))
		r = err_set(st->err, ERR_IO,
		    "it was rolled back after an earlier error");
	else
		r = run(st, st->depth == 0 ? Q_COMMIT : Q_RELEASE);
	if (r == 0)
		return 0;
	take_back(st);
	return err_more(st->err, "%s", where);
}

void
store_rollback(struct store *st)
{
	assert(st->depth > 0);
	st->depth--;
	take_back(st);
}

bool
store_in_transaction(const struct store *st)
{
	return st->depth > 0;
}

int64_t
store_changes(const struct store *st)
{
	return sqlite3_total_changes64(st->db);
}

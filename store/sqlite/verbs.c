/* SPDX-License-Identifier: ISC */
/*
 * What begins and ends transactions.  The outermost is BEGIN IMMEDIATE, so that
 * a writer waits at its beginning; savepoints may share one name, for SQLite
 * takes the innermost.
 */
#include "store/sqlite/sqlite.h"

#include "store/db.h"

static const char *const verbs[DB_VERBS] = {
	[DB_BEGIN] = "BEGIN IMMEDIATE",
	[DB_COMMIT] = "COMMIT",
	[DB_ROLLBACK] = "ROLLBACK",
	[DB_SAVE] = "SAVEPOINT inner",
	[DB_RELEASE] = "RELEASE inner",
	[DB_BACK] = "ROLLBACK TO inner",
};
static const char version[] = "PRAGMA user_version";

static int
prepare(struct store *st, const char *text, sqlite3_stmt **q)
{
	return sqlite.prepare_v3(sqlite_of(st), text, -1,
		   SQLITE_PREPARE_PERSISTENT, q, NULL) == SQLITE_OK
		   ? 0
		   : sqlite_fail(st);
}

int
sqlite_prepare_verbs(struct store *st)
{
	struct sqlite_own *own = st->own;

	for (int i = 0; i < DB_VERBS; i++)
		if (prepare(st, verbs[i], &own->verbs[i]) == -1)
			return -1;
	return prepare(st, version, &own->version);
}

void
sqlite_finalize_verbs(struct store *st)
{
	struct sqlite_own *own = st->own;

	for (int i = 0; i < DB_VERBS; i++)
		sqlite.finalize(own->verbs[i]);
	sqlite.finalize(own->version);
}

int
sqlite_run(struct store *st, enum db_verb verb)
{
	struct sqlite_own *own = st->own;
	sqlite3_stmt *q = own->verbs[verb];
	int rc;

	if (verb == DB_BEGIN && sqlite_before_begin(st) == -1)
		return -1;
	rc = sqlite.step(q);
	if (rc != SQLITE_DONE)
		sqlite_fail(st);
	else if (verb == DB_BEGIN)
		sqlite_note_begin(own);
	else if (verb == DB_COMMIT)
		sqlite_note_commit(own);
	sqlite.reset(q);
	return rc == SQLITE_DONE ? 0 : -1;
}

bool
sqlite_ended(const struct store *st)
{
	return sqlite.get_autocommit(sqlite_of(st));
}

int
sqlite_version(struct store *st, int64_t *schema)
{
	const struct sqlite_own *own = st->own;
	int rc = sqlite.step(own->version);

	*schema = sqlite.column_int64(own->version, 0);
	if (rc != SQLITE_ROW)
		sqlite_fail(st);
	sqlite.reset(own->version);
	return rc == SQLITE_ROW ? 0 : -1;
}

/* A file is on one machine, whose programs lock the home. */
int
sqlite_take_steps(struct store *st, bool *got)
{
	(void)st;
	*got = true;
	return 0;
}

void
sqlite_give_steps(struct store *st)
{
	(void)st;
}

int
sqlite_begin_read(struct store *st)
{
	return sqlite_exec_sql(st, "BEGIN");
}

int
sqlite_end_read(struct store *st)
{
	return sqlite_exec_sql(st, "ROLLBACK");
}

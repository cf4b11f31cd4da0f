/* SPDX-License-Identifier: ISC */
/* SQLite's statements: prepared, bound, run, read. */
#include "store/sqlite/statement.h"

#include "base/err.h"
#include "store/db.h"
#include "store/sqlite/sqlite.h"

static sqlite3_stmt *
own(const struct statement *q)
{
	return ((const struct sqlite_statement *)q)->q;
}

int
sqlite_exec_sql(struct store *st, const char *sql)
{
	if (sqlite.exec(sqlite_of(st), sql, NULL, NULL, NULL) != SQLITE_OK)
		return sqlite_fail(st);
	return 0;
}

int
sqlite_number(struct store *st, const char *sql, int64_t *n)
{
	sqlite3_stmt *q = NULL;
	int rc = sqlite.prepare_v2(sqlite_of(st), sql, -1, &q, NULL);

	if (rc == SQLITE_OK)
		rc = sqlite.step(q);
	if (rc == SQLITE_ROW) {
		*n = sqlite.column_int64(q, 0);
		rc = SQLITE_OK;
	} else
		sqlite_fail(st);
	sqlite.finalize(q);
	return rc == SQLITE_OK ? 0 : -1;
}

/*
 * The statements fit the schema's steps, so what does not fit them now is the
 * database: a table is gone, or another one than it was.  That is the fault of
 * no mail that just then is handled, so it is one that another try may mend.
 */
static void
fail_unfit(struct store *st)
{
	struct err *e = &st->unfit, *before = st->err;

	*e = (struct err){ 0 };
	if (sqlite.errcode(sqlite_of(st)) == SQLITE_ERROR)
		err_set(e, ERR_IO, "database %s is damaged: %s", st->path,
		    sqlite.errmsg(sqlite_of(st)));
	else {
		st->err = e;
		sqlite_fail(st);
		st->err = before;
	}
}

struct statement *
sqlite_prepare(struct store *st, const char *sql)
{
	struct sqlite_statement *new;
	sqlite3_stmt *q;

	if (sqlite.prepare_v3(sqlite_of(st), sql, -1, SQLITE_PREPARE_PERSISTENT,
		&q, NULL) != SQLITE_OK) {
		fail_unfit(st);
		return NULL;
	}
	new = g_new0(struct sqlite_statement, 1);
	new->base.engine = &sqlite_engine;
	new->base.writes = !sqlite.stmt_readonly(q);
	new->q = q;
	return &new->base;
}

int
sqlite_fits(struct store *st, struct statement *q)
{
	(void)st;
	(void)q;
	return 0; /* or it would not have been prepared */
}

void
sqlite_finalize(struct statement *q)
{
	sqlite.finalize(own(q));
	g_free(q);
}

int
sqlite_parameter(struct statement *q, const char *name)
{
	return sqlite.bind_parameter_index(own(q), name);
}

void
sqlite_bind_null(struct statement *q, int place)
{
	sqlite.bind_null(own(q), place);
}

void
sqlite_bind_int(struct statement *q, int place, int64_t value)
{
	sqlite.bind_int64(own(q), place, value);
}

void
sqlite_bind_text(struct statement *q, int place, const char *value)
{
	sqlite.bind_text(own(q), place, value, -1, SQLITE_STATIC);
}

void
sqlite_bind_blob(struct statement *q, int place, const void *data, size_t size)
{
	sqlite.bind_blob64(own(q), place, data, size, SQLITE_STATIC);
}

int
sqlite_step(struct store *st, struct statement *q)
{
	int rc = sqlite.step(own(q));

	if (rc == SQLITE_ROW)
		return 1;
	return rc == SQLITE_DONE ? 0 : sqlite_fail(st);
}

void
sqlite_reset(struct statement *q)
{
	sqlite.reset(own(q));
	sqlite.clear_bindings(own(q));
}

int
sqlite_columns(struct statement *q)
{
	return sqlite.column_count(own(q));
}

const char *
sqlite_name(struct statement *q, int column)
{
	return sqlite.column_name(own(q), column);
}

bool
sqlite_is_null(struct statement *q, int column)
{
	return sqlite.column_type(own(q), column) == SQLITE_NULL;
}

int64_t
sqlite_get_int(struct statement *q, int column)
{
	return sqlite.column_int64(own(q), column);
}

const char *
sqlite_get_text(struct statement *q, int column)
{
	return (const char *)sqlite.column_text(own(q), column);
}

const void *
sqlite_get_blob(struct statement *q, int column, size_t *size)
{
	const void *data = sqlite.column_blob(own(q), column);

	*size = (size_t)sqlite.column_bytes(own(q), column);
	return data;
}

GBytes *
sqlite_get_raw(struct statement *q, int column, struct err *e)
{
	(void)e; /* unpacked() has told it */
	return db_get_bytes(q, column);
}

int64_t
sqlite_last_id(struct store *st)
{
	return sqlite.last_insert_rowid(sqlite_of(st));
}

int64_t
sqlite_changes(struct store *st)
{
	return sqlite.changes64(sqlite_of(st));
}

int
sqlite_expect(struct store *st)
{
	if (sqlite_changes(st) > 0)
		return 0;
	return err_set(st->err, ERR_MISSING, "%s", DB_MISSING);
}

int64_t
sqlite_all_changes(const struct store *st)
{
	return sqlite.total_changes64(sqlite_of(st));
}

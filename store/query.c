/* SPDX-License-Identifier: ISC */
/*
 * Running statements: binding by name, rows, columns.  A statement is always
 * reset when it is done with, so that no read stays open and holds up others.
 */
#include "store/db.h"
#include "store/fields.h"

#include "base/err.h"

#include <assert.h>
#include <string.h>

int
db_exec(struct store *st, const char *sql)
{
	if (sqlite3_exec(st->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		return db_fail(st);
	return 0;
}

int
db_number(struct store *st, const char *sql, int64_t *n)
{
	sqlite3_stmt *q = NULL;
	int rc = sqlite3_prepare_v2(st->db, sql, -1, &q, NULL);

	if (rc == SQLITE_OK)
		rc = sqlite3_step(q);
	if (rc == SQLITE_ROW) {
		*n = sqlite3_column_int64(q, 0);
		rc = SQLITE_OK;
	} else
		db_fail(st);
	sqlite3_finalize(q);
	return rc == SQLITE_OK ? 0 : -1;
}

sqlite3_stmt *
db_take(struct store *st, enum db_part part, int n)
{
	sqlite3_stmt *q = db_statement(st, part, n);

	assert(q == NULL || !sqlite3_stmt_busy(q));
	assert(q == NULL || st->depth > 0 || sqlite3_stmt_readonly(q));
	return q;
}

/* Without a statement it is 0, and SQLite then binds nothing. */
static int
parameter(sqlite3_stmt *q, const char *name)
{
	int i = q == NULL ? 0 : db_parameter(q, name);

	assert(q == NULL || i > 0);
	return i;
}

void
db_int(sqlite3_stmt *q, const char *name, int64_t value)
{
	sqlite3_bind_int64(q, parameter(q, name), value);
}

void
db_int_or(sqlite3_stmt *q, const char *name, int64_t value, int64_t none)
{
	if (value == none)
		sqlite3_bind_null(q, parameter(q, name));
	else
		db_int(q, name, value);
}

void
db_text(sqlite3_stmt *q, const char *name, const char *value)
{
	sqlite3_bind_text(q, parameter(q, name), value, -1, SQLITE_STATIC);
}

void
db_word(sqlite3_stmt *q, const char *name, const char *value)
{
	db_text(q, name, value == NULL ? "" : value);
}

void
db_blob(sqlite3_stmt *q, const char *name, const void *data, size_t size)
{
	/* A NULL pointer would be bound as NULL, not as no bytes. */
	sqlite3_bind_blob64(q, parameter(q, name), data == NULL ? "" : data,
	    size, SQLITE_STATIC);
}

int
db_row(struct store *st, sqlite3_stmt *q)
{
	int rc;

	/*
	 * After some errors SQLite takes back the whole transaction, nested
	 * or not.  Whatever is tried then must not be kept by itself.
	 */
	if (st->depth > 0 && sqlite3_get_autocommit(st->db)) {
		db_end(q);
		return err_set(st->err, ERR_IO,
		    "the transaction of %s was rolled back after an error",
		    st->where[0]);
	}
	if (q == NULL)
		return err_set(st->err, st->unfit.code, "%s", st->unfit.text);
	rc = sqlite3_step(q);
	if (rc == SQLITE_ROW)
		return 1;
	if (rc != SQLITE_DONE)
		db_fail(st);
	db_end(q);
	return rc == SQLITE_DONE ? 0 : -1;
}

void
db_end(sqlite3_stmt *q)
{
	if (q == NULL)
		return;
	sqlite3_reset(q);
	sqlite3_clear_bindings(q);
}

int
db_done(struct store *st, sqlite3_stmt *q)
{
	int r = db_row(st, q);

	assert(r != 1);
	return r;
}

int
db_done_some(struct store *st, sqlite3_stmt *q)
{
	if (db_done(st, q) == -1)
		return -1;
	if (sqlite3_changes(st->db) == 0)
		return err_set(st->err, ERR_MISSING, "it is not there");
	return 0;
}

char *
db_get_text(sqlite3_stmt *q, int column)
{
	return g_strdup((const char *)sqlite3_column_text(q, column));
}

int64_t
db_get_int(sqlite3_stmt *q, int column)
{
	return sqlite3_column_int64(q, column);
}

int64_t
db_get_int_or(sqlite3_stmt *q, int column, int64_t none)
{
	if (sqlite3_column_type(q, column) == SQLITE_NULL)
		return none;
	return db_get_int(q, column);
}

GByteArray *
db_get_array(sqlite3_stmt *q, int column)
{
	GByteArray *array;
	const void *data;
	int size;

	if (sqlite3_column_type(q, column) == SQLITE_NULL)
		return NULL;
	data = sqlite3_column_blob(q, column);
	size = sqlite3_column_bytes(q, column);
	array = g_byte_array_sized_new((guint)size);
	if (size > 0)
		g_byte_array_append(array, data, (guint)size);
	return array;
}

GBytes *
db_get_bytes(sqlite3_stmt *q, int column)
{
	const void *data;

	if (sqlite3_column_type(q, column) == SQLITE_NULL)
		return NULL;
	data = sqlite3_column_blob(q, column);
	return g_bytes_new(data, (gsize)sqlite3_column_bytes(q, column));
}

int
db_get_word(
    sqlite3_stmt *q, int column, const char *const *words, int n, struct err *e)
{
	const char *word = (const char *)sqlite3_column_text(q, column);
	int i;

	for (i = 0; i < n; i++)
		if (g_strcmp0(word, words[i]) == 0)
			return i;
	return err_set(e, ERR_DAMAGED, "unknown %s \"%s\" in the database",
	    sqlite3_column_name(q, column), word == NULL ? "" : word);
}

void *
db_one(struct store *st, sqlite3_stmt *q,
    void *(*reader)(sqlite3_stmt *, struct err *))
{
	void *row;

	if (db_row(st, q) != 1)
		return NULL;
	row = reader(q, st->err);
	db_end(q);
	return row;
}

GPtrArray *
db_all(struct store *st, sqlite3_stmt *q,
    void *(*reader)(sqlite3_stmt *, struct err *), GDestroyNotify free_row)
{
	GPtrArray *rows = g_ptr_array_new_with_free_func(free_row);
	int r;

	while ((r = db_row(st, q)) == 1) {
		void *row = reader(q, st->err);

		if (row == NULL) {
			db_end(q);
			r = -1;
			break;
		}
		g_ptr_array_add(rows, row);
	}
	if (r == 0)
		return rows;
	g_ptr_array_unref(rows);
	return NULL;
}

int
db_one_number(struct store *st, sqlite3_stmt *q, int64_t *n)
{
	int r = db_row(st, q);

	if (r == -1)
		return -1;
	assert(r == 1);
	*n = db_get_int(q, 0);
	return db_row(st, q);
}

int
db_any(struct store *st, sqlite3_stmt *q, bool *any)
{
	int64_t n = 0;
	int r = db_one_number(st, q, &n);

	*any = n != 0;
	return r;
}

GArray *
db_ids(struct store *st, sqlite3_stmt *q)
{
	GArray *ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
	int r;

	while ((r = db_row(st, q)) == 1) {
		int64_t id = db_get_int(q, 0);

		g_array_append_val(ids, id);
	}
	if (r == 0)
		return ids;
	g_array_unref(ids);
	return NULL;
}

/* SPDX-License-Identifier: ISC */
/*
 * Running statements: binding by name, rows, columns.  A statement is always
 * reset when it is done with, so that no read stays open and holds up others.
 */
#include "store/db.h"
#include "store/engine.h"
#include "store/fields.h"
#include "store/known.h"
#include "store/transaction.h"

#include "base/err.h"

#include <assert.h>
#include <string.h>

int
db_exec(struct store *st, const char *sql)
{
	return st->engine->exec(st, sql);
}

int
db_number(struct store *st, const char *sql, int64_t *n)
{
	return st->engine->number(st, sql, n);
}

struct statement *
db_take(struct store *st, enum db_part part, int n)
{
	struct statement *q = db_statement(st, part, n);

	assert(q == NULL || !q->stepping);
	assert(q == NULL || st->depth > 0 || !q->writes);
	/* whatever it writes: few statements lie between two that ask */
	if (q != NULL && q->writes)
		db_forget_thread(st);
	return q;
}

static int
parameter(struct statement *q, const char *name)
{
	int i = db_parameter(q, name);

	assert(i > 0);
	return i;
}

void
db_int(struct statement *q, const char *name, int64_t value)
{
	if (q != NULL)
		q->engine->bind_int(q, parameter(q, name), value);
}

void
db_int_or(struct statement *q, const char *name, int64_t value, int64_t none)
{
	if (value != none)
		db_int(q, name, value);
	else if (q != NULL)
		q->engine->bind_null(q, parameter(q, name));
}

void
db_text(struct statement *q, const char *name, const char *value)
{
	if (q != NULL)
		q->engine->bind_text(q, parameter(q, name), value);
}

void
db_word(struct statement *q, const char *name, const char *value)
{
	db_text(q, name, value == NULL ? "" : value);
}

void
db_blob(struct statement *q, const char *name, const void *data, size_t size)
{
	/* A NULL pointer would be bound as NULL, not as no bytes. */
	if (q != NULL)
		q->engine->bind_blob(
		    q, parameter(q, name), data == NULL ? "" : data, size);
}

int
db_row(struct store *st, struct statement *q)
{
	int r;

	/*
	 * After some errors the whole transaction is taken back, nested or
	 * not.  Whatever is tried then must not be kept by itself.
	 */
	if (st->depth > 0 && st->engine->ended(st)) {
		db_end(q);
		return store_taken_back(st);
	}
	if (q == NULL)
		return err_set(st->err, st->unfit.code, "%s", st->unfit.text);
	r = q->engine->step(st, q);
	if (r == 1)
		q->stepping = true;
	else
		db_end(q);
	return r;
}

void
db_end(struct statement *q)
{
	if (q == NULL)
		return;
	q->engine->reset(q);
	q->stepping = false;
}

int
db_done(struct store *st, struct statement *q)
{
	int r = db_row(st, q);

	assert(r != 1);
	return r;
}

int
db_done_some(struct store *st, struct statement *q)
{
	if (db_done(st, q) == -1)
		return -1;
	return st->engine->expect(st);
}

int64_t
db_changes(struct store *st)
{
	return st->engine->changes(st);
}

int64_t
db_last_id(struct store *st)
{
	return st->engine->last_id(st);
}

char *
db_get_text(struct statement *q, int column)
{
	return g_strdup(q->engine->get_text(q, column));
}

int64_t
db_get_int(struct statement *q, int column)
{
	return q->engine->get_int(q, column);
}

int64_t
db_get_int_or(struct statement *q, int column, int64_t none)
{
	if (q->engine->is_null(q, column))
		return none;
	return db_get_int(q, column);
}

GByteArray *
db_get_array(struct statement *q, int column)
{
	GByteArray *array;
	const void *data;
	size_t size;

	if (q->engine->is_null(q, column))
		return NULL;
	data = q->engine->get_blob(q, column, &size);
	array = g_byte_array_sized_new((guint)size);
	if (size > 0)
		g_byte_array_append(array, data, (guint)size);
	return array;
}

GBytes *
db_get_bytes(struct statement *q, int column)
{
	const void *data;
	size_t size;

	if (q->engine->is_null(q, column))
		return NULL;
	data = q->engine->get_blob(q, column, &size);
	return g_bytes_new(data, size);
}

GBytes *
db_get_raw(struct statement *q, int column, struct err *e)
{
	if (q->engine->is_null(q, column))
		return g_bytes_new(NULL, 0);
	return q->engine->get_raw(q, column, e);
}

int
db_get_word(struct statement *q, int column, const char *const *words, int n,
    struct err *e)
{
	const char *word = q->engine->get_text(q, column);
	int i;

	for (i = 0; i < n; i++)
		if (g_strcmp0(word, words[i]) == 0)
			return i;
	return err_set(e, ERR_DAMAGED, "unknown %s \"%s\" in the database",
	    q->engine->name(q, column), word == NULL ? "" : word);
}

GPtrArray *
db_all(struct store *st, struct statement *q,
    void *(*reader)(struct statement *, struct err *), GDestroyNotify free_row)
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
db_one_number(struct store *st, struct statement *q, int64_t *n)
{
	int r = db_row(st, q);

	if (r == -1)
		return -1;
	assert(r == 1);
	*n = db_get_int(q, 0);
	return db_row(st, q);
}

int
db_any(struct store *st, struct statement *q, bool *any)
{
	int64_t n = 0;
	int r = db_one_number(st, q, &n);

	*any = n != 0;
	return r;
}

GArray *
db_ids(struct store *st, struct statement *q)
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

/* SPDX-License-Identifier: ISC */
/* Opening and closing, whatever keeps the rows. */
#include "store/db.h"
#include "store/engine.h"
#include "store/fields.h"
#include "store/functions.h"
#include "store/known.h"

#include "base/err.h"
#include "base/log.h"
#include "store/migrate.h"
#include "store/snapshot.h"
#include "store/store.h"
#include "store/transaction.h"

int
db_prepare_all(struct store *st)
{
	for (int p = 0; p < DB_PARTS; p++)
		if (db_prepare(st, (enum db_part)p) == -1)
			return -1;
	return 0;
}

bool
store_is_remote(const char *path)
{
	return g_str_has_prefix(path, "postgresql://") ||
	       g_str_has_prefix(path, "postgres://");
}

int
store_newest_schema(void)
{
	g_autoptr(GArray) steps = db_steps(sqlite_engine.steps);

	return g_array_index(steps, struct db_step, steps->len - 1).n;
}

static const struct db_engine *
engine_of(const char *path)
{
	return store_is_remote(path) ? &postgres_engine : &sqlite_engine;
}

static struct store *
new_store(const char *path, struct err *e)
{
	struct store *st = g_new0(struct store, 1);

	st->engine = engine_of(path);
	st->path = g_strdup(path);
	st->err = e;
	st->version = store_newest_schema();
	st->busy_ms = DB_BUSY_MS;
	return st;
}

static struct store *
open_store(struct store *st, bool create)
{
	if (st->engine->open(st, create) == 0)
		return st;
	store_close(st);
	return NULL;
}

struct store *
store_open(const char *path, bool create, struct err *e)
{
	return open_store(new_store(path, e), create);
}

struct store *
store_open_and(const char *path, store_before *before, void *arg, struct err *e)
{
	struct store *st = new_store(path, e);

	st->before = before;
	st->before_arg = arg;
	return open_store(st, false);
}

struct store *
db_open_at(const char *path, int schema, struct err *e)
{
	struct store *st = new_store(path, e);

	st->version = schema;
	return open_store(st, true);
}

struct store *
store_look(const char *path, int *schema, int *newest, struct err *e)
{
	struct store *st = new_store(path, e);

	if (st->engine->look(st, schema) == 0) {
		*newest = st->version;
		return st;
	}
	store_close(st);
	return NULL;
}

/* Faults of closing are told to nobody: what was told of before, such as why it
 * could not be opened, stays, and where that stands may be gone. */
void
store_close(struct store *st)
{
	struct err ignored = { 0 };

	if (st == NULL)
		return;
	store_errors(st, &ignored);
	if (st->depth > 0)
		log_warn("transaction-left-open",
		    "database closed within the transaction of %s",
		    st->where[0]);
	while (st->depth > 0)
		store_rollback(st);
	for (int p = 0; p < DB_PARTS; p++)
		db_finalize(st, (enum db_part)p);
	/* Another statement may come to stand at the same address. */
	db_parameters_forget();
	db_pack_free(st);
	db_forget_known(st);
	st->engine->close(st);
	g_free(st->path);
	g_free(st);
}

void
store_busy_timeout(struct store *st, int milliseconds)
{
	st->busy_ms = milliseconds;
	st->engine->wait(st, milliseconds);
}

int
store_clock(struct store *st, int64_t *usec)
{
	return st->engine->clock(st, usec);
}

int
store_size(struct store *st, int64_t *bytes)
{
	return st->engine->size(st, bytes);
}

int
store_careless(struct store *st)
{
	return st->engine->careless(st);
}

int
store_check(struct store *st)
{
	bool fits;

	if (st->engine->check(st, &fits) == -1)
		return -1;
	return fits ? db_prepare_all(st) : 0;
}

int
store_snapshot(struct store *st)
{
	return st->engine->snapshot(st);
}

int
store_snapshot_copy(struct store *st, const char *to)
{
	return st->engine->copy(st, to);
}

struct err *
store_errors(struct store *st, struct err *err)
{
	struct err *before = st->err;

	st->err = err;
	return before;
}

int
db_end_read(struct store *st, int r)
{
	struct err ignored = { 0 }, *errors;

	if (r == 0)
		return st->engine->end_read(st);
	errors = store_errors(st, &ignored);
	st->engine->end_read(st);
	store_errors(st, errors);
	return -1;
}

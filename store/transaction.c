/* SPDX-License-Identifier: ISC */
/*
 * Transactions that nest: the outermost waits for another writer at its
 * beginning and never in its middle; those within are savepoints.
 */
#include "store/transaction.h"

#include "base/err.h"
#include "store/db.h"
#include "store/engine.h"
#include "store/known.h"

#include <assert.h>

/* A program that runs for weeks must notice that the schema moved on. */
static int
check_version(struct store *st)
{
	int64_t version;

	if (st->engine->version(st, &version) == -1)
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
	if (st->engine->run(st, DB_BEGIN) == -1)
		return -1;
	if (check_version(st) == 0)
		return 0;
	st->engine->run(st, DB_ROLLBACK);
	return -1;
}

int
store_taken_back(struct store *st)
{
	return err_set(st->err, ERR_IO,
	    "database %s has taken back what %s wrote, after an error or with "
	    "a connection that was lost",
	    st->path, st->where[0]);
}

int
store_begin(struct store *st, const char *where)
{
	int r;

	assert(st->depth < DB_NESTING);
	if (st->depth == 0) {
		db_forget_known(st);
		r = begin_outer(st);
	} else if (st->engine->ended(st))
		r = store_taken_back(st);
	else
		r = st->engine->run(st, DB_SAVE);
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
	db_forget_known(st);
	if (st->engine->ended(st))
		return; /* a fault has done so */
	if (st->depth > 0 && st->engine->run(st, DB_BACK) == 0 &&
	    st->engine->run(st, DB_RELEASE) == 0)
		return;
	/* What cannot be taken back alone must not be kept with the rest. */
	st->engine->run(st, DB_ROLLBACK);
}

int
store_commit(struct store *st)
{
	const char *where;
	int r;

	assert(st->depth > 0);
	where = st->where[--st->depth];
	if (st->engine->ended(st))
		r = store_taken_back(st);
	else
		r = st->engine->run(
		    st, st->depth == 0 ? DB_COMMIT : DB_RELEASE);
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
store_has_ended(const struct store *st)
{
	return st->engine->ended(st);
}

bool
store_in_transaction(const struct store *st)
{
	return st->depth > 0;
}

int
store_take_steps(struct store *st, bool *got)
{
	return st->engine->take_steps(st, got);
}

void
store_give_steps(struct store *st)
{
	st->engine->give_steps(st);
}

int
store_sync_later(struct store *st, bool on)
{
	return st->depth > 0 || st->engine->sync_later == NULL
		   ? 0
		   : st->engine->sync_later(st, on);
}

int
store_sync_later_end(struct store *st, int done)
{
	struct err second = { 0 }, *errors = st->err;
	int r;

	if (done == -1)
		st->err = &second;
	r = store_sync_later(st, false);
	st->err = errors;
	return done == -1 ? -1 : r;
}

int
store_sync(struct store *st)
{
	return st->engine->sync == NULL ? 0 : st->engine->sync(st);
}

int64_t
store_changes(const struct store *st)
{
	return st->engine->all_changes(st);
}

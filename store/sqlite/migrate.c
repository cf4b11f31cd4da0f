/* SPDX-License-Identifier: ISC */
/*
 * The schema's steps, store/sql/NNNN-name.sql.  A step sets user_version to its
 * number itself, in its own transaction, so that a step is made altogether or
 * not at all.
 */
#include "store/sqlite/sqlite.h"

#include "base/err.h"
#include "store/db.h"
#include "store/migrate.h"

#include <assert.h>

/*
 * Constraints are off while a step runs, for it may have to put a table in
 * another's place; so what belongs together is looked at afterwards.
 */
static int
check_step(struct store *st, const struct db_step *step)
{
	int64_t version, broken;

	if (sqlite_number(st, "PRAGMA user_version", &version) == -1 ||
	    sqlite_number(st, "SELECT count(*) FROM pragma_foreign_key_check",
		&broken) == -1)
		return -1;
	assert(version == step->n);
	if (broken != 0)
		return err_set(st->err, ERR_DAMAGED,
		    "%d rows belong to rows that are not there", (int)broken);
	return 0;
}

/* Another process may have been quicker: look again inside. */
static int
make_step(struct store *st, const struct db_step *step)
{
	int64_t version;

	if (sqlite_exec_sql(st, "BEGIN IMMEDIATE") == -1)
		return -1;
	if (sqlite_number(st, "PRAGMA user_version", &version) == -1)
		goto back;
	if (version >= step->n)
		return sqlite_exec_sql(st, "ROLLBACK");
	if (sqlite_exec_sql(st, step->sql) == -1 || check_step(st, step) == -1)
		goto back;
	if (sqlite_exec_sql(st, "COMMIT") == 0)
		return 0;
back:
	if (!sqlite.get_autocommit(sqlite_of(st)))
		sqlite_exec_sql(st, "ROLLBACK");
	return err_more(st->err, "schema step %s", step->name);
}

int
sqlite_migrate(struct store *st, const GArray *steps)
{
	int64_t version;
	guint i;

	if (sqlite_number(st, "PRAGMA user_version", &version) == -1 ||
	    sqlite_exec_sql(st, "PRAGMA foreign_keys = OFF") == -1)
		return -1;
	/* 0: it is new */
	if (version > 0 && version < st->version && st->before != NULL &&
	    st->before(st->before_arg, (int)version, st->err) == -1)
		return -1;
	for (i = 0; i < steps->len; i++) {
		const struct db_step *step =
		    &g_array_index(steps, struct db_step, i);

		if (step->n > version && make_step(st, step) == -1)
			return -1;
	}
	return 0;
}

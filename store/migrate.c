/* SPDX-License-Identifier: ISC */
/*
 * The schema's steps, store/sql/NNNN-name.sql, built into the program.  A
 * step sets user_version to its number itself, in its own transaction, so
 * that a step is made altogether or not at all.
 */
#include "store/migrate.h"

#include "base/embed.h"
#include "base/err.h"
#include "store/db.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "store/sql/"

GArray *
db_steps(void)
{
	GArray *steps = g_array_new(FALSE, FALSE, sizeof(struct db_step));
	const struct embedded *files;
	size_t n, i;

	files = embedded_all(&n); /* by path: by number, too */
	for (i = 0; i < n; i++) {
		struct db_step step;

		if (!g_str_has_prefix(files[i].path, FOLDER))
			continue;
		step.name = files[i].path + strlen(FOLDER);
		step.n = (int)strtol(step.name, NULL, 10);
		step.sql = files[i].data;
		assert(step.n == (int)steps->len + 1);
		g_array_append_val(steps, step);
	}
	assert(steps->len > 0);
	return steps;
}

/*
 * Constraints are off while a step runs, for it may have to put a table in
 * another's place; so what belongs together is looked at afterwards.
 */
static int
check_step(struct store *st, const struct db_step *step)
{
	int64_t version, broken;

	if (db_number(st, "PRAGMA user_version", &version) == -1 ||
	    db_number(st, "SELECT count(*) FROM pragma_foreign_key_check",
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

	if (db_exec(st, "BEGIN IMMEDIATE") == -1)
		return -1;
	if (db_number(st, "PRAGMA user_version", &version) == -1)
		goto back;
	if (version >= step->n)
		return db_exec(st, "ROLLBACK");
	if (db_exec(st, step->sql) == -1 || check_step(st, step) == -1)
		goto back;
	if (db_exec(st, "COMMIT") == 0)
		return 0;
back:
	if (!sqlite3_get_autocommit(st->db))
		db_exec(st, "ROLLBACK");
	return err_more(st->err, "schema step %s", step->name);
}

int
db_migrate(struct store *st, const GArray *steps)
{
	int64_t version;
	guint i;

	if (db_number(st, "PRAGMA user_version", &version) == -1 ||
	    db_exec(st, "PRAGMA foreign_keys = OFF") == -1)
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

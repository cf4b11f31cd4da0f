/* SPDX-License-Identifier: ISC */
/*
 * The schema's steps, store/postgres/sql/NNNN-name.sql, each in a transaction
 * that others wait for, and in which it sets the number in the table turnpost.
 * Their numbers are those of SQLite's steps; the first one makes everything
 * that there was when it was written.
 */
#include "store/postgres/postgres.h"

#include "base/err.h"
#include "store/db.h"
#include "store/migrate.h"

static const char look[] =
    "SELECT to_regclass('turnpost') IS NULL, (SELECT count(*) FROM pg_class AS"
    " c WHERE c.relnamespace = current_schema()::regnamespace"
    " AND c.relkind IN ('r', 'v', 'm', 'p', 'f')), current_schema() IS NULL";

/* The role may have a schema of its own in mind that is not there yet. */
static const char make_place[] =
    "DO $$ BEGIN EXECUTE format('CREATE SCHEMA %I',"
    " btrim(split_part(current_setting('search_path'), ',', 1), ' \"'));"
    " END $$";

int
postgres_identify(struct store *st, bool create, int64_t *schema)
{
	PGresult *result = postgres_query(st, look);
	int64_t others;
	bool missing, nowhere;

	if (result == NULL)
		return -1;
	nowhere = pq.getvalue(result, 0, 2)[0] == 't';
	missing = pq.getvalue(result, 0, 0)[0] == 't';
	others = nowhere ? 0 : postgres_cell(result, 1);
	pq.clear(result);
	*schema = 0;
	if (nowhere && create)
		return postgres_exec(st, make_place);
	if (nowhere)
		return err_set(st->err, ERR_MISSING,
		    "the role may use no schema in database %s: GRANT USAGE "
		    "on the one of the home, which must be in its search_path",
		    st->path);
	if (!missing)
		return postgres_number(
		    st, "SELECT schema FROM turnpost", schema);
	if (others > 0 && create)
		return err_set(st->err, ERR_DAMAGED,
		    "%s is another program's database: use one of its own, or "
		    "a schema of its own that comes first in the role's "
		    "search_path",
		    st->path);
	return 0;
}

/* One after the other, for another process may be quicker. */
static const char lock[] = "SELECT pg_advisory_xact_lock(1953525619, 0)";

/* An older program may be in the middle of its steps, or write just now. */
static const char wait_for_others[] =
    "SELECT pg_advisory_xact_lock" POSTGRES_TURN ";"
    "SELECT pg_advisory_xact_lock" POSTGRES_WRITER;

static int
make_step(struct store *st, const struct db_step *step)
{
	PGresult *result;
	int64_t schema;
	int r;

	if (postgres_exec(st, "BEGIN") == -1)
		return -1;
	r = postgres_exec(st, lock);
	if (r == 0)
		r = postgres_identify(st, true, &schema);
	if (r == 0 && schema > 0 && schema < step->n)
		r = postgres_exec(st, wait_for_others);
	if (r == 0 && schema < step->n) {
		result = postgres_query(st, step->sql);
		r = result == NULL ? -1 : 0;
		pq.clear(result);
	}
	if (r == 0)
		r = postgres_exec(st, "COMMIT");
	if (r == 0)
		return 0;
	result = pq.exec(
	    ((const struct postgres_own *)st->own)->connection, "ROLLBACK");
	pq.clear(result);
	return err_more(st->err, "schema step %s", step->name);
}

int
postgres_migrate(struct store *st, const GArray *steps)
{
	for (guint i = 0; i < steps->len; i++)
		if (make_step(st, &g_array_index(steps, struct db_step, i)) ==
		    -1)
			return -1;
	return 0;
}

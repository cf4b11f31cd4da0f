/* SPDX-License-Identifier: ISC */
/*
 * What keeps the rows whole, small and without what was deleted.  Most of it is
 * done by the server: it checks with each change what belongs together, and
 * autovacuum gives room back.
 */
#include "store/postgres/postgres.h"

#include "base/err.h"
#include "store/copy.h"
#include "store/db.h"
#include "store/functions.h"
#include "store/migrate.h"
#include "store/store.h"

int
postgres_careless(struct store *st)
{
	return postgres_exec(st, "SET synchronous_commit = off");
}

int
postgres_check(struct store *st, bool *fits)
{
	int64_t schema;

	if (postgres_connect(st) == -1 || db_can_pack(st) == -1 ||
	    postgres_number(st, "SELECT schema FROM turnpost", &schema) == -1)
		return -1;
	*fits = schema == st->version;
	return 0;
}

/* The first thing that is read makes its moment. */
int
postgres_snapshot(struct store *st)
{
	int64_t schema;

	if (postgres_begin_read(st) == -1)
		return -1;
	return postgres_number(st, "SELECT schema FROM turnpost", &schema);
}

/* The copy is a file, so that a backup is one whatever keeps the rows.  It has
 * the schema of these, which may be an older one: then a step comes next. */
int
postgres_copy(struct store *st, const char *to)
{
	struct store *file;
	int64_t schema;
	int r;

	if (postgres_number(st, "SELECT schema FROM turnpost", &schema) == -1 ||
	    (file = db_open_at(to, (int)schema, st->err)) == NULL)
		return -1;
	/* It is thrown away if anything happens to it. */
	r = store_careless(file);
	if (r == 0)
		r = store_copy_rows(st, file, NULL, NULL);
	store_close(file);
	return r;
}

int
postgres_count_on(struct store *st)
{
	return postgres_exec(st,
	    "DO $$ DECLARE t text; c text; BEGIN FOR t, c IN"
	    " SELECT table_name, column_name"
	    " FROM information_schema.columns"
	    " WHERE table_schema = current_schema() AND is_identity = 'YES'"
	    " LOOP EXECUTE format('SELECT setval(pg_get_serial_sequence(%L,"
	    " %L), max(%I)) FROM %I', t, c, c, t); END LOOP; END $$");
}

/* Rows that were deleted stay in the server's files until it is vacuumed. */
int
postgres_overwrite(struct store *st, bool on)
{
	(void)st;
	(void)on;
	return 0;
}

int
postgres_empty_log(struct store *st, bool *done)
{
	(void)st;
	*done = true;
	return 0;
}

/* Of the home's tables alone: others may be in the database. */
int
postgres_write_anew(struct store *st, bool *done)
{
	g_autofree char *names = NULL, *sql = NULL;

	*done = true;
	names = g_strjoinv(", ", (char **)(uintptr_t)store_tables);
	sql = g_strconcat("VACUUM (FULL) ", names, NULL);
	return postgres_exec(st, sql);
}

/* Which transactions have ended tells whether somebody has written; in 56 bits,
 * for others add to it. */
int
postgres_moment(struct store *st, int64_t *moment)
{
	return postgres_number(st,
	    "SELECT hashtextextended(pg_current_snapshot()::text, 0) >> 8",
	    moment);
}

int
postgres_clock(struct store *st, int64_t *usec)
{
	if (postgres_connect(st) == -1)
		return -1;
	return postgres_number(st,
	    "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::int8",
	    usec);
}

/* Of the home's tables alone, with their indexes. */
int
postgres_size(struct store *st, int64_t *bytes)
{
	return postgres_number(st,
	    "SELECT sum(pg_total_relation_size(oid))::int8 FROM pg_class"
	    " WHERE relnamespace = current_schema()::regnamespace"
	    " AND relkind = 'r'",
	    bytes);
}

int
postgres_shrink(struct store *st, bool *more)
{
	(void)st;
	*more = false;
	return 0;
}

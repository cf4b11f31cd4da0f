/* SPDX-License-Identifier: ISC */
/* SQL that is run once. */
#include "store/postgres/postgres.h"

#include "base/err.h"
#include "store/db.h"
#include "store/postgres/answers.h"
#include "store/postgres/pipeline.h"
#include "store/postgres/text.h"

bool
postgres_is_good(const PGresult *result)
{
	const ExecStatusType status = pq.resultStatus(result);

	return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
	       status == PGRES_EMPTY_QUERY;
}

PGresult *
postgres_query(struct store *st, const char *sql)
{
	const struct postgres_own *own = st->own;
	PGresult *result;

	if (postgres_leave_pipeline(st) == -1)
		return NULL;
	result = pq.exec(own->connection, sql);
	if (postgres_is_good(result))
		return result;
	postgres_fail(st, result);
	pq.clear(result);
	return NULL;
}

GPtrArray *
postgres_query_each(struct store *st, const char *sql)
{
	const struct postgres_own *own = st->own;
	GPtrArray *results;
	PGresult *result;

	if (postgres_leave_pipeline(st) == -1)
		return NULL;
	results = g_ptr_array_new_with_free_func((GDestroyNotify)pq.clear);
	if (!pq.sendQuery(own->connection, sql))
		return results;
	while ((result = pq.getResult(own->connection)) != NULL)
		g_ptr_array_add(results, result);
	return results;
}

int
postgres_exec(struct store *st, const char *sql)
{
	struct postgres_text text;
	PGresult *result;

	/* it may write anything, also behind questions that wait */
	if (postgres_leave_pipeline(st) == -1)
		return -1;
	postgres_outdate_all(st);
	postgres_text_read(&text, sql);
	result = postgres_query(st, text.sql);
	postgres_text_clear(&text);
	if (result == NULL)
		return -1;
	pq.clear(result);
	return 0;
}

int64_t
postgres_cell(const PGresult *result, int column)
{
	return g_ascii_strtoll(pq.getvalue(result, 0, column), NULL, 10);
}

int
postgres_number(struct store *st, const char *sql, int64_t *n)
{
	struct postgres_text text;
	PGresult *result;
	int r = 0;

	postgres_text_read(&text, sql);
	result = postgres_query(st, text.sql);
	postgres_text_clear(&text);
	if (result == NULL)
		return -1;
	if (pq.ntuples(result) == 1)
		*n = postgres_cell(result, 0);
	else
		r = err_set(
		    st->err, ERR_IO, "database %s: no number", st->path);
	pq.clear(result);
	return r;
}

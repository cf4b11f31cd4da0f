/* SPDX-License-Identifier: ISC */
/*
 * What is due for series.  Rounds end and begin in one transaction, with the
 * letters about that; then each table gets its match in one of its own.
 */
#include "app/series/tick.h"

#include "app/home/home.h"
#include "app/series/course.h"
#include "app/series/letters.h"
#include "app/series/rounds.h"
#include "app/series/tables.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "store/series.h"
#include "store/transaction.h"

#define PUT_OFF 600 /* seconds, before a table is tried again */

/* Without a lock: mostly there is nothing to do. */
static int
is_due(struct home *home, int64_t id, bool *due)
{
	struct series_row *row = store_series(home->store, id);
	g_autoptr(GArray) past = store_series_tables_past(home->store, id);

	*due = row != NULL && past != NULL &&
	       (past->len > 0 || (row->due > 0 && row->due <= home->now));
	if (row == NULL || past == NULL) {
		if (row != NULL)
			series_row_free(row);
		return -1;
	}
	series_row_free(row);
	return 0;
}

static int
go_on(struct home *home, int64_t id, int *n)
{
	struct course *c = course_open(home, id);
	struct course_news news;
	int r = c == NULL ? -1 : tables_note(c, n);

	if (r == 0)
		r = round_advance(c, &news);
	if (r == 0) {
		*n += news.began > 0 || news.over;
		r = series_tell(c, &news);
	}
	course_free(c);
	return r;
}

/* ---- tables ---- */

static int
make_one(struct home *home, const struct series_table_row *table)
{
	struct course *c = course_open(home, table->series);
	int r = c == NULL ? -1 : table_make(c, table);

	course_free(c);
	return r;
}

/* What no later try would better is no table; it hinders no others. */
static int
put_off(struct home *home, struct series_table_row table, enum err_code why)
{
	int r;

	if (why == ERR_FORMAT || why == ERR_MISSING)
		table.status = SERIES_TABLE_UNFINISHED;
	table.again = home->now + PUT_OFF;
	IN_TRANSACTION(
	    home->store, r, store_series_table_set(home->store, &table));
	return r;
}

static int
make_tables(struct home *home, int64_t id, int *n)
{
	g_autoptr(GArray) tables =
	    store_series_tables_new(home->store, id, home->now);

	if (tables == NULL)
		return -1;
	for (guint i = 0; i < tables->len && !home_ends(home); i++) {
		const struct series_table_row *table =
		    &g_array_index(tables, struct series_table_row, i);
		struct err why = { 0 }, *outer = home_errors(home, &why);
		int r;

		IN_TRANSACTION(home->store, r, make_one(home, table));
		home_errors(home, outer);
		if (r == 0) {
			++*n;
			checkpoint("made a table of a series");
			continue;
		}
		log_warn("series-table-failed",
		    "series %lld: table %d of round %d: %s",
		    (long long)table->series, table->n, table->round, why.text);
		if (put_off(home, *table, why.code) == -1)
			return -1;
	}
	return 0;
}

/* ---- all of them ---- */

static int
do_series(struct home *home, int64_t id, int *n)
{
	int done = 0, r;
	bool due;

	if (is_due(home, id, &due) == -1)
		return -1;
	if (due) {
		IN_TRANSACTION(home->store, r, go_on(home, id, &done));
		if (r == -1)
			return -1;
		*n += done;
		checkpoint("a series went on");
	}
	return make_tables(home, id, n);
}

int
series_tick(struct home *home, int *n)
{
	g_autoptr(GArray) ids = store_series_live(home->store, home->now);

	if (ids == NULL)
		return -1;
	for (guint i = 0; i < ids->len && !home_ends(home); i++) {
		int64_t id = g_array_index(ids, int64_t, i);
		struct err why = { 0 }, *outer = home_errors(home, &why);
		int r = do_series(home, id, n);

		home_errors(home, outer);
		if (r == -1)
			log_warn("series-failed", "series %lld: %s",
			    (long long)id, why.text);
	}
	return 0;
}

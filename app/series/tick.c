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
#include "app/series/troubles.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "store/series.h"
#include "store/transaction.h"

#define GIVE_UP 86400 /* seconds after a round began: no more tries */

/* Without a lock: mostly there is nothing to do. */
static int
is_due(struct home *home, int64_t id, bool *due)
{
	struct series_row *row = store_series(home->store, id);
	g_autoptr(GArray) past = NULL;
	int64_t rounds;
	int r = 0;

	*due = false;
	if (row == NULL)
		return -1;
	if ((past = store_series_tables_past(home->store, id)) == NULL ||
	    store_series_rounds_past(home->store, id, &rounds) == -1)
		r = -1;
	else
		*due = past->len > 0 || rounds > 0 ||
		       (row->due > 0 && row->due <= home->now);
	series_row_free(row);
	return r;
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
	if (r == 0 && table->again != 0)
		r = series_table_works(home, table);
	return r;
}

static int64_t
began(const struct course *c, int round)
{
	return g_array_index(c->rounds, struct series_round_row, round - 1)
	    .began;
}

/* What stands in the way may be mended, the data of a game for one; but not
 * for ever do others wait for the round to end. */
static int
put_off(struct home *home, struct series_table_row table, const struct err *why)
{
	struct course *c = course_open(home, table.series);
	bool passes = why->code == ERR_IO || why->code == ERR_BUSY;
	int r;

	if (c == NULL)
		return -1;
	if (!passes && table.again != 0 &&
	    home->now >= began(c, table.round) + GIVE_UP) {
		r = table_unmade(c, &table);
		if (r == 0)
			r = series_table_works(home, &table);
	} else {
		table.again = home->now + SERIES_PUT_OFF;
		r = store_series_table_set(home->store, &table);
		if (r == 0)
			r = series_table_fails(home, &table, why->text);
	}
	course_free(c);
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
		IN_TRANSACTION(home->store, r, put_off(home, *table, &why));
		if (r == -1)
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

/* What fails is logged once in a while, not each second, and is not due till
 * then. */
static int
try_series(struct home *home, int64_t id, int *n)
{
	struct err why = { 0 }, *outer;
	bool waits, failed;
	int r;

	if (series_waits(home, id, &waits, &failed) == -1)
		return -1;
	if (waits)
		return 0;
	outer = home_errors(home, &why);
	r = do_series(home, id, n);
	home_errors(home, outer);
	if (r == 0 && !failed)
		return 0;
	if (r == 0) {
		IN_TRANSACTION(home->store, r, series_works(home, id));
		return r;
	}
	log_warn("series-failed", "series %lld: %s", (long long)id, why.text);
	IN_TRANSACTION(home->store, r, series_fails(home, id, why.text));
	return r;
}

int
series_tick(struct home *home, int *n)
{
	g_autoptr(GArray) ids = store_series_live(home->store, home->now);

	if (ids == NULL)
		return -1;
	for (guint i = 0; i < ids->len && !home_ends(home); i++)
		if (try_series(home, g_array_index(ids, int64_t, i), n) == -1)
			return -1;
	return 0;
}

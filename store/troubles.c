/* SPDX-License-Identifier: ISC */
/* What an organiser must know of until it is mended. */
#include "store/db.h"

enum { Q_NOTE, Q_OVER, Q_ALL };
static const char *const sql[] = {
	[Q_NOTE] = "INSERT INTO trouble (what, why, since, last)"
		   " VALUES (:what, :why, :now, :now)"
		   " ON CONFLICT (what) DO UPDATE SET why = :why, last = :now",
	[Q_OVER] = "DELETE FROM trouble WHERE what = :what",
	[Q_ALL] = ("/* list */ SELECT what, why, since, last FROM trouble"
		   " ORDER BY since"),
};
const struct db_sql trouble_sql = { sql, G_N_ELEMENTS(sql) };

void
trouble_row_free(struct trouble_row *row)
{
	if (row == NULL)
		return;
	g_free(row->what);
	g_free(row->why);
	g_free(row);
}

static void *
read_trouble(sqlite3_stmt *q, struct err *e)
{
	struct trouble_row *row = g_new0(struct trouble_row, 1);

	(void)e;
	row->what = db_get_text(q, 0);
	row->why = db_get_text(q, 1);
	row->since = db_get_int(q, 2);
	row->last = db_get_int(q, 3);
	return row;
}

int
store_trouble_note(struct store *st, const char *what, const char *why,
    int64_t now, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TROUBLE, Q_NOTE);

	db_text(q, ":what", what);
	db_text(q, ":why", why);
	db_int(q, ":now", now);
	return db_done(st, q, e);
}

int
store_trouble_over(struct store *st, const char *what, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TROUBLE, Q_OVER);

	db_text(q, ":what", what);
	return db_done(st, q, e);
}

GPtrArray *
store_troubles(struct store *st, struct err *e)
{
	return db_all(st, db_take(st, DB_TROUBLE, Q_ALL), read_trouble,
	    (GDestroyNotify)trouble_row_free, e);
}

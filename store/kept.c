/* SPDX-License-Identifier: ISC */
/* What seats have sent for their later turns. */
#include "store/db.h"

enum { Q_SET, Q_DROP, Q_KEPT };
static const char *const sql[] = {
	[Q_SET] = "INSERT INTO kept (match, seat, inbox, lines, stopped)"
		  " VALUES (:match, :seat, :inbox, :lines, :stopped)"
		  " ON CONFLICT (match, seat) DO UPDATE"
		  " SET inbox = excluded.inbox, lines = excluded.lines,"
		  " stopped = excluded.stopped",
	[Q_DROP] = "DELETE FROM kept"
		   " WHERE match = :match AND seat = :seat",
	[Q_KEPT] = "SELECT match, seat, inbox, lines, stopped FROM kept"
		   " WHERE match = :match ORDER BY seat",
};
const struct db_sql kept_sql = { sql, G_N_ELEMENTS(sql) };

void
kept_row_free(struct kept_row *kept)
{
	if (kept == NULL)
		return;
	g_free(kept->lines);
	g_free(kept->stopped);
	g_free(kept);
}

static void *
read_kept(sqlite3_stmt *q, struct err *e)
{
	struct kept_row *kept = g_new0(struct kept_row, 1);

	(void)e;
	kept->match = db_get_int(q, 0);
	kept->seat = (int)db_get_int(q, 1);
	kept->inbox = db_get_int_or(q, 2, 0);
	kept->lines = db_get_text(q, 3);
	kept->stopped = db_get_text(q, 4);
	return kept;
}

int
store_kept_set(struct store *st, const struct kept_row *kept, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_KEPT, Q_SET);

	db_int(q, ":match", kept->match);
	db_int(q, ":seat", kept->seat);
	db_int_or(q, ":inbox", kept->inbox, 0);
	db_text(q, ":lines", kept->lines);
	db_text(q, ":stopped", kept->stopped);
	if (db_done(st, q, e) == -1)
		return err_more(e, "match %lld: what seat %d keeps",
		    (long long)kept->match, kept->seat);
	return 0;
}

int
store_kept_drop(struct store *st, int64_t match, int seat, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_KEPT, Q_DROP);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	return db_done(st, q, e);
}

GPtrArray *
store_kept(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_KEPT, Q_KEPT);

	db_int(q, ":match", match);
	return db_all(st, q, read_kept, (GDestroyNotify)kept_row_free, e);
}

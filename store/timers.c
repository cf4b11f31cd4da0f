/* SPDX-License-Identifier: ISC */
/*
 * By when seats must have decided.  Derived: who is asked follows from the
 * log, and a timer can be set again.
 */
#include "store/db.h"

enum { Q_SET, Q_CLEAR, Q_TIMER, Q_DUE, Q_NEXT };
static const char *const sql[] = {
	[Q_SET] = "INSERT INTO timer (match, seat, asked, due)"
		  " VALUES (:match, :seat, :asked, :due)"
		  " ON CONFLICT (match, seat) DO UPDATE"
		  " SET asked = excluded.asked, due = excluded.due",
	[Q_CLEAR] = "DELETE FROM timer WHERE match = :match AND seat = :seat",
	[Q_TIMER] = "SELECT match, seat, asked, due FROM timer"
		    " WHERE match = :match AND seat = :seat",
	[Q_DUE] = "SELECT match, seat, asked, due FROM timer"
		  " WHERE due <= :now ORDER BY due, match, seat",
	[Q_NEXT] = "SELECT coalesce(min(at), 0) FROM ("
		   " SELECT min(due) AS at FROM timer UNION ALL"
		   " SELECT min(due) FROM onlooker WHERE due > 0)",
};
const struct db_sql timers_sql = { sql, G_N_ELEMENTS(sql) };

static void
read_timer(sqlite3_stmt *q, struct timer_row *t)
{
	t->match = db_get_int(q, 0);
	t->seat = (int)db_get_int(q, 1);
	t->asked = db_get_int(q, 2);
	t->due = db_get_int(q, 3);
}

int
store_timer_set(struct store *st, const struct timer_row *t, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TIMERS, Q_SET);

	db_int(q, ":match", t->match);
	db_int(q, ":seat", t->seat);
	db_int(q, ":asked", t->asked);
	db_int(q, ":due", t->due);
	if (db_done(st, q, e) == -1)
		return err_more(e, "match %lld: timer of seat %d",
		    (long long)t->match, t->seat);
	return 0;
}

int
store_timer_clear(struct store *st, int64_t match, int seat, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TIMERS, Q_CLEAR);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	return db_done(st, q, e);
}

int
store_timer(struct store *st, int64_t match, int seat, struct timer_row *t,
    bool *found, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TIMERS, Q_TIMER);
	int r;

	*found = false;
	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	r = db_row(st, q, e);
	if (r == -1)
		return -1;
	if (r == 1) {
		*found = true;
		read_timer(q, t);
		db_end(q);
	}
	return 0;
}

GArray *
store_timers_due(struct store *st, int64_t now, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TIMERS, Q_DUE);
	GArray *due = g_array_new(FALSE, FALSE, sizeof(struct timer_row));
	int r;

	db_int(q, ":now", now);
	while ((r = db_row(st, q, e)) == 1) {
		struct timer_row t;

		read_timer(q, &t);
		g_array_append_val(due, t);
	}
	if (r == 0)
		return due;
	g_array_unref(due);
	return NULL;
}

int
store_next_due(struct store *st, int64_t *at, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TIMERS, Q_NEXT);

	if (db_row(st, q, e) == -1)
		return -1;
	*at = db_get_int(q, 0);
	db_end(q);
	return 0;
}

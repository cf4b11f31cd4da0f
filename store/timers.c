/* SPDX-License-Identifier: ISC */
/*
 * When something is to be done: a decision made, a reminder written.  Derived:
 * who is asked follows from the log, and a timer can be set again.
 */
#include "store/db.h"

enum {
	Q_SET,
	Q_CLEAR,
	Q_CLEAR_ONE,
	Q_CLEAR_ALL,
	Q_TIMER,
	Q_AGAIN,
	Q_MATCH,
	Q_DUE,
	Q_NEXT,
	Q_MATCHES
};
#define TIMER                                               \
	"SELECT match, seat, kind, n, asked, start, extra," \
	" due FROM timer"
#define ONE                                                       \
	" WHERE match = :match AND seat = :seat AND kind = :kind" \
	" AND n = :n"
static const char *const sql[] = {
	[Q_SET] = "INSERT INTO timer (match, seat, kind, n, asked, start,"
		  " extra, due) VALUES (:match, :seat, :kind, :n, :asked,"
		  " :start, :extra, :due)"
		  " ON CONFLICT (match, seat, kind, n) DO UPDATE"
		  " SET asked = excluded.asked, start = excluded.start,"
		  " extra = excluded.extra,"
		  " due = excluded.due",
	[Q_CLEAR] = "DELETE FROM timer"
		    " WHERE match = :match AND seat = :seat AND kind = :kind",
	[Q_CLEAR_ONE] = "DELETE FROM timer" ONE,
	[Q_CLEAR_ALL] = "DELETE FROM timer WHERE match = :match",
	[Q_TIMER] =
	    TIMER " WHERE match = :match AND seat = :seat AND kind = :kind"
		  " ORDER BY due LIMIT 1",
	[Q_AGAIN] = TIMER ONE,
	[Q_MATCH] = TIMER " WHERE match = :match ORDER BY seat, kind, n",
	[Q_DUE] = TIMER " WHERE due <= :now"
			" AND (due < :now OR kind <> 'decide')"
			" ORDER BY due, match, seat LIMIT :max",
	[Q_MATCHES] = "/* list */ SELECT DISTINCT match FROM timer",
	[Q_NEXT] = "SELECT coalesce(min(at), 0) FROM ("
		   " SELECT min(due) AS at FROM timer UNION ALL"
		   " SELECT min(due) FROM unwritten UNION ALL"
		   " SELECT min(due) FROM onlooker WHERE due > 0 UNION ALL"
		   " SELECT min(due) FROM offer WHERE due > 0)",
};
const struct db_sql timers_sql = { sql, G_N_ELEMENTS(sql) };

static const char *const kinds[TIMER_KINDS] = {
	[TIMER_DECIDE] = "decide",
	[TIMER_REMIND] = "remind",
	[TIMER_PLAN] = "plan",
	[TIMER_MUSTER] = "muster",
	[TIMER_OFFER] = "offer",
	[TIMER_RETURN] = "return",
	[TIMER_VOTE] = "vote",
	[TIMER_PAUSE] = "pause",
	[TIMER_TALK] = "talk",
};

static int
read_timer(sqlite3_stmt *q, struct timer_row *t, struct err *e)
{
	int kind = db_get_word(q, 2, kinds, TIMER_KINDS, e);

	*t = (struct timer_row){
		.match = db_get_int(q, 0),
		.seat = (int)db_get_int(q, 1),
		.kind = kind == -1 ? TIMER_DECIDE : (enum timer_kind)kind,
		.n = db_get_int(q, 3),
		.asked = db_get_int(q, 4),
		.start = db_get_int(q, 5),
		.extra = db_get_int(q, 6),
		.due = db_get_int(q, 7),
	};
	return kind == -1 ? -1 : 0;
}

static sqlite3_stmt *
take(struct store *st, int n, int64_t match, int seat, enum timer_kind kind)
{
	sqlite3_stmt *q = db_take(st, DB_TIMERS, n);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	db_text(q, ":kind", kinds[kind]);
	return q;
}

int
store_timer_set(struct store *st, const struct timer_row *t, struct err *e)
{
	sqlite3_stmt *q = take(st, Q_SET, t->match, t->seat, t->kind);

	db_int(q, ":n", t->n);
	db_int(q, ":asked", t->asked);
	db_int(q, ":start", t->start);
	db_int(q, ":extra", t->extra);
	db_int(q, ":due", t->due);
	if (db_done(st, q, e) == -1)
		return err_more(e, "match %lld: timer of seat %d",
		    (long long)t->match, t->seat);
	return 0;
}

int
store_timer_clear(struct store *st, int64_t match, int seat,
    enum timer_kind kind, struct err *e)
{
	return db_done(st, take(st, Q_CLEAR, match, seat, kind), e);
}

int
store_timer_clear_one(
    struct store *st, const struct timer_row *t, struct err *e)
{
	sqlite3_stmt *q = take(st, Q_CLEAR_ONE, t->match, t->seat, t->kind);

	db_int(q, ":n", t->n);
	return db_done(st, q, e);
}

int
store_timers_clear(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TIMERS, Q_CLEAR_ALL);

	db_int(q, ":match", match);
	return db_done(st, q, e);
}

static int
one_timer(struct store *st, sqlite3_stmt *q, struct timer_row *t, bool *found,
    struct err *e)
{
	int r = db_row(st, q, e);

	*found = false;
	if (r != 1)
		return r;
	*found = true;
	r = read_timer(q, t, e);
	db_end(q);
	return r;
}

int
store_timer(struct store *st, int64_t match, int seat, enum timer_kind kind,
    struct timer_row *t, bool *found, struct err *e)
{
	return one_timer(st, take(st, Q_TIMER, match, seat, kind), t, found, e);
}

int
store_timer_again(
    struct store *st, struct timer_row *t, bool *found, struct err *e)
{
	sqlite3_stmt *q = take(st, Q_AGAIN, t->match, t->seat, t->kind);

	db_int(q, ":n", t->n);
	return one_timer(st, q, t, found, e);
}

static GArray *
all_timers(struct store *st, sqlite3_stmt *q, struct err *e)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct timer_row));
	int r;

	while ((r = db_row(st, q, e)) == 1) {
		struct timer_row t;

		if (read_timer(q, &t, e) == -1) {
			db_end(q);
			r = -1;
			break;
		}
		g_array_append_val(list, t);
	}
	if (r == 0)
		return list;
	g_array_unref(list);
	return NULL;
}

GArray *
store_timers(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TIMERS, Q_MATCH);

	db_int(q, ":match", match);
	return all_timers(st, q, e);
}

GArray *
store_timer_matches(struct store *st, struct err *e)
{
	return db_ids(st, db_take(st, DB_TIMERS, Q_MATCHES), e);
}

GArray *
store_timers_due(struct store *st, int64_t now, int max, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TIMERS, Q_DUE);

	db_int(q, ":now", now);
	db_int(q, ":max", max);
	return all_timers(st, q, e);
}

int
store_next_due(struct store *st, int64_t *at, struct err *e)
{
	return db_one_number(st, db_take(st, DB_TIMERS, Q_NEXT), at, e);
}

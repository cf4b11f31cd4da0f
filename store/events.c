/* SPDX-License-Identifier: ISC */
/*
 * The log of a match: its events, which are the truth of it, and the notices
 * of what else happened.
 */
#include "store/db.h"

enum { Q_ADD, Q_EVENTS, Q_DROP, Q_NOTICE_ADD, Q_NOTICES };
static const char *const sql[] = {
	/* adds nothing if n is not beyond the last */
	[Q_ADD] = "INSERT INTO event"
		  " (match, n, seat, move, draws, at, inbox, by)"
		  " SELECT :match, :n, :seat, :move, :draws, :at, :inbox, :by"
		  " WHERE :n > coalesce("
		  "(SELECT max(n) FROM event WHERE match = :match), -1)",
	[Q_EVENTS] = "SELECT n, seat, move, draws, at, inbox, by FROM event"
		     " WHERE match = :match ORDER BY n",
	[Q_DROP] = "DELETE FROM event WHERE match = :match AND n ="
		   " (SELECT max(n) FROM event WHERE match = :match)",
	[Q_NOTICE_ADD] = "INSERT INTO notice (match, after, at, phrase, args)"
			 " VALUES (:match, :after, :at, :phrase, :args)",
	[Q_NOTICES] = "SELECT id, match, after, at, phrase, args FROM notice"
		      " WHERE match = :match ORDER BY id",
};
const struct db_sql events_sql = { sql, G_N_ELEMENTS(sql) };

void
event_row_free(struct event_row *ev)
{
	if (ev == NULL)
		return;
	g_free(ev->move);
	if (ev->draws != NULL)
		g_byte_array_unref(ev->draws);
	g_free(ev->by);
	g_free(ev);
}

void
notice_row_free(struct notice_row *n)
{
	if (n == NULL)
		return;
	g_free(n->phrase);
	g_free(n->args);
	g_free(n);
}

static void *
read_event(sqlite3_stmt *q, struct err *e)
{
	struct event_row *ev = g_new0(struct event_row, 1);

	(void)e;
	ev->n = db_get_int(q, 0);
	ev->seat = (int)db_get_int(q, 1);
	ev->move = db_get_text(q, 2);
	ev->draws = db_get_array(q, 3);
	ev->at = db_get_int(q, 4);
	ev->inbox = db_get_int_or(q, 5, 0);
	ev->by = db_get_text(q, 6);
	return ev;
}

static void *
read_notice(sqlite3_stmt *q, struct err *e)
{
	struct notice_row *n = g_new0(struct notice_row, 1);

	(void)e;
	n->id = db_get_int(q, 0);
	n->match = db_get_int(q, 1);
	n->after = db_get_int(q, 2);
	n->at = db_get_int(q, 3);
	n->phrase = db_get_text(q, 4);
	n->args = db_get_text(q, 5);
	return n;
}

int
store_event_add(
    struct store *st, int64_t match, const struct event_row *ev, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_EVENTS, Q_ADD);
	int r;

	db_int(q, ":match", match);
	db_int(q, ":n", ev->n);
	db_int(q, ":seat", ev->seat);
	db_text(q, ":move", ev->move);
	db_blob(q, ":draws", ev->draws == NULL ? NULL : ev->draws->data,
	    ev->draws == NULL ? 0 : ev->draws->len);
	db_int(q, ":at", ev->at);
	db_int_or(q, ":inbox", ev->inbox, 0);
	db_text(q, ":by", ev->by);
	r = db_done(st, q, e);
	if (r == 0 && sqlite3_changes(st->db) == 0)
		r = err_set(e, ERR_CLASH, "it is not beyond the last one");
	if (r == -1)
		return err_more(e, "match %lld: event %lld", (long long)match,
		    (long long)ev->n);
	return 0;
}

GPtrArray *
store_events(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_EVENTS, Q_EVENTS);

	db_int(q, ":match", match);
	return db_all(st, q, read_event, (GDestroyNotify)event_row_free, e);
}

int
store_event_drop(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_EVENTS, Q_DROP);

	db_int(q, ":match", match);
	if (db_done_some(st, q, e) == -1)
		return err_more(
		    e, "match %lld: the last event", (long long)match);
	return 0;
}

int
store_notice_add(struct store *st, const struct notice_row *n, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_EVENTS, Q_NOTICE_ADD);

	db_int(q, ":match", n->match);
	db_int(q, ":after", n->after);
	db_int(q, ":at", n->at);
	db_text(q, ":phrase", n->phrase);
	db_text(q, ":args", n->args);
	if (db_done(st, q, e) == -1)
		return err_more(
		    e, "match %lld: notice %s", (long long)n->match, n->phrase);
	return 0;
}

GPtrArray *
store_notices(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_EVENTS, Q_NOTICES);

	db_int(q, ":match", match);
	return db_all(st, q, read_notice, (GDestroyNotify)notice_row_free, e);
}

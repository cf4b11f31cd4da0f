/* SPDX-License-Identifier: ISC */
/*
 * The log of a match: its events, which are the truth of it, and the notices
 * of what else happened.
 */
#include "store/matches/events.h"

#include "base/err.h"
#include "store/claims.h"
#include "store/db.h"
#include "store/fields.h"

enum { Q_ADD, Q_ADD_CLAIMED, Q_EVENTS, Q_DROP, Q_NOTICE_ADD, Q_NOTICES };
/* adds nothing if n is not beyond the last */
#define ADD                                                              \
	"INSERT INTO event (match, n, seat, move, draws, at, inbox, by)" \
	" SELECT :match, :n, :seat, :move, :draws, :at, :inbox, :by"     \
	" WHERE :n > coalesce("                                          \
	"(SELECT max(n) FROM event WHERE match = :match), -1)"
static const char *const sql[] = {
	[Q_ADD] = ADD,
	[Q_ADD_CLAIMED] = "/* sure */ " ADD,
	[Q_EVENTS] = "SELECT n, seat, move, draws, at, inbox, by FROM event"
		     " WHERE match = :match ORDER BY n",
	[Q_DROP] = "DELETE FROM event WHERE match = :match AND n ="
		   " (SELECT max(n) FROM event WHERE match = :match)",
	[Q_NOTICE_ADD] = "INSERT INTO notice (match, after, at, phrase, args)"
			 " VALUES (:match, :after, :at, :phrase, :args)",
	[Q_NOTICES] = "SELECT id, match, after, at, phrase, args FROM notice"
		      " WHERE match = :match ORDER BY id",
};
const struct db_sql events_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const struct db_field event_fields[] = {
	FIELD(event_row, NUMBER, n),
	FIELD(event_row, INT, seat),
	FIELD(event_row, TEXT, move),
	FIELD(event_row, ARRAY, draws),
	FIELD(event_row, NUMBER, at),
	FIELD(event_row, LINK, inbox),
	FIELD(event_row, TEXT, by),
};
static const struct db_type event_type =
    DB_TYPE(event_row, event_fields, event_row_free);
static const struct db_field notice_fields[] = {
	FIELD(notice_row, NUMBER, id),
	FIELD(notice_row, NUMBER, match),
	FIELD(notice_row, NUMBER, after),
	FIELD(notice_row, NUMBER, at),
	FIELD(notice_row, TEXT, phrase),
	FIELD(notice_row, TEXT, args),
};
static const struct db_type notice_type =
    DB_TYPE(notice_row, notice_fields, notice_row_free);

void
event_row_free(struct event_row *ev)
{
	db_free(&event_type, ev);
}

void
notice_row_free(struct notice_row *n)
{
	db_free(&notice_type, n);
}

int
store_event_add(struct store *st, int64_t match, const struct event_row *ev)
{
	/* There its last event is known: nobody else adds one. */
	const bool claimed = store_is_narrow(st);
	struct statement *q =
	    db_take(st, DB_EVENTS, claimed ? Q_ADD_CLAIMED : Q_ADD);
	int r;

	db_int(q, ":match", match);
	db_bind(q, &event_type, ev);
	if (ev->draws == NULL)
		db_blob(q, ":draws", NULL, 0);
	r = claimed ? db_done_some(st, q) : db_done(st, q);
	if (r == 0 && !claimed && db_changes(st) == 0)
		r = err_set(
		    st->err, ERR_CLASH, "it is not beyond the last one");
	if (r == -1)
		return err_more(st->err, "match %lld: event %lld",
		    (long long)match, (long long)ev->n);
	return 0;
}

GPtrArray *
store_events(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_EVENTS, Q_EVENTS);

	db_int(q, ":match", match);
	return db_all_of(st, q, &event_type);
}

int
store_event_drop(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_EVENTS, Q_DROP);

	db_int(q, ":match", match);
	if (db_done_some(st, q) == -1)
		return err_more(
		    st->err, "match %lld: the last event", (long long)match);
	return 0;
}

int
store_notice_add(struct store *st, const struct notice_row *n)
{
	struct statement *q = db_take(st, DB_EVENTS, Q_NOTICE_ADD);

	db_bind(q, &notice_type, n);
	if (db_done(st, q) == -1)
		return err_more(st->err, "match %lld: notice %s",
		    (long long)n->match, n->phrase);
	return 0;
}

GPtrArray *
store_notices(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_EVENTS, Q_NOTICES);

	db_int(q, ":match", match);
	return db_all_of(st, q, &notice_type);
}

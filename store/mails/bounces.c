/* SPDX-License-Identifier: ISC */
/* Letters that came back, or that a server refused for good. */
#include "store/mails/bounces.h"

#include "store/claims.h"
#include "store/db.h"
#include "store/mails/outbox.h"

#include <string.h>

enum {
	Q_ADD,
	Q_KNOWN,
	Q_DAYS,
	Q_OVER,
	Q_LOST,
	Q_LOST_ONLOOKER,
	Q_LOST_SECTIONS,
	Q_UNTELL,
	Q_UNTELL_SECTIONS,
	Q_MOVED,
	Q_STOP
};
#define WAITING                                              \
	"outbox INDEXED BY outbox_waiting WHERE " DB_WAITING \
	" AND state <> 'sending' AND address = :address"
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO bounce"
		  " (address, outbox, inbox, at, code, says, over)"
		  " VALUES (:address, :outbox, :inbox, :at, :code, :says, 0)",
	[Q_KNOWN] = "SELECT EXISTS (SELECT 1 FROM bounce"
		    " WHERE outbox = :outbox AND code = :code AND over = 0)",
	[Q_DAYS] = "SELECT count(DISTINCT at / 86400) FROM bounce"
		   " WHERE address = :address AND over = 0"
		   " AND substr(code, 1, 1) = '5' AND outbox >"
		   " (SELECT coalesce(max(o.id), 0) FROM outbox AS o"
		   " WHERE o.address = :address AND o.state = 'sent'"
		   " AND o.id < :outbox AND NOT EXISTS"
		   " (SELECT 1 FROM bounce AS b WHERE b.outbox = o.id))",
	[Q_OVER] = "UPDATE bounce SET over = 1"
		   " WHERE address = :address AND over = 0",
	/* as if that letter had never been written */
	[Q_LOST] = "UPDATE seat SET told = :after WHERE match = :match"
		   " AND seat = :seat AND person = :person"
		   " AND told > :after",
	[Q_LOST_ONLOOKER] = "UPDATE onlooker SET told = :after"
			    " WHERE match = :match AND person = :person"
			    " AND told > :after",
	[Q_LOST_SECTIONS] = "UPDATE seat SET told = lost.news_after"
			    " FROM section AS lost"
			    " WHERE lost.outbox = :outbox"
			    " AND seat.match = lost.match"
			    " AND seat.seat = lost.seat"
			    " AND seat.told > lost.news_after",
	/* as if what came back and what waits had never been written */
	[Q_UNTELL] = "UPDATE seat SET told = lost.after FROM"
		     " (SELECT match, seat, min(news_after) AS after"
		     " FROM outbox WHERE id IN"
		     " (SELECT outbox FROM bounce"
		     " WHERE address = :address AND over = 0"
		     " UNION SELECT id FROM " WAITING ")"
		     " AND seat IS NOT NULL GROUP BY match, seat) AS lost"
		     " WHERE seat.match = lost.match AND seat.seat = lost.seat"
		     " AND seat.told > lost.after",
	[Q_UNTELL_SECTIONS] =
	    "UPDATE seat SET told = lost.after FROM"
	    " (SELECT match, seat, min(news_after) AS after"
	    " FROM section WHERE outbox IN"
	    " (SELECT outbox FROM bounce"
	    " WHERE address = :address AND over = 0"
	    " UNION SELECT id FROM " WAITING ")"
	    " GROUP BY match, seat) AS lost"
	    " WHERE seat.match = lost.match AND seat.seat = lost.seat"
	    " AND seat.told > lost.after",
	[Q_MOVED] =
	    "UPDATE outbox SET state = 'replaced', note = :note"
	    " WHERE id IN (SELECT id FROM " WAITING " AND (seat IS NOT NULL"
	    " OR kind = 'digest'))",
	[Q_STOP] = "UPDATE outbox SET state = 'dead', note = :note"
		   " WHERE id IN (SELECT id FROM " WAITING ")",
};
const struct db_sql bounce_sql = { sql, G_N_ELEMENTS(sql), NULL };

int
store_bounce_add(struct store *st, const struct bounce_row *row)
{
	struct statement *q = db_take(st, DB_BOUNCE, Q_ADD);

	db_text(q, ":address", row->address);
	db_int(q, ":outbox", row->outbox);
	db_int_or(q, ":inbox", row->inbox, 0);
	db_int(q, ":at", row->at);
	db_text(q, ":code", row->code);
	db_word(q, ":says", row->says);
	return db_done(st, q);
}

int
store_bounce_known(
    struct store *st, int64_t outbox, const char *code, bool *known)
{
	struct statement *q = db_take(st, DB_BOUNCE, Q_KNOWN);
	int64_t n;

	db_int(q, ":outbox", outbox);
	db_text(q, ":code", code);
	if (db_one_number(st, q, &n) == -1)
		return -1;
	*known = n != 0;
	return 0;
}

int
store_bounce_days(
    struct store *st, const char *address, int64_t outbox, int64_t *days)
{
	struct statement *q = db_take(st, DB_BOUNCE, Q_DAYS);

	db_text(q, ":address", address);
	db_int(q, ":outbox", outbox);
	return db_one_number(st, q, days);
}

int
store_bounce_over(struct store *st, const char *address)
{
	struct statement *q = db_take(st, DB_BOUNCE, Q_OVER);

	db_text(q, ":address", address);
	return db_done(st, q);
}

int
store_letter_lost(struct store *st, const struct outbox_row *letter)
{
	bool seat = letter->seat != -1;
	struct statement *q;

	if (strcmp(letter->kind, "digest") == 0) {
		if (store_need_all(st, "a letter about several matches") == -1)
			return -1;
		q = db_take(st, DB_BOUNCE, Q_LOST_SECTIONS);
		db_int(q, ":outbox", letter->id);
		return db_done(st, q);
	}
	if (letter->match == 0 || letter->person == 0)
		return 0;
	if (store_need_match(st, letter->match) == -1)
		return -1;
	q = db_take(st, DB_BOUNCE, seat ? Q_LOST : Q_LOST_ONLOOKER);
	db_int(q, ":match", letter->match);
	if (seat)
		db_int(q, ":seat", letter->seat);
	db_int(q, ":person", letter->person);
	db_int(q, ":after", letter->news_after);
	return db_done(st, q);
}

/* What waits for that address, or came back from it, is told again. */
static int
untell(struct store *st, const char *address, int then, const char *note)
{
	struct statement *q = db_take(st, DB_BOUNCE, Q_UNTELL);

	db_text(q, ":address", address);
	if (db_done(st, q) == -1)
		return -1;
	q = db_take(st, DB_BOUNCE, Q_UNTELL_SECTIONS);
	db_text(q, ":address", address);
	if (db_done(st, q) == -1)
		return -1;
	q = db_take(st, DB_BOUNCE, then);
	db_text(q, ":address", address);
	db_word(q, ":note", note);
	return db_done(st, q);
}

int
store_bounce_stop(struct store *st, const char *address, const char *note)
{
	return untell(st, address, Q_STOP, note);
}

int
store_letters_moved(struct store *st, const char *address, const char *note)
{
	return untell(st, address, Q_MOVED, note);
}

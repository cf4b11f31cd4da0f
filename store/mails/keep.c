/* SPDX-License-Identifier: ISC */
/* The bytes of mails and letters go when nothing needs them any more. */
#include "store/mails/keep.h"

#include "store/db.h"
#include "store/engine.h"

#define NOT_OVER " IN ('muster', 'running')"

enum { Q_ANY, Q_LETTERS_END, Q_LETTERS, Q_MAILS_END, Q_MAILS };
static const char *const sql[] = {
	/* the oldest that is left has the least number */
	[Q_ANY] = "SELECT EXISTS (SELECT 1 FROM outbox WHERE id ="
		  " (SELECT min(id) FROM outbox_raw) AND created < :before)"
		  " OR EXISTS (SELECT 1 FROM inbox WHERE id ="
		  " (SELECT min(id) FROM inbox_raw) AND received < :before)",
	/* the first one that is not of the slice */
	[Q_LETTERS_END] = "SELECT coalesce((SELECT id FROM outbox_raw"
			  " WHERE id > :from ORDER BY id"
			  " LIMIT 1 OFFSET :max), 0)",
	[Q_LETTERS] =
	    "DELETE FROM outbox_raw WHERE id > :from AND id < :until"
	    " AND EXISTS (SELECT 1 FROM outbox AS o WHERE o.id = outbox_raw.id"
	    " AND state IN ('sent', 'replaced')"
	    " AND max(created, sent) < :before"
	    " AND (match IS NULL OR state = 'replaced'"
	    " OR NOT EXISTS (SELECT 1 FROM match AS m"
	    " WHERE m.id = o.match AND life" NOT_OVER ")"
	    " OR EXISTS (SELECT 1 FROM outbox AS n INDEXED BY outbox_number"
	    " WHERE n.match = o.match AND n.seat IS o.seat AND n.id > o.id"
	    " AND n.person IS o.person AND n.state = 'sent')))",
	[Q_MAILS_END] = "SELECT coalesce((SELECT id FROM inbox_raw"
			" WHERE id > :from ORDER BY id"
			" LIMIT 1 OFFSET :max), 0)",
	[Q_MAILS] =
	    "DELETE FROM inbox_raw WHERE id > :from AND id < :until"
	    " AND EXISTS (SELECT 1 FROM inbox AS i WHERE i.id = inbox_raw.id"
	    " AND state IN ('done', 'ignored', 'duplicate')"
	    " AND max(received, handled) < :before"
	    " AND (match IS NULL OR seat IS NULL"
	    " OR NOT EXISTS (SELECT 1 FROM match AS m"
	    " WHERE m.id = i.match AND life" NOT_OVER ")"
	    " OR EXISTS (SELECT 1 FROM inbox AS n INDEXED BY inbox_seat"
	    " WHERE n.match = i.match AND n.seat = i.seat AND n.id > i.id"
	    " AND n.state = 'done')))",
};
const struct db_sql keep_sql = { sql, G_N_ELEMENTS(sql), NULL };

int
store_keep_any(struct store *st, int64_t before, bool *any)
{
	struct statement *q = db_take(st, DB_KEEP, Q_ANY);

	db_int(q, ":before", before);
	return db_any(st, q, any);
}

static int
keep(
    struct store *st, int end, int drop, int64_t before, int max, int64_t *from)
{
	struct statement *q = db_take(st, DB_KEEP, end);
	int64_t next;

	db_int(q, ":from", *from);
	db_int(q, ":max", max);
	if (db_one_number(st, q, &next) == -1)
		return -1;
	q = db_take(st, DB_KEEP, drop);
	db_int(q, ":from", *from);
	db_int(q, ":until", next > 0 ? next : INT64_MAX);
	db_int(q, ":before", before);
	if (db_done(st, q) == -1)
		return -1;
	*from = MAX(next - 1, 0);
	return 0;
}

int
store_keep_letters(struct store *st, int64_t before, int max, int64_t *from)
{
	return keep(st, Q_LETTERS_END, Q_LETTERS, before, max, from);
}

int
store_keep_mails(struct store *st, int64_t before, int max, int64_t *from)
{
	return keep(st, Q_MAILS_END, Q_MAILS, before, max, from);
}

int
store_shrink(struct store *st, bool *more)
{
	return st->engine->shrink(st, more);
}

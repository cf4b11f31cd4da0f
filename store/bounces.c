/* SPDX-License-Identifier: ISC */
/* Letters that came back, or that a server refused for good. */
#include "store/db.h"

enum { Q_ADD };
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO bounce (address, outbox, inbox, at, code, says)"
		  " VALUES (:address, :outbox, :inbox, :at, :code, :says)",
};
const struct db_sql bounce_sql = { sql, G_N_ELEMENTS(sql) };

int
store_bounce_add(struct store *st, const struct bounce_row *row, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_BOUNCE, Q_ADD);

	db_text(q, ":address", row->address);
	db_int(q, ":outbox", row->outbox);
	db_int_or(q, ":inbox", row->inbox, 0);
	db_int(q, ":at", row->at);
	db_text(q, ":code", row->code);
	db_word(q, ":says", row->says);
	return db_done(st, q, e);
}

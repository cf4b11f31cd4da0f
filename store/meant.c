/* SPDX-License-Identifier: ISC */
/* Lines of mails of which their senders are asked whether they are meant. */
#include "store/meant.h"

#include "store/db.h"

enum { Q_ADD, Q_OPEN, Q_COUNT, Q_CLOSE };
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO meant (person, match, seat, lines, asked,"
		  " closed) VALUES (:person, :match, :seat, :lines, :asked, 0)",
	[Q_OPEN] = "SELECT id, person, match, seat, lines, asked FROM meant"
		   " WHERE person = :person AND asked > :since"
		   " AND closed = 0 ORDER BY id",
	[Q_COUNT] = "SELECT count(*) FROM meant WHERE person = :person"
		    " AND asked > :since",
	[Q_CLOSE] = "UPDATE meant SET closed = :now WHERE id = :id",
};
const struct db_sql meant_sql = { sql, G_N_ELEMENTS(sql) };

void
meant_row_free(struct meant_row *row)
{
	if (row == NULL)
		return;
	g_free(row->lines);
	g_free(row);
}

static void *
read_meant(sqlite3_stmt *q, struct err *e)
{
	struct meant_row *row = g_new0(struct meant_row, 1);

	(void)e;
	row->id = db_get_int(q, 0);
	row->person = db_get_int(q, 1);
	row->match = db_get_int_or(q, 2, 0);
	row->seat = (int)db_get_int_or(q, 3, -1);
	row->lines = db_get_text(q, 4);
	row->asked = db_get_int(q, 5);
	return row;
}

int
store_meant_add(struct store *st, struct meant_row *row)
{
	sqlite3_stmt *q = db_take(st, DB_MEANT, Q_ADD);

	db_int(q, ":person", row->person);
	db_int_or(q, ":match", row->match, 0);
	db_int_or(q, ":seat", row->seat, -1);
	db_text(q, ":lines", row->lines);
	db_int(q, ":asked", row->asked);
	if (db_done(st, q) == -1)
		return -1;
	row->id = sqlite3_last_insert_rowid(st->db);
	return 0;
}

GPtrArray *
store_meant_open(struct store *st, int64_t person, int64_t since)
{
	sqlite3_stmt *q = db_take(st, DB_MEANT, Q_OPEN);

	db_int(q, ":person", person);
	db_int(q, ":since", since);
	return db_all(st, q, read_meant, (GDestroyNotify)meant_row_free);
}

int
store_meant_since(struct store *st, int64_t person, int64_t since, int64_t *n)
{
	sqlite3_stmt *q = db_take(st, DB_MEANT, Q_COUNT);

	db_int(q, ":person", person);
	db_int(q, ":since", since);
	return db_one_number(st, q, n);
}

int
store_meant_close(struct store *st, int64_t id, int64_t now)
{
	sqlite3_stmt *q = db_take(st, DB_MEANT, Q_CLOSE);

	db_int(q, ":id", id);
	db_int(q, ":now", now);
	return db_done_some(st, q);
}

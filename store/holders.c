/* SPDX-License-Identifier: ISC */
/* Who held the seats of matches, and who does. */
#include "store/db.h"

enum { Q_ADD, Q_LEAVE, Q_MATCH, Q_PERSON, Q_LEFT, Q_LAST };
#define HOLDER                                                            \
	"SELECT id, match, seat, person, name, since, until, after FROM " \
	"holder"
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO holder"
		  " (match, seat, person, name, since, until, after)"
		  " VALUES (:match, :seat, :person, :name, :since, :until,"
		  " :after)",
	[Q_LEAVE] = "UPDATE holder SET until = :now"
		    " WHERE match = :match AND seat = :seat AND until = 0",
	[Q_MATCH] = HOLDER " WHERE match = :match ORDER BY id",
	[Q_PERSON] = HOLDER " WHERE person = :person AND match = :match"
			    " ORDER BY id",
	[Q_LEFT] = HOLDER " WHERE person = :person AND until > 0"
			  " AND (SELECT life FROM match AS m"
			  " WHERE m.id = holder.match) = 'running'"
			  " ORDER BY id",
	[Q_LAST] = "SELECT coalesce((SELECT match FROM holder"
		   " WHERE person = :person ORDER BY id DESC LIMIT 1), 0)",
};
const struct db_sql holders_sql = { sql, G_N_ELEMENTS(sql) };

void
holder_row_free(struct holder_row *h)
{
	if (h == NULL)
		return;
	g_free(h->name);
	g_free(h);
}

static void *
read_holder(sqlite3_stmt *q, struct err *e)
{
	struct holder_row *h = g_new0(struct holder_row, 1);

	(void)e;
	h->id = db_get_int(q, 0);
	h->match = db_get_int(q, 1);
	h->seat = (int)db_get_int(q, 2);
	h->person = db_get_int(q, 3);
	h->name = db_get_text(q, 4);
	h->since = db_get_int(q, 5);
	h->until = db_get_int(q, 6);
	h->after = db_get_int(q, 7);
	return h;
}

int
store_holder_add(struct store *st, struct holder_row *h, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_HOLDERS, Q_ADD);

	db_int(q, ":match", h->match);
	db_int(q, ":seat", h->seat);
	db_int(q, ":person", h->person);
	db_text(q, ":name", h->name);
	db_int(q, ":since", h->since);
	db_int(q, ":until", h->until);
	db_int(q, ":after", h->after);
	if (db_done(st, q, e) == -1)
		return err_more(e, "match %lld: holder of seat %d",
		    (long long)h->match, h->seat);
	h->id = sqlite3_last_insert_rowid(st->db);
	return 0;
}

int
store_holder_leave(
    struct store *st, int64_t match, int seat, int64_t now, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_HOLDERS, Q_LEAVE);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	db_int(q, ":now", now);
	return db_done(st, q, e);
}

GPtrArray *
store_holders(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_HOLDERS, Q_MATCH);

	db_int(q, ":match", match);
	return db_all(st, q, read_holder, (GDestroyNotify)holder_row_free, e);
}

GPtrArray *
store_holders_of(struct store *st, int64_t person, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_HOLDERS, Q_PERSON);

	db_int(q, ":person", person);
	db_int(q, ":match", match);
	return db_all(st, q, read_holder, (GDestroyNotify)holder_row_free, e);
}

GPtrArray *
store_holders_left(struct store *st, int64_t person, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_HOLDERS, Q_LEFT);

	db_int(q, ":person", person);
	return db_all(st, q, read_holder, (GDestroyNotify)holder_row_free, e);
}

int
store_holder_last(
    struct store *st, int64_t person, int64_t *match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_HOLDERS, Q_LAST);

	db_int(q, ":person", person);
	return db_one_number(st, q, match, e);
}

/* SPDX-License-Identifier: ISC */
/* What people say to each other, and whom they do not want to hear. */
#include "store/db.h"

enum { Q_ADD, Q_TOLD, Q_LIST, Q_COUNT, Q_MUTE, Q_UNMUTE, Q_MUTES };
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO talk"
		  " (match, n, at, seat, person, name, hearer, text)"
		  " VALUES (:match, :n, :at, :seat, :person, :name, :hearer,"
		  " :text)",
	[Q_TOLD] = "UPDATE talk SET n = :n WHERE id = :id AND n = 0",
	[Q_LIST] = "SELECT id, match, n, at, seat, person, name, hearer, text"
		   " FROM talk WHERE match = :match ORDER BY n, id",
	[Q_COUNT] = "SELECT count(*) FROM talk WHERE person = :person"
		    " AND at > :since AND match = :match",
	[Q_MUTE] = "INSERT INTO mute (match, person, seat)"
		   " VALUES (:match, :person, :seat)"
		   " ON CONFLICT (match, person, seat) DO NOTHING",
	[Q_UNMUTE] = "DELETE FROM mute WHERE match = :match"
		     " AND person = :person AND seat = :seat RETURNING 1",
	[Q_MUTES] = "SELECT person, seat FROM mute WHERE match = :match"
		    " ORDER BY person, seat",
};
const struct db_sql talk_sql = { sql, G_N_ELEMENTS(sql) };

void
talk_row_free(struct talk_row *row)
{
	if (row == NULL)
		return;
	g_free(row->name);
	g_free(row->text);
	g_free(row);
}

static void *
read_talk(sqlite3_stmt *q, struct err *e)
{
	struct talk_row *row = g_new0(struct talk_row, 1);

	(void)e;
	row->id = db_get_int(q, 0);
	row->match = db_get_int(q, 1);
	row->n = db_get_int(q, 2);
	row->at = db_get_int(q, 3);
	row->seat = (int)db_get_int(q, 4);
	row->person = db_get_int(q, 5);
	row->name = db_get_text(q, 6);
	row->hearer = (int)db_get_int(q, 7);
	row->text = db_get_text(q, 8);
	return row;
}

int
store_talk_add(struct store *st, struct talk_row *row, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TALK, Q_ADD);

	db_int(q, ":match", row->match);
	db_int(q, ":n", row->n);
	db_int(q, ":at", row->at);
	db_int(q, ":seat", row->seat);
	db_int(q, ":person", row->person);
	db_text(q, ":name", row->name);
	db_int(q, ":hearer", row->hearer);
	db_text(q, ":text", row->text);
	if (db_done(st, q, e) == -1)
		return err_more(e, "match %lld: talk", (long long)row->match);
	row->id = sqlite3_last_insert_rowid(st->db);
	return 0;
}

int
store_talk_told(struct store *st, const struct talk_row *row, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TALK, Q_TOLD);

	db_int(q, ":n", row->n);
	db_int(q, ":id", row->id);
	return db_done_some(st, q, e);
}

GPtrArray *
store_talk(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TALK, Q_LIST);

	db_int(q, ":match", match);
	return db_all(st, q, read_talk, (GDestroyNotify)talk_row_free, e);
}

int
store_talk_count(struct store *st, int64_t match, int64_t person, int64_t since,
    int64_t *n, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_TALK, Q_COUNT);

	db_int(q, ":match", match);
	db_int(q, ":person", person);
	db_int(q, ":since", since);
	return db_one_number(st, q, n, e);
}

/* ---- whom she does not want to hear ---- */

static sqlite3_stmt *
take_mute(struct store *st, int n, int64_t match, const struct mute_row *row)
{
	sqlite3_stmt *q = db_take(st, DB_TALK, n);

	db_int(q, ":match", match);
	db_int(q, ":person", row->person);
	db_int(q, ":seat", row->seat);
	return q;
}

int
store_mute_add(
    struct store *st, int64_t match, const struct mute_row *row, struct err *e)
{
	return db_done(st, take_mute(st, Q_MUTE, match, row), e);
}

int
store_mute_drop(struct store *st, int64_t match, const struct mute_row *row,
    bool *found, struct err *e)
{
	sqlite3_stmt *q = take_mute(st, Q_UNMUTE, match, row);
	int r = db_row(st, q, e);

	*found = r == 1;
	/* only at its end has the statement done its work */
	while (r == 1)
		r = db_row(st, q, e);
	return r;
}

GArray *
store_mutes(struct store *st, int64_t match, struct err *e)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct mute_row));
	sqlite3_stmt *q = db_take(st, DB_TALK, Q_MUTES);
	int r;

	db_int(q, ":match", match);
	while ((r = db_row(st, q, e)) == 1) {
		struct mute_row row = { db_get_int(q, 0),
			(int)db_get_int(q, 1) };

		g_array_append_val(list, row);
	}
	if (r == 0)
		return list;
	g_array_unref(list);
	return NULL;
}

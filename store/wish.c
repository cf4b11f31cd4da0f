/* SPDX-License-Identifier: ISC */
/* What people want who must first say by a code that it is they. */
#include "store/wish.h"

#include "store/db.h"

enum { Q_ADD, Q_UPDATE, Q_AT, Q_ASKED, Q_OF, Q_INVITED, Q_SINCE, Q_BY };
#define WISH                                                           \
	"SELECT id, kind, address, person, match, name, lines, asked," \
	" closed, again, language FROM wish"
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO wish (kind, address, person, match, name,"
		  " lines, asked, closed, language) VALUES (:kind, :address,"
		  " :person, :match, :name, :lines, :asked, :closed,"
		  " :language)",
	[Q_UPDATE] = "UPDATE wish SET person = :person, lines = :lines,"
		     " closed = :closed, again = :again WHERE id = :id",
	[Q_AT] = WISH " WHERE address = :address AND closed = 0"
		      " AND asked > :since ORDER BY id",
	[Q_ASKED] = "SELECT count(*) FROM wish"
		    " WHERE address = :address AND asked > :since",
	[Q_OF] = WISH " WHERE person = :person AND kind = :kind"
		      " AND closed = 0 ORDER BY id",
	[Q_INVITED] = "SELECT count(*) FROM wish"
		      " WHERE match = :match AND address = :address",
	[Q_SINCE] = "SELECT count(*) FROM wish WHERE asked > :since"
		    " AND kind <> 'person'",
	[Q_BY] = "SELECT count(*) FROM wish WHERE person = :person"
		 " AND kind = :kind AND asked > :since",
};
const struct db_sql wish_sql = { sql, G_N_ELEMENTS(sql) };

static const char *const kinds[] = {
	[WISH_STRANGER] = "stranger",
	[WISH_PERSON] = "person",
	[WISH_INVITE] = "invite",
};

void
wish_row_free(struct wish_row *row)
{
	if (row == NULL)
		return;
	g_free(row->address);
	g_free(row->name);
	g_free(row->lines);
	g_free(row->language);
	g_free(row);
}

static void *
read_wish(sqlite3_stmt *q, struct err *e)
{
	int kind = db_get_word(q, 1, kinds, G_N_ELEMENTS(kinds), e);
	struct wish_row *row;

	if (kind == -1)
		return NULL;
	row = g_new0(struct wish_row, 1);
	row->id = db_get_int(q, 0);
	row->kind = (enum wish_kind)kind;
	row->address = db_get_text(q, 2);
	row->person = db_get_int_or(q, 3, 0);
	row->match = db_get_int_or(q, 4, 0);
	row->name = db_get_text(q, 5);
	row->lines = db_get_text(q, 6);
	row->asked = db_get_int(q, 7);
	row->closed = db_get_int(q, 8);
	row->again = db_get_int(q, 9) != 0;
	row->language = db_get_text(q, 10);
	return row;
}

int
store_wish_add(struct store *st, struct wish_row *row)
{
	sqlite3_stmt *q = db_take(st, DB_WISH, Q_ADD);

	db_text(q, ":kind", kinds[row->kind]);
	db_text(q, ":address", row->address);
	db_int_or(q, ":person", row->person, 0);
	db_int_or(q, ":match", row->match, 0);
	db_word(q, ":name", row->name);
	db_text(q, ":lines", row->lines);
	db_int(q, ":asked", row->asked);
	db_int(q, ":closed", row->closed);
	db_word(q, ":language", row->language);
	if (db_done(st, q) == -1)
		return -1;
	row->id = sqlite3_last_insert_rowid(st->db);
	return 0;
}

int
store_wish_update(struct store *st, const struct wish_row *row)
{
	sqlite3_stmt *q = db_take(st, DB_WISH, Q_UPDATE);

	db_int(q, ":id", row->id);
	db_int_or(q, ":person", row->person, 0);
	db_text(q, ":lines", row->lines);
	db_int(q, ":closed", row->closed);
	db_int(q, ":again", row->again);
	return db_done_some(st, q);
}

static GPtrArray *
all(struct store *st, sqlite3_stmt *q)
{
	return db_all(st, q, read_wish, (GDestroyNotify)wish_row_free);
}

GPtrArray *
store_wishes_at(struct store *st, const char *address, int64_t since)
{
	sqlite3_stmt *q = db_take(st, DB_WISH, Q_AT);

	db_text(q, ":address", address);
	db_int(q, ":since", since);
	return all(st, q);
}

int
store_wish_asked(
    struct store *st, const char *address, int64_t since, bool *asked)
{
	sqlite3_stmt *q = db_take(st, DB_WISH, Q_ASKED);
	int64_t n = 0;

	db_text(q, ":address", address);
	db_int(q, ":since", since);
	if (db_one_number(st, q, &n) == -1)
		return -1;
	*asked = n > 0;
	return 0;
}

GPtrArray *
store_wishes_of(struct store *st, int64_t person, enum wish_kind kind)
{
	sqlite3_stmt *q = db_take(st, DB_WISH, Q_OF);

	db_int(q, ":person", person);
	db_text(q, ":kind", kinds[kind]);
	return all(st, q);
}

int
store_wish_invited(
    struct store *st, int64_t match, const char *address, bool *invited)
{
	sqlite3_stmt *q = db_take(st, DB_WISH, Q_INVITED);
	int64_t n = 0;

	db_int(q, ":match", match);
	db_text(q, ":address", address);
	if (db_one_number(st, q, &n) == -1)
		return -1;
	*invited = n > 0;
	return 0;
}

int
store_wishes_since(struct store *st, int64_t since, int64_t *n)
{
	sqlite3_stmt *q = db_take(st, DB_WISH, Q_SINCE);

	db_int(q, ":since", since);
	return db_one_number(st, q, n);
}

int
store_wishes_by(struct store *st, int64_t person, enum wish_kind kind,
    int64_t since, int64_t *n)
{
	sqlite3_stmt *q = db_take(st, DB_WISH, Q_BY);

	db_int(q, ":person", person);
	db_text(q, ":kind", kinds[kind]);
	db_int(q, ":since", since);
	return db_one_number(st, q, n);
}

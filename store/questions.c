/* SPDX-License-Identifier: ISC */
/* What people were asked by mail, to be answered with a code. */
#include "store/questions.h"

#include "store/db.h"

enum { Q_ADD, Q_OPEN, Q_OPEN_AT, Q_LAST, Q_COUNT, Q_UPDATE, Q_EXPIRE, Q_CLOSE };
#define QUESTION                                                         \
	"SELECT id, kind, person, address, inbox, asked, closed, agreed" \
	" FROM question"
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO question (kind, person, address, inbox, asked,"
		  " closed, agreed) VALUES (:kind, :person, :address, :inbox,"
		  " :asked, :closed, :agreed)",
	[Q_OPEN] = QUESTION " WHERE person = :person AND closed = 0"
			    " ORDER BY id",
	[Q_OPEN_AT] = QUESTION " WHERE address = :address AND closed = 0"
			       " AND kind = 'address' ORDER BY id",
	[Q_LAST] = "SELECT coalesce(max(asked), 0) FROM question"
		   " WHERE person = :person AND kind = :kind"
		   " AND address = :address",
	[Q_COUNT] = "SELECT count(*) FROM question WHERE person = :person"
		    " AND kind = :kind AND asked > :since",
	[Q_UPDATE] = "UPDATE question SET closed = :closed, agreed = :agreed"
		     " WHERE id = :id",
	[Q_EXPIRE] = "UPDATE question SET closed = :now"
		     " WHERE closed = 0 AND asked <= :before",
	[Q_CLOSE] = "UPDATE question SET closed = :now"
		    " WHERE person = :person AND closed = 0",
};
const struct db_sql question_sql = { sql, G_N_ELEMENTS(sql) };

static const char *const kinds[] = {
	[QUESTION_ALIAS] = "alias",
	[QUESTION_SENDER] = "sender",
	[QUESTION_ADDRESS] = "address",
	[QUESTION_FORGET] = "forget",
};

void
question_row_free(struct question_row *row)
{
	if (row == NULL)
		return;
	g_free(row->address);
	g_free(row);
}

static void *
read_question(sqlite3_stmt *q, struct err *e)
{
	int kind = db_get_word(q, 1, kinds, G_N_ELEMENTS(kinds), e);
	struct question_row *row;

	if (kind == -1)
		return NULL;
	row = g_new0(struct question_row, 1);
	row->id = db_get_int(q, 0);
	row->kind = (enum question_kind)kind;
	row->person = db_get_int(q, 2);
	row->address = db_get_text(q, 3);
	row->inbox = db_get_int_or(q, 4, 0);
	row->asked = db_get_int(q, 5);
	row->closed = db_get_int(q, 6);
	row->agreed = (int)db_get_int(q, 7);
	return row;
}

int
store_question_add(struct store *st, struct question_row *row)
{
	sqlite3_stmt *q = db_take(st, DB_QUESTION, Q_ADD);

	db_text(q, ":kind", kinds[row->kind]);
	db_int(q, ":person", row->person);
	db_text(q, ":address", row->address);
	db_int_or(q, ":inbox", row->inbox, 0);
	db_int(q, ":asked", row->asked);
	db_int(q, ":closed", row->closed);
	db_int(q, ":agreed", row->agreed);
	if (db_done(st, q) == -1)
		return -1;
	row->id = sqlite3_last_insert_rowid(st->db);
	return 0;
}

static GPtrArray *
all(struct store *st, sqlite3_stmt *q)
{
	return db_all(st, q, read_question, (GDestroyNotify)question_row_free);
}

GPtrArray *
store_questions_open(struct store *st, int64_t person)
{
	sqlite3_stmt *q = db_take(st, DB_QUESTION, Q_OPEN);

	db_int(q, ":person", person);
	return all(st, q);
}

GPtrArray *
store_questions_at(struct store *st, const char *address)
{
	sqlite3_stmt *q = db_take(st, DB_QUESTION, Q_OPEN_AT);

	db_text(q, ":address", address);
	return all(st, q);
}

int
store_question_last(struct store *st, int64_t person, enum question_kind kind,
    const char *address, int64_t *at)
{
	sqlite3_stmt *q = db_take(st, DB_QUESTION, Q_LAST);

	db_int(q, ":person", person);
	db_text(q, ":kind", kinds[kind]);
	db_text(q, ":address", address);
	return db_one_number(st, q, at);
}

int
store_questions_since(struct store *st, int64_t person, enum question_kind kind,
    int64_t since, int64_t *n)
{
	sqlite3_stmt *q = db_take(st, DB_QUESTION, Q_COUNT);

	db_int(q, ":person", person);
	db_text(q, ":kind", kinds[kind]);
	db_int(q, ":since", since);
	return db_one_number(st, q, n);
}

int
store_question_update(struct store *st, const struct question_row *row)
{
	sqlite3_stmt *q = db_take(st, DB_QUESTION, Q_UPDATE);

	db_int(q, ":id", row->id);
	db_int(q, ":closed", row->closed);
	db_int(q, ":agreed", row->agreed);
	return db_done_some(st, q);
}

int
store_questions_expire(struct store *st, int64_t before, int64_t now)
{
	sqlite3_stmt *q = db_take(st, DB_QUESTION, Q_EXPIRE);

	db_int(q, ":before", before);
	db_int(q, ":now", now);
	return db_done(st, q);
}

int
store_questions_close(struct store *st, int64_t person, int64_t now)
{
	sqlite3_stmt *q = db_take(st, DB_QUESTION, Q_CLOSE);

	db_int(q, ":person", person);
	db_int(q, ":now", now);
	return db_done(st, q);
}

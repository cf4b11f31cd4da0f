/* SPDX-License-Identifier: ISC */
/* What people are asked by mail, to be answered with a code. */
#include "store/people/asks.h"

#include "store/fields.h"

enum {
	Q_ADD,
	Q_NUMBER,
	Q_UPDATE,
	Q_OF,
	Q_AT,
	Q_ANY_OF,
	Q_ANY_AT,
	Q_COUNT,
	Q_COUNT_ALL,
	Q_LAST,
	Q_WISHED,
	Q_INVITED,
	Q_CLOSE
};
#define ASK                                                           \
	"SELECT id, number, kind, person, address, match, seat,"      \
	" inbox, name, language, lines, asked, closed, agreed, again" \
	" FROM ask"
#define OPEN " AND closed = 0 AND asked > :since ORDER BY id"
static const char *const sql[] = {
	[Q_ADD] =
	    "/* id */ INSERT INTO ask (family, number, kind, person, address,"
	    " match, seat, inbox, name, language, lines, asked, closed,"
	    " agreed, again) VALUES (:family, :number, :kind, :person,"
	    " :address, :match, :seat, :inbox, :name, :language, :lines,"
	    " :asked, :closed, :agreed, :again)",
	[Q_NUMBER] = "SELECT coalesce(max(number), 0) + 1 FROM ask"
		     " WHERE family = :family",
	[Q_UPDATE] = "UPDATE ask SET person = :person, lines = :lines,"
		     " closed = :closed, agreed = :agreed, again = :again"
		     " WHERE id = :id",
	[Q_OF] = ASK " WHERE person = :person" OPEN,
	[Q_AT] = ASK " WHERE address = :address" OPEN,
	[Q_ANY_OF] = "SELECT EXISTS (SELECT 1 FROM ask"
		     " WHERE person = :person AND closed = 0"
		     " AND asked > :since)",
	[Q_ANY_AT] = "SELECT EXISTS (SELECT 1 FROM ask"
		     " WHERE address = :address AND closed = 0"
		     " AND asked > :since)",
	[Q_COUNT] = "SELECT count(*) FROM ask WHERE person = :person"
		    " AND kind = :kind AND asked > :since AND asked <= :now",
	[Q_COUNT_ALL] =
	    "SELECT count(*) FROM ask"
	    " WHERE kind = :kind AND asked > :since AND asked <= :now",
	[Q_LAST] = "SELECT coalesce(max(asked), 0) FROM ask"
		   " WHERE person = :person AND kind = :kind"
		   " AND address = :address",
	[Q_WISHED] =
	    "SELECT count(*) FROM ask WHERE address = :address"
	    " AND family = 'wish' AND asked > :since AND asked <= :now",
	[Q_INVITED] = "SELECT count(*) FROM ask WHERE address = :address"
		      " AND kind = 'invite' AND match = :match",
	[Q_CLOSE] = "UPDATE ask SET closed = :now WHERE person = :person"
		    " AND family = 'question' AND closed = 0",
};
const struct db_sql ask_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const char *const kinds[] = {
	[ASK_ALIAS] = "alias",
	[ASK_SENDER] = "sender",
	[ASK_ADDRESS] = "address",
	[ASK_FORGET] = "forget",
	[ASK_STRANGER] = "stranger",
	[ASK_PERSON] = "person",
	[ASK_INVITE] = "invite",
	[ASK_MEANT] = "meant",
};
static const struct db_field ask_fields[] = {
	FIELD(ask_row, NUMBER, id),
	FIELD(ask_row, NUMBER, number),
	FIELD_OF_WORDS(ask_row, kind, ":kind", kinds),
	FIELD(ask_row, LINK, person),
	FIELD(ask_row, NOTE, address),
	FIELD(ask_row, LINK, match),
	FIELD(ask_row, SEAT, seat),
	FIELD(ask_row, LINK, inbox),
	FIELD(ask_row, NOTE, name),
	FIELD(ask_row, NOTE, language),
	FIELD(ask_row, TEXT, lines),
	FIELD(ask_row, NUMBER, asked),
	FIELD(ask_row, NUMBER, closed),
	FIELD(ask_row, INT, agreed),
	FIELD(ask_row, BOOL, again),
};
static const struct db_type ask_type =
    DB_TYPE(ask_row, ask_fields, ask_row_free);

void
ask_row_free(struct ask_row *row)
{
	db_free(&ask_type, row);
}

const char *
ask_family(enum ask kind)
{
	return kind <= ASK_FORGET ? "question"
	       : kind < ASK_MEANT ? "wish"
				  : "meant";
}

int
store_ask_add(struct store *st, struct ask_row *row)
{
	const char *family = ask_family(row->kind);
	struct statement *q = db_take(st, DB_ASK, Q_NUMBER);

	db_text(q, ":family", family);
	if (db_one_number(st, q, &row->number) == -1)
		return -1;
	if (row->kind != ASK_MEANT)
		row->seat = -1;
	q = db_take(st, DB_ASK, Q_ADD);
	db_text(q, ":family", family);
	db_bind(q, &ask_type, row);
	if (db_done(st, q) == -1)
		return -1;
	row->id = db_last_id(st);
	return 0;
}

int
store_ask_update(struct store *st, const struct ask_row *row)
{
	struct statement *q = db_take(st, DB_ASK, Q_UPDATE);

	db_bind(q, &ask_type, row);
	return db_done_some(st, q);
}

/* address: NULL for those of the person. */
static struct statement *
take_open(
    struct store *st, int n, int64_t person, const char *address, int64_t since)
{
	struct statement *q = db_take(st, DB_ASK, n);

	if (address != NULL)
		db_text(q, ":address", address);
	else
		db_int(q, ":person", person);
	db_int(q, ":since", since);
	return q;
}

static GPtrArray *
list_open(struct store *st, int64_t person, const char *address, int64_t since)
{
	const int all = address != NULL ? Q_AT : Q_OF;
	const int any_such = address != NULL ? Q_ANY_AT : Q_ANY_OF;
	bool any = true;

	if (db_ask_first(st, DB_ASK, all) &&
	    db_any(st, take_open(st, any_such, person, address, since), &any) ==
		-1)
		return NULL;
	if (!any)
		return g_ptr_array_new_with_free_func(ask_type.free);
	return db_all_of(
	    st, take_open(st, all, person, address, since), &ask_type);
}

GPtrArray *
store_asks_of(struct store *st, int64_t person, int64_t since)
{
	return list_open(st, person, NULL, since);
}

GPtrArray *
store_asks_at(struct store *st, const char *address, int64_t since)
{
	return list_open(st, 0, address, since);
}

int
store_asks_count(struct store *st, int64_t person, enum ask kind, int64_t since,
    int64_t now, int64_t *n)
{
	struct statement *q =
	    db_take(st, DB_ASK, person != 0 ? Q_COUNT : Q_COUNT_ALL);

	if (person != 0)
		db_int(q, ":person", person);
	db_text(q, ":kind", kinds[kind]);
	db_int(q, ":since", since);
	db_int(q, ":now", now);
	return db_one_number(st, q, n);
}

int
store_ask_last(struct store *st, int64_t person, enum ask kind,
    const char *address, int64_t *at)
{
	struct statement *q = db_take(st, DB_ASK, Q_LAST);

	db_int(q, ":person", person);
	db_text(q, ":kind", kinds[kind]);
	db_text(q, ":address", address);
	return db_one_number(st, q, at);
}

int
store_ask_wished(struct store *st, const char *address, int64_t since,
    int64_t now, bool *wished)
{
	struct statement *q = db_take(st, DB_ASK, Q_WISHED);
	int64_t n = 0;

	db_text(q, ":address", address);
	db_int(q, ":since", since);
	db_int(q, ":now", now);
	if (db_one_number(st, q, &n) == -1)
		return -1;
	*wished = n > 0;
	return 0;
}

int
store_ask_invited(
    struct store *st, int64_t match, const char *address, bool *invited)
{
	struct statement *q = db_take(st, DB_ASK, Q_INVITED);
	int64_t n = 0;

	db_int(q, ":match", match);
	db_text(q, ":address", address);
	if (db_one_number(st, q, &n) == -1)
		return -1;
	*invited = n > 0;
	return 0;
}

int
store_asks_close(struct store *st, int64_t person, int64_t now)
{
	struct statement *q = db_take(st, DB_ASK, Q_CLOSE);

	db_int(q, ":person", person);
	db_int(q, ":now", now);
	return db_done(st, q);
}

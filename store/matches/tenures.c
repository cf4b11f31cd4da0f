/* SPDX-License-Identifier: ISC */
/* The people who held the seats of matches, and those who do. */
#include "store/matches/tenures.h"

#include "base/err.h"
#include "store/db.h"
#include "store/fields.h"

enum { Q_ADD, Q_LEAVE, Q_MATCH, Q_PERSON, Q_LEFT, Q_LAST };
#define HOLDER                                                            \
	"SELECT id, match, seat, person, name, since, until, after FROM " \
	"holder"
static const char *const sql[] = {
	[Q_ADD] = "/* id */ INSERT INTO holder"
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
const struct db_sql tenures_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const struct db_field tenure_fields[] = {
	FIELD(tenure_row, NUMBER, id),
	FIELD(tenure_row, NUMBER, match),
	FIELD(tenure_row, INT, seat),
	FIELD(tenure_row, NUMBER, person),
	FIELD(tenure_row, TEXT, name),
	FIELD(tenure_row, NUMBER, since),
	FIELD(tenure_row, NUMBER, until),
	FIELD(tenure_row, NUMBER, after),
};
static const struct db_type tenure_type =
    DB_TYPE(tenure_row, tenure_fields, tenure_row_free);

void
tenure_row_free(struct tenure_row *h)
{
	db_free(&tenure_type, h);
}

int
store_tenure_add(struct store *st, struct tenure_row *h)
{
	struct statement *q = db_take(st, DB_HOLDERS, Q_ADD);

	db_bind(q, &tenure_type, h);
	if (db_done(st, q) == -1)
		return err_more(st->err, "match %lld: holder of seat %d",
		    (long long)h->match, h->seat);
	h->id = db_last_id(st);
	return 0;
}

int
store_tenure_leave(struct store *st, int64_t match, int seat, int64_t now)
{
	struct statement *q = db_take(st, DB_HOLDERS, Q_LEAVE);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	db_int(q, ":now", now);
	return db_done(st, q);
}

GPtrArray *
store_tenures(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_HOLDERS, Q_MATCH);

	db_int(q, ":match", match);
	return db_all_of(st, q, &tenure_type);
}

GPtrArray *
store_tenures_of(struct store *st, int64_t person, int64_t match)
{
	struct statement *q = db_take(st, DB_HOLDERS, Q_PERSON);

	db_int(q, ":person", person);
	db_int(q, ":match", match);
	return db_all_of(st, q, &tenure_type);
}

GPtrArray *
store_tenures_left(struct store *st, int64_t person)
{
	struct statement *q = db_take(st, DB_HOLDERS, Q_LEFT);

	db_int(q, ":person", person);
	return db_all_of(st, q, &tenure_type);
}

int
store_tenure_last(struct store *st, int64_t person, int64_t *match)
{
	struct statement *q = db_take(st, DB_HOLDERS, Q_LAST);

	db_int(q, ":person", person);
	return db_one_number(st, q, match);
}

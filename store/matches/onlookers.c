/* SPDX-License-Identifier: ISC */
/* The people who look on at matches, and when their next letters are due. */
#include "store/matches/onlookers.h"

#include "base/err.h"
#include "store/db.h"
#include "store/fields.h"

enum { Q_ADD, Q_ONE, Q_MATCH, Q_PERSON, Q_DUE, Q_UPDATE, Q_DROP };
#define ONLOOKER                                                        \
	"SELECT match, person, name, since, told, written, due, closed" \
	" FROM onlooker"
#define OWN_ADDRESS             \
	" WHERE match = :match" \
	" AND person = :person"
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO onlooker"
		  " (match, person, name, since, told, written, due, closed)"
		  " VALUES (:match, :person, :name, :since, :told, :written,"
		  " :due, :closed)",
	[Q_ONE] = ONLOOKER OWN_ADDRESS,
	[Q_MATCH] = ONLOOKER " WHERE match = :match ORDER BY since, person",
	[Q_PERSON] = ONLOOKER " WHERE person = :person ORDER BY match DESC",
	/* To the letter what index onlooker_waiting has. */
	[Q_DUE] = ONLOOKER " WHERE due > 0 AND due <= :now ORDER BY due",
	[Q_UPDATE] = "UPDATE onlooker SET told = :told, written = :written,"
		     " due = :due, closed = :closed" OWN_ADDRESS,
	[Q_DROP] = "DELETE FROM onlooker" OWN_ADDRESS,
};
const struct db_sql onlookers_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const struct db_field onlooker_fields[] = {
	FIELD(onlooker_row, NUMBER, match),
	FIELD(onlooker_row, NUMBER, person),
	FIELD(onlooker_row, TEXT, name),
	FIELD(onlooker_row, NUMBER, since),
	FIELD(onlooker_row, NUMBER, told),
	FIELD(onlooker_row, NUMBER, written),
	FIELD(onlooker_row, NUMBER, due),
	FIELD(onlooker_row, BOOL, closed),
};
static const struct db_type onlooker_type =
    DB_TYPE(onlooker_row, onlooker_fields, onlooker_row_free);

void
onlooker_row_free(struct onlooker_row *o)
{
	db_free(&onlooker_type, o);
}

static int
name_row(int64_t match, int64_t person, struct err *e)
{
	return err_more(e, "match %lld: onlooker %lld", (long long)match,
	    (long long)person);
}

int
store_onlooker_add(struct store *st, const struct onlooker_row *o)
{
	struct statement *q = db_take(st, DB_ONLOOKERS, Q_ADD);

	db_bind(q, &onlooker_type, o);
	if (db_done(st, q) == -1)
		return name_row(o->match, o->person, st->err);
	return 0;
}

struct onlooker_row *
store_onlooker(struct store *st, int64_t match, int64_t person)
{
	struct statement *q = db_take(st, DB_ONLOOKERS, Q_ONE);

	db_int(q, ":match", match);
	db_int(q, ":person", person);
	return db_one_of(st, q, &onlooker_type);
}

GPtrArray *
store_onlookers(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_ONLOOKERS, Q_MATCH);

	db_int(q, ":match", match);
	return db_all_of(st, q, &onlooker_type);
}

GPtrArray *
store_onlookers_of(struct store *st, int64_t person)
{
	struct statement *q = db_take(st, DB_ONLOOKERS, Q_PERSON);

	db_int(q, ":person", person);
	return db_all_of(st, q, &onlooker_type);
}

GPtrArray *
store_onlookers_due(struct store *st, int64_t now)
{
	struct statement *q = db_take(st, DB_ONLOOKERS, Q_DUE);

	db_int(q, ":now", now);
	return db_all_of(st, q, &onlooker_type);
}

int
store_onlooker_update(struct store *st, const struct onlooker_row *o)
{
	struct statement *q = db_take(st, DB_ONLOOKERS, Q_UPDATE);

	db_bind(q, &onlooker_type, o);
	if (db_done_some(st, q) == -1)
		return name_row(o->match, o->person, st->err);
	return 0;
}

int
store_onlooker_drop(struct store *st, int64_t match, int64_t person)
{
	struct statement *q = db_take(st, DB_ONLOOKERS, Q_DROP);

	db_int(q, ":match", match);
	db_int(q, ":person", person);
	if (db_done_some(st, q) == -1)
		return name_row(match, person, st->err);
	return 0;
}

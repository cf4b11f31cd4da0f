/* SPDX-License-Identifier: ISC */
/* Who looks on at matches, and when her next letter is due. */
#include "store/db.h"

enum { Q_ADD, Q_ONE, Q_MATCH, Q_PERSON, Q_DUE, Q_UPDATE, Q_DROP };
#define ONLOOKER                                                        \
	"SELECT match, person, name, since, told, written, due, closed" \
	" FROM onlooker"
#define HERS                    \
	" WHERE match = :match" \
	" AND person = :person"
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO onlooker"
		  " (match, person, name, since, told, written, due, closed)"
		  " VALUES (:match, :person, :name, :since, :told, :written,"
		  " :due, :closed)",
	[Q_ONE] = ONLOOKER HERS,
	[Q_MATCH] = ONLOOKER " WHERE match = :match ORDER BY since, person",
	[Q_PERSON] = ONLOOKER " WHERE person = :person ORDER BY match DESC",
	/* To the letter what index onlooker_waiting has. */
	[Q_DUE] = ONLOOKER " WHERE due > 0 AND due <= :now ORDER BY due",
	[Q_UPDATE] = "UPDATE onlooker SET told = :told, written = :written,"
		     " due = :due, closed = :closed" HERS,
	[Q_DROP] = "DELETE FROM onlooker" HERS,
};
const struct db_sql onlookers_sql = { sql, G_N_ELEMENTS(sql) };

void
onlooker_row_free(struct onlooker_row *o)
{
	if (o == NULL)
		return;
	g_free(o->name);
	g_free(o);
}

static void *
read_onlooker(sqlite3_stmt *q, struct err *e)
{
	struct onlooker_row *o = g_new0(struct onlooker_row, 1);

	(void)e;
	o->match = db_get_int(q, 0);
	o->person = db_get_int(q, 1);
	o->name = db_get_text(q, 2);
	o->since = db_get_int(q, 3);
	o->told = db_get_int(q, 4);
	o->written = db_get_int(q, 5);
	o->due = db_get_int(q, 6);
	o->closed = db_get_int(q, 7) != 0;
	return o;
}

static int
name_row(int64_t match, int64_t person, struct err *e)
{
	return err_more(e, "match %lld: onlooker %lld", (long long)match,
	    (long long)person);
}

/* What both adding and updating write. */
static void
bind_course(sqlite3_stmt *q, const struct onlooker_row *o)
{
	db_int(q, ":match", o->match);
	db_int(q, ":person", o->person);
	db_int(q, ":told", o->told);
	db_int(q, ":written", o->written);
	db_int(q, ":due", o->due);
	db_int(q, ":closed", o->closed);
}

int
store_onlooker_add(
    struct store *st, const struct onlooker_row *o, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ONLOOKERS, Q_ADD);

	bind_course(q, o);
	db_text(q, ":name", o->name);
	db_int(q, ":since", o->since);
	if (db_done(st, q, e) == -1)
		return name_row(o->match, o->person, e);
	return 0;
}

struct onlooker_row *
store_onlooker(struct store *st, int64_t match, int64_t person, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ONLOOKERS, Q_ONE);

	db_int(q, ":match", match);
	db_int(q, ":person", person);
	return db_one(st, q, read_onlooker, e);
}

GPtrArray *
store_onlookers(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ONLOOKERS, Q_MATCH);

	db_int(q, ":match", match);
	return db_all(
	    st, q, read_onlooker, (GDestroyNotify)onlooker_row_free, e);
}

GPtrArray *
store_onlookers_of(struct store *st, int64_t person, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ONLOOKERS, Q_PERSON);

	db_int(q, ":person", person);
	return db_all(
	    st, q, read_onlooker, (GDestroyNotify)onlooker_row_free, e);
}

GPtrArray *
store_onlookers_due(struct store *st, int64_t now, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ONLOOKERS, Q_DUE);

	db_int(q, ":now", now);
	return db_all(
	    st, q, read_onlooker, (GDestroyNotify)onlooker_row_free, e);
}

int
store_onlooker_update(
    struct store *st, const struct onlooker_row *o, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ONLOOKERS, Q_UPDATE);

	bind_course(q, o);
	if (db_done_some(st, q, e) == -1)
		return name_row(o->match, o->person, e);
	return 0;
}

int
store_onlooker_drop(
    struct store *st, int64_t match, int64_t person, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ONLOOKERS, Q_DROP);

	db_int(q, ":match", match);
	db_int(q, ":person", person);
	if (db_done_some(st, q, e) == -1)
		return name_row(match, person, e);
	return 0;
}

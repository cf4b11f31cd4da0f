/* SPDX-License-Identifier: ISC */
/* When people are away. */
#include "store/db.h"

enum { Q_ADD, Q_UPDATE, Q_DROP, Q_PERSON };
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO absence (person, since, until, made)"
		  " VALUES (:person, :since, :until, :made)",
	[Q_UPDATE] = "UPDATE absence SET since = :since, until = :until"
		     " WHERE id = :id",
	[Q_DROP] = "DELETE FROM absence WHERE id = :id",
	[Q_PERSON] = "SELECT id, person, since, until, made FROM absence"
		     " WHERE person = :person ORDER BY since",
};
const struct db_sql absences_sql = { sql, G_N_ELEMENTS(sql) };

static void *
read_absence(sqlite3_stmt *q, struct err *e)
{
	struct absence_row *a = g_new0(struct absence_row, 1);

	(void)e;
	a->id = db_get_int(q, 0);
	a->person = db_get_int(q, 1);
	a->since = db_get_int(q, 2);
	a->until = db_get_int(q, 3);
	a->made = db_get_int(q, 4);
	return a;
}

int
store_absence_add(struct store *st, struct absence_row *a, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ABSENCES, Q_ADD);

	db_int(q, ":person", a->person);
	db_int(q, ":since", a->since);
	db_int(q, ":until", a->until);
	db_int(q, ":made", a->made);
	if (db_done(st, q, e) == -1)
		return err_more(
		    e, "person %lld: absence", (long long)a->person);
	a->id = sqlite3_last_insert_rowid(st->db);
	return 0;
}

int
store_absence_update(
    struct store *st, const struct absence_row *a, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ABSENCES, Q_UPDATE);

	db_int(q, ":id", a->id);
	db_int(q, ":since", a->since);
	db_int(q, ":until", a->until);
	if (db_done_some(st, q, e) == -1)
		return err_more(e, "absence %lld", (long long)a->id);
	return 0;
}

int
store_absence_drop(struct store *st, int64_t id, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ABSENCES, Q_DROP);

	db_int(q, ":id", id);
	if (db_done_some(st, q, e) == -1)
		return err_more(e, "absence %lld", (long long)id);
	return 0;
}

GPtrArray *
store_absences(struct store *st, int64_t person, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ABSENCES, Q_PERSON);

	db_int(q, ":person", person);
	return db_all(st, q, read_absence, g_free, e);
}

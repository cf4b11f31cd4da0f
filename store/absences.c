/* SPDX-License-Identifier: ISC */
/* When people are away. */
#include "store/absences.h"

#include "base/err.h"
#include "store/db.h"
#include "store/fields.h"

enum { Q_ADD, Q_UPDATE, Q_DROP, Q_PERSON };
static const char *const sql[] = {
	[Q_ADD] = "/* id */ INSERT INTO absence (person, since, until, made)"
		  " VALUES (:person, :since, :until, :made)",
	[Q_UPDATE] = "UPDATE absence SET since = :since, until = :until"
		     " WHERE id = :id",
	[Q_DROP] = "DELETE FROM absence WHERE id = :id",
	[Q_PERSON] = "SELECT id, person, since, until, made FROM absence"
		     " WHERE person = :person ORDER BY since",
};
const struct db_sql absences_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const struct db_field absence_fields[] = {
	FIELD(absence_row, NUMBER, id),
	FIELD(absence_row, NUMBER, person),
	FIELD(absence_row, NUMBER, since),
	FIELD(absence_row, NUMBER, until),
	FIELD(absence_row, NUMBER, made),
};
static const struct db_type absence_type =
    DB_TYPE(absence_row, absence_fields, g_free);

int
store_absence_add(struct store *st, struct absence_row *a)
{
	struct statement *q = db_take(st, DB_ABSENCES, Q_ADD);

	db_bind(q, &absence_type, a);
	if (db_done(st, q) == -1)
		return err_more(
		    st->err, "person %lld: absence", (long long)a->person);
	a->id = db_last_id(st);
	return 0;
}

int
store_absence_update(struct store *st, const struct absence_row *a)
{
	struct statement *q = db_take(st, DB_ABSENCES, Q_UPDATE);

	db_bind(q, &absence_type, a);
	if (db_done_some(st, q) == -1)
		return err_more(st->err, "absence %lld", (long long)a->id);
	return 0;
}

int
store_absence_drop(struct store *st, int64_t id)
{
	struct statement *q = db_take(st, DB_ABSENCES, Q_DROP);

	db_int(q, ":id", id);
	if (db_done_some(st, q) == -1)
		return err_more(st->err, "absence %lld", (long long)id);
	return 0;
}

GPtrArray *
store_absences(struct store *st, int64_t person)
{
	struct statement *q = db_take(st, DB_ABSENCES, Q_PERSON);

	db_int(q, ":person", person);
	return db_all_of(st, q, &absence_type);
}

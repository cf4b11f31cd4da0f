/* SPDX-License-Identifier: ISC */
/* When people are away. */
#include "store/people/absences.h"

#include "base/err.h"
#include "store/db.h"
#include "store/fields.h"
#include "store/known.h"

enum { Q_ADD, Q_UPDATE, Q_DROP, Q_PERSON, Q_NONE };
static const char *const sql[] = {
	[Q_ADD] = "/* id */ INSERT INTO absence (person, since, until, made)"
		  " VALUES (:person, :since, :until, :made)",
	[Q_UPDATE] = "UPDATE absence SET since = :since, until = :until"
		     " WHERE id = :id",
	[Q_DROP] = "DELETE FROM absence WHERE id = :id",
	[Q_PERSON] = "SELECT id, person, since, until, made FROM absence"
		     " WHERE person = :person ORDER BY since",
	[Q_NONE] = "SELECT person FROM seat WHERE match = :match"
		   " AND person IS NOT NULL AND NOT EXISTS (SELECT 1"
		   " FROM absence WHERE absence.person = seat.person)",
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

/*
 * Clocks of a table ask for the absences of all who play there, some of them
 * several times in a mail, and mostly there are none: so a transaction keeps in
 * mind who has none.  Only wide ones add any (store/claims.h).
 */
static void
know_none(struct store *st, int64_t person)
{
	struct known *known = db_known(st);

	if (known->present == NULL)
		known->present = g_hash_table_new_full(
		    g_int64_hash, g_int64_equal, g_free, NULL);
	g_hash_table_add(known->present, g_memdup2(&person, sizeof(person)));
}

static bool
has_none(const struct store *st, int64_t person)
{
	return st->known != NULL && st->known->present != NULL &&
	       g_hash_table_contains(st->known->present, &person);
}

int
store_absence_add(struct store *st, struct absence_row *a)
{
	struct statement *q = db_take(st, DB_ABSENCES, Q_ADD);

	if (st->known != NULL && st->known->present != NULL)
		g_hash_table_remove(st->known->present, &a->person);
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
	struct statement *q;
	GPtrArray *rows;

	if (st->depth > 0 && has_none(st, person))
		return g_ptr_array_new_with_free_func(absence_type.free);
	q = db_take(st, DB_ABSENCES, Q_PERSON);
	db_int(q, ":person", person);
	rows = db_all_of(st, q, &absence_type);
	if (rows != NULL && rows->len == 0 && st->depth > 0)
		know_none(st, person);
	return rows;
}

int
store_absences_look(struct store *st, int64_t match, int64_t person)
{
	g_autoptr(GArray) people = NULL;
	struct statement *q;

	if (st->depth == 0 || has_none(st, person))
		return 0;
	q = db_take(st, DB_ABSENCES, Q_NONE);
	db_int(q, ":match", match);
	people = db_ids(st, q);
	for (guint i = 0; people != NULL && i < people->len; i++)
		know_none(st, g_array_index(people, int64_t, i));
	return people == NULL ? -1 : 0;
}

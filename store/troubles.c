/* SPDX-License-Identifier: ISC */
/* What an organiser must know of until it is mended. */
#include "store/troubles.h"

#include "store/db.h"
#include "store/fields.h"
#include "store/tally.h"

enum { Q_HAS, Q_NOTE, Q_OVER, Q_ALL };
static const char *const sql[] = {
	[Q_HAS] = "SELECT EXISTS (SELECT 1 FROM trouble WHERE what = :what)",
	[Q_NOTE] = "INSERT INTO trouble (what, why, since, last)"
		   " VALUES (:what, :why, :now, :now)"
		   " ON CONFLICT (what) DO UPDATE SET why = :why, last = :now",
	[Q_OVER] = "DELETE FROM trouble WHERE what = :what",
	[Q_ALL] = ("/* list */ SELECT what, why, since, last FROM trouble"
		   " ORDER BY since"),
};
const struct db_sql trouble_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const struct db_field trouble_fields[] = {
	FIELD(trouble_row, TEXT, what),
	FIELD(trouble_row, TEXT, why),
	FIELD(trouble_row, NUMBER, since),
	FIELD(trouble_row, NUMBER, last),
};
static const struct db_type trouble_type =
    DB_TYPE(trouble_row, trouble_fields, trouble_row_free);

void
trouble_row_free(struct trouble_row *row)
{
	db_free(&trouble_type, row);
}

int
store_trouble_note(
    struct store *st, const char *what, const char *why, int64_t now)
{
	struct statement *q = db_take(st, DB_TROUBLE, Q_HAS);
	bool has;

	db_text(q, ":what", what);
	if (db_any(st, q, &has) == -1)
		return -1;
	q = db_take(st, DB_TROUBLE, Q_NOTE);
	db_text(q, ":what", what);
	db_text(q, ":why", why);
	db_int(q, ":now", now);
	if (db_done(st, q) == -1)
		return -1;
	return has ? 0 : store_tally_add(st, TALLY_FAULTS, 1);
}

int
store_trouble_over(struct store *st, const char *what)
{
	struct statement *q = db_take(st, DB_TROUBLE, Q_OVER);

	db_text(q, ":what", what);
	return db_done(st, q);
}

GPtrArray *
store_troubles(struct store *st)
{
	return db_all_of(st, db_take(st, DB_TROUBLE, Q_ALL), &trouble_type);
}

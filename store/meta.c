/* SPDX-License-Identifier: ISC */
/* Small values of a home: texts by key. */
#include "store/meta.h"

#include "store/db.h"

enum { Q_GET, Q_SET, Q_UNSET };
static const char *const sql[] = {
	[Q_GET] = "SELECT value FROM meta WHERE key = :key",
	[Q_SET] = ("/* sure */"
		   " INSERT INTO meta (key, value) VALUES (:key, :value)"
		   " ON CONFLICT (key) DO UPDATE SET value = excluded.value"),
	[Q_UNSET] = "DELETE FROM meta WHERE key = :key",
};
const struct db_sql meta_sql = { sql, G_N_ELEMENTS(sql), NULL };

int
store_meta_get(struct store *st, const char *key, char **value)
{
	struct statement *q = db_take(st, DB_META, Q_GET);
	int r;

	*value = NULL;
	db_text(q, ":key", key);
	r = db_row(st, q);
	if (r == -1)
		return -1;
	if (r == 1) {
		*value = db_get_text(q, 0);
		db_end(q);
	}
	return 0;
}

int
store_meta_set(struct store *st, const char *key, const char *value)
{
	struct statement *q =
	    db_take(st, DB_META, value == NULL ? Q_UNSET : Q_SET);

	db_text(q, ":key", key);
	if (value != NULL)
		db_text(q, ":value", value);
	return db_done(st, q);
}

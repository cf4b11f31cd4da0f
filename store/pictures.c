/* SPDX-License-Identifier: ISC */
/* Pictures of letters, by what they show. */
#include "store/pictures.h"

#include "store/db.h"

enum { Q_GET, Q_START, Q_USE, Q_ADD, Q_OLD, Q_DROP };
static const char *const sql[] = {
	[Q_GET] = "SELECT png FROM picture WHERE hash = :hash",
	/* its signature and first chunk */
	[Q_START] = "SELECT substr(png, 1, 33) FROM picture WHERE hash = :hash",
	/* to the day is enough */
	[Q_USE] = "UPDATE picture SET used = :now"
		  " WHERE hash = :hash AND used < :now - 86400",
	[Q_ADD] = "INSERT INTO picture (hash, png, used)"
		  " VALUES (:hash, :png, :now) ON CONFLICT DO NOTHING",
	[Q_OLD] = "SELECT EXISTS"
		  " (SELECT 1 FROM picture WHERE used < :before)",
	/* there are never many letters that wait */
	[Q_DROP] =
	    "DELETE FROM picture WHERE used < :before AND NOT EXISTS"
	    " (SELECT 1 FROM outbox INDEXED BY outbox_waiting"
	    " JOIN outbox_raw AS r ON r.id = outbox.id"
	    " WHERE state IN ('new', 'sending', 'later', 'unknown')"
	    " AND instr(unpacked(r.raw), CAST(picture.hash AS BLOB)) > 0)",
};
const struct db_sql picture_sql = { sql, G_N_ELEMENTS(sql) };

static int
get_bytes(struct store *st, int n, const char *hash, GBytes **bytes)
{
	sqlite3_stmt *q = db_take(st, DB_PICTURE, n);
	int r;

	*bytes = NULL;
	db_text(q, ":hash", hash);
	r = db_row(st, q);
	if (r == -1)
		return -1;
	if (r == 1) {
		*bytes = db_get_bytes(q, 0);
		db_end(q);
	}
	return 0;
}

int
store_picture(struct store *st, const char *hash, GBytes **bytes)
{
	return get_bytes(st, Q_GET, hash, bytes);
}

int
store_picture_use(
    struct store *st, const char *hash, int64_t now, GBytes **start)
{
	sqlite3_stmt *q;

	if (get_bytes(st, Q_START, hash, start) == -1)
		return -1;
	if (*start == NULL)
		return 0;
	q = db_take(st, DB_PICTURE, Q_USE);
	db_text(q, ":hash", hash);
	db_int(q, ":now", now);
	return db_done(st, q);
}

int
store_picture_add(struct store *st, const char *hash, GBytes *png, int64_t now)
{
	sqlite3_stmt *q = db_take(st, DB_PICTURE, Q_ADD);
	gsize size;
	const void *data = g_bytes_get_data(png, &size);

	db_text(q, ":hash", hash);
	db_blob(q, ":png", data, size);
	db_int(q, ":now", now);
	return db_done(st, q);
}

int
store_pictures_old(struct store *st, int64_t before, bool *any)
{
	sqlite3_stmt *q = db_take(st, DB_PICTURE, Q_OLD);

	db_int(q, ":before", before);
	if (db_row(st, q) != 1)
		return -1;
	*any = db_get_int(q, 0) != 0;
	db_end(q);
	return 0;
}

int
store_pictures_drop(struct store *st, int64_t before)
{
	sqlite3_stmt *q = db_take(st, DB_PICTURE, Q_DROP);

	db_int(q, ":before", before);
	return db_done(st, q);
}

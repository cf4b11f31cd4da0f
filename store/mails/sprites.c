/* SPDX-License-Identifier: ISC */
/* Pieces of pictures as pixels, by what they show. */
#include "store/mails/sprites.h"

#include "base/seconds.h"
#include "store/db.h"

enum { Q_GET, Q_USE, Q_ADD, Q_OLD, Q_DROP };
static const char *const sql[] = {
	[Q_GET] = "SELECT packed, used FROM sprite WHERE name = :name",
	[Q_USE] = "UPDATE sprite SET used = :now WHERE name = :name",
	[Q_ADD] = ("INSERT INTO sprite (name, packed, used)"
		   " VALUES (:name, :packed, :now) ON CONFLICT (name)"
		   " DO UPDATE SET packed = excluded.packed,"
		   " used = excluded.used"),
	[Q_OLD] = "SELECT EXISTS"
		  " (SELECT 1 FROM sprite WHERE used < :before)",
	[Q_DROP] = "DELETE FROM sprite WHERE used < :before",
};
const struct db_sql sprite_sql = { sql, G_N_ELEMENTS(sql), NULL };

int
store_sprite(struct store *st, const char *name, int64_t now, GBytes **packed,
    bool *stale)
{
	struct statement *q = db_take(st, DB_SPRITE, Q_GET);
	int r;

	*packed = NULL;
	*stale = false;
	db_text(q, ":name", name);
	if ((r = db_row(st, q)) != 1)
		return r;
	*packed = db_get_bytes(q, 0);
	/* to the day is enough */
	*stale = db_get_int(q, 1) < now - DAY;
	db_end(q);
	return 0;
}

int
store_sprite_use(struct store *st, const char *name, int64_t now)
{
	struct statement *q = db_take(st, DB_SPRITE, Q_USE);

	db_text(q, ":name", name);
	db_int(q, ":now", now);
	return db_done(st, q);
}

int
store_sprite_add(
    struct store *st, const char *name, GBytes *packed, int64_t now)
{
	struct statement *q = db_take(st, DB_SPRITE, Q_ADD);
	gsize size;
	const void *data = g_bytes_get_data(packed, &size);

	db_text(q, ":name", name);
	db_blob(q, ":packed", data, size);
	db_int(q, ":now", now);
	return db_done(st, q);
}

int
store_sprites_old(struct store *st, int64_t before, bool *any)
{
	struct statement *q = db_take(st, DB_SPRITE, Q_OLD);

	db_int(q, ":before", before);
	return db_any(st, q, any);
}

int
store_sprites_drop(struct store *st, int64_t before)
{
	struct statement *q = db_take(st, DB_SPRITE, Q_DROP);

	db_int(q, ":before", before);
	return db_done(st, q);
}

/* SPDX-License-Identifier: ISC */
/* Pictures of letters, by what they show. */
#include "store/mails/pictures.h"

#include "base/err.h"
#include "base/pack.h"
#include "store/db.h"
#include "store/functions.h"

#include <string.h>

#define SVG_MAX (16 << 20) /* bytes; ours have 20 KB */

/* Drawn ones are kept of that many pictures, the last that were added: their
 * rows stand next to each other, so that no list of them is needed. */
#define DRAWN_MAX "64"

enum {
	Q_GET,
	Q_HEIGHT,
	Q_USE,
	Q_ADD,
	Q_MOVE_ON,
	Q_DRAWN,
	Q_OLD,
	Q_OLD_ONES,
	Q_WAITING,
	Q_DROP
};
static const char *const sql[] = {
	[Q_GET] = "SELECT png, svg FROM picture WHERE hash = :hash",
	[Q_HEIGHT] = "SELECT height FROM picture WHERE hash = :hash",
	/* to the day is enough */
	[Q_USE] = "UPDATE picture SET used = :now"
		  " WHERE hash = :hash AND used < :now - 86400",
	/* instead of one of before */
	[Q_ADD] =
	    "INSERT INTO picture (hash, svg, height, png, used)"
	    " VALUES (:hash, :svg, :height, x'', :now)"
	    " ON CONFLICT (hash) DO UPDATE SET svg = excluded.svg,"
	    " height = excluded.height, png = x'' WHERE picture.svg = x''",
	[Q_MOVE_ON] =
	    "UPDATE picture SET png = x'' WHERE rowid ="
	    " (SELECT max(rowid) FROM picture) - " DRAWN_MAX " AND svg <> x''",
	[Q_DRAWN] =
	    "UPDATE picture SET png = :png WHERE hash = :hash AND svg <> x''"
	    " AND rowid > (SELECT max(rowid) FROM picture) - " DRAWN_MAX,
	[Q_OLD] = "SELECT EXISTS"
		  " (SELECT 1 FROM picture WHERE used < :before)",
	[Q_OLD_ONES] = "SELECT hash FROM picture WHERE used < :before",
	[Q_WAITING] = "SELECT unpacked(r.raw)"
		      " FROM outbox INDEXED BY outbox_waiting"
		      " JOIN outbox_raw AS r ON r.id = outbox.id"
		      " WHERE " DB_WAITING,
	[Q_DROP] = "DELETE FROM picture WHERE hash = :hash",
};
/* Numbers of rows have gaps there, and another order in a copy: whatever is
 * behind the last ones goes. */
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	[Q_MOVE_ON] =
	    "UPDATE picture SET png = x'' WHERE png <> x'' AND svg <> x''"
	    " AND added <= (SELECT max(added) FROM picture) - " DRAWN_MAX,
	[Q_DRAWN] =
	    "UPDATE picture SET png = :png WHERE hash = :hash AND svg <> x''"
	    " AND added > (SELECT max(added) FROM picture) - " DRAWN_MAX,
};
const struct db_sql picture_sql = { sql, G_N_ELEMENTS(sql), postgres };

/* The SVG as text; NULL: err says what is wrong with it. */
static char *
unpack(struct store *st, const char *hash, GBytes *packed)
{
	g_autoptr(GBytes) bytes = bytes_unpack(packed, SVG_MAX);
	gsize size;
	const char *text;

	if (bytes == NULL) {
		err_set(st->err, ERR_DAMAGED, "picture %s is damaged", hash);
		return NULL;
	}
	text = g_bytes_get_data(bytes, &size);
	return g_strndup(text, size);
}

int
store_picture(struct store *st, const char *hash, struct kept_picture *kept)
{
	struct statement *q = db_take(st, DB_PICTURE, Q_GET);
	g_autoptr(GBytes) packed = NULL;
	int r;

	*kept = (struct kept_picture){ NULL, NULL };
	db_text(q, ":hash", hash);
	if ((r = db_row(st, q)) != 1)
		return r;
	kept->png = db_get_bytes(q, 0);
	if (g_bytes_get_size(kept->png) == 0) {
		g_clear_pointer(&kept->png, g_bytes_unref);
		packed = db_get_bytes(q, 1);
	}
	db_end(q);
	if (kept->png != NULL)
		return 0;
	kept->svg = unpack(st, hash, packed);
	return kept->svg != NULL ? 0 : -1;
}

void
kept_picture_clear(struct kept_picture *kept)
{
	g_clear_pointer(&kept->svg, g_free);
	g_clear_pointer(&kept->png, g_bytes_unref);
}

int
store_picture_use(struct store *st, const char *hash, int64_t now, int *height)
{
	struct statement *q = db_take(st, DB_PICTURE, Q_USE);
	int r;

	*height = 0;
	db_text(q, ":hash", hash);
	db_int(q, ":now", now);
	if (db_done(st, q) == -1)
		return -1;
	q = db_take(st, DB_PICTURE, Q_HEIGHT);
	db_text(q, ":hash", hash);
	if ((r = db_row(st, q)) != 1)
		return r;
	*height = (int)db_get_int(q, 0);
	db_end(q);
	return 0;
}

int
store_picture_add(struct store *st, const char *hash, const char *svg,
    int height, int64_t now)
{
	g_autoptr(GBytes) bytes = g_bytes_new_static(svg, strlen(svg));
	g_autoptr(GBytes) packed = bytes_pack(bytes);
	struct statement *q = db_take(st, DB_PICTURE, Q_ADD);
	gsize size;
	const void *data = g_bytes_get_data(packed, &size);

	db_text(q, ":hash", hash);
	db_blob(q, ":svg", data, size);
	db_int(q, ":height", height);
	db_int(q, ":now", now);
	if (db_done(st, q) == -1)
		return -1;
	return db_done(st, db_take(st, DB_PICTURE, Q_MOVE_ON));
}

int
store_picture_drawn(struct store *st, const char *hash, GBytes *png)
{
	struct statement *q = db_take(st, DB_PICTURE, Q_DRAWN);
	gsize size;
	const void *data = g_bytes_get_data(png, &size);

	db_text(q, ":hash", hash);
	db_blob(q, ":png", data, size);
	return db_done(st, q);
}

int
store_pictures_old(struct store *st, int64_t before, bool *any)
{
	struct statement *q = db_take(st, DB_PICTURE, Q_OLD);

	db_int(q, ":before", before);
	return db_any(st, q, any);
}

/* ---- which no letter needs any more ---- */

/*
 * The hash of its picture stands in a letter in one line behind a mark
 * (PICTURE_MARK of mail/outgoing/write_parts.c), which nothing else in it has.
 * NULL: it has none.
 */
static char *
picture_of(GBytes *raw)
{
	gsize size;
	const char *text = g_bytes_get_data(raw, &size), *begin, *end;

	begin = size == 0 ? NULL : memchr(text, '\x1a', size);
	if (begin == NULL)
		return NULL;
	begin++;
	end = memchr(begin, '\r', size - (size_t)(begin - text));
	return end == NULL ? NULL : g_strndup(begin, (gsize)(end - begin));
}

/* Of the letters whose bytes that statement gives: a set; NULL on a fault. */
static GHashTable *
pictures_of(struct store *st, struct statement *q)
{
	g_autoptr(GHashTable) hashes =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	int r;

	while ((r = db_row(st, q)) == 1) {
		g_autoptr(GBytes) raw = db_get_raw(q, 0, st->err);
		char *hash;

		if (raw == NULL) {
			db_end(q);
			return NULL;
		}
		if ((hash = picture_of(raw)) != NULL)
			g_hash_table_add(hashes, hash);
	}
	return r == 0 ? g_steal_pointer(&hashes) : NULL;
}

/* Those but the ones that letters wait with. */
static int
drop(struct store *st, GHashTable *hashes)
{
	g_autoptr(GHashTable) waiting = NULL;
	GHashTableIter iter;
	void *hash;

	if (g_hash_table_size(hashes) == 0)
		return 0;
	waiting = pictures_of(st, db_take(st, DB_PICTURE, Q_WAITING));
	if (waiting == NULL)
		return -1;
	g_hash_table_iter_init(&iter, hashes);
	while (g_hash_table_iter_next(&iter, &hash, NULL)) {
		struct statement *q;

		if (g_hash_table_contains(waiting, hash))
			continue;
		q = db_take(st, DB_PICTURE, Q_DROP);
		db_text(q, ":hash", hash);
		if (db_done(st, q) == -1)
			return -1;
	}
	return 0;
}

int
db_pictures_drop(struct store *st, struct statement *raws)
{
	g_autoptr(GHashTable) hashes = pictures_of(st, raws);

	return hashes == NULL ? -1 : drop(st, hashes);
}

int
store_pictures_drop(struct store *st, int64_t before)
{
	g_autoptr(GHashTable) hashes =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct statement *q = db_take(st, DB_PICTURE, Q_OLD_ONES);
	int r;

	db_int(q, ":before", before);
	while ((r = db_row(st, q)) == 1)
		g_hash_table_add(hashes, db_get_text(q, 0));
	return r == -1 ? -1 : drop(st, hashes);
}

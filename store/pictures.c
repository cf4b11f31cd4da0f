/* SPDX-License-Identifier: ISC */
/* Pictures of letters, by what they show. */
#include "store/pictures.h"

#include "base/err.h"
#include "base/pack.h"
#include "store/db.h"

#include <string.h>

#define SVG_MAX (16 << 20) /* bytes; ours have 20 KB */

/* Drawn ones are kept of that many pictures, the last that were added: their
 * rows stand next to each other, so that no list of them is needed. */
#define DRAWN_MAX "16"

enum { Q_GET, Q_HEIGHT, Q_USE, Q_ADD, Q_MOVE_ON, Q_DRAWN, Q_OLD, Q_DROP };
static const char *const sql[] = {
	[Q_GET] = "SELECT png, svg FROM picture WHERE hash = :hash",
	[Q_HEIGHT] = "SELECT height FROM picture WHERE hash = :hash",
	/* to the day is enough */
	[Q_USE] = "UPDATE picture SET used = :now"
		  " WHERE hash = :hash AND used < :now - 86400",
	/* instead of one of before */
	[Q_ADD] = "INSERT INTO picture (hash, svg, height, png, used)"
		  " VALUES (:hash, :svg, :height, x'', :now)"
		  " ON CONFLICT DO UPDATE SET svg = excluded.svg,"
		  " height = excluded.height, png = x'' WHERE svg = x''",
	[Q_MOVE_ON] =
	    "UPDATE picture SET png = x'' WHERE rowid ="
	    " (SELECT max(rowid) FROM picture) - " DRAWN_MAX " AND svg <> x''",
	[Q_DRAWN] =
	    "UPDATE picture SET png = :png WHERE hash = :hash AND svg <> x''"
	    " AND rowid > (SELECT max(rowid) FROM picture) - " DRAWN_MAX,
	[Q_OLD] = "SELECT EXISTS"
		  " (SELECT 1 FROM picture WHERE used < :before)",
	/* a letter that waits has the hash of its picture in one line behind a
	 * mark (PICTURE_MARK of mail/write_parts.c), which nothing else in it
	 * has */
	[Q_DROP] =
	    "DELETE FROM picture WHERE used < :before AND hash NOT IN"
	    " (SELECT CAST(substr(line, 1, instr(line, x'0d') - 1) AS TEXT)"
	    " FROM (SELECT substr(raw, instr(raw, x'1a') + 1) AS line"
	    " FROM (SELECT unpacked(r.raw) AS raw"
	    " FROM outbox INDEXED BY outbox_waiting"
	    " JOIN outbox_raw AS r ON r.id = outbox.id"
	    " WHERE " DB_WAITING ")))",
};
const struct db_sql picture_sql = { sql, G_N_ELEMENTS(sql) };

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

int
store_pictures_drop(struct store *st, int64_t before)
{
	struct statement *q = db_take(st, DB_PICTURE, Q_DROP);

	db_int(q, ":before", before);
	return db_done(st, q);
}

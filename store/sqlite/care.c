/* SPDX-License-Identifier: ISC */
/* What keeps an SQLite file whole, small and without what was deleted. */
#include "store/sqlite/sqlite.h"

#include "base/err.h"
#include "store/db.h"
#include "store/functions.h"

#include <sys/stat.h>

#define FREE_MAX 1000 /* pages: new mails and letters soon fill so many */

/* The first row of a check is its first complaint. */
static int
check_with(struct store *st, const char *sql, const char *fine)
{
	sqlite3_stmt *q = NULL;
	const char *word;
	int rc, r = 0;

	rc = sqlite.prepare_v2(sqlite_of(st), sql, -1, &q, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite.step(q);
	if (rc == SQLITE_ROW) {
		word = (const char *)sqlite.column_text(q, 0);
		if (g_strcmp0(word, fine) != 0)
			r = err_set(st->err, ERR_DAMAGED,
			    "database %s is damaged: %s", st->path,
			    word == NULL ? "" : word);
	} else if (rc != SQLITE_DONE)
		r = sqlite_fail(st);
	sqlite.finalize(q);
	return r;
}

int
sqlite_careless(struct store *st)
{
	struct sqlite_own *own = st->own;

	own->careless = true;
	return sqlite_exec_sql(st, "PRAGMA synchronous = OFF");
}

int
sqlite_check_pages(struct store *st)
{
	return check_with(st, "PRAGMA quick_check(1)", "ok");
}

int
sqlite_check(struct store *st, bool *fits)
{
	int64_t version;

	if (check_with(st, "PRAGMA integrity_check(1)", "ok") == -1 ||
	    check_with(st,
		"SELECT 'a row of ' || \"table\" || ' belongs to none of '"
		" || parent FROM pragma_foreign_key_check",
		NULL) == -1 ||
	    db_can_pack(st) == -1 ||
	    sqlite_number(st, "PRAGMA user_version", &version) == -1)
		return -1;
	*fits = version == st->version;
	return 0;
}

int
sqlite_overwrite(struct store *st, bool on)
{
	return sqlite_exec_sql(st,
	    on ? "PRAGMA secure_delete = ON" : "PRAGMA secure_delete = OFF");
}

int
sqlite_empty_log(struct store *st, bool *done)
{
	int64_t busy = 1;

	if (sqlite_number(st, "PRAGMA wal_checkpoint(TRUNCATE)", &busy) == -1)
		return -1;
	*done = busy == 0;
	return 0;
}

/* SQLite copies what is there, and nothing else; a big file is copied beside
 * the memory. */
int
sqlite_write_anew(struct store *st, bool *done)
{
	int r;

	if (sqlite_exec_sql(st, "PRAGMA temp_store = FILE") == -1)
		return -1;
	/* one that an older turnpost made can give pages back from then on */
	r = sqlite_exec_sql(st, "PRAGMA auto_vacuum = INCREMENTAL");
	if (r == 0)
		r = sqlite_exec_sql(st, "VACUUM");
	if (r == 0)
		r = sqlite_empty_log(st, done);
	return sqlite_exec_sql(st, "PRAGMA temp_store = MEMORY") == -1 ? -1 : r;
}

/* A number is always the highest and one. */
int
sqlite_count_on(struct store *st)
{
	(void)st;
	return 0;
}

int
sqlite_moment(struct store *st, int64_t *moment)
{
	return sqlite_number(st, "PRAGMA data_version", moment);
}

int
sqlite_clock(struct store *st, int64_t *usec)
{
	(void)st;
	(void)usec;
	return 0;
}

/* A log that is not there has none. */
static int64_t
file_size(const char *path, const char *end)
{
	g_autofree char *name = g_strconcat(path, end, NULL);
	struct stat file;

	return stat(name, &file) == 0 ? (int64_t)file.st_size : 0;
}

int
sqlite_size(struct store *st, int64_t *bytes)
{
	*bytes = file_size(st->path, "") + file_size(st->path, "-wal");
	return 0;
}

int
sqlite_shrink(struct store *st, bool *more)
{
	int64_t before, after;

	*more = false;
	if (sqlite_number(st, "PRAGMA freelist_count", &before) == -1)
		return -1;
	if (before < FREE_MAX)
		return 0;
	if (sqlite_exec_sql(st, "PRAGMA incremental_vacuum(1000)") == -1 ||
	    sqlite_number(st, "PRAGMA freelist_count", &after) == -1)
		return -1;
	/* a database without auto_vacuum gives none back, however often */
	*more = after >= FREE_MAX && after < before;
	return 0;
}

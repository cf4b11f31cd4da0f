/* SPDX-License-Identifier: ISC */
/* A copy of the database at one moment. */
#include "store/sqlite/sqlite.h"

#include "base/err.h"
#include "store/db.h"

#define PAGES 256 /* that are copied at once */

int
sqlite_snapshot(struct store *st)
{
	int64_t tables;

	/* BEGIN alone reads nothing, and so is of no moment yet. */
	if (sqlite_exec_sql(st, "BEGIN") == -1)
		return -1;
	return sqlite_number(st, "SELECT count(*) FROM sqlite_schema", &tables);
}

static int
copy_fault(struct store *st, sqlite3 *copy, int rc)
{
	const int number = copy != NULL ? sqlite.system_errno(copy) : 0;

	/* On a full disk, SQLite itself does not say why. */
	if ((rc & 0xff) == SQLITE_FULL || err_is_full(number))
		return err_set(
		    st->err, ERR_IO, "copy the database: no room is left");
	return err_set(
	    st->err, ERR_IO, "copy the database: %s", sqlite.errstr(rc));
}

/* To its end: as this store reads of one moment, nothing begins anew. */
static int
copy_pages(struct store *st, sqlite3 *copy)
{
	sqlite3_backup *backup =
	    sqlite.backup_init(copy, "main", sqlite_of(st), "main");
	int rc, ended;

	if (backup == NULL)
		return copy_fault(st, copy, sqlite.extended_errcode(copy));
	do
		rc = sqlite.backup_step(backup, PAGES);
	while (rc == SQLITE_OK);
	ended = sqlite.backup_finish(backup);
	if (rc != SQLITE_DONE || ended != SQLITE_OK)
		return copy_fault(st, copy, rc != SQLITE_DONE ? rc : ended);
	return 0;
}

int
sqlite_copy(struct store *st, const char *to)
{
	sqlite3 *copy = NULL;
	int rc, r = -1;

	/* a copy of damaged pages would push out older ones that are whole */
	if (sqlite_check_path(to, st->err) == -1 ||
	    sqlite_check_pages(st) == -1)
		return -1;
	rc = sqlite.open_v2(to, &copy,
	    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
	    NULL);
	/* It is thrown away if anything happens to it. */
	if (rc == SQLITE_OK)
		rc = sqlite.exec(copy,
		    "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF", NULL,
		    NULL, NULL);
	if (rc == SQLITE_OK)
		r = copy_pages(st, copy);
	else
		copy_fault(st, copy, rc);
	rc = sqlite.close(copy);
	if (r == 0 && rc != SQLITE_OK)
		return copy_fault(st, NULL, rc);
	return r;
}

/* SPDX-License-Identifier: ISC */
/*
 * When the disk has what was committed.  With synchronous = NORMAL a commit is
 * in the log of changes and no more; the log holds commits one behind the
 * other, so whatever syncs it brings all of them to the disk, and without that
 * the last ones are missing after a loss of power, never one in the middle.
 */
#include "store/sqlite/sqlite.h"

#include "base/err.h"
#include "store/db.h"

int
sqlite_sync_later(struct store *st, bool on)
{
	struct sqlite_own *own = st->own;

	own->later_next = on;
	return 0;
}

/* Steps say it one after the other, often with no transaction in between. */
int
sqlite_before_begin(struct store *st)
{
	struct sqlite_own *own = st->own;

	if (own->careless || own->later == own->later_next)
		return 0;
	if (sqlite_exec_sql(st, own->later_next
				    ? "PRAGMA synchronous = NORMAL"
				    : "PRAGMA synchronous = FULL") == -1)
		return -1;
	own->later = own->later_next;
	return 0;
}

void
sqlite_note_begin(struct sqlite_own *own)
{
	own->changes = sqlite.total_changes64(own->db);
}

/* A commit that changed nothing syncs nothing, either. */
void
sqlite_note_commit(struct sqlite_own *own)
{
	if (sqlite.total_changes64(own->db) != own->changes)
		own->unsynced = own->later;
}

int
sqlite_sync(struct store *st)
{
	struct sqlite_own *own = st->own;
	sqlite3_file *log = NULL;
	int rc;

	if (!own->unsynced)
		return 0;
	rc = sqlite.file_control(
	    own->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
	if (rc == SQLITE_OK && log != NULL && log->pMethods != NULL)
		rc = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
	if (rc != SQLITE_OK)
		return err_set(st->err, ERR_IO, "database %s: %s", st->path,
		    sqlite.errstr(rc));
	own->unsynced = false;
	return 0;
}

/* SPDX-License-Identifier: ISC */
/* SQLite's errors in our own words. */
#include "store/sqlite/sqlite.h"

#include "base/err.h"
#include "store/db.h"

#include <errno.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* A constraint that may fail in ordinary life is a clash, not a fault. */
static int
fail_constraint(sqlite3 *db, struct err *e)
{
	const char *text = sqlite.errmsg(db);
	const char *what = strstr(text, ": ");

	what = what == NULL ? text : what + 2;
	switch (sqlite.extended_errcode(db)) {
	case SQLITE_CONSTRAINT_UNIQUE:
	case SQLITE_CONSTRAINT_PRIMARYKEY:
	case SQLITE_CONSTRAINT_ROWID:
		return err_set(e, ERR_CLASH, "it is already there (%s)", what);
	case SQLITE_CONSTRAINT_FOREIGNKEY:
		return err_set(
		    e, ERR_MISSING, "what it belongs to is not there");
	default:
		return err_set(e, ERR_FORMAT, "cannot be stored: %s", text);
	}
}

static const char *
system_words(sqlite3 *db)
{
	int number = sqlite.system_errno(db);

	return number == 0 ? sqlite.errmsg(db) : g_strerror(number);
}

/*
 * SQLite has a code of its own for a full disk, but not when it writes the
 * files beside the database, such as when it is opened; and it may have lost
 * the system's.
 */
static bool
is_full(const struct store *st)
{
	struct statvfs disk;

	return err_is_full(sqlite.system_errno(sqlite_of(st))) ||
	       (statvfs(st->path, &disk) == 0 && disk.f_bavail == 0);
}

static int
fail_full(const char *path, struct err *e)
{
	return err_set(e, ERR_IO,
	    "no room left for database %s: the disk is full, or a quota or "
	    "limit of the user is reached; make room",
	    path);
}

/* SQLite tells of the database when it may not write to a file beside it. */
static int
fail_open(const struct store *st)
{
	static const char *const ends[] = { "-wal", "-shm" };

	if (is_full(st))
		return fail_full(st->path, st->err);
	for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
		g_autofree char *path = g_strconcat(st->path, ends[i], NULL);

		if (access(path, R_OK | W_OK) == -1 && errno == EACCES)
			return err_set(st->err, ERR_IO,
			    "%s is not writable: give it the owner and the "
			    "rights of the database beside it",
			    path);
	}
	return err_set(st->err, ERR_IO, "cannot open database %s: %s", st->path,
	    system_words(sqlite_of(st)));
}

int
sqlite_fail(const struct store *st)
{
	const char *path = st->path;

	switch (sqlite.extended_errcode(sqlite_of(st)) & 0xff) {
	case SQLITE_CONSTRAINT:
		return fail_constraint(sqlite_of(st), st->err);
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return err_set(st->err, ERR_BUSY,
		    "database %s is in use: another program is writing and "
		    "did not finish within %g seconds",
		    path, st->busy_ms / 1000.0);
	case SQLITE_FULL:
		return fail_full(path, st->err);
	case SQLITE_READONLY:
	case SQLITE_PERM:
		/* Files beside it must be made, too. */
		return err_set(st->err, ERR_IO, "database %s%s is not writable",
		    path,
		    sqlite.extended_errcode(sqlite_of(st)) ==
			    SQLITE_READONLY_DIRECTORY
			? "'s folder"
			: "");
	case SQLITE_CANTOPEN:
	case SQLITE_AUTH:
		return fail_open(st);
	case SQLITE_IOERR:
		if (is_full(st))
			return fail_full(path, st->err);
		return err_set(st->err, ERR_IO,
		    "cannot read or write database %s: %s", path,
		    sqlite.errmsg(sqlite_of(st)));
	case SQLITE_NOTADB:
		return err_set(st->err, ERR_DAMAGED,
		    "%s is not a database, or its beginning is damaged", path);
	case SQLITE_CORRUPT:
		return err_set(st->err, ERR_DAMAGED,
		    "database %s is damaged: restore a backup", path);
	default:
		return err_set(st->err, ERR_IO, "database %s: %s", path,
		    sqlite.errmsg(sqlite_of(st)));
	}
}

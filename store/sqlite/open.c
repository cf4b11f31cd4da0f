/* SPDX-License-Identifier: ISC */
/*
 * Opening and closing an SQLite database: is the file ours, is it of our time,
 * bring its schema up to date.
 */
#include "store/sqlite/sqlite.h"

#include "base/err.h"
#include "base/file.h"
#include "store/db.h"
#include "store/migrate.h"
#include "store/store.h"
#include "store/sqlite/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_BYTES_MAX 504 /* of SQLite 3: 512 with what it puts behind */

/* How the database is to behave; none of it changes what stands in it. */
static const char settings[] = "PRAGMA synchronous = FULL;"
			       "PRAGMA temp_store = MEMORY;";
/* Of one that is still empty: its pages can be given back (keep.c). */
static const char can_shrink[] = "PRAGMA auto_vacuum = INCREMENTAL";
static const char use_wal[] = "PRAGMA journal_mode = WAL";

/*
 * An empty file is an empty database to SQLite.  We make it, not SQLite, for
 * the mode: keys and seeds are nobody else's business, and the files beside
 * it take over its mode.
 */
static int
make_file(const char *path, struct err *e)
{
	g_autofree char *folder = g_path_get_dirname(path);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd == -1 && errno == EEXIST)
		return 0; /* another process was quicker */
	if (fd == -1)
		return err_errno(e, "cannot make database %s", path);
	close(fd);
	return file_sync_dir(folder, e);
}

int
sqlite_check_path(const char *path, struct err *e)
{
	g_autofree char *whole = g_canonicalize_filename(path, NULL);

	return strlen(whole) <= PATH_BYTES_MAX
		   ? 0
		   : err_set(e, ERR_CLASH,
			 "the path %s has %zu bytes, and that of a "
			 "database may have %d: use a folder with a shorter "
			 "path",
			 whole, strlen(whole), PATH_BYTES_MAX);
}

static int
find_file(const char *path, bool create, struct err *e)
{
	struct stat s;

	if (sqlite_check_path(path, e) == -1)
		return -1;
	if (stat(path, &s) == -1) {
		if (errno != ENOENT)
			return err_errno(e, "cannot open database %s", path);
		if (create)
			return make_file(path, e);
		return err_set(e, ERR_MISSING, "there is no database %s", path);
	}
	if (!S_ISREG(s.st_mode))
		return err_set(e, ERR_DAMAGED, "%s is not a file", path);
	return 0;
}

static int
memory_begin(void *unused)
{
	(void)unused;
	return SQLITE_OK;
}

static void
memory_end(void *unused)
{
	(void)unused;
}

static const sqlite3_mem_methods memory = { sqlite_memory_take,
	sqlite_memory_give, sqlite_memory_move, sqlite_memory_size,
	sqlite_memory_round, memory_begin, memory_end, NULL };

/*
 * One thread calls SQLite, and nobody asks how much memory it has taken: it
 * need not lock and count each time.  It can be told before it begins only.
 */
static void
configure(void)
{
	static bool done;

	if (done)
		return;
	sqlite.config(SQLITE_CONFIG_SINGLETHREAD);
	sqlite.config(SQLITE_CONFIG_MEMSTATUS, 0);
	sqlite.config(SQLITE_CONFIG_MALLOC, &memory);
	done = true;
}

sqlite3 *
sqlite_of(const struct store *st)
{
	const struct sqlite_own *own = st->own;

	return own->db;
}

/*
 * The file of the log of changes stays when the last program closes the
 * database: making it anew and removing it costs each short run more than what
 * it writes there.  It is emptied then (sqlite_close), so that a database which
 * is copied alone has all its moves.
 */
static void
keep_log(sqlite3 *db)
{
	int on = 1;

	(void)sqlite.file_control(db, "main", SQLITE_FCNTL_PERSIST_WAL, &on);
}

static int
connect_file(struct store *st)
{
	struct sqlite_own *own;
	int flags =
	    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;

	/* first: what is there to be closed is closed by calls of it */
	if (sqlite_library(st->err) == -1)
		return -1;
	configure();
	st->own = own = g_new0(struct sqlite_own, 1);
	/* a program that was killed may have left commits in the log */
	own->unsynced = true;
	if (sqlite.open_v2(st->path, &own->db, flags, NULL) != SQLITE_OK)
		return sqlite_fail(st);
	/* SQLite is content with reading if it may not write. */
	if (sqlite.db_readonly(own->db, "main") == 1)
		return err_set(st->err, ERR_IO,
		    "database %s is not writable: work as the user to whom it "
		    "belongs, and see that its disk is not read-only",
		    st->path);
	sqlite_wait(st, DB_BUSY_MS);
	keep_log(own->db);
	/* "x" is a name, never by mistake a text. */
	sqlite.db_config(own->db, SQLITE_DBCONFIG_DQS_DML, 0, (int *)NULL);
	sqlite.db_config(own->db, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)NULL);
	/* Or it would prepare a statement anew for each value that an index
	 * might fit. */
	sqlite.db_config(own->db, SQLITE_DBCONFIG_ENABLE_QPSG, 1, (int *)NULL);
	return sqlite_functions(st) == -1 ? -1 : sqlite_exec_sql(st, settings);
}

struct identity {
	int64_t application, version, tables;
};

/* All of one moment: another process may be making it just now. */
static int
read_identity(struct store *st, struct identity *id)
{
	int r = -1;

	if (sqlite_exec_sql(st, "BEGIN") == -1)
		return -1;
	if (sqlite_number(st, "PRAGMA application_id", &id->application) == 0 &&
	    sqlite_number(st, "PRAGMA user_version", &id->version) == 0 &&
	    sqlite_number(
		st, "SELECT count(*) FROM sqlite_schema", &id->tables) == 0)
		r = 0;
	sqlite_exec_sql(st, "ROLLBACK");
	return r;
}

/* May we touch it?  Nothing has been changed before this. */
static int
check_identity(struct store *st, bool create)
{
	struct identity id;

	if (read_identity(st, &id) == -1)
		return -1;
	if (id.application == 0 && id.version == 0 && id.tables == 0) {
		if (create)
			return sqlite_exec_sql(st, can_shrink);
		return err_set(st->err, ERR_MISSING,
		    "database %s is empty: it was never set up", st->path);
	}
	if (id.application != SQLITE_APPLICATION_ID)
		return err_set(st->err, ERR_DAMAGED,
		    "%s is another program's database", st->path);
	if (id.version > st->version)
		return err_set(st->err, ERR_NEWER,
		    "database %s was made by a newer turnpost (schema %d; this "
		    "one knows %d): use the newer one",
		    st->path, (int)id.version, st->version);
	if (id.version < 1)
		return err_set(st->err, ERR_DAMAGED,
		    "database %s is damaged: it has schema %d", st->path,
		    (int)id.version);
	return 0;
}

/*
 * The switch to WAL needs the file for a moment alone, and SQLite does not
 * always wait for that by itself.
 */
static int
switch_to_wal(struct store *st)
{
	gint64 end = g_get_monotonic_time() + DB_BUSY_MS * (gint64)1000;
	int rc;

	for (;;) {
		rc = sqlite.exec(sqlite_of(st), use_wal, NULL, NULL, NULL);
		if (rc == SQLITE_OK)
			return 0;
		if ((rc & 0xff) != SQLITE_BUSY || g_get_monotonic_time() > end)
			return sqlite_fail(st);
		g_usleep(10000);
	}
}

int
sqlite_open(struct store *st, bool create)
{
	g_autoptr(GArray) steps = db_steps(SQLITE_STEPS);

	/* From 1 on: an older schema has fewer. */
	g_array_set_size(steps, (guint)st->version);
	if (find_file(st->path, create, st->err) == -1 ||
	    connect_file(st) == -1 || check_identity(st, create) == -1 ||
	    switch_to_wal(st) == -1 || sqlite_migrate(st, steps) == -1 ||
	    sqlite_exec_sql(st, "PRAGMA foreign_keys = ON") == -1)
		return -1;
	/* What has failed must be taken back without fail. */
	return sqlite_prepare_verbs(st);
}

int
sqlite_look(struct store *st, int *schema)
{
	int64_t version;

	if (find_file(st->path, false, st->err) == -1 ||
	    connect_file(st) == -1 ||
	    sqlite_exec_sql(st, "PRAGMA query_only = ON") == -1 ||
	    check_identity(st, false) == -1 ||
	    sqlite_number(st, "PRAGMA user_version", &version) == -1)
		return -1;
	*schema = (int)version;
	return sqlite_prepare_verbs(st);
}

void
sqlite_close(struct store *st)
{
	struct sqlite_own *own = st->own;

	if (own == NULL)
		return;
	sqlite_finalize_verbs(st);
	if (own->db != NULL) {
		/* others may have the log open as well */
		(void)sqlite_sync(st);
		/* without this, one that stays keeps its size */
		(void)sqlite_exec_sql(st, "PRAGMA journal_size_limit = 0");
	}
	sqlite.close(own->db);
	g_clear_pointer(&st->own, g_free);
}

void
sqlite_wait(struct store *st, int milliseconds)
{
	sqlite.busy_timeout(sqlite_of(st), milliseconds);
}

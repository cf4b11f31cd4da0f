/* SPDX-License-Identifier: ISC */
/*
 * Opening and closing: is the file ours, is it of our time, bring its schema
 * up to date.
 */
#include "store/db.h"
#include "store/fields.h"
#include "store/functions.h"

#include "base/err.h"
#include "base/file.h"
#include "base/log.h"
#include "base/pool.h"
#include "store/migrate.h"
#include "store/store.h"
#include "store/transaction.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/stat.h>
#include <unistd.h>

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

static int
find_file(const char *path, bool create, struct err *e)
{
	struct stat s;

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

static void *
memory_take(int size)
{
	return pool_malloc((size_t)size);
}

static void *
memory_move(void *block, int size)
{
	return pool_realloc(block, (size_t)size);
}

static int
memory_size(void *block)
{
	return block == NULL ? 0 : (int)malloc_usable_size(block);
}

static int
memory_round(int size)
{
	return (size + 7) & ~7;
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

static const sqlite3_mem_methods memory = { memory_take, pool_free, memory_move,
	memory_size, memory_round, memory_begin, memory_end, NULL };

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
	sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
	done = true;
}

static int
connect_file(struct store *st)
{
	int flags =
	    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;

	configure();
	if (sqlite3_open_v2(st->path, &st->db, flags, NULL) != SQLITE_OK)
		return db_fail(st);
	/* SQLite is content with reading if it may not write. */
	if (sqlite3_db_readonly(st->db, "main") == 1)
		return err_set(
		    st->err, ERR_IO, "database %s is not writable", st->path);
	store_busy_timeout(st, DB_BUSY_MS);
	/* "x" is a name, never by mistake a text. */
	sqlite3_db_config(st->db, SQLITE_DBCONFIG_DQS_DML, 0, (int *)NULL);
	sqlite3_db_config(st->db, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)NULL);
	/* Or it would prepare a statement anew for each value that an index
	 * might fit. */
	sqlite3_db_config(st->db, SQLITE_DBCONFIG_ENABLE_QPSG, 1, (int *)NULL);
	return db_unpacks(st) == -1 ? -1 : db_exec(st, settings);
}

struct identity {
	int64_t application, version, tables;
};

/* All of one moment: another process may be making it just now. */
static int
read_identity(struct store *st, struct identity *id)
{
	int r = -1;

	if (db_exec(st, "BEGIN") == -1)
		return -1;
	if (db_number(st, "PRAGMA application_id", &id->application) == 0 &&
	    db_number(st, "PRAGMA user_version", &id->version) == 0 &&
	    db_number(st, "SELECT count(*) FROM sqlite_schema", &id->tables) ==
		0)
		r = 0;
	db_exec(st, "ROLLBACK");
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
			return db_exec(st, can_shrink);
		return err_set(st->err, ERR_MISSING,
		    "database %s is empty: it was never set up", st->path);
	}
	if (id.application != DB_APPLICATION_ID)
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
		rc = sqlite3_exec(st->db, use_wal, NULL, NULL, NULL);
		if (rc == SQLITE_OK)
			return 0;
		if ((rc & 0xff) != SQLITE_BUSY || g_get_monotonic_time() > end)
			return db_fail(st);
		g_usleep(10000);
	}
}

int
db_prepare_all(struct store *st)
{
	if (db_mentions(st) == -1)
		return -1;
	for (int p = 0; p < DB_PARTS; p++)
		if (db_prepare(st, (enum db_part)p) == -1)
			return -1;
	return 0;
}

static int
newest_of(const GArray *steps)
{
	return g_array_index(steps, struct db_step, steps->len - 1).n;
}

int
store_newest_schema(void)
{
	g_autoptr(GArray) steps = db_steps();

	return newest_of(steps);
}

static int
set_up(struct store *st, bool create)
{
	g_autoptr(GArray) steps = db_steps();

	st->version = newest_of(steps);
	if (find_file(st->path, create, st->err) == -1 ||
	    connect_file(st) == -1 || check_identity(st, create) == -1 ||
	    switch_to_wal(st) == -1 || db_migrate(st, steps) == -1 ||
	    db_exec(st, "PRAGMA foreign_keys = ON") == -1)
		return -1;
	/* What has failed must be taken back without fail. */
	return db_prepare(st, DB_TRANSACTION);
}

static struct store *
open_store(const char *path, bool create, store_before *before, void *arg,
    struct err *e)
{
	struct store *st = g_new0(struct store, 1);

	st->path = g_strdup(path);
	st->err = e;
	st->before = before;
	st->before_arg = arg;
	if (set_up(st, create) == 0)
		return st;
	store_close(st);
	return NULL;
}

struct store *
store_open(const char *path, bool create, struct err *e)
{
	return open_store(path, create, NULL, NULL, e);
}

struct store *
store_open_and(const char *path, store_before *before, void *arg, struct err *e)
{
	return open_store(path, false, before, arg, e);
}

static int
set_up_to_look(struct store *st, int *schema)
{
	int64_t version;

	st->version = store_newest_schema();
	if (find_file(st->path, false, st->err) == -1 ||
	    connect_file(st) == -1 ||
	    db_exec(st, "PRAGMA query_only = ON") == -1 ||
	    check_identity(st, false) == -1 ||
	    db_number(st, "PRAGMA user_version", &version) == -1)
		return -1;
	*schema = (int)version;
	return db_prepare(st, DB_TRANSACTION);
}

struct store *
store_look(const char *path, int *schema, int *newest, struct err *e)
{
	struct store *st = g_new0(struct store, 1);

	st->path = g_strdup(path);
	st->err = e;
	if (set_up_to_look(st, schema) == 0) {
		*newest = st->version;
		return st;
	}
	store_close(st);
	return NULL;
}

void
store_close(struct store *st)
{
	if (st == NULL)
		return;
	if (st->depth > 0)
		log_warn("transaction-left-open",
		    "database closed within the transaction of %s",
		    st->where[0]);
	while (st->depth > 0)
		store_rollback(st);
	for (int p = 0; p < DB_PARTS; p++)
		db_finalize(st, (enum db_part)p);
	/* Another statement may come to stand at the same address. */
	db_parameters_forget();
	db_pack_free(st);
	sqlite3_close(st->db);
	g_free(st->path);
	g_free(st);
}

void
store_busy_timeout(struct store *st, int milliseconds)
{
	st->busy_ms = milliseconds;
	sqlite3_busy_timeout(st->db, milliseconds);
}

/* The first row of a check is its first complaint. */
static int
check_with(struct store *st, const char *sql, const char *fine)
{
	sqlite3_stmt *q = NULL;
	const char *word;
	int rc, r = 0;

	rc = sqlite3_prepare_v2(st->db, sql, -1, &q, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(q);
	if (rc == SQLITE_ROW) {
		word = (const char *)sqlite3_column_text(q, 0);
		if (g_strcmp0(word, fine) != 0)
			r = err_set(st->err, ERR_DAMAGED,
			    "database %s is damaged: %s", st->path,
			    word == NULL ? "" : word);
	} else if (rc != SQLITE_DONE)
		r = db_fail(st);
	sqlite3_finalize(q);
	return r;
}

int
store_careless(struct store *st)
{
	return db_exec(st, "PRAGMA synchronous = OFF");
}

int
store_check(struct store *st)
{
	int64_t version;

	if (check_with(st, "PRAGMA integrity_check(1)", "ok") == -1 ||
	    check_with(st,
		"SELECT 'a row of ' || \"table\" || ' belongs to none of '"
		" || parent FROM pragma_foreign_key_check",
		NULL) == -1 ||
	    db_can_pack(st) == -1 ||
	    db_number(st, "PRAGMA user_version", &version) == -1)
		return -1;
	return version == st->version ? db_prepare_all(st) : 0;
}

struct err *
store_errors(struct store *st, struct err *err)
{
	struct err *before = st->err;

	st->err = err;
	return before;
}

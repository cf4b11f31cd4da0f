/* SPDX-License-Identifier: ISC */
/*
 * What the files of the SQLite engine share.  SQLite is opened when a store is
 * that needs it (base/library.h): sqlite.step() is sqlite3_step().
 */
#ifndef STORE_SQLITE_SQLITE_H
#define STORE_SQLITE_SQLITE_H

#include "base/library.h"
#include "store/engine.h"

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct err;
struct store;

/* What we call of it. */
#define SQLITE_CALLS(X)         \
	X(backup_finish)        \
	X(backup_init)          \
	X(backup_step)          \
	X(bind_blob64)          \
	X(bind_int64)           \
	X(bind_null)            \
	X(bind_parameter_index) \
	X(bind_text)            \
	X(busy_timeout)         \
	X(changes64)            \
	X(clear_bindings)       \
	X(close)                \
	X(column_blob)          \
	X(column_bytes)         \
	X(column_count)         \
	X(column_int64)         \
	X(column_name)          \
	X(column_text)          \
	X(column_type)          \
	X(config)               \
	X(create_function_v2)   \
	X(db_config)            \
	X(db_readonly)          \
	X(errcode)              \
	X(errmsg)               \
	X(errstr)               \
	X(exec)                 \
	X(extended_errcode)     \
	X(file_control)         \
	X(finalize)             \
	X(get_autocommit)       \
	X(last_insert_rowid)    \
	X(open_v2)              \
	X(prepare_v2)           \
	X(prepare_v3)           \
	X(reset)                \
	X(result_blob64)        \
	X(result_error)         \
	X(result_value)         \
	X(step)                 \
	X(stmt_readonly)        \
	X(system_errno)         \
	X(total_changes64)      \
	X(user_data)            \
	X(value_blob)           \
	X(value_bytes)
#define SQLITE_POINTER(call) LIBRARY_MEMBER(sqlite3_, call)
extern struct sqlite_calls {
	SQLITE_CALLS(SQLITE_POINTER)
} sqlite;
#undef SQLITE_POINTER

#define SQLITE_APPLICATION_ID 0x74706f73 /* "tpos" */

/* What a store of this engine owns. */
struct sqlite_own {
	sqlite3 *db;
	sqlite3_stmt *verbs[DB_VERBS];
	sqlite3_stmt *version;
	bool careless; /* nothing is synced */
	bool later; /* the disk has commits with the next one, sync.c */
	bool later_next; /* the same from the next transaction on */
	bool unsynced; /* there are such */
	sqlite3_int64 changes; /* before the transaction */
};

struct sqlite_statement {
	struct statement base;
	sqlite3_stmt *q;
};

/* The open database. */
sqlite3 *sqlite_of(const struct store *);

/* ---- library.c ---- */

/* See that it is open: before any call. */
int sqlite_library(struct err *);

/* ---- open.c ---- */

int sqlite_open(struct store *, bool create);
int sqlite_look(struct store *, int *schema);
void sqlite_close(struct store *);
/* SQLite would not say why it opens no file with a longer path. */
int sqlite_check_path(const char *path, struct err *);
void sqlite_wait(struct store *, int milliseconds);

/* ---- faults.c ---- */

/* Fill in err from SQLite's last error; -1 always. */
int sqlite_fail(const struct store *);

/* ---- functions.c ---- */

/* Functions that our statements call beside SQLite's own. */
int sqlite_functions(struct store *);

/* ---- statement.c ---- */

int sqlite_exec_sql(struct store *, const char *sql);
int sqlite_number(struct store *, const char *sql, int64_t *n);
struct statement *sqlite_prepare(struct store *, const char *sql);
int sqlite_fits(struct store *, struct statement *);
void sqlite_finalize(struct statement *);

/* ---- verbs.c ---- */

int sqlite_prepare_verbs(struct store *);
void sqlite_finalize_verbs(struct store *);
int sqlite_run(struct store *, enum db_verb);
bool sqlite_ended(const struct store *);
int sqlite_version(struct store *, int64_t *schema);
int sqlite_take_steps(struct store *, bool *got);
void sqlite_give_steps(struct store *);
int sqlite_begin_read(struct store *);
int sqlite_end_read(struct store *);

/* ---- sync.c ---- */

int sqlite_sync_later(struct store *, bool on);
int sqlite_sync(struct store *);
/* An outermost transaction is to begin, has begun, or has been committed. */
int sqlite_before_begin(struct store *);
void sqlite_note_begin(struct sqlite_own *);
void sqlite_note_commit(struct sqlite_own *);

/* ---- care.c ---- */

int sqlite_careless(struct store *);
int sqlite_check(struct store *, bool *fits);
/* Only whether each page can be read and stands where it belongs: quicker. */
int sqlite_check_pages(struct store *);
int sqlite_overwrite(struct store *, bool on);
int sqlite_empty_log(struct store *, bool *done);
int sqlite_write_anew(struct store *, bool *done);
int sqlite_count_on(struct store *);
int sqlite_moment(struct store *, int64_t *);
int sqlite_clock(struct store *, int64_t *usec);
int sqlite_size(struct store *, int64_t *bytes);
int sqlite_shrink(struct store *, bool *more);

/* ---- migrate.c ---- */

#define SQLITE_STEPS "store/sql/"
/*
 * Take the database past all steps it has not made yet, each in a transaction
 * of its own.  It must be empty or turnpost's.
 */
int sqlite_migrate(struct store *, const GArray *steps);

/* ---- snapshot.c ---- */

int sqlite_snapshot(struct store *);
int sqlite_copy(struct store *, const char *to);

#endif

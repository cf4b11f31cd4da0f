/* SPDX-License-Identifier: ISC */
/*
 * What keeps the rows: an engine is one constant struct of functions, and
 * store/db.h is the one way to it.  Its functions return 0, or -1 (NULL) with
 * the store's err, unless another meaning is named.
 */
#ifndef STORE_ENGINE_H
#define STORE_ENGINE_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DB_MISSING "it is not there"

struct store;
struct db_engine;
struct err;
struct store_value;

/* A prepared statement; an engine's own begins with it. */
struct statement {
	const struct db_engine *engine;
	bool writes; /* it must stand in a transaction */
	bool stepping; /* rows of it may follow */
	bool known; /* its columns are those of the fields they are read into */
};

/* What begins and ends transactions. */
enum db_verb {
	DB_BEGIN, /* and waits for the one that writes */
	DB_COMMIT,
	DB_ROLLBACK,
	DB_SAVE, /* a savepoint; they nest */
	DB_RELEASE,
	DB_BACK, /* to the innermost savepoint, which stays */
	DB_VERBS /* how many */
};

/* How a claim is asked for. */
enum db_claiming {
	DB_CLAIM, /* if nobody else has it */
	DB_CLAIM_WAIT, /* ...or when it is given back */
	DB_CLAIM_LOOK /* and is given back at once */
};

/* How several programs work at once: store/claims.h says what each does. */
struct db_sharing {
	int (*join_steps)(struct store *, bool *got);
	int (*claim)(struct store *, const GPtrArray *names, enum db_claiming,
	    bool *got);
	bool (*has)(const struct store *, const char *name);
	void (*give_back)(struct store *, const GPtrArray *names);
	void (*narrow)(struct store *, bool on, int letters);
	bool (*is_narrow)(const struct store *); /* the transaction */
	int (*refuse)(struct store *, const char *what);
	bool (*too_narrow)(struct store *);
	bool (*letter)(struct store *, int64_t *id);
	int (*ahead)(struct store *, const struct store_value *, size_t n,
	    bool of_reader);
	int (*ahead_push)(struct store *);
	int (*ahead_end)(struct store *);
	void (*ahead_cut)(struct store *);
	void (*outdate_sender)(struct store *, int64_t person);
	int (*listen)(struct store *);
	int (*has_listeners)(struct store *, bool *listens);
	int (*ear)(const struct store *);
	bool (*heard)(struct store *);
	void (*tell)(struct store *);
};

struct db_engine {
	/* ---- the store ---- */

	const char
	    *steps; /* the folder of its schema's; numbers are the same */

	/* All of store_open and store_look, but for the struct itself. */
	int (*open)(struct store *, bool create);
	int (*look)(struct store *, int *schema);
	void (*close)(struct store *);
	void (*wait)(struct store *, int milliseconds); /* for another writer */
	int (*careless)(struct store *);
	/* store_sync_later; NULL: each commit is synced. */
	int (*sync_later)(struct store *, bool on);
	/* store_sync; NULL: it does so by itself before long. */
	int (*sync)(struct store *);
	/* Reads all of it; *fits: it has the newest schema. */
	int (*check)(struct store *, bool *fits);
	/* From now on all that is read is of one moment. */
	int (*snapshot)(struct store *);
	int (*copy)(struct store *, const char *to);
	/* What is deleted is overwritten. */
	int (*overwrite)(struct store *, bool on);
	/* What is deleted goes from the log of changes, too; not done: others
	 * read it just now. */
	int (*empty_log)(struct store *, bool *done);
	/* Only what is there stays on the disk. */
	int (*write_anew)(struct store *, bool *done);
	/* Rows with numbers of another store were added: new ones go on behind
	 * them. */
	int (*count_on)(struct store *);
	/* A number that changes when others write. */
	int (*moment)(struct store *, int64_t *);
	/* What time it is there, in microseconds; a file has no clock, and
	 * leaves it as it is. */
	int (*clock)(struct store *, int64_t *usec);
	/* Bytes that the rows take on the disk. */
	int (*size)(struct store *, int64_t *bytes);
	/* Gives some unused room back to the system. */
	int (*shrink)(struct store *, bool *more);

	/* ---- transactions ---- */

	int (*run)(struct store *, enum db_verb);
	/* No transaction is open, though one was begun: a fault ended it. */
	bool (*ended)(const struct store *);
	int (*version)(struct store *, int64_t *schema); /* within one */
	/* Nobody else has the steps until they are given back, whatever machine
	 * asks; *got: it was free. */
	int (*take_steps)(struct store *, bool *got);
	void (*give_steps)(struct store *);
	const struct db_sharing *sharing; /* NULL: one program writes */
	/* What is read until the end is of one moment; nothing waits. */
	int (*begin_read)(struct store *);
	int (*end_read)(struct store *);

	/* ---- statements ---- */

	int (*exec)(struct store *, const char *sql);
	int (*number)(struct store *, const char *sql, int64_t *n);
	/* NULL: why stands in the store's unfit. */
	struct statement *(*prepare)(struct store *, const char *sql);
	/* Looks whether it fits the database, if preparing has not. */
	int (*fits)(struct store *, struct statement *);
	void (*finalize)(struct statement *);
	/* From 1; 0: it has none of that name. */
	int (*parameter)(struct statement *, const char *name);
	/* Place 0 binds nothing; what is bound lasts until it has run. */
	void (*bind_null)(struct statement *, int place);
	void (*bind_int)(struct statement *, int place, int64_t);
	void (*bind_text)(struct statement *, int place, const char *);
	void (*bind_blob)(struct statement *, int place, const void *, size_t);
	/* 1: a row, 0: the end, -1; then it must be reset. */
	int (*step)(struct store *, struct statement *);
	void (*reset)(struct statement *); /* and bound to nothing */

	/* ---- the row ---- */

	int (*columns)(struct statement *);
	const char *(*name)(struct statement *, int column);
	bool (*is_null)(struct statement *, int column);
	int64_t (*get_int)(struct statement *, int column);
	const char *(*get_text)(struct statement *, int column); /* or NULL */
	const void *(*get_blob)(struct statement *, int column, size_t *size);
	/* What unpacked() gave: a fault is told in err. */
	GBytes *(*get_raw)(struct statement *, int column, struct err *);

	/* ---- what the last statement did ---- */

	int64_t (*last_id)(struct store *);
	/* Rows; -1: what a fault was that is told with whatever comes next. */
	int64_t (*changes)(struct store *);
	/* It must have changed one: -1 with ERR_MISSING, now or, of a statement
	 * that nobody waits for, with what comes next. */
	int (*expect)(struct store *);
	/* It grows with each change outside the two queues; an engine may
	 * count those of the queues as well. */
	int64_t (*all_changes)(const struct store *);
};

extern const struct db_engine sqlite_engine, postgres_engine;

/* Ends what begin_read began.  r: -1 if what was read there failed; that is
 * told then, not what it led to. */
int db_end_read(struct store *, int r);

#endif

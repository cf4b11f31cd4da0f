/* SPDX-License-Identifier: ISC */
/*
 * What turnpost keeps: rows in plain C, in SQLite or PostgreSQL.  The store
 * knows nothing of rules and mails.  Here the database is opened; transactions
 * (store/transaction.h) and each table, or subject, have headers of their own
 * beside their sources, for which this holds too:
 *
 * Times are UTC seconds.  Texts and blobs that are handed out belong to the
 * caller (row_free functions); those that are handed in are copied.
 *
 * Every function that changes something must stand between store_begin and
 * store_commit; this is asserted.  All return 0, or -1 (NULL) on a fault, which
 * is told where store_errors said, unless another meaning is named.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct store;

/* ---- db.c ---- */

/*
 * Open the database and bring its schema up to date.  create: make it if
 * missing; else ERR_MISSING.  ERR_NEWER: a newer turnpost made it.
 * ERR_DAMAGED: no turnpost database, or a broken one.
 */
struct store *store_open(const char *path, bool create, struct err *);
/* Is that no path of a file, but the connection string of a PostgreSQL
 * database?  All that opens a store takes both. */
bool store_is_remote(const char *path);
/*
 * The same of one that is there.  Before an older schema is brought up to date,
 * before is called with its number; if that fails, nothing is changed and the
 * database is not opened.
 */
typedef int store_before(void *arg, int schema, struct err *);
struct store *store_open_and(
    const char *path, store_before *before, void *arg, struct err *);
/* Reports no faults.  With a file, call store_sync() first to learn whether all
 * commits are on the disk. */
void store_close(struct store *);
/* The number of the schema that this program brings a database to. */
int store_newest_schema(void);
/*
 * Faults are told there from now on, NULL: nowhere; until then to the err of
 * store_open.  Returns where they were told before.
 */
struct err *store_errors(struct store *, struct err *);
/* How long to wait for another writer; 15 s until set. */
void store_busy_timeout(struct store *, int milliseconds);
/*
 * What time it is where the rows are, in microseconds: several machines may
 * work there, and their clocks differ.  *usec stays as it is for a file.
 */
int store_clock(struct store *, int64_t *usec);
/* What the rows take on the disk of the home, or of the server. */
int store_size(struct store *, int64_t *bytes);
/* Commits do not wait for the disk: for what may well be lost. */
int store_careless(struct store *);
/*
 * Read all of it: ERR_DAMAGED with the first thing found wrong.  ERR_IO if that
 * is fine, but what may ever be asked does not fit its tables.
 */
int store_check(struct store *);
/*
 * Open it to look only: nothing is changed, not even an older schema, whose
 * number comes out as *schema.  Only store_check and store_close work then;
 * with the *newest schema all that reads does.
 */
struct store *store_look(
    const char *path, int *schema, int *newest, struct err *);

#endif

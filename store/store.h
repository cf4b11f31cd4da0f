/* SPDX-License-Identifier: ISC */
/*
 * What turnpost keeps, in SQLite: rows in plain C.  The store knows nothing of
 * rules and mails.  Here stands what holds for all of it: the open database and
 * its transactions.  Each table, or subject, has a header of its own beside its
 * source, for which this holds too:
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
void store_close(struct store *);
/*
 * Faults are told there from now on, NULL: nowhere; until then to the err of
 * store_open.  Returns where they were told before.
 */
struct err *store_errors(struct store *, struct err *);
/* How long to wait for another writer; 15 s until set. */
void store_busy_timeout(struct store *, int milliseconds);
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

/* ---- transaction.c ---- */

/*
 * Transactions: BEGIN IMMEDIATE, waiting up to 15 s for another writer
 * (ERR_BUSY).  They nest: an inner one is a savepoint, so that one row's work
 * can be taken back alone.  where is for messages: give __func__, or another
 * text that stays.  ERR_NEWER if a newer turnpost changed the database since
 * it was opened.
 *
 * store_commit always ends the transaction: if it fails, all of it is taken
 * back.  After a full disk SQLite may take back the outer ones too; all that
 * is tried in them then fails, until they are ended.
 */
int store_begin(struct store *, const char *where);
int store_commit(struct store *);
void store_rollback(struct store *);
bool store_in_transaction(const struct store *);
/* How many rows were written since it was opened: a row that was read before
 * is as it was if none was. */
int64_t store_changes(const struct store *);

/* One run of work in a transaction. */
#define IN_TRANSACTION(store, r, work)                \
	do {                                          \
		r = store_begin(store, __func__);     \
		if (r == 0 && (r = (work)) == 0)      \
			r = store_commit(store);      \
		else if (store_in_transaction(store)) \
			store_rollback(store);        \
	} while (0)

/* ---- meta.c ---- */

/* Small facts of this home (keys, instance id); NULL text if unset,
 * to unset. */
int store_meta_get(struct store *, const char *key, char **value);
int store_meta_set(struct store *, const char *key, const char *value);

#endif

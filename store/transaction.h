/* SPDX-License-Identifier: ISC */
/* Transactions, in which everything that changes the store stands. */
#ifndef STORE_TRANSACTION_H
#define STORE_TRANSACTION_H

#include <stdbool.h>
#include <stdint.h>

struct store;

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
/* Has a fault ended the transaction that was begun, so that all that is tried
 * in it fails? */
bool store_has_ended(const struct store *);
/* Sets the error that a fault has ended the transaction; returns -1. */
int store_taken_back(struct store *);
/*
 * The steps of a home are done by one program at a time.  *got: they were free,
 * and are this one's until they are given back, or until it dies.
 */
int store_take_steps(struct store *, bool *got);
void store_give_steps(struct store *);
/*
 * on: transactions that begin from now on are kept if this program ends, like
 * all, but a loss of power may take back the last of them: they reach the disk
 * with store_sync, or with the next transaction that changes something while
 * this is off.  For what would be done again in the same way, and only as long
 * as nobody else has heard of it.  Within a transaction it changes nothing.  A
 * server may lose the last of them by dying alone, while this program goes on.
 */
int store_sync_later(struct store *, bool on);
/* That is over: off.  done is what came of the work; if that is -1, its fault
 * stays the one that is told.  -1: one of the two failed. */
int store_sync_later_end(struct store *, int done);
/* All that was committed reaches the disk now; on a server it does so by itself
 * before long, and nothing may rest on that. */
int store_sync(struct store *);
/* It grows when rows were written, other than mails, letters and what belongs
 * to them: a match that was read before is as it was if it has not grown. */
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

#endif

/* SPDX-License-Identifier: ISC */
/* The database as it is at one moment, copied while others go on writing. */
#ifndef STORE_SNAPSHOT_H
#define STORE_SNAPSHOT_H

struct err;
struct store;

/*
 * From now on that store, of store_look, reads what the database holds at this
 * moment, whatever others write, until it is closed.  Nobody has to wait for
 * it.
 */
int store_snapshot(struct store *);
/*
 * Write it into a file that is there and empty, by SQLite's online backup.
 * ERR_DAMAGED, and nothing is written: a file whose pages are damaged.
 * What is left of the file after a fault is the caller's to remove.
 */
int store_snapshot_copy(struct store *, const char *to);

#endif

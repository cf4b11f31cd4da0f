/* SPDX-License-Identifier: ISC */
/*
 * Matches that are deleted: when that is to happen, and all their rows.  Of a
 * mail about such a match one empty row stays, which says that a mail came.
 */
#ifndef STORE_MATCHES_DELETION_H
#define STORE_MATCHES_DELETION_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* The key of meta that says that this match is being deleted. */
#define DB_DELETION_BEGUN(match) "'delete-begun.' || " match

/* What is to become of a match. */
struct deletion_plan {
	int64_t due; /* when it is to be deleted, UTC seconds; 0: it is not */
	bool begun; /* some of it is gone already */
	bool kept; /* whatever its age, for the organiser wants it so */
};
int store_deletion(struct store *, int64_t match, struct deletion_plan *);
/* Each in a transaction: it is to be deleted from then on; that begins; it is
 * not to be deleted after all, and is kept. */
int store_deletion_set(struct store *, int64_t match, int64_t due);
int store_deletion_begin(struct store *, int64_t match);
int store_deletion_cancel(struct store *, int64_t match);
/*
 * One that is to be deleted by now and has no letter that still has to leave,
 * in *match; 0: there is none.
 */
int store_deletion_due(struct store *, int64_t now, int64_t *match);
/*
 * A match that has been past since before that time and is neither to be
 * deleted yet nor kept, in *match; 0: there is none.  *ended: since when it is
 * past.
 */
int store_deletion_old(
    struct store *, int64_t before, int64_t *match, int64_t *ended);
/* Was there a match of that number, which is deleted? */
int store_match_deleted(struct store *, int64_t match, bool *deleted);

/* What a match has in the queues: how many, and bytes as they are stored. */
struct match_size {
	int64_t letters, mails, bytes;
};
int store_match_size(struct store *, int64_t match, struct match_size *);

/* A mail or letter whose file may lie in the spool. */
struct spooled {
	int64_t id;
	char *source; /* of a mail: where it came from; NULL: it is a letter */
	char *address; /* of a letter */
	int64_t created;
};
/*
 * Some of those of the match whose rows go next: struct spooled *, to be freed
 * with the list.  NULL with err.
 */
GPtrArray *store_deletion_spooled(struct store *, int64_t match);

/*
 * Delete rows of the match for about that many microseconds, in a transaction:
 * no more than a few rows beyond it.  The files of store_deletion_spooled must
 * be gone.  *done: nothing is left of the match.
 */
int store_deletion_slice(
    struct store *, int64_t match, int64_t usec, bool *done);

/*
 * What is deleted is overwritten with zeros from now on, or no longer.  Outside
 * of a transaction.
 */
int store_overwrite(struct store *, bool on);
/*
 * Empties SQLite's log, where what was deleted may still stand.  *done: it is
 * so; else somebody reads just now.  Outside of a transaction.
 */
int store_log_empty(struct store *, bool *done);

#endif

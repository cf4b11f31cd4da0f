/* SPDX-License-Identifier: ISC */
/* People who are forgotten. */
#ifndef STORE_PEOPLE_FORGET_H
#define STORE_PEOPLE_FORGET_H

#include <stdbool.h>
#include <stdint.h>

struct store;

/*
 * All that is known of that person is deleted or has no name any more, but
 * for names of seats, moves and the words for a shuffle, which records of
 * matches are made of.  Nobody else's rows go.  The person must
 * hold no seat of a match that is not over.  inbox: the mail that asks for it,
 * or 0.  From then on the person has no address, and counts as a person whom no
 * letter reaches.
 */
int store_forget(struct store *, int64_t person, int64_t inbox);
/*
 * Write the file anew, without a transaction, so that no page of it, nor of
 * SQLite's log, holds what was deleted.  *done: it is so; else somebody reads
 * just now, and it must be done again.
 */
int store_forget_wipe(struct store *, bool *done);
/* Letters of kind "forgotten" that have left, or never will, are as if they had
 * not been written, and letters to others that name a forgotten person are
 * empty; *waits: some are still to leave. */
int store_forget_letters(struct store *, bool *waits);

#endif

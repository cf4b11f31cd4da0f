/* SPDX-License-Identifier: ISC */
/*
 * The bytes of mails and letters that nothing needs any more.  Their rows stay:
 * when each came or left, to whom, and what it was known by.
 */
#ifndef STORE_MAILS_KEEP_H
#define STORE_MAILS_KEEP_H

#include <stdbool.h>
#include <stdint.h>

struct store;

/* Are there bytes of mails or letters from before that time? */
int store_keep_any(struct store *, int64_t before, bool *any);
/*
 * A slice of the way through all bytes, oldest first: at most max are looked at
 * behind *from, and those go that were done with before that time.  *from is
 * how far it came then, or 0: that was the end.
 * Letters are done with when they have left or were replaced; the last one that
 * left to each reader of a match that is not over stays, but not if it was a
 * digest, which belongs to no match.
 */
int store_keep_letters(struct store *, int64_t before, int max, int64_t *from);
/*
 * Mails are, when they were handled: what is asked about one lapses before its
 * bytes go (app/home/config.c).  The last one of each seat of a match that is
 * not over stays.
 */
int store_keep_mails(struct store *, int64_t before, int max, int64_t *from);
/*
 * Gives free pages of the database back to the system, if there are many: some
 * of them, *more tells whether to go on.  Outside of a transaction.
 */
int store_shrink(struct store *, bool *more);

#endif

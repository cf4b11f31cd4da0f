/* SPDX-License-Identifier: ISC */
/* Tags that somebody tries. */
#ifndef APP_PLAYERS_SENDERS_TAG_GUESSES_H
#define APP_PLAYERS_SENDERS_TAG_GUESSES_H

#include <stdint.h>

struct handling;
struct home;

/* In identity, guessed: int64_t match, seat, match, seat ...: the sender's
 * seats in each match of which the mail names a tag that none of them has. */

/*
 * Counts them, and of a seat of which too many came takes no tag any more
 * until a good key comes; its owner is told so now (h->done).
 */
int guesses_take(struct handling *);
/* Newly allocated: under which they are kept, as lines of meta. */
char *guesses_key(int64_t match, int64_t seat);
/* Of somebody's seats nothing is kept. */
int guesses_forget(struct home *, int64_t person);

#endif

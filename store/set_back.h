/* SPDX-License-Identifier: ISC */
/* What waits while the clock is set back. */
#ifndef STORE_SET_BACK_H
#define STORE_SET_BACK_H

#include <stdint.h>

struct store;

/*
 * The clock was set back by that many seconds.  Letters, mails of a mailbox
 * and onlookers' letters wait no longer than a day from now, as they would
 * have; the round of a series keeps the time that it had.  The clocks of
 * matches are app/matches/clocks' to set.
 */
int store_set_back(struct store *, int64_t now, int64_t seconds);

#endif

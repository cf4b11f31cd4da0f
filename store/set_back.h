/* SPDX-License-Identifier: ISC */
/* What waits while the clock is set back. */
#ifndef STORE_SET_BACK_H
#define STORE_SET_BACK_H

#include <stdint.h>

struct store;

/*
 * The clock was set back.  Letters, the offers of seats, mails of a mailbox and
 * tables of a series that could not be made wait no longer than a day from now,
 * and no round of a series begins later than its whole span from now.  The
 * clocks of matches are set by app/matches/clocks/.
 */
int store_set_back(struct store *, int64_t now);

#endif

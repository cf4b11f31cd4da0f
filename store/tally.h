/* SPDX-License-Identifier: ISC */
/* How often something happened in this home: numbers that only grow. */
#ifndef STORE_TALLY_H
#define STORE_TALLY_H

#include <stdint.h>

struct store;

enum tally {
	/* letters that left, again each time that one was sent again */
	TALLY_SENT,
	/* faults that began (store/troubles.h), not those that went on */
	TALLY_FAULTS,
	TALLIES /* how many */
};
/* It has just happened so often: call this behind what changes the rows. */
int store_tally_add(struct store *, enum tally, int64_t times);
/* How often so far; a home that began before it was counted began with what
 * its rows told. */
int store_tally(struct store *, enum tally, int64_t *n);

#endif

/* SPDX-License-Identifier: ISC */
/*
 * Matches that are past and are deleted, as an organiser says or when they are
 * old: first their players are told, who have some days in which to ask for
 * the record.  Functions return 0, or -1 with err; now is UTC seconds.
 */
#ifndef APP_ORGANISER_DELETION_H
#define APP_ORGANISER_DELETION_H

#include "store/matches/deletion.h"

#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;

#define DELETION_NOTICE (14 * INT64_C(86400)) /* seconds between the two */

struct deletion {
	int64_t match;
	const char *reason; /* which the players are told; NULL: its age */
	int64_t notice; /* seconds from now on; 0: as soon as they are told */
	bool cancel; /* it is not to be deleted after all */
};

/*
 * The players of the match are told that it will be deleted, in *at, or that
 * it will not.  *size: what it has in the queues.  ERR_CLASH: it is not past,
 * or there is nothing to cancel.
 */
int match_delete(struct home *, const struct deletion *, int64_t now,
    int64_t *at, struct match_size *size, struct err *);

/*
 * Part of the step tick: matches that the setting keep says are old are
 * announced, one that is due is deleted a slice at a time, and the room that
 * it took is given back.
 */
int deletion_tick(struct home *);
/* *on: the next tick would go on with one, so it need not wait. */
int deletion_goes_on(struct home *, bool *on);

#endif

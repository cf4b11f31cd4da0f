/* SPDX-License-Identifier: ISC */
/* Work on one match beside other workers. */
#ifndef APP_STEPS_BESIDE_H
#define APP_STEPS_BESIDE_H

#include "store/transaction.h"

#include <stdbool.h>
#include <stdint.h>

struct home;

/* It is this worker's until it is given back; waits for another one that is at
 * it for a moment.  What is begun until then is narrow. */
int beside_begin(struct home *, int64_t match);
void beside_end(struct home *, int64_t match);
/* Did the transaction concern more than that match? Then it was taken back, and
 * the next one is wide. */
bool beside_failed(struct home *);

/* A transaction about that match: beside others, or if that may not be, alone.
 * What is taken back changes nothing, so that work may be done twice. */
#define IN_MATCH(home, match, r, work)                                  \
	do {                                                            \
		r = beside_begin(home, match);                          \
		if (r == 0) {                                           \
			IN_TRANSACTION((home)->store, r, work);         \
			if (beside_failed(home))                        \
				IN_TRANSACTION((home)->store, r, work); \
			beside_end(home, match);                        \
		}                                                       \
	} while (0)

/* One worker thinks about a match at a time.  *claim: to be given back, newly
 * allocated, or NULL. */
int thought_claim(struct home *, int64_t match, char **claim, bool *got);
void thought_give_back(struct home *, const char *claim);

#endif

/* SPDX-License-Identifier: ISC */
/* The life of a match: muster, running, over. */
#ifndef APP_MATCHES_STATUS_H
#define APP_MATCHES_STATUS_H

#include "store/matches/matches.h"

struct table;

/* What follows a change by itself, but for letters: the first part of
 * settle_match (letters/settle.h). */
int match_advance(struct table *);
/* "muster", "running", ...: for templates and tables. */
const char *status_word(enum match_status);
/* That player takes part; luck: what the player adds to the seed, or NULL. */
int match_ready(struct table *, int seat, const char *luck);
/* The player gives the seat up; before the match begins, does not take part. */
int match_resign(struct table *, int seat);

#endif

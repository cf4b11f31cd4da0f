/* SPDX-License-Identifier: ISC */
/* Hints that players want, within the step think. */
#ifndef APP_STEPS_THINK_HINT_H
#define APP_STEPS_THINK_HINT_H

#include <stdbool.h>
#include <stdint.h>

struct home;

/* The next one is thought of, without a lock, and given in a transaction if the
 * match has not changed since.  *found: there was one; *n counts it if it was
 * answered. */
int think_hint(struct home *, bool *found, int *n);
/* One worker thinks about a match at a time.  *claim: to be given back, newly
 * allocated, or NULL. */
int thought_claim(struct home *, int64_t match, char **claim, bool *got);
void thought_give_back(struct home *, const char *claim);

#endif

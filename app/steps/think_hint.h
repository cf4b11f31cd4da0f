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

#endif

/* SPDX-License-Identifier: ISC */
/* What is due beside the timers of matches. */
#ifndef APP_HOME_DUE_H
#define APP_HOME_DUE_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct home;
struct store;

/* Rows of a list, each of one person. */
struct due_kind {
	GPtrArray *(*list)(struct store *, int64_t now);
	size_t match, person; /* where they are in a row */
	int (*act)(struct home *, void *row, int *n);
	int (*put_off)(struct home *, const void *row, int64_t at);
	bool again; /* there may be more than the list had */
};
/* Each row in a transaction of its own: what fails is tried again later, and
 * is in nobody's way until then.  n: so much was done. */
int due_do(struct home *, const struct due_kind *, int *n);

#endif

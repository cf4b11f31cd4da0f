/* SPDX-License-Identifier: ISC */
/* What is due for one person. */
#ifndef APP_HOME_DUE_H
#define APP_HOME_DUE_H

#include <stdint.h>

struct err;
struct home;

/* What is done with a row that is due, and that it is due again later. */
struct due_kind {
	int (*act)(struct home *, void *row, int64_t now, int *n, struct err *);
	int (*put_off)(struct home *, void *row, int64_t at, struct err *);
};
int due_do(struct home *, const struct due_kind *, void *row, int64_t match,
    int64_t person, int64_t now, int *n, struct err *);

#endif

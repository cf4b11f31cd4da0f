/* SPDX-License-Identifier: ISC */
/* All rows of a home from a file to a server, or back. */
#ifndef APP_COPIES_STORE_COPY_H
#define APP_COPIES_STORE_COPY_H

#include <stdint.h>

struct err;

/* from and to are paths of files or connection strings, one of each kind.
 * copied is called when a table is done. */
int store_copy_between(const char *from, const char *to,
    void (*copied)(void *arg, const char *table, int64_t rows), void *arg,
    struct err *);

/* What the organiser does after it, in lines. */
const char *store_copy_next(const char *to);

#endif

/* SPDX-License-Identifier: ISC */
/* All rows of a store into another one, whatever keeps them. */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include <stdint.h>

struct store;

/* All tables; what is referred to stands before what refers to it. */
extern const char *const store_tables[];

/* A table was copied, and read again. */
typedef void store_copied(void *arg, const char *table, int64_t rows);

/*
 * Of one moment, into one that was just made: ERR_CLASH if rows of somebody are
 * there.  One of the two is an SQLite file.  Each row is read again and
 * compared.  copied may be NULL.  Faults are told where those of to are.
 */
int store_copy(struct store *from, struct store *to, store_copied *, void *arg);
/* The same within a moment that from already reads. */
int store_copy_rows(
    struct store *from, struct store *to, store_copied *, void *arg);

#endif

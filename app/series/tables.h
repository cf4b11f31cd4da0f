/* SPDX-License-Identifier: ISC */
/* Tables of a series become matches, and matches results. */
#ifndef APP_SERIES_TABLES_H
#define APP_SERIES_TABLES_H

#include <stdint.h>

struct course;
struct home;
struct series_row;
struct series_table_row;

/* Could its matches be made, with all that they agree on?  Nothing is. */
int tables_try(struct home *, const struct series_row *);
/* The match of a table, which begins at once: people who joined have said that
 * they play. */
int table_make(struct course *, const struct series_table_row *);
/* No match of it is made any more, and its people are told. */
int table_unmade(struct course *, const struct series_table_row *);
/* Tables whose matches are past have their results; *n: how many. */
int tables_note(struct course *, int *n);

#endif

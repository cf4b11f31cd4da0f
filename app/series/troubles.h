/* SPDX-License-Identifier: ISC */
/* What the organiser is told of series that do not go on as they should. */
#ifndef APP_SERIES_TROUBLES_H
#define APP_SERIES_TROUBLES_H

#include <stdbool.h>
#include <stdint.h>

struct home;
struct series_table_row;

#define SERIES_PUT_OFF 600 /* seconds, before what failed is tried again */

/* It failed, and is not due before it is tried again. */
int series_fails(struct home *, int64_t id, const char *why);
int series_works(struct home *, int64_t id);
/* *failed: it did when it was last tried; *waits: and that was just now. */
int series_waits(struct home *, int64_t id, bool *waits, bool *failed);

/* The match of a table could not be made; it has been, or is not wanted any
 * more. */
int series_table_fails(
    struct home *, const struct series_table_row *, const char *why);
int series_table_works(struct home *, const struct series_table_row *);

#endif

/* SPDX-License-Identifier: ISC */
/* A match that stands still. */
#ifndef APP_MATCHES_CLOCKS_PAUSE_H
#define APP_MATCHES_CLOCKS_PAUSE_H

#include <stdbool.h>
#include <stdint.h>

struct reader;
struct table;
struct timer_row;

/* No pause is longer, nor all that an organiser grants in a window of days. */
#define HOLD_MAX_DAYS 30
#define HOLD_WINDOW_DAYS 90
/* It goes on by itself after so many seconds.  Nobody is told by these. */
int pause_begin(struct table *, int64_t seconds);
int pause_end(struct table *);
/* The pause is over, and all are told. */
int pause_time_up(struct table *, const struct timer_row *);
/* How many seconds an organiser's pause may last now. */
int pause_room(struct table *, int64_t *seconds);
/* Has that seat (-1: anybody) a decision with a deadline? */
int pause_any_deadline(struct table *, int seat, bool *any);
/* "3 days" */
char *pause_words(const struct reader *, int64_t seconds);

#endif

/* SPDX-License-Identifier: ISC */
/*
 * What a series is made with, as people write it: options of "turnpost series
 * new", or words of a mail.
 */
#ifndef APP_SERIES_ORDER_H
#define APP_SERIES_ORDER_H

#include "app/series/organise.h"

struct err;

#define SERIES_ROUNDS_USUAL 5
#define SERIES_SPAN_USUAL (30 * (int64_t)86400) /* from round to round */
#define SERIES_SEED_USUAL 1

/* What holds where nothing is said; its span is 0. */
struct series_order series_order_usual(void);
/*
 * One of "seats", "rounds", "places", "begin", "every" and "within".
 * ERR_FORMAT, beginning with the key: what the value must be like.
 */
int series_order_set(
    struct series_order *, const char *key, const char *value, struct err *);
/* When all is said: a span that was not named is the usual one. */
void series_order_fill(struct series_order *);
/* Seats of a table: "4" or "3-4". */
bool series_seats_read(const char *, int *least, int *most);

#endif

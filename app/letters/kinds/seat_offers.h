/* SPDX-License-Identifier: ISC */
/* Seats that are offered to people who may take them over. */
#ifndef APP_LETTERS_KINDS_SEAT_OFFERS_H
#define APP_LETTERS_KINDS_SEAT_OFFERS_H

#include <stdbool.h>
#include <stdint.h>

struct due_kind;
struct effect;
struct home;
struct offer_row;
struct reader;
struct table;

/* ---- seat_offers.c ---- */

/* To all who may take a seat that has become free, if it still is. */
int offer_seat(struct table *, const struct effect *);
/* The same to a person who would stand in from now on; *n: how many seats. */
int offers_show(struct home *, int64_t person, const char *game, int *n);
/* The letter; looks_on: why the person is asked. */
int offer_write(const struct reader *, const struct offer_row *, bool looks_on);

/* ---- seat_offers_late.c ---- */

/* home/due.h: to people who were away and are back. */
extern const struct due_kind due_offers;

#endif

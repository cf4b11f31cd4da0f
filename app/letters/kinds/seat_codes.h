/* SPDX-License-Identifier: ISC */
/* Codes by which a seat is taken over, or taken back. */
#ifndef APP_LETTERS_KINDS_SEAT_CODES_H
#define APP_LETTERS_KINDS_SEAT_CODES_H

#include "app/home/ask_codes.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct offer_row;
struct reader;
struct table;
struct tenure_row;

/* What an offer's code is made of, and that of a player who left (struct
 * ask_sign: app/home/ask_codes.h). */
struct ask_sign seat_offer_sign(const struct offer_row *);
struct ask_sign seat_return_sign(const struct tenure_row *);
/* Does the person hold a seat of the match, or has held one? */
bool seat_held_before(const struct table *, int64_t person);
/* Why the person cannot have that seat: a word below "understood", or NULL. */
const char *seat_not_given(struct table *, int seat, int64_t person);
/* Until when the player who left it then may come back; 0: not at all. */
int64_t seat_back_until(struct table *, const struct tenure_row *);
/* {"code", "until"} for a reader who left that seat and may come back; else
 * NULL. */
json_t *seat_back_context(const struct reader *, int seat);

#endif

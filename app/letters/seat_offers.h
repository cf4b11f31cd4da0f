/* SPDX-License-Identifier: ISC */
/* Seats that are offered, and who comes back. */
#ifndef APP_LETTERS_SEAT_OFFERS_H
#define APP_LETTERS_SEAT_OFFERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct answered;
struct due_kind;
struct effect;
struct home;
struct offer_row;
struct person;
struct reader;
struct table;

/* ---- seat_offers.c: people who take a seat over, or come back ---- */

/* To all who may take a seat that has become free, if it still is. */
int offer_seat(struct table *, const struct effect *);
/* The same to a person who would stand in from now on; *n: how many seats. */
int offers_show(struct home *, int64_t person, const char *game, int *n);
/* The letter; looks_on: why the person is asked. */
int offer_write(const struct reader *, const struct offer_row *, bool looks_on);

/* ---- seat_offers_late.c ---- */

/* home/due.h: to people who were away and are back. */
extern const struct due_kind due_offers;

/* ---- seat_offers.c: people who take a seat over, or come back ---- */

/* Does the person hold a seat of the match, or did so? */
bool seat_held_before(const struct table *, int64_t person);
/* {"code", "until"} for a reader who left that seat and may come back; else
 * NULL. */
json_t *seat_back_context(const struct reader *, int seat);

/* Somebody who shows a code. */
struct coming {
	struct home *home;
	const struct person *person;
	const char *line; /* as the person wrote it */
	const struct answered *answered; /* the person's mail, or NULL */
	/* What comes of it: a word below "understood"; NULL: no such code. */
	const char *what;
	bool told; /* in a letter of the seat that answers the person */
};

/* To take a seat that she was offered, and one that she left. */
int offers_take(struct coming *, const char *code);
int offers_back(struct coming *, const char *code);

#endif

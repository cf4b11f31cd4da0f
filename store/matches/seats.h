/* SPDX-License-Identifier: ISC */
/* Seats of matches, and what decides for them: a person, nobody, a program. */
#ifndef STORE_MATCHES_SEATS_H
#define STORE_MATCHES_SEATS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* What decides for a seat. */
enum occupant {
	OCCUPANT_PERSON,
	OCCUPANT_OPEN, /* nobody; somebody may come */
	OCCUPANT_ROBOT /* the program */
};

struct seat_row {
	int64_t match;
	int seat;
	int64_t person; /* who holds it or did last; 0: a robot always has */
	char *name; /* in this match: fixed when it is made */
	int epoch; /* of the reply key */
	bool ready;
	char *luck; /* or NULL */
	enum occupant occupant;
	/* How well the program plays there, a word of robot/level.h; NULL: as
	 * the policy says.  Where a person holds the seat: a robot plays for
	 * that person for a while; NULL: none does. */
	char *level;
	int64_t told; /* news up to this event were sent; -1: none */
	int missed; /* deadlines, one after the other */
	int graces; /* used up */
	/* The number of the event that was made when its time was up, of which
	 * others hear when they have decided too; 0: none.  Negative: of one
	 * that its player made, after which missed counts from 0 then. */
	int64_t undisclosed;
};
const char *occupant_word(enum occupant);
void seat_row_free(struct seat_row *);

GPtrArray *store_seats(struct store *, int64_t match);
/* all but match, seat, person */
int store_seat_update(struct store *, const struct seat_row *);
/* Its person. */
int store_seat_give(struct store *, const struct seat_row *);

#endif

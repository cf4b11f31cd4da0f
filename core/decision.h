/* SPDX-License-Identifier: ISC */
/*
 * Seats, sets of seats, and one decision of a seat: plain data.  The first part
 * of what a game sees (core/game.h).
 */
#ifndef CORE_DECISION_H
#define CORE_DECISION_H

#include <stdint.h>

#define GAME_MAX_SEATS 8
#define GAME_MAX_ARGS 14
#define GAME_MAX_OPTIONS 8
#define GAME_WORD_SIZE 32 /* of an atom's word, with the final NUL */
#define SEAT_ONLOOKER (-1)
/* of views: that of a reader who may know all, when all is over */
#define SEAT_REFEREE (-2)

/* A set of seats: bit n stands for seat n, the top bit for all onlookers. */
typedef uint32_t seatset;
#define SEAT(n) ((seatset)1 << (n))
#define SEATS_ALL (~(seatset)0)

/*
 * One decision of one seat, as plain data.  verb is an index into
 * game->verbs; arg[0..n-1] are typed by verbs[verb].args; the rest is 0, so
 * that equal moves are equal bytes.
 */
struct move {
	int16_t verb;
	int16_t n;
	int16_t arg[GAME_MAX_ARGS];
};

#endif

/* SPDX-License-Identifier: ISC */
/* Seats of several matches; seats that come and go before a match begins. */
#ifndef STORE_MATCHES_SEAT_LISTS_H
#define STORE_MATCHES_SEAT_LISTS_H

#include <glib.h>
#include <stdint.h>

struct seat_row;
struct store;

/* Seats that a person holds in matches that are not over: struct seat_row *. */
GPtrArray *store_seats_of(struct store *, int64_t person);
/* Those in matches that are past and whose last letter the person did not get.
 */
GPtrArray *store_seats_owed(struct store *, int64_t person);
/* Those that no person holds in matches of that game ("": of any) that run. */
GPtrArray *store_seats_open(struct store *, const char *game);

/* A seat more, behind the others (matches.c). */
int store_seat_add(struct store *, struct seat_row *, int64_t now);
/*
 * It is nobody's any more: those behind it move up by one, with what was
 * written to and from them.  Only before the match begins.
 */
int store_seat_drop(struct store *, int64_t match, int seat);

#endif

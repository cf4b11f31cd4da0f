/* SPDX-License-Identifier: ISC */
/* Players of seats: how they come and go. */
#ifndef APP_MATCHES_SEATS_SEATS_H
#define APP_MATCHES_SEATS_SEATS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct table;
struct timer_row;

/*
 * Each of these changes tells all at the table, and the player who held the
 * seat until now; the letters are written by settle_match.
 */
/* Nobody holds it any more, for the reason that the notice (or NULL) tells
 * ({who}): it is offered to others, or played by the program at once if that is
 * agreed. */
int seat_open(struct table *, int seat, const char *why);
/* That person holds it: with new keys, its whole history and the full time.
 * args are taken over. */
int seat_give(
    struct table *, int seat, int64_t person, const char *notice, json_t *args);
/* Would the match be called off without that player, for nobody else plays but
 * robots? */
bool seat_ends_match(struct table *, int seat);
/* A seat was offered long enough: the program plays it. */
int seat_offer_over(struct table *, const struct timer_row *);

#endif

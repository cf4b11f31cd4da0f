/* SPDX-License-Identifier: ISC */
/* Mails that are for no seat. */
#ifndef APP_PLAYERS_NO_SEAT_H
#define APP_PLAYERS_NO_SEAT_H

struct handling;

/* ---- no_seat.c ---- */

/*
 * Is the mail for no seat but about sign-up, or from an onlooker, or the
 * answer to a question about such?  Then it is done (h->done).
 */
int signup_take(struct handling *);

#endif

/* SPDX-License-Identifier: ISC */
/* Mails that are reports on letters. */
#ifndef APP_PLAYERS_SENDERS_BOUNCES_H
#define APP_PLAYERS_SENDERS_BOUNCES_H

struct handling;

/*
 * bounces.c: a mail to the envelope address of a letter, or a server's report
 * on one, is taken: nothing else is done with it (h->done).
 */
int bounce_take(struct handling *);

#endif

/* SPDX-License-Identifier: ISC */
/* A mail to a seat that is believed. */
#ifndef APP_PLAYERS_SEAT_MAIL_H
#define APP_PLAYERS_SEAT_MAIL_H

struct handling;

/* id.ticket says for which seat; what it asks is done, once, and answered. */
int seat_mail(struct handling *);

#endif

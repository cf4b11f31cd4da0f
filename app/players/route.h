/* SPDX-License-Identifier: ISC */
/* What becomes of a mail. */
#ifndef APP_PLAYERS_ROUTE_H
#define APP_PLAYERS_ROUTE_H

struct handling;

/* Its row gets a state and a note; what it asks is done and answered. */
int route_mail(struct handling *);
/* It could not be handled: a known sender is told, unless that was so
 * lately. */
int route_unhandled(struct handling *);

#endif

/* SPDX-License-Identifier: ISC */
/* Mails about matches that are deleted. */
#ifndef APP_PLAYERS_DELETED_H
#define APP_PLAYERS_DELETED_H

struct handling;

/*
 * Is the mail of a known sender about a match that is deleted, and for no
 * other?  Then it is answered so and done (h->done); what it asks about
 * sign-up, and its codes, count as if it were about no match.
 */
int deleted_take(struct handling *);

#endif

/* SPDX-License-Identifier: ISC */
/* "Count me in" to a letter about a series. */
#ifndef APP_PLAYERS_READING_SERIES_YES_H
#define APP_PLAYERS_READING_SERIES_YES_H

struct handling;
struct heard;

/*
 * In answer to a letter about a series, in which the sender may take part and
 * does not yet, "yes" means "join series N", and "no" "leave series N"; what is
 * neither is nearly the first.  Else nothing is added to what the mail says.
 */
int series_yes(struct handling *, struct heard *);

#endif

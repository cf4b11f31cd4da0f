/* SPDX-License-Identifier: ISC */
/* "I'll take it" to the offer of a seat. */
#ifndef APP_PLAYERS_READING_OFFER_YES_H
#define APP_PLAYERS_READING_OFFER_YES_H

struct handling;
struct heard;

/*
 * In answer to a letter that offered the sender a seat, with the key of that
 * letter, "yes" means "take CODE"; other words ask for that line.  Else nothing
 * is added to what the mail says.
 */
int offer_yes(struct handling *, struct heard *);

#endif

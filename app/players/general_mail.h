/* SPDX-License-Identifier: ISC */
/* Mails that are about no one match. */
#ifndef APP_PLAYERS_GENERAL_MAIL_H
#define APP_PLAYERS_GENERAL_MAIL_H

#include <stdbool.h>

struct handling;

/* A mail to the answering address of a letter about several matches. */
int general_digest(struct handling *);
/* A mail that asks but whether it gets through is answered (h->done). */
int general_ping(struct handling *);
/* Does the mail hold a move of any match of its known sender? */
int general_holds_move(struct handling *, bool *holds);

#endif

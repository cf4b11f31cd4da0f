/* SPDX-License-Identifier: ISC */
/* Wishes of senders who have proved nothing, and invitations. */
#ifndef APP_PLAYERS_SIGNUP_WISH_H
#define APP_PLAYERS_SIGNUP_WISH_H

#include "app/players/questions/coded.h"

#include <glib.h>

struct handling;

/* ---- signup_wish.c: senders who have proved nothing ---- */

/* A mail from an unknown address: one letter, with a code. */
int signup_stranger(struct handling *);
/* Does the mail hold the code of a wish?  Then it is done (h->done). */
int signup_code(struct handling *);
/* Answers to what is asked of a wish. */
ask_answer wish_yes, wish_no;

/* ---- unproved.c ---- */

/* A known person's lines came without a key: they wait for a code. */
int signup_unproved(struct handling *, const GPtrArray *requests);

#endif

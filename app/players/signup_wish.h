/* SPDX-License-Identifier: ISC */
/* Wishes of senders who have proved nothing, and invitations. */
#ifndef APP_PLAYERS_SIGNUP_WISH_H
#define APP_PLAYERS_SIGNUP_WISH_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct handling;
struct home;
struct person;
struct ask_row;

/* ---- signup_wish.c: senders who have proved nothing ---- */

/* A mail from an unknown address: one letter, with a code. */
int signup_stranger(struct handling *);
/* Does the mail hold the code of a wish?  Then it is done (h->done). */
int signup_code(struct handling *);
/* It is kept, and a letter with its code goes there, to that person (or NULL);
 * no_account: it says that there is nothing to delete. */
int wish_ask(struct handling *, const struct person *, struct ask_row *,
    bool no_account);
/* Of that letter: what is wished. */
json_t *wish_context(struct home *, const struct ask_row *, const char *name);
/* A name for a person who gave none that will do; newly allocated. */
char *wish_name(const char *given, const char *address);
/* May no more new people come today? */
int wish_people_full(struct home *, bool *full);

/* ---- unproved.c ---- */

/* A known person's lines came without a key: they wait for a code. */
int signup_unproved(struct handling *, const GPtrArray *requests);

/* ---- invite.c ---- */

/* The letter of an invitation once more, to a stranger whose answer was
 * unclear. */
int signup_invite_again(struct handling *, const struct ask_row *);

#endif

/* SPDX-License-Identifier: ISC */
/* Short letters to people who proved nothing. */
#ifndef APP_PLAYERS_UNAUTHENTICATED_H
#define APP_PLAYERS_UNAUTHENTICATED_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct err;
struct handling;
struct person;

/*
 * A mail without a proof asks to leave a match that she has left already: it
 * is answered so, and done (h->done).
 */
int strangers_left(struct handling *, const GPtrArray *requests, struct err *);
/*
 * To her stored address: each time, as far as the brakes let her, if the mail
 * is hers, else at most once in six hours.  facts are taken over.
 */
int strangers_tell(struct handling *, const struct person *, const char *kind,
    json_t *facts, struct err *);
/* To an unknown address, at most once a day. */
int strangers_answer(struct handling *, struct err *);
/* The letter to one, for a reason (the key of a sentence, or NULL). */
int strangers_greet(struct handling *, const char *reason, struct err *);
/* To a known one: how it stands in her match, or a list of her matches. */
int strangers_show_view(struct handling *, struct err *);

/* How many matches wait for her; of the only one the ticket tells. */
enum waiting { WAITING_NONE, WAITING_ONE, WAITING_MANY };
int strangers_waiting(struct handling *, enum waiting *, struct err *);

/* Facts of a letter with that list; NULL with err. */
json_t *strangers_matches(struct handling *, struct err *);
/* An answer to somebody known at her stored address; without a key as seldom
 * as others.  facts are taken over. */
int strangers_reply(
    struct handling *, const char *kind, json_t *facts, struct err *);
/* A list of her matches: which one did she mean? */
int strangers_ask_which(struct handling *, struct err *);

#endif

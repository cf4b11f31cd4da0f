/* SPDX-License-Identifier: ISC */
/* Short letters to people who proved nothing. */
#ifndef APP_PLAYERS_SENDERS_UNAUTHENTICATED_H
#define APP_PLAYERS_SENDERS_UNAUTHENTICATED_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct handling;
struct person;

/* ---- unauthenticated.c ---- */

/*
 * To the person's stored address: each time, within the rate limit, if the mail
 * is that person's, else at most once in six hours.  The context is taken over.
 */
int unauthenticated_tell(struct handling *, const struct person *,
    const char *kind, json_t *context);
/* To an unknown address, at most once a day, for a reason (the key of a
 * sentence, or NULL). */
int unauthenticated_greet(struct handling *, const char *reason);

/* How many matches wait for the sender; of the only one the ticket tells. */
enum waiting { WAITING_NONE, WAITING_ONE, WAITING_MANY };
int unauthenticated_waiting(struct handling *, enum waiting *);

/* Context of a letter with that list; NULL with err. */
json_t *unauthenticated_matches(struct handling *);
/* An answer to a known sender, at the stored address; without a key as seldom
 * as others.  The context is taken over. */
int unauthenticated_reply(struct handling *, const char *kind, json_t *context);
/* A list of the sender's matches: which one was meant? */
int unauthenticated_ask_which(struct handling *);
/* May the known sender get a letter of that kind now?  The limits are those of
 * unauthenticated_tell. */
int unauthenticated_may_tell(struct handling *, const char *kind, bool *may);
/* Notes in the mail's row that it is answered.  result: what writing the answer
 * returned; ERR_CLASH is no error, for an earlier try of this mail wrote that
 * letter. */
int unauthenticated_note_answer(struct handling *, int result);
/* Answers with a letter of that kind that lists the matches of these seats
 * (struct seat_row *). */
int unauthenticated_list(
    struct handling *, const GPtrArray *seats, const char *kind);

/* ---- unauthenticated_view.c ---- */

/*
 * A mail without a proof asks to leave a match that its sender has left: it
 * is answered so, and done (h->done).
 */
int unauthenticated_left(struct handling *, const GPtrArray *requests);
/* To a known sender: how it stands in the only match, or a list of all. */
int unauthenticated_show_view(struct handling *);

#endif

/* SPDX-License-Identifier: ISC */
/* How much is answered. */
#ifndef APP_PLAYERS_SENDERS_RATE_LIMIT_H
#define APP_PLAYERS_SENDERS_RATE_LIMIT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct handling;
struct home;

/*
 * A mail of the person's; its row's says are set.  *why: for what reason there
 * is no answer, or NULL.  If the answer is the last one for some time, silent
 * says for how long.
 */
int rate_limit_person(struct handling *, const char **why);
/* The mail has changed which moves are noted, so it does not say the same. */
void rate_limit_noted(struct handling *, const char **why);
/* {"unit", "n"}, for the letter that tells of it; NULL: nothing to tell. */
json_t *rate_limit_silence(const struct handling *);
/* It is answered, by a letter of this context, which tells of a silence. */
void rate_limit_answered(struct handling *, json_t *context);
/* A mail that brings no proof: crowd says whether strangers are answered. */
int rate_limit_unproved(struct handling *);
/* That anybody wrote from the person's addresses leaves no trace. */
int rate_limit_forget(struct home *, int64_t person);
/* Was a letter of that kind queued to there less than so long ago? */
int rate_limit_lately(struct handling *, const char *address, const char *kind,
    int64_t seconds, bool *lately);
/* The row says that there is no answer; so does the log, once an hour. */
int rate_limit_suppress(struct handling *, const char *why);

#endif

/* SPDX-License-Identifier: ISC */
/* How much is answered. */
#ifndef APP_PLAYERS_RATE_LIMIT_H
#define APP_PLAYERS_RATE_LIMIT_H

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
int brakes_person(struct handling *, const char **why);
/* {"unit", "n"}, for the letter that tells of it; NULL: nothing to tell. */
json_t *brakes_silence(const struct handling *);
/* It is answered, by a letter of these facts, which tells of a silence. */
void brakes_answered(struct handling *, json_t *facts);
/* A mail that brings no proof: crowd says whether strangers are answered. */
int brakes_unproved(struct handling *);
/* That anybody wrote from the person's addresses leaves no trace. */
int brakes_forget(struct home *, int64_t person);
/* Was a letter of that kind queued to there less than so long ago? */
int brakes_lately(struct handling *, const char *address, const char *kind,
    int64_t seconds, bool *lately);
/* The row says that there is no answer; so does the log, once an hour. */
int brakes_spare(struct handling *, const char *why);

#endif

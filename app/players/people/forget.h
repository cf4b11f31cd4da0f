/* SPDX-License-Identifier: ISC */
/* A person is forgotten. */
#ifndef APP_PLAYERS_PEOPLE_FORGET_H
#define APP_PLAYERS_PEOPLE_FORGET_H

#include "app/players/reading/command.h"
#include "app/players/questions/coded.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct err;
struct handling;
struct home;

/*
 * A person (a number or an address) is forgotten: the person's matches are
 * left, all that nobody else needs is deleted.  Refused if it is the organiser,
 * or plays in a match that is not over, but with resign.  *done says what was
 * done: "id", "told", lists of matches "resigns", "leaves", "calls_off",
 * "looks_on".
 */
int person_delete(struct home *, const char *who, bool resign, int64_t now,
    json_t **done, struct err *);

/* When the last letter has left, the database is written anew. */
int forget_tick(struct home *);
/* The answer to whether that shall be; then h->gone, or the code says why
 * not. */
ask_answer forget_yes;

/* ---- forget_ask.c ---- */

/* A person asks for it: a letter with a code tells beforehand what is deleted.
 */
person_command forget_ask;
/* Does one of the requests ask for it? */
bool forget_asked(const GPtrArray *requests);
/* The same in a mail without a proof, if it asks for that (h->done). */
int forget_unproved(struct handling *, const GPtrArray *requests);

#endif

/* SPDX-License-Identifier: ISC */
/* People who want to be forgotten.  A part of private.h. */
#ifndef APP_PLAYERS_FORGET_H
#define APP_PLAYERS_FORGET_H

#include "app/players/join.h"

/* She asks for it: a letter with a code tells beforehand what is deleted. */
int forget_ask(struct signup *, const char *line, struct err *);
/* Does one of them ask for it? */
bool forget_asked(const GPtrArray *requests);
/* The same in a mail without a proof; *done: it asks for that. */
int forget_unproved(
    struct handling *, const GPtrArray *requests, bool *done, struct err *);
/* She has confirmed it; then h->gone, or *what says why not. */
int forget_confirmed(
    struct handling *, struct question_row *, const char **what, struct err *);
/* When the last letter has left, the database is written anew. */
int forget_tick(struct home *, struct err *);

#endif

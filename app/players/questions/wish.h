/* SPDX-License-Identifier: ISC */
/* Wishes that wait for a code, and the letter that asks about them. */
#ifndef APP_PLAYERS_QUESTIONS_WISH_H
#define APP_PLAYERS_QUESTIONS_WISH_H

#include <jansson.h>
#include <stdbool.h>

struct ask_row;
struct handling;
struct home;
struct person;
struct reader;

/* It is kept, and a letter with its code goes there, to that person (or NULL);
 * no_account: it says that there is nothing to delete. */
int wish_ask(struct handling *, const struct person *, struct ask_row *,
    bool no_account);
/* A person is asked about lines that came after the letter with the code, and
 * may be somebody else's. */
int wish_ask_more(const struct reader *, const struct person *, char *lines);
/* Of that letter: what is wished. */
json_t *wish_context(struct home *, const struct ask_row *, const char *name);
/* A name for a person who gave none that will do; newly allocated. */
char *wish_name(const char *given, const char *address);
/* May no more new people come today? */
int wish_people_full(struct home *, bool *full);

#endif

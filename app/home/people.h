/* SPDX-License-Identifier: ISC */
/* People, whatever they play.  A part of private.h. */
#ifndef APP_HOME_PEOPLE_H
#define APP_HOME_PEOPLE_H

#include <stdint.h>

struct err;
struct home;
struct person;

/* ---- organiser/people.c: people ---- */

/*
 * Whom "NAME <ADDRESS>" means: who has this address, else somebody new.  what
 * ("seat") is for messages; *name is hers in this match.  Behind the address
 * may stand the language of somebody new ("pl").  NULL with err.
 */
struct person *person_meant(struct home *, const char *what, const char *text,
    int64_t now, char **name, struct err *);
/* NULL with err also for one who was deleted. */
struct person *person_there(struct home *, int64_t id, struct err *);
/* Her letters go there from now on, as she has asked; all are told. */
int person_move(struct home *, int64_t person, const char *address, int64_t now,
    struct err *);

#endif

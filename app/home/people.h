/* SPDX-License-Identifier: ISC */
/* People, whatever they play.  A part of private.h. */
#ifndef APP_HOME_PEOPLE_H
#define APP_HOME_PEOPLE_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;
struct person;

/* ---- people.c ---- */

/*
 * Whom "NAME <ADDRESS>" means: who has this address, else somebody new.  what
 * ("seat") is for messages; *name is hers in this match.  Behind the address
 * may stand the language of somebody new ("pl").  NULL with err.
 */
struct person *person_meant(struct home *, const char *what, const char *text,
    int64_t now, char **name, struct err *);
/* NULL with err also for one who was deleted. */
struct person *person_there(struct home *, int64_t id, struct err *);
/* Text that goes into headers and letters: one line, not empty, not long. */
int organise_text_ok(const char *what, const char *text, struct err *);
/* The person that has the organiser's address among hers; 0: nobody. */
int looks_organiser(struct home *, int64_t *person, struct err *);
struct inbox_row;
/* Whose mail it is, or 0 if that is not known: its sender is read when it is
 * handled. */
int looks_sender(
    struct home *, const struct inbox_row *, int64_t *person, struct err *);

/* ---- letters/moved.c ---- */

/* Her letters go there from now on, as she has asked; all are told. */
int person_move(struct home *, int64_t person, const char *address, int64_t now,
    struct err *);
/* All that follows from her having another address now than that old one;
 * own: it was her own wish. */
int person_moved(struct home *, const struct person *, const char *old_address,
    bool own, int64_t now, struct err *);

#endif

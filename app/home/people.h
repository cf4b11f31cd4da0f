/* SPDX-License-Identifier: ISC */
/* People as they are known here, and as somebody names them. */
#ifndef APP_HOME_PEOPLE_H
#define APP_HOME_PEOPLE_H

#include <stdint.h>

struct err;
struct home;
struct inbox_row;
struct person;

/* ---- named.c ---- */

/*
 * Whom an organiser means by a number, an address, also in "NAME <ADDRESS>", or
 * a name, whatever its case and accents: that there is one, and no other of
 * that name.
 */
int person_named(struct home *, const char *who, int64_t *id, struct err *);
/* The same for the seat of a match, by its number, its name or its player. */
int seat_named(
    struct home *, int64_t match, const char *who, int *seat, struct err *);

/* ---- people.c ---- */

/*
 * Whom "NAME <ADDRESS>" means: the person with this address, else a new one.
 * what ("seat") is for messages; *name is the person's in this match.  Behind
 * the address may stand the language of a new person ("pl").  NULL with err.
 */
struct person *person_meant(
    struct home *, const char *what, const char *text, char **name);
/* The address of such a text, newly allocated; NULL: there is none. */
char *person_address(const char *text);
/* NULL with err also for one who was deleted. */
struct person *person_there(struct home *, int64_t id);
/* Text that goes into headers and letters: one line, not empty, not long. */
int organise_text_ok(const char *what, const char *text, struct err *);
/* The person that has the organiser's address among the person's own; 0:
 * nobody. */
int organiser_seats(struct home *, int64_t *person);
/* Whose mail it is, or 0 if that is not known: its sender is read when it is
 * handled. */
int organiser_own_sender(
    struct home *, const struct inbox_row *, int64_t *person);

#endif

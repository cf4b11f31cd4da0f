/* SPDX-License-Identifier: ISC */
/* The organiser is asked to let a person or a match in. */
#ifndef APP_PLAYERS_SIGNUP_ASK_ORGANISER_H
#define APP_PLAYERS_SIGNUP_ASK_ORGANISER_H

#include <stdint.h>

struct home;
struct person;

/* A letter to the organiser: about a new person (match 0, with the lines that
 * wait), or a match that the person made. */
int signup_ask_organiser(
    struct home *, const struct person *, int64_t match, const char *lines);

#endif

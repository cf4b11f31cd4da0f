/* SPDX-License-Identifier: ISC */
/* What asking to be forgotten and forgetting share. */
#ifndef APP_PLAYERS_PEOPLE_FORGET_INNER_H
#define APP_PLAYERS_PEOPLE_FORGET_INNER_H

#include <jansson.h>
#include <stdbool.h>

struct home;
struct person;

/* Is it the organiser, whom the home needs?  -1: the store failed. */
int forget_is_organiser(struct home *, const struct person *, bool *yes);
/* Context of a letter to the person, before it is done or after; NULL: the
 * store failed. */
json_t *forget_context(struct home *, const struct person *, bool own);

#endif

/* SPDX-License-Identifier: ISC */
/* To which person a letter is, and of which home. */
#ifndef APP_LETTERS_CONTEXT_ADDRESSED_H
#define APP_LETTERS_CONTEXT_ADDRESSED_H

#include <jansson.h>

struct home;

/* An address as people read it; null of NULL. */
json_t *context_address(const char *address);
/* Outside any match. */
json_t *context_person(struct home *, const char *name);
/* "Olga, Olga invites you": an organiser who plays is not named to herself. */
void context_to_organiser(json_t *context);

#endif

/* SPDX-License-Identifier: ISC */
/* People who take a seat over, or come back. */
#ifndef APP_LETTERS_TAKERS_H
#define APP_LETTERS_TAKERS_H

#include <stdbool.h>

struct answered;
struct home;
struct person;

/* Somebody who shows a code. */
struct coming {
	struct home *home;
	const struct person *person;
	const char *line; /* as the person wrote it */
	const struct answered *answered; /* the person's mail, or NULL */
	/* What comes of it: a word below "understood"; NULL: no such code. */
	const char *what;
	bool told; /* in a letter of the seat that answers the person */
};

/* To take a seat that was offered to that person, and one that the person left.
 */
int offers_take(struct coming *, const char *code);
int offers_back(struct coming *, const char *code);

#endif

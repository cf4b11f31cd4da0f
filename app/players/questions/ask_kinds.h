/* SPDX-License-Identifier: ISC */
/* Kinds of what people are asked, as data. */
#ifndef APP_PLAYERS_QUESTIONS_ASK_KINDS_H
#define APP_PLAYERS_QUESTIONS_ASK_KINDS_H

#include <jansson.h>
#include <stdbool.h>

struct ask_row;
struct home;

/* Looked at, of one mail: a sender of more tries them out. */
#define CODES_MAX 5

struct ask_kind {
	const char *letter; /* that asks it */
	const char *subject; /* the address in it; NULL: none */
	int a_day; /* so often a person is asked; 0: as the settings say */
	/* AGREED_...: the parties that must agree; 0: the one that has the
	 * only code. */
	int parties;
	bool personal; /* the person answers; else the address it went to */
	/* What a yes and a no come to, words below "understood"; NULL: they
	 * are answered in another way. */
	const char *yes, *no;
	bool ready; /* "count me in" says yes to it */
	bool unkeyed; /* only its code answers it, no "yes" to its letter */
};
const struct ask_kind *ask_kind_of(const struct ask_row *);

/* Is that its code, or the key of its letter? party: of the sender who shows
 * it. */
bool ask_answered(
    const struct home *, const struct ask_row *, int party, const char *text);
/* Into the context of a letter that asks it: the code, and what it is about. */
json_t *ask_context(
    const struct home *, const struct ask_row *, int party, json_t *context);

#endif

/* SPDX-License-Identifier: ISC */
/* A code that came in a mail, and the type of functions that do what it
 * answers. */
#ifndef APP_PLAYERS_QUESTIONS_CODED_H
#define APP_PLAYERS_QUESTIONS_CODED_H

struct ask_row;
struct handling;
struct request;

struct coded {
	struct handling *h;
	const struct request *request; /* that shows it */
	int party; /* that was asked: AGREED_OLD, AGREED_NEW; 0: of a wish */
	/* What it came to, a word below "understood"; NULL: to nothing. */
	const char *what;
};
/* Does what a yes or a no to that question means; codes.c has the table. */
typedef int ask_answer(struct coded *, struct ask_row *);

#endif

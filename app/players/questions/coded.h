/* SPDX-License-Identifier: ISC */
/* A code on its way, and the functions that act on its answer. */
#ifndef APP_PLAYERS_QUESTIONS_CODED_H
#define APP_PLAYERS_QUESTIONS_CODED_H

struct ask_row;
struct handling;
struct request;

/* A code on its way. */
struct coded {
	struct handling *h;
	const struct request *request; /* that shows it */
	int party; /* that was asked: AGREED_OLD, AGREED_NEW; 0: of a wish */
	/* What it came to, a word below "understood"; NULL: to nothing. */
	const char *what;
};
/* What an answer comes to; codes.c has the list. */
typedef int ask_answer(struct coded *, struct ask_row *);

#endif

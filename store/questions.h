/* SPDX-License-Identifier: ISC */
/* Questions that people are asked before they are believed. */
#ifndef STORE_QUESTIONS_H
#define STORE_QUESTIONS_H

#include <glib.h>
#include <stdint.h>

struct store;

enum question_kind {
	QUESTION_ALIAS, /* is that new address the person's? */
	QUESTION_SENDER, /* did the person write that mail? */
	QUESTION_ADDRESS, /* shall letters go there? */
	QUESTION_FORGET /* shall all about the person be deleted? */
};
#define AGREED_OLD 1 /* ADDRESS: said from a known address */
#define AGREED_NEW 2 /* and from the new one */
struct question_row {
	int64_t id;
	enum question_kind kind;
	int64_t person; /* the person asked */
	char *address; /* the one in question */
	int64_t inbox; /* the mail that led to it; 0: none */
	int64_t asked, closed; /* closed 0: it is open */
	int agreed; /* AGREED_...: from where it was confirmed */
};
void question_row_free(struct question_row *);
/* Sets id. */
int store_question_add(struct store *, struct question_row *);
/* Those that a person was asked and that are open: struct question_row *. */
GPtrArray *store_questions_open(struct store *, int64_t person);
/* Open ones whether somebody's letters shall go to that address. */
GPtrArray *store_questions_at(struct store *, const char *address);
/* When the person was last asked about that address; 0: never. */
int store_question_last(struct store *, int64_t person, enum question_kind,
    const char *address, int64_t *at);
/* How many of that kind the person was asked after since. */
int store_questions_since(struct store *, int64_t person, enum question_kind,
    int64_t since, int64_t *n);
/* closed, agreed */
int store_question_update(struct store *, const struct question_row *);
/* Those that were asked at or before that time are closed. */
int store_questions_expire(struct store *, int64_t before, int64_t now);
/* All questions to the person are closed. */
int store_questions_close(struct store *, int64_t person, int64_t now);

#endif

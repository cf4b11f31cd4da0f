/* SPDX-License-Identifier: ISC */
/* Answers to players that wait for robots. */
#ifndef APP_LETTERS_WRITING_WAITING_ANSWER_H
#define APP_LETTERS_WRITING_WAITING_ANSWER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct reader;
struct waiting_answer;

/* So long at most, in seconds: then it leaves by itself. */
#define ANSWER_WAITS 120

/* The letter of that number, which answers, says reader.reply: a newer one may
 * say it in its place. */
int answer_waits(const struct reader *, int64_t letter);
/* A letter of another kind is about to be written to the reader: the answer
 * that waits leaves before. */
int answer_leaves(const struct reader *);

/* *waits: there is an answer that the next letter to the reader can join. */
int answer_is_waiting(const struct reader *, bool *waits);

/* An answer that the next letter to its reader gives as well. */
struct joined_answer {
	struct waiting_answer *answer; /* NULL: there is none */
	json_t *reply; /* what is said of the mail, for the context */
};
/* Before the context is made: if an answer waits, the letter will be its
 * reader's answer to that mail. */
int answer_join(struct reader *, struct joined_answer *);
void answer_joined_clear(struct joined_answer *);

#endif

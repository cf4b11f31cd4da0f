/* SPDX-License-Identifier: ISC */
/* Answers to players that wait for robots, or were joined with a letter about
 * their moves that has not left: one for each seat. */
#ifndef STORE_MAILS_WAITING_ANSWERS_H
#define STORE_MAILS_WAITING_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

struct store;

struct waiting_answer {
	int64_t match;
	int seat;
	int64_t outbox; /* the letter: it leaves by itself when it is due */
	char *reply; /* what it says of the mail, JSON */
	/* Read only: */
	int64_t person; /* to whom it goes */
	int64_t inbox; /* the mail that it answers... */
	char *message_id; /* ...and the id of that */
};
void waiting_answer_free(struct waiting_answer *);
/* In the place of the one of that seat. */
int store_waiting_answer_set(struct store *, const struct waiting_answer *);
/* The one of that seat; NULL if there is none (err untouched: code 0) or on an
 * error. It may have left. */
struct waiting_answer *store_waiting_answer(
    struct store *, int64_t match, int seat);
/* *waits: a newer letter may still answer the mail in its place. */
int store_waiting_answer_waits(
    struct store *, const struct waiting_answer *, bool *waits);
/* It waits no longer: its letter leaves now, if it has not yet. */
int store_waiting_answer_leaves(struct store *, const struct waiting_answer *);
/* The same of all of a match; what has left is no matter. */
int store_waiting_answers_leave(struct store *, int64_t match);
/*
 * It waits no longer: a newer letter will answer the mail, and this one is now
 * one that the newer letter replaces (outbox_reader.h).  *joined: unless it may
 * have left.
 */
int store_waiting_answer_join(
    struct store *, const struct waiting_answer *, bool *joined);

#endif

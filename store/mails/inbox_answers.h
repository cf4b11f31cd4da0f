/* SPDX-License-Identifier: ISC */
/* Mails that came before: the same one, and how many were answered. */
#ifndef STORE_MAILS_INBOX_ANSWERS_H
#define STORE_MAILS_INBOX_ANSWERS_H

#include <stdint.h>

struct inbox_row;
struct store;

/* ---- inbox.c ---- */

/*
 * Another row, earlier or later, that was done: for the same seat, of the
 * same sender and with the same Message-ID; NULL if none (never one for ""),
 * without raw.  Compare sha to see whether it is the same mail: one that is
 * comes before any that is not.
 */
struct inbox_row *store_inbox_twin(struct store *, const struct inbox_row *);

/* ---- inbox_answers.c ---- */

/* How many mails of a person, from all addresses of the person, were handled
 * after since and answered, and when the first of these was.  None counts that
 * was handled after now: the clock was ahead then. */
struct inbox_answered {
	int64_t since;
	int64_t n, first;
};
enum { INBOX_ANSWERED_ALL = 2, INBOX_ANSWERED_LIKE = 3 };
struct inbox_answers {
	int64_t now;
	struct inbox_answered all[INBOX_ANSWERED_ALL];
	/* only those for a row's seat which say what it says */
	struct inbox_answered like[INBOX_ANSWERED_LIKE];
};
int store_inbox_answered(struct store *, const struct inbox_row *,
    int64_t person, struct inbox_answers *);
int store_inbox_answered_like(struct store *, const struct inbox_row *,
    int64_t person, int64_t now, struct inbox_answered *);
/* When, after since, a mail of the person was last done that did not say that;
 * 0: never. */
int store_inbox_other(struct store *, const struct inbox_row *, int64_t person,
    int64_t since, int64_t now, int64_t *at);
/* How many mails handled after since went without an answer for their number:
 * 0 or, if there are any, 1. */
int store_inbox_suppressed(
    struct store *, int64_t since, int64_t now, int64_t *n);

#endif

/* SPDX-License-Identifier: ISC */
/* Letters that do not reach their reader. */
#ifndef APP_LETTERS_REACH_H
#define APP_LETTERS_REACH_H

#include <stdbool.h>
#include <stdint.h>

struct bounce_row;
struct home;
struct outbox_row;
struct person;

/*
 * That letter came back, or a server refused it for good: the row says how and
 * when.  Its code is an enhanced status code ("5.1.1", RFC 3463; "5.0.0" if
 * none was given).
 */
int bounce_note(struct home *, const struct outbox_row *, struct bounce_row *);
/*
 * The person answers, or the organiser gave the person's address again: what
 * came back counts no more.  If no letter got there before, the person's tables
 * are told by that notice, and the person gets what was missed; but not of the
 * match, if any, whose letter the caller writes.
 */
int bounce_reached(
    struct home *, const struct person *, const char *notice, int64_t match);
/* The same when the person's letters go to another address now, which the
 * tables are told otherwise. */
int bounce_moved(struct home *, const struct person *);
/* Will no letter to that reader fare better (RFC 3463, 3.2; RFC 7505)? */
bool reach_is_final(const char *code);
/* A line of the log about that letter. */
void reach_log(const struct outbox_row *, const char *what, const char *code);
/*
 * The organiser gives that address ("NAME <ADDRESS>", a language may stand
 * behind): if no letter got through to it, it is tried again.
 */
int reach_given(struct home *, const char *text);

#endif

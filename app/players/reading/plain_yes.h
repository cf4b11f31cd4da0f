/* SPDX-License-Identifier: ISC */
/* Plain answers to questions: "Yes, it was me." */
#ifndef APP_PLAYERS_READING_PLAIN_YES_H
#define APP_PLAYERS_READING_PLAIN_YES_H

#include "parse/request.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct handling;
struct heard;
struct table;
struct ticket;

/* Instead of a code, if more stands beside a yes or no. */
#define REPLY_UNSURE ""
/* Is it an answer to a letter about no match?  Then *ticket holds its key. */
bool replies_ticket(const struct handling *, struct ticket *);
/* Does the mail say yes or no to the letter of a question? */
bool replies_given(struct handling *);
/*
 * All requests of the mail that may answer a question: its own, codes that
 * others wrote, and (heard.said) YES, NO, or, for "count me in", READY, with
 * the key of that letter for a code (or REPLY_UNSURE).  A list to be freed.
 */
GPtrArray *replies_all(struct handling *);
/* What the mail says besides talk: YES, NO, or READY, and the *line that says
 * so; TALK if it says neither, or more. */
enum request_kind replies_said(
    struct handling *, const struct heard *, const char **line);
/* In answer to an invitation it means "ready", or is a near miss. */
void replies_ready(struct handling *, struct heard *);
/* Before a match begins, a line of talk that is more than a greeting may be a
 * yes in other words: then the letter of the match says how to take part. */
bool replies_unread(
    struct handling *, struct table *, const GPtrArray *requests);
/* While a vote of that match is open it is nearly a ballot. */
int replies_vote(struct handling *, struct heard *, int64_t match);

#endif

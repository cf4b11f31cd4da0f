/* SPDX-License-Identifier: ISC */
/* What codes came to, in the reply to the other lines of their mail. */
#ifndef APP_PLAYERS_CODES_REPLY_H
#define APP_PLAYERS_CODES_REPLY_H

#include <glib.h>
#include <stdbool.h>

struct handling;
struct reply;
struct request;

/* One that a line for a seat can show, too, is done with the other lines if
 * the mail is obeyed. */
bool codes_counts(const struct request *, bool obeyed);
/* It counts for nothing, for the reason of that sentence. */
void codes_note_nothing(
    struct reply *, const struct request *, const char *hint);
/* What came of those among the requests, into the reply to all. */
void codes_reply(struct handling *, const GPtrArray *requests, struct reply *);

#endif

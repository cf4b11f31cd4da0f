/* SPDX-License-Identifier: ISC */
/* What codes came to, in the reply to the other lines of their mail. */
#ifndef APP_PLAYERS_CODES_REPLY_H
#define APP_PLAYERS_CODES_REPLY_H

#include <glib.h>
#include <stdbool.h>

struct handling;
struct reply;
struct request;

/* Is the request a code that codes.c answers?  "Take" and "return", which can
 * also be said in a mail to a seat, are left to the commands of that mail if it
 * is obeyed. */
bool codes_is_own(const struct request *, bool obeyed);
/* The reply says that the code counts for nothing, and the hint says why. */
void codes_note_nothing(
    struct reply *, const struct request *, const char *hint);
/* What came of those among the requests, into the reply to all. */
void codes_reply(struct handling *, const GPtrArray *requests, struct reply *);

#endif

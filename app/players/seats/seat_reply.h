/* SPDX-License-Identifier: ISC */
/* The reply to a mail to a seat. */
#ifndef APP_PLAYERS_SEATS_SEAT_REPLY_H
#define APP_PLAYERS_SEATS_SEAT_REPLY_H

#include <jansson.h>

struct reader;
struct reply;

/* The reply goes into the context of the letter that answers. */
void seat_reply_context(struct reply *, const struct reader *, json_t *context);

#endif

/* SPDX-License-Identifier: ISC */
/* What a mail says to others at its table. */
#ifndef APP_MATCHES_MOVES_TALK_SAID_H
#define APP_MATCHES_MOVES_TALK_SAID_H

#include <jansson.h>

struct onlooker_row;
struct request;
struct table;
struct tryout;

/* Lines of a seat's mail. */
int talk_say(struct tryout *, const struct request *);
int talk_mute(struct tryout *, const struct request *);
int talk_unmute(struct tryout *, const struct request *);
/* Arguments of the sentences that say why not. */
json_t *talk_context(const struct request *);
/*
 * The same of an onlooker: *why is the key of a sentence that says why not, or
 * NULL.
 */
int talk_onlooker(struct table *, const struct onlooker_row *,
    const struct request *, const char **why);

#endif

/* SPDX-License-Identifier: ISC */
/* What a seat's mail asks, done. */
#ifndef APP_PLAYERS_COMMANDS_H
#define APP_PLAYERS_COMMANDS_H

#include <glib.h>
#include <jansson.h>
#include <stdint.h>

struct answer;
struct err;
struct reader;
struct table;

/*
 * Do them.  turn: the number of the log to which the list belongs that a
 * numbered answer means; -1 if unknown.
 */
int requests_do(struct table *, int seat, const GPtrArray *requests,
    int64_t turn, int64_t inbox, int64_t now, struct answer *, struct err *);
/* Into the facts of the letter that answers. */
void answer_facts(struct answer *, const struct reader *, json_t *facts);

#endif

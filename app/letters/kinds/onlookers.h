/* SPDX-License-Identifier: ISC */
/* Letters to onlookers. */
#ifndef APP_LETTERS_KINDS_ONLOOKERS_H
#define APP_LETTERS_KINDS_ONLOOKERS_H

#include <jansson.h>
#include "app/matches/table/reader.h"

struct due_kind;
struct home;
struct person;
struct table;

/* After a change: when the next letters are due; at the end the last ones. */
int watch_settle(struct table *);
extern const struct due_kind due_onlookers; /* home/due.h: their letters */
/*
 * Context of the letter to an onlooker whose mail is for no seat; *context is
 * NULL if that person is no onlooker and the mail must have meant something
 * else.
 */
int watch_answer(struct home *, const struct person *, json_t **context);
/* A letter of that kind to an onlooker, and what it tells is told; extra
 * context (or NULL) is taken over. */
int watch_write(struct reader, const char *kind, json_t *extra);
/* How it stands, to an onlooker who asks: extra context (or NULL) is taken
 * over. */
int watch_show(const struct reader *, json_t *extra);

#endif

/* SPDX-License-Identifier: ISC */
/* Letters to onlookers. */
#ifndef APP_LETTERS_ONLOOKERS_H
#define APP_LETTERS_ONLOOKERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct due_kind;
struct err;
struct home;
struct onlooker_row;
struct person;
struct reader;
struct table;

/*
 * "NAME <ADDRESS>" looks on at a match from now on, or (an address or a
 * person's number) no longer; everybody is told.  *person is who it is.
 */
int match_watch(struct home *, int64_t id, const char *who, int64_t now,
    int64_t *person, struct err *);
int match_unwatch(struct home *, int64_t id, const char *who, int64_t now,
    int64_t *person, struct err *);
/* After a change: when the next letters are due; at the end the last ones. */
int watch_settle(struct table *);
extern const struct due_kind due_onlookers; /* home/due.h: their letters */
/* Her letters go elsewhere now: players and she are told. */
int watch_moved(struct home *, int64_t person, const char *notice);
/*
 * Context of the letter to an onlooker whose mail is for no seat; *context is
 * NULL if she is no onlooker and the mail must have meant something else.
 */
int watch_answer(struct home *, const struct person *, json_t **context);
/* She (person, name, since) looks on from then on, as she (own) or the
 * organiser wants; *why: the key of a sentence why she cannot, or NULL. */
int watch_begin(
    struct table *, struct onlooker_row *, bool own, const char **why);
/* No longer; reader_onlooker says who. */
int watch_end(struct reader *, bool own);
/* How it stands, to an onlooker who asks: extra context (or NULL) is taken
 * over. */
int watch_show(const struct reader *, json_t *extra);

#endif

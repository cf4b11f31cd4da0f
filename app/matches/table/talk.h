/* SPDX-License-Identifier: ISC */
/* What people say to each other. */
#ifndef APP_MATCHES_TABLE_TALK_H
#define APP_MATCHES_TABLE_TALK_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct reader;
struct table;
struct talk_row;
struct timer_row;

/* Into a table, whose reports it joins, and out of one. */
int talk_load(struct table *);
void talk_free(struct table *);
/*
 * Numbers as the letters tell them: private talk takes one in the log, too, and
 * nobody else may see that.  And back, from a letter's: the last that it means.
 */
int64_t talk_open_number(const struct table *, int64_t n);
int64_t talk_full_number(const struct table *, int64_t open);
/* Is it new to that seat, which does not hear itself? */
bool talk_is_news(struct table *, const struct talk_row *, int seat);
/* As that seat (or SEAT_ONLOOKER) is told; NULL: it is not.  Newly allocated.
 */
char *talk_sentence(const struct reader *, const struct talk_row *);
/* It is said: the row, which is the table's from then on, is stored and passed
 * on, or waits for its hour. */
int talk_add(struct table *, struct talk_row *);
/* What was said without a name is told now; after the end at once. */
int talk_due(struct table *, const struct timer_row *);
int talk_settle(struct table *);
/* [{"n", "at", "says"}...]; reveal: what was said in private, too. */
json_t *talk_json(const struct reader *, bool reveal);

#endif

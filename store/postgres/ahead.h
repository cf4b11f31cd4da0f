/* SPDX-License-Identifier: ISC */
/*
 * Code that asks one thing about a match, a seat or a person asks for more
 * soon: so what takes the same values is read in the same journey, if it was of
 * use before.  And what several mails are going to ask is sent for all of them
 * together (store_ahead).
 */
#ifndef STORE_POSTGRES_AHEAD_H
#define STORE_POSTGRES_AHEAD_H

#include <stdbool.h>
#include <stddef.h>

/* Along with another statement, or by store_ahead. */
enum postgres_ahead_way { POSTGRES_ALONG, POSTGRES_TOGETHER };
enum {
	POSTGRES_AHEAD_WAYS = POSTGRES_TOGETHER + 1,
	POSTGRES_AHEAD_MAX = 9 /* values that such a statement takes */
};

struct postgres_statement;
struct store;
struct store_value;

/* It is going to be read: sends what may be wanted next, too. */
int postgres_read_ahead(struct store *, struct postgres_statement *);
/* store_ahead, and store_ahead_of_reader; store_ahead_push and store_ahead_end
 * are postgres_push_ahead and postgres_gather_ahead (pipeline.h). */
int postgres_send_ahead_of(
    struct store *, const struct store_value *, size_t n, bool of_reader);

#endif

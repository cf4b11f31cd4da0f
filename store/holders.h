/* SPDX-License-Identifier: ISC */
/* People who held seats, from when to when. */
#ifndef STORE_HOLDERS_H
#define STORE_HOLDERS_H

#include <glib.h>
#include <stdint.h>

struct store;

/* A person who held a seat, from when to when. */
struct holder_row {
	int64_t id, match;
	int seat;
	int64_t person;
	char *name; /* in this match */
	int64_t since, until; /* until 0: the person still does */
	/* The event after which the person came; -1: from the beginning. */
	int64_t after;
};
void holder_row_free(struct holder_row *);
/* Sets id. */
int store_holder_add(struct store *, struct holder_row *);
/* The holder of the seat holds it no longer; fine if nobody does. */
int store_holder_leave(struct store *, int64_t match, int seat, int64_t now);
/* Of a match, in the order in which they came: struct holder_row *. */
GPtrArray *store_holders(struct store *, int64_t match);
/* Of a person in a match, the same. */
GPtrArray *store_holders_of(struct store *, int64_t person, int64_t match);
/* Of all that a person left, in matches that are not over. */
GPtrArray *store_holders_left(struct store *, int64_t person);
/* The match in which somebody sat down last; 0: in none. */
int store_holder_last(struct store *, int64_t person, int64_t *match);

#endif

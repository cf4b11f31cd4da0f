/* SPDX-License-Identifier: ISC */
/* People who held seats, from when to when. */
#ifndef STORE_MATCHES_TENURES_H
#define STORE_MATCHES_TENURES_H

#include <glib.h>
#include <stdint.h>

struct store;

/* A person who held a seat, from when to when. */
struct tenure_row {
	int64_t id, match;
	int seat;
	int64_t person;
	char *name; /* in this match */
	int64_t since, until; /* until 0: the person still does */
	/* The event after which the person came; -1: from the beginning. */
	int64_t after;
};
void tenure_row_free(struct tenure_row *);
/* Sets id. */
int store_tenure_add(struct store *, struct tenure_row *);
/* The holder of the seat holds it no longer; fine if nobody does. */
int store_tenure_leave(struct store *, int64_t match, int seat, int64_t now);
/* Of a match, in the order in which they came: struct tenure_row *. */
GPtrArray *store_tenures(struct store *, int64_t match);
/* Of a person in a match, the same. */
GPtrArray *store_tenures_of(struct store *, int64_t person, int64_t match);
/* Of all that a person left, in matches that are not over. */
GPtrArray *store_tenures_left(struct store *, int64_t person);
/* The match in which somebody sat down last; 0: in none. */
int store_tenure_last(struct store *, int64_t person, int64_t *match);

#endif

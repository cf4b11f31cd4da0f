/* SPDX-License-Identifier: ISC */
/* What seats have sent but what was not made yet. */
#ifndef STORE_MATCHES_PLANS_H
#define STORE_MATCHES_PLANS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* What a seat wants done when it is asked. */
struct plan_row {
	int64_t match;
	int seat;
	int64_t inbox; /* the mail that asked for it; 0: none */
	int64_t after; /* the number of the event it follows */
	char *steps; /* JSON: a list */
	char *expects; /* JSON: a list, or NULL */
	bool held; /* not before the deadline */
	char *stopped; /* JSON: what was dropped and why, or NULL */
};
void plan_row_free(struct plan_row *);
/* In the place of what is there for the seat. */
int store_plan_set(struct store *, const struct plan_row *);
/* All well if there is none. */
int store_plan_drop(struct store *, int64_t match, int seat);
/* GPtrArray of struct plan_row *, by seat; NULL on error */
GPtrArray *store_plans(struct store *, int64_t match);

/* Moves that a seat has sent and can still change. */
struct order_row {
	int64_t match;
	int seat;
	int64_t inbox; /* the mail that asked for them; 0: none */
	char *moves; /* JSON: a list */
	bool held; /* not before the deadline */
};
void order_row_free(struct order_row *);
/* The same for these. */
int store_order_set(struct store *, const struct order_row *);
int store_order_drop(struct store *, int64_t match, int seat);
GPtrArray *store_orders(struct store *, int64_t match);

#endif

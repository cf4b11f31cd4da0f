/* SPDX-License-Identifier: ISC */
/* People who would take over a seat, and seats that are offered to them. */
#ifndef STORE_MATCHES_SUBSTITUTES_H
#define STORE_MATCHES_SUBSTITUTES_H

#include <glib.h>
#include <stdint.h>

struct store;

/* The person would take over a seat of that game, or ("") of any. */
int store_substitute_set(
    struct store *, int64_t person, const char *game, int64_t now);
/* The person would take over none any more; fine if it was so. */
int store_substitute_drop(struct store *, int64_t person);
/* Of which games the person would: char *. */
GPtrArray *store_substitute_of(struct store *, int64_t person);
/* People who would, the first to say so at the front: GArray of int64_t. */
GArray *store_substitutes(struct store *, const char *game);

/* A seat was offered to a person. */
struct offer_row {
	int64_t id, match;
	int seat;
	int epoch; /* of the seat: another one, and it is free no longer */
	int64_t person, at;
	int64_t due; /* the person is away, and asked then; 0: was asked, or is
			not away */
};
/* Sets id. */
int store_offer_add(struct store *, struct offer_row *);
/* What the person was offered, the newest first, at most max: struct offer_row
 * *. */
GPtrArray *store_offers(struct store *, int64_t person, int max);
/* due, anew. */
int store_offer_later(struct store *, int64_t id, int64_t due);
/* Those to be made at or before now: struct offer_row *. */
GPtrArray *store_offers_due(struct store *, int64_t now);
/* The person is back: the person's offers are due now. */
int store_offers_hurry(struct store *, int64_t person, int64_t now);

#endif

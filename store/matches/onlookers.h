/* SPDX-License-Identifier: ISC */
/* Onlookers of matches. */
#ifndef STORE_MATCHES_ONLOOKERS_H
#define STORE_MATCHES_ONLOOKERS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* A person who looks on at a match without a seat. */
struct onlooker_row {
	int64_t match, person;
	char *name; /* in this match: fixed when the onlooker is added */
	int64_t since;
	int64_t told; /* news up to this event were written */
	int64_t written; /* when the last letter was */
	int64_t due; /* when the next one is; 0: there is nothing new */
	bool closed; /* it was the last one */
};
void onlooker_row_free(struct onlooker_row *);
/* ERR_CLASH if the person looks on there already. */
int store_onlooker_add(struct store *, const struct onlooker_row *);
/* NULL if the person does not look on (err untouched: code 0) or on an error.
 */
struct onlooker_row *store_onlooker(
    struct store *, int64_t match, int64_t person);
/* Onlookers of a match, the first comers at the front: struct onlooker_row *.
 */
GPtrArray *store_onlookers(struct store *, int64_t match);
/* At what a person looks on or did, the newest match at the front. */
GPtrArray *store_onlookers_of(struct store *, int64_t person);
/* Onlookers whose letter is due at or before now, earliest first. */
GPtrArray *store_onlookers_due(struct store *, int64_t now);
/* told, written, due, closed */
int store_onlooker_update(struct store *, const struct onlooker_row *);
/* ERR_MISSING if the person does not look on there. */
int store_onlooker_drop(struct store *, int64_t match, int64_t person);

#endif

/* SPDX-License-Identifier: ISC */
/* When clocks stood still. */
#ifndef STORE_MATCHES_STOPS_H
#define STORE_MATCHES_STOPS_H

#include <glib.h>
#include <stdint.h>

struct store;

/* When clocks stood still. */
struct stop_row {
	int64_t id;
	int64_t match; /* 0: of the whole home, which was down */
	int64_t since, until; /* until 0: they still do */
};
/* Sets the id. */
int store_stop_add(struct store *, struct stop_row *);
/* since and until */
int store_stop_update(struct store *, const struct stop_row *);
/* What of them lies behind now is left out. */
int store_stops_back(struct store *, int64_t now);
/*
 * Of a match, and of the home (those of the home alone if it is 0), that are
 * not over by after: GArray of struct stop_row.
 */
GArray *store_stops(struct store *, int64_t match, int64_t after);

#endif

/* SPDX-License-Identifier: ISC */
/* Letters that wait, where several workers hand them over. */
#ifndef STORE_MAILS_OUTBOX_LANES_H
#define STORE_MAILS_OUTBOX_LANES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct outbox_row;
struct store;

struct outbox_lane {
	int64_t id;
	char *address;
	bool sending; /* somebody is handing it over, or was */
};
void outbox_lane_free(struct outbox_lane *);

/* Those that are due or are being handed over, oldest first: struct outbox_lane
 * *; at most max. */
GPtrArray *store_outbox_lanes(struct store *, int64_t now, int max);
/* As store_outbox_recover, of those n ids. */
int store_outbox_recover_these(struct store *, const int64_t *ids, guint n);
/*
 * The rows of those n ids that are due, with raw, oldest first. Nobody
 * else changes them before the transaction ends; those that somebody changes
 * just now are left out.
 */
GPtrArray *store_outbox_these(
    struct store *, const int64_t *ids, guint n, int64_t now);
/* Those of these ids that are due or are being handed over, also if somebody
 * changes them just now: struct outbox_lane *, oldest first. */
GPtrArray *store_outbox_still(
    struct store *, const int64_t *ids, guint n, int64_t now);

#endif

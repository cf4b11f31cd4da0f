/* SPDX-License-Identifier: ISC */
#include "app/transport/letter_lanes.h"

#include "app/home/home.h"
#include "store/claims.h"
#include "store/mails/outbox.h"
#include "store/mails/outbox_lanes.h"
#include "store/transaction.h"

#define LOOKS 1024 /* letters that are looked at */
#define TRIES 128 /* addresses that are claimed at once */
#define STALE_MAX 8 /* batches of which others had all, one behind another */

/* A hash, for an address may hold what is no line. */
static char *
lane_of(const char *address)
{
	g_autofree char *folded = g_ascii_strdown(address, -1);

	return g_strdup_printf("to %08x", g_str_hash(folded));
}

/* name -> the letters of that lane, as places in rows; names in order */
static GHashTable *
sort_by_lane(const GPtrArray *rows, GPtrArray *names)
{
	GHashTable *lanes = g_hash_table_new_full(
	    g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);

	for (guint i = 0; i < rows->len; i++) {
		const struct outbox_lane *row = rows->pdata[i];
		char *name = lane_of(row->address);
		GArray *lane = g_hash_table_lookup(lanes, name);

		if (lane != NULL)
			g_free(name);
		else {
			lane = g_array_new(FALSE, FALSE, sizeof(guint));
			g_ptr_array_add(names, name);
			g_hash_table_insert(lanes, name, lane);
		}
		g_array_append_val(lane, i);
	}
	return lanes;
}

static int
by_id(gconstpointer a, gconstpointer b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* ids: of letters in lanes that are claimed, which another worker was handing
 * over when they were listed: it has died, or is through with them. */
static int
recover(struct home *home, const GArray *ids)
{
	int r;

	if (ids->len == 0)
		return 0;
	store_narrow(home->store, 0);
	IN_TRANSACTION(home->store, r,
	    store_outbox_recover_these(
		home->store, &g_array_index(ids, int64_t, 0), ids->len));
	store_wide(home->store);
	return r;
}

/* sending: those of its letters that were being handed over, too. */
static void
take_lane(const GPtrArray *rows, const GArray *lane, struct letter_batch *batch,
    GArray *sending)
{
	for (guint i = 0; i < lane->len; i++) {
		const struct outbox_lane *row =
		    rows->pdata[g_array_index(lane, guint, i)];

		if (row->sending)
			g_array_append_val(sending, row->id);
		g_array_append_val(batch->ids, row->id);
	}
}

static int
claim_lanes(struct home *home, const GPtrArray *rows, GPtrArray *names,
    GHashTable *lanes, guint max, struct letter_batch *batch)
{
	g_autoptr(GArray) sending = g_array_new(FALSE, FALSE, sizeof(int64_t));

	for (guint from = 0; from < names->len && batch->ids->len < max;
	     from += TRIES) {
		const guint n = MIN(names->len - from, TRIES);
		g_autoptr(GPtrArray) some = g_ptr_array_new();
		g_autoptr(GPtrArray) surplus = g_ptr_array_new();
		bool got[TRIES];

		for (guint i = 0; i < n; i++)
			g_ptr_array_add(some, names->pdata[from + i]);
		if (store_claim(home->store, some, got) == -1)
			return -1;
		for (guint i = 0; i < n; i++) {
			const GArray *lane =
			    g_hash_table_lookup(lanes, some->pdata[i]);

			if (got[i] && batch->ids->len >= max) {
				g_ptr_array_add(surplus, some->pdata[i]);
				continue;
			}
			if (!got[i])
				continue;
			g_ptr_array_add(
			    batch->claims, g_strdup(some->pdata[i]));
			take_lane(rows, lane, batch, sending);
		}
		store_unclaim(home->store, surplus);
	}
	return recover(home, sending);
}

int
letters_claim(
    struct home *home, int64_t now, guint max, struct letter_batch *batch)
{
	g_autoptr(GPtrArray) rows = store_outbox_lanes(home->store, now, LOOKS);
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	g_autoptr(GHashTable) lanes = NULL;

	*batch = (struct letter_batch){
		.ids = g_array_new(FALSE, FALSE, sizeof(int64_t)),
		.claims = g_ptr_array_new_with_free_func(g_free),
		.held = g_hash_table_new_full(
		    g_str_hash, g_str_equal, g_free, NULL),
	};
	if (rows == NULL)
		return -1;
	lanes = sort_by_lane(rows, names);
	if (claim_lanes(home, rows, names, lanes, max, batch) == -1)
		return -1;
	g_array_sort(batch->ids, by_id);
	return 0;
}

void
letters_give_back(struct home *home, struct letter_batch *batch)
{
	store_unclaim(home->store, batch->claims);
	g_array_unref(batch->ids);
	g_ptr_array_unref(batch->claims);
	g_hash_table_unref(batch->held);
}

/* What others hand over meanwhile makes a list old, and more so the farther the
 * server is away.  A letter that never can leave must not keep a worker. */
bool
letters_go_on(const struct letter_batch *batch, bool any, int *stale)
{
	*stale = any ? 0 : *stale + 1;
	return batch->ids->len > 0 && *stale < STALE_MAX;
}

/* ---- letters that may leave ---- */

/* The letter of that number, which may come at that place or behind it. */
static bool
is_at(const GPtrArray *rows, guint *at, int64_t id)
{
	const struct outbox_row *row;

	while (*at < rows->len) {
		row = rows->pdata[*at];
		if (row->id >= id)
			return row->id == id;
		++*at;
	}
	return false;
}

/* Those that were asked for and not got, though they are due, are just being
 * replaced, or their worker died after they were listed; if they are not
 * replaced in the end, they leave before what came later. */
static void
hold(const struct letter_batch *batch, const GPtrArray *due, GPtrArray *rows)
{
	guint at = 0;

	for (guint i = 0; i < due->len; i++) {
		const struct outbox_lane *lane = due->pdata[i];
		char *name = lane_of(lane->address);
		const bool got = is_at(rows, &at, lane->id);

		if (got && g_hash_table_contains(batch->held, name))
			g_ptr_array_remove_index(rows, at);
		if (got)
			g_free(name);
		else
			g_hash_table_add(batch->held, name);
	}
}

GPtrArray *
letters_take(
    struct home *home, const struct letter_batch *batch, guint from, guint n)
{
	const int64_t *ids = &g_array_index(batch->ids, int64_t, from);
	GPtrArray *rows = store_outbox_these(home->store, ids, n, home->now);
	g_autoptr(GPtrArray) due = NULL;

	if (rows == NULL ||
	    (rows->len == n && g_hash_table_size(batch->held) == 0))
		return rows;
	due = store_outbox_still(home->store, ids, n, home->now);
	if (due == NULL)
		g_clear_pointer(&rows, g_ptr_array_unref);
	else
		hold(batch, due, rows);
	return rows;
}

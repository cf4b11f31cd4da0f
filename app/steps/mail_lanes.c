/* SPDX-License-Identifier: ISC */
/*
 * The lanes of mails that wait are read from their headers and kept as long as
 * they wait.  A worker goes through all of them in order and claims the lanes
 * of the first that it can have; a mail that it cannot have blocks both of its
 * lanes for all that came later.  The list may be old by the time of a claim;
 * so each mail is looked at again behind it, and one that came earlier in its
 * lane was in the list, for a lane's mails become rows in order.
 */
#include "app/steps/mail_lanes.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "base/err.h"
#include "mail/incoming/read.h"
#include "mail/tags.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "store/claims.h"
#include "store/inbox.h"
#include "store/inbox_lists.h"

#define LOOKS 512 /* mails that are looked at */
#define BATCH 24 /* that are claimed at once */
#define AT_ONCE 32 /* that are read at once */
#define BYTES_MAX ((size_t)16 << 10) /* of one that are kept until then */

struct lane {
	char *sender, *match; /* as claims; match NULL: none */
	bool wide;
	GBytes *raw; /* the mail's, if they are few; or NULL */
};

static void
lane_free(void *data)
{
	struct lane *lane = data;

	g_free(lane->sender);
	g_free(lane->match);
	g_bytes_unref(lane->raw);
	g_free(lane);
}

/* ---- lanes ---- */

/* By its address, by the letter that it answers, or by its subject; 0: none
 * that is told there. */
static int64_t
match_of(const struct config *config, const struct letter *letter)
{
	g_autoptr(GArray) tags = NULL;
	struct ticket ticket;

	for (guint i = 0; i < letter->recipients->len; i++)
		if (ticket_from_address(letter->recipients->pdata[i],
			config->address, config->delimiter, &ticket))
			return ticket.match;
	for (guint i = 0; i < letter->references->len; i++)
		if (ticket_from_message_id(
			letter->references->pdata[i], config->address, &ticket))
			return ticket.match;
	tags = tags_of_subject(letter->subject);
	return tags->len > 0 ? g_array_index(tags, struct tag, 0).match : 0;
}

static struct lane *
lane_of(struct home *home, struct inbox_row *row)
{
	struct letter *letter;
	struct lane *lane;
	int64_t match;

	if (letter_open(row->raw, home->err) == -1)
		return NULL;
	/* its headers alone */
	letter = letter_read(row->raw, true, home->config->address, NULL);
	match = match_of(home->config, letter);
	lane = g_new0(struct lane, 1);
	/* a sender's address may hold what is no line */
	lane->sender = g_strdup_printf("sender %08x", g_str_hash(letter->from));
	lane->match = match == 0 ? NULL : claim_of_match(match);
	lane->wide = match == 0;
	if (g_bytes_get_size(row->raw) <= BYTES_MAX)
		lane->raw = g_bytes_ref(row->raw);
	letter_free(letter);
	return lane;
}

static void
lanes_forget(struct home *home)
{
	g_clear_pointer(&home->lanes, g_hash_table_unref);
}

static int
read_some(struct home *home, const int64_t *ids, guint n, GHashTable *lanes)
{
	g_autoptr(GPtrArray) rows = store_inbox_these(home->store, ids, n);

	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		struct inbox_row *row = rows->pdata[i];
		struct lane *lane = lane_of(home, row);

		if (lane == NULL)
			return -1;
		g_hash_table_insert(
		    lanes, g_memdup2(&row->id, sizeof(row->id)), lane);
	}
	return 0;
}

/* Those of the mails that wait; what was known of others goes. */
static int
read_lanes(struct home *home, const GArray *ids)
{
	GHashTable *fresh = g_hash_table_new_full(
	    g_int64_hash, g_int64_equal, g_free, lane_free);
	g_autoptr(GArray) unknown = g_array_new(FALSE, FALSE, sizeof(int64_t));
	int r = 0;

	home_on_close(home, lanes_forget);
	for (guint i = 0; i < ids->len; i++) {
		const int64_t id = g_array_index(ids, int64_t, i);
		void *key = NULL, *lane = NULL;

		if (home->lanes != NULL &&
		    g_hash_table_steal_extended(home->lanes, &id, &key, &lane))
			g_hash_table_insert(fresh, key, lane);
		else
			g_array_append_val(unknown, id);
	}
	for (guint i = 0; i < unknown->len && r == 0; i += AT_ONCE)
		r = read_some(home, &g_array_index(unknown, int64_t, i),
		    MIN(unknown->len - i, AT_ONCE), fresh);
	lanes_forget(home);
	home->lanes = fresh;
	return r;
}

GBytes *
mail_bytes(const struct home *home, int64_t id)
{
	const struct lane *lane =
	    home->lanes == NULL ? NULL : g_hash_table_lookup(home->lanes, &id);

	return lane == NULL ? NULL : lane->raw;
}

void
mail_is_wide(struct home *home, int64_t id)
{
	struct lane *lane = g_hash_table_lookup(home->lanes, &id);

	lane->wide = true;
}

/* ---- claims ---- */

struct taking {
	struct home *home;
	struct mail_batch *batch;
	GHashTable *blocked; /* lanes, as claims */
	GArray *tried; /* mails whose lanes are asked for */
	GPtrArray *names; /* those lanes, of each mail one or two */
};

static bool
is_blocked(GHashTable *lanes, const struct lane *lane)
{
	return g_hash_table_contains(lanes, lane->sender) ||
	       (lane->match != NULL &&
		   g_hash_table_contains(lanes, lane->match));
}

static void
block(GHashTable *lanes, const struct lane *lane)
{
	g_hash_table_add(lanes, lane->sender);
	if (lane->match != NULL)
		g_hash_table_add(lanes, lane->match);
}

/* Is the mail for this batch?  All of a batch are wide, or none is. */
static bool
fits(const struct taking *t, const struct lane *lane)
{
	if (is_blocked(t->blocked, lane))
		return false;
	return t->batch->ids->len + t->tried->len == 0 ||
	       t->batch->wide == lane->wide;
}

/* A mail is taken with all of its lanes or not at all, and not before one that
 * came earlier. */
static void
keep_got(struct taking *t, const bool *got)
{
	g_autoptr(GPtrArray) void_ones = g_ptr_array_new();
	g_autoptr(GHashTable) lost = g_hash_table_new(g_str_hash, g_str_equal);
	guint at = 0;

	for (guint i = 0; i < t->tried->len; i++) {
		const int64_t id = g_array_index(t->tried, int64_t, i);
		const struct lane *lane =
		    g_hash_table_lookup(t->home->lanes, &id);
		const guint n = lane->match == NULL ? 1 : 2;
		const bool all =
		    got[at] && got[at + n - 1] && !is_blocked(lost, lane);

		for (guint k = at; k < at + n; k++)
			if (all)
				g_ptr_array_add(t->batch->claims,
				    g_strdup(t->names->pdata[k]));
			else if (got[k])
				g_ptr_array_add(void_ones, t->names->pdata[k]);
		if (all)
			g_array_append_val(t->batch->ids, id);
		else {
			block(lost, lane);
			block(t->blocked, lane);
		}
		at += n;
	}
	store_unclaim(t->home->store, void_ones);
}

static int
claim_tried(struct taking *t)
{
	g_autofree bool *got = g_new0(bool, t->names->len);

	if (t->tried->len == 0)
		return 0;
	if (store_claim(t->home->store, t->names, got) == -1)
		return -1;
	keep_got(t, got);
	g_array_set_size(t->tried, 0);
	g_ptr_array_set_size(t->names, 0);
	return 0;
}

static void
try_mail(struct taking *t, int64_t id, const struct lane *lane)
{
	if (t->batch->ids->len + t->tried->len == 0)
		t->batch->wide = lane->wide;
	g_array_append_val(t->tried, id);
	g_ptr_array_add(t->names, lane->sender);
	if (lane->match != NULL)
		g_ptr_array_add(t->names, lane->match);
}

static int
take(struct taking *t, const GArray *ids)
{
	for (guint i = 0; i < ids->len && t->batch->ids->len < BATCH; i++) {
		const int64_t id = g_array_index(ids, int64_t, i);
		const struct lane *lane =
		    g_hash_table_lookup(t->home->lanes, &id);

		if (lane == NULL)
			continue; /* it is there no more */
		if (fits(t, lane))
			try_mail(t, id, lane);
		else
			block(t->blocked, lane);
		if (t->batch->ids->len + t->tried->len == BATCH &&
		    claim_tried(t) == -1)
			return -1;
	}
	return claim_tried(t);
}

int
mails_claim(struct home *home, struct mail_batch *batch)
{
	g_autoptr(GHashTable) blocked =
	    g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GArray) tried = g_array_new(FALSE, FALSE, sizeof(int64_t));
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	g_autoptr(GArray) ids = store_inbox_new(home->store, LOOKS);
	struct taking t = { home, batch, blocked, tried, names };

	*batch = (struct mail_batch){ .ids = g_array_new(
					  FALSE, FALSE, sizeof(int64_t)),
		.claims = g_ptr_array_new_with_free_func(g_free) };
	if (ids == NULL || read_lanes(home, ids) == -1)
		return -1;
	return take(&t, ids);
}

void
mails_give_back(struct home *home, struct mail_batch *batch)
{
	store_unclaim(home->store, batch->claims);
	g_array_unref(batch->ids);
	g_ptr_array_unref(batch->claims);
}

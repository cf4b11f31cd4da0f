/* SPDX-License-Identifier: ISC */
/*
 * The lanes of mails that wait are read from their headers (mail_heads.h).  A
 * worker goes through all of them in order and claims the lanes of the first
 * that it can have; a mail that it cannot have blocks both of its lanes for all
 * that came later, and no other.  The list may be old by the time of a claim;
 * so each mail is looked at again behind it, and one that came earlier in its
 * lane was in the list, for a lane's mails become rows in order.
 */
#include "app/steps/mail_lanes.h"

#include "app/home/home.h"
#include "app/steps/mail_heads.h"
#include "app/steps/mail_taking.h"
#include "base/err.h"
#include "store/claims.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_lists.h"

#define LOOKS 512 /* mails that are looked at */
#define FIRST 144 /* that are looked at before all others */
#define BATCH 48 /* that are claimed at once */
#define READING "mails that wait" /* what one worker reads at a time */

static bool
has_lane(GHashTable *lanes, const struct mail_head *mail)
{
	return g_hash_table_contains(lanes, mail->sender_lane) ||
	       (mail->match_lane != NULL &&
		   g_hash_table_contains(lanes, mail->match_lane));
}

static void
block(GHashTable *lanes, const struct mail_head *mail)
{
	g_hash_table_add(lanes, mail->sender_lane);
	if (mail->match_lane != NULL)
		g_hash_table_add(lanes, mail->match_lane);
}

/* Is the mail for this batch?  All of a batch are wide, or none is. */
static bool
fits(const struct taking *t, const struct mail_head *mail)
{
	if (has_lane(t->lost, mail) || has_lane(t->blocked, mail))
		return false;
	return t->taken->len + t->asked->len == 0 ||
	       t->batch->wide == mail->wide;
}

/* A mail is taken with all of its lanes or not at all, and not before one that
 * came earlier. */
static void
keep_got(struct taking *t, const bool *got)
{
	g_autoptr(GPtrArray) void_ones = g_ptr_array_new();
	guint at = 0;

	for (guint i = 0; i < t->asked->len; i++) {
		const int64_t id = g_array_index(t->asked, int64_t, i);
		const struct mail_head *mail = mail_head(t->home, id);
		const guint n = mail->match_lane == NULL ? 2 : 3;
		const bool all = got[at] && got[at + 1] && got[at + n - 1] &&
				 !has_lane(t->lost, mail);

		for (guint k = at; k < at + n; k++)
			if (all)
				g_ptr_array_add(t->batch->claims,
				    g_strdup(t->names->pdata[k]));
			else if (got[k])
				g_ptr_array_add(void_ones, t->names->pdata[k]);
		if (all)
			g_array_append_val(t->taken, id);
		else
			block(t->lost, mail);
		at += n;
	}
	store_unclaim(t->home->store, void_ones);
}

static int
claim_asked(struct taking *t)
{
	g_autofree bool *got = g_new0(bool, t->names->len);

	if (t->asked->len == 0)
		return 0;
	if (store_claim(t->home->store, t->names, got) == -1)
		return -1;
	keep_got(t, got);
	g_array_set_size(t->asked, 0);
	g_ptr_array_set_size(t->names, 0);
	return 0;
}

static void
ask_for(struct taking *t, int64_t id, const struct mail_head *mail)
{
	if (t->taken->len + t->asked->len == 0)
		t->batch->wide = mail->wide;
	g_array_append_val(t->asked, id);
	g_ptr_array_add(t->names, mail->mail);
	g_ptr_array_add(t->names, mail->sender_lane);
	if (mail->match_lane != NULL)
		g_ptr_array_add(t->names, mail->match_lane);
}

static int
take_of_kind(struct taking *t, const GArray *ids)
{
	for (guint i = 0; i < ids->len && t->taken->len < BATCH; i++) {
		const int64_t id = g_array_index(ids, int64_t, i);
		const struct mail_head *mail = mail_head(t->home, id);

		if (mail == NULL && !taking_is_seen(t, id)) {
			/* What can be handled is, before more is read, which
			 * may kill. */
			if (claim_asked(t) == -1)
				return -1;
			if (t->taken->len > 0)
				return 0;
			if (taking_read(t, ids, i) == -1)
				return -1;
			mail = mail_head(t->home, id);
		}
		if (mail == NULL)
			continue;
		if (taking_is_held(t, id))
			block(t->lost, mail);
		else if (fits(t, mail))
			ask_for(t, id, mail);
		else
			block(t->blocked, mail);
		if (t->taken->len + t->asked->len == BATCH &&
		    claim_asked(t) == -1)
			return -1;
	}
	return claim_asked(t);
}

/* Those that are wide, or those that are not, whichever comes first; of the
 * others if none of them can be had. */
static int
take(struct taking *t, const GArray *ids)
{
	guint lost;

	do {
		lost = g_hash_table_size(t->lost);
		g_hash_table_remove_all(t->blocked);
		if (take_of_kind(t, ids) == -1)
			return -1;
	} while (t->taken->len == 0 && g_hash_table_size(t->lost) > lost);
	return 0;
}

static int
take_of(struct home *home, struct mail_batch *batch, const GArray *ids)
{
	g_autoptr(GHashTable) counted =
	    g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
	g_autoptr(GHashTable) lost = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) blocked =
	    g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GArray) asked = g_array_new(FALSE, FALSE, sizeof(int64_t));
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	g_autoptr(GArray) taken = g_array_new(FALSE, FALSE, sizeof(int64_t));
	g_autoptr(GHashTable) seen =
	    g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	g_autoptr(GHashTable) held =
	    g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	struct taking t = { home, batch, counted, lost, blocked, asked, names,
		taken, seen, held, 0 };
	int r;

	mail_heads_keep(home, ids);
	r = taking_look(&t, ids, MIN(ids->len, FIRST));
	if (r == 0)
		r = take(&t, ids);
	if (r == 0)
		r = taking_count(&t);
	/* A list is old after a journey or two.  A mail that others had handled
	 * by the time of its claim is not in the next one. */
	if (taken->len > 0)
		batch->left =
		    ids->len > taken->len ? MAILS_LIKELY : MAILS_MAYBE;
	/* When the connection was lost, another worker may count on them. */
	if (r == 0 || home->err->code != ERR_IO)
		taking_give_back(&t);
	return r;
}

/* *got: no other worker reads them until that is given back.  A worker that
 * keeps it for long hangs; then this step handles no mails, and the other steps
 * go on. */
static int
claim_reading(struct home *home, bool *got)
{
	*got = store_claim_wait(home->store, READING) == 0;
	if (*got || home->err->code != ERR_BUSY)
		return *got ? 0 : -1;
	home->err->code = 0;
	return 0;
}

/* They are listed behind the claim, for while another worker reads, its counts
 * change their order. */
static int
read_and_take(struct home *home, struct mail_batch *batch)
{
	g_autoptr(GArray) ids = store_inbox_new(home->store, LOOKS);

	return ids == NULL ? -1 : take_of(home, batch, ids);
}

/* So that a worker that knows of no mail does not wait for another one's
 * reading. */
static int
find_any(struct home *home, enum mails_left expects, bool *any)
{
	g_autoptr(GArray) first = NULL;

	*any = expects == MAILS_LIKELY;
	if (*any)
		return 0;
	first = store_inbox_new(home->store, 1);
	if (first == NULL)
		return -1;
	*any = first->len > 0;
	return 0;
}

int
mails_claim(
    struct home *home, enum mails_left expects, struct mail_batch *batch)
{
	bool any, got = false;
	int r;

	*batch = (struct mail_batch){ .tried = g_array_new(FALSE, FALSE,
					  sizeof(struct inbox_try)),
		.claims = g_ptr_array_new_with_free_func(g_free) };
	if (find_any(home, expects, &any) == -1 ||
	    (any && claim_reading(home, &got) == -1))
		return -1;
	if (!got)
		return 0;
	r = read_and_take(home, batch);
	store_unclaim_one(home->store, READING);
	return r;
}

void
mails_give_back(struct home *home, struct mail_batch *batch)
{
	store_unclaim(home->store, batch->claims);
	g_array_unref(batch->tried);
	g_ptr_array_unref(batch->claims);
}

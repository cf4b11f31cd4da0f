/* SPDX-License-Identifier: ISC */
/*
 * The lanes of mails that wait are read from their headers (mail_heads.h).  A
 * worker goes through all of them in order and claims the lanes of the first
 * that it can have; a mail that it cannot have blocks both of its lanes for all
 * that came later, and no other.  The list may be old by the time of a claim;
 * so each mail is looked at again behind it, and one that came earlier in its
 * lane was in the list, for a lane's mails become rows in order.
 *
 * A mail may kill whoever reads its headers, so its try is counted before that,
 * and given back if the mail is not taken.  One worker at a time does this, or
 * it could give back a try that another one counts on.  A mail that a worker
 * has in hand is claimed by its number as well: so other workers tell it from
 * one whose worker has died.  They read its headers, which they need for the
 * order, together with those of many more.
 */
#include "app/steps/mail_lanes.h"

#include "app/home/home.h"
#include "app/steps/mail_heads.h"
#include "app/steps/tries.h"
#include "base/err.h"
#include "store/claims.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_lists.h"

#define LOOKS 512 /* mails that are looked at */
#define READ 48 /* that are read and tried at once, with their bytes */
#define HELD 96 /* that others have in hand and are read with them */
#define BATCH 48 /* that are claimed at once */
#define READING "mails that wait" /* what one worker reads at a time */

/* ---- tries ---- */

struct taking {
	struct home *home;
	struct mail_batch *batch;
	GHashTable *counted; /* struct inbox_try, by its id */
	GHashTable *lost; /* lanes, as claims, of mails that it cannot have */
	GHashTable *blocked; /* ...and of those that are for another batch */
	GArray *asked; /* mails whose lanes are asked for */
	GPtrArray *names; /* what they claim, of each two or three */
	GArray *taken; /* mails whose lanes are this worker's */
	GHashTable *seen; /* mails about which it was decided, read or not */
};

/* tried: those of the mails that may be read now; looked: how many of the
 * mails, from the first on, that was decided for (tries.h). */
static int
count(struct taking *t, const GArray *ids, GArray *tried, guint *looked)
{
	int r;

	*looked = 0;
	if (ids->len == 0)
		return 0;
	store_narrow(t->home->store, 0);
	r = tries_count(t->home, ids, tried, looked);
	store_wide(t->home->store);
	for (guint i = 0; i < tried->len && r == 0; i++) {
		struct inbox_try *try = g_memdup2(
		    &g_array_index(tried, struct inbox_try, i), sizeof(*try));

		g_hash_table_insert(t->counted, &try->id, try);
	}
	return r;
}

/* ids: those that may be read, and whose lanes are not known. */
static int
read_these(struct taking *t, const GArray *ids)
{
	g_autoptr(GPtrArray) rows = NULL;

	if (ids->len == 0)
		return 0;
	rows = store_inbox_these(
	    t->home->store, &g_array_index(ids, int64_t, 0), ids->len);
	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		const struct inbox_row *row = rows->pdata[i];

		/* else another worker is through with it */
		if (row->state == INBOX_NEW &&
		    mail_heads_read(t->home, row) == -1)
			return -1;
	}
	return 0;
}

/* free_ones: the first READ of the fresh ones that no other worker has in hand;
 * ids: those before the last of these that another worker has.  The answer
 * holds as long as this worker has READING. */
static int
sort_out(struct home *home, const GArray *fresh, GArray *free_ones, GArray *ids)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autofree bool *got = g_new0(bool, fresh->len);

	for (guint i = 0; i < fresh->len; i++)
		g_ptr_array_add(
		    names, mail_claim(g_array_index(fresh, int64_t, i)));
	if (store_may_claim(home->store, names, got) == -1)
		return -1;
	for (guint i = 0; i < fresh->len; i++) {
		if (free_ones->len < READ)
			g_array_append_vals(got[i] ? free_ones : ids,
			    &g_array_index(fresh, int64_t, i), 1);
	}
	return 0;
}

static bool
is_seen(const struct taking *t, int64_t id)
{
	return g_hash_table_contains(t->seen, &id);
}

static void
set_seen(struct taking *t, int64_t id)
{
	g_hash_table_add(t->seen, g_memdup2(&id, sizeof(id)));
}

/* ids: those of the fresh ones that may be read now.  One that another worker
 * has in hand is read without a try, for its headers killed nobody. */
static int
may_read(struct taking *t, const GArray *fresh, GArray *ids)
{
	g_autoptr(GArray) free_ones =
	    g_array_new(FALSE, FALSE, sizeof(int64_t));
	g_autoptr(GArray) tried =
	    g_array_new(FALSE, FALSE, sizeof(struct inbox_try));
	guint looked;

	if (sort_out(t->home, fresh, free_ones, ids) == -1 ||
	    count(t, free_ones, tried, &looked) == -1)
		return -1;
	for (guint i = 0; i < ids->len; i++)
		set_seen(t, g_array_index(ids, int64_t, i));
	for (guint i = 0; i < looked; i++)
		set_seen(t, g_array_index(free_ones, int64_t, i));
	for (guint i = 0; i < tried->len; i++)
		g_array_append_vals(
		    ids, &g_array_index(tried, struct inbox_try, i).id, 1);
	return 0;
}

/* Of that mail, and with it of the next ones whose lanes are not known.  One
 * that is set aside, or was handled since it was listed, has none. */
static int
read_lanes(struct taking *t, const GArray *ids, guint from)
{
	g_autoptr(GArray) fresh = g_array_new(FALSE, FALSE, sizeof(int64_t));
	g_autoptr(GArray) readable = g_array_new(FALSE, FALSE, sizeof(int64_t));

	for (guint i = from; i < ids->len && fresh->len < READ + HELD; i++) {
		const int64_t id = g_array_index(ids, int64_t, i);

		if (mail_head(t->home, id) == NULL && !is_seen(t, id))
			g_array_append_val(fresh, id);
	}
	if (may_read(t, fresh, readable) == -1)
		return -1;
	return read_these(t, readable);
}

/* Of those that are taken, whose try was not counted yet. */
static int
count_known(struct taking *t, GArray *known, guint *looked)
{
	g_autoptr(GArray) tried =
	    g_array_new(FALSE, FALSE, sizeof(struct inbox_try));

	for (guint i = 0; i < t->taken->len; i++) {
		const int64_t id = g_array_index(t->taken, int64_t, i);

		if (!g_hash_table_contains(t->counted, &id))
			g_array_append_val(known, id);
	}
	return count(t, known, tried, looked);
}

/* The batch: a mail that was tried before is in it alone. */
static int
count_taken(struct taking *t)
{
	g_autoptr(GArray) known = g_array_new(FALSE, FALSE, sizeof(int64_t));
	GArray *tried = t->batch->tried;
	bool alone = false;
	guint looked, k = 0;

	if (count_known(t, known, &looked) == -1)
		return -1;
	for (guint i = 0; i < t->taken->len && !alone; i++) {
		const int64_t id = g_array_index(t->taken, int64_t, i);
		const struct inbox_try *try =
		    g_hash_table_lookup(t->counted, &id);

		/* those behind the last one that was looked at come later */
		if (k < known->len && g_array_index(known, int64_t, k) == id &&
		    k++ >= looked)
			break;
		if (try == NULL) /* handled since it was listed */
			continue;
		alone = tries_again(try);
		if (alone && tried->len > 0)
			break;
		g_array_append_vals(tried, try, 1);
		g_hash_table_remove(t->counted, &id);
	}
	return 0;
}

static int
compare_ids(const void *a, const void *b)
{
	const struct inbox_try *one = a, *other = b;

	return (one->id > other->id) - (one->id < other->id);
}

/* What was read and is not in the batch was not tried after all.  Rows are
 * written in the order in which mails are handled, or two workers could wait
 * for each other. */
static void
give_rest_back(struct taking *t)
{
	g_autoptr(GArray) rest =
	    g_array_new(FALSE, FALSE, sizeof(struct inbox_try));
	GHashTableIter each;
	void *try;

	g_hash_table_iter_init(&each, t->counted);
	while (g_hash_table_iter_next(&each, NULL, &try))
		g_array_append_vals(rest, try, 1);
	if (rest->len == 0)
		return;
	g_array_sort(rest, compare_ids);
	store_narrow(t->home->store, 0);
	tries_give_back(t->home, rest);
	store_wide(t->home->store);
}

/* ---- claims ---- */

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

		if (mail == NULL && !is_seen(t, id)) {
			/* What can be handled is, before more is read, which
			 * may kill. */
			if (claim_asked(t) == -1)
				return -1;
			if (t->taken->len > 0)
				return 0;
			if (read_lanes(t, ids, i) == -1)
				return -1;
			mail = mail_head(t->home, id);
		}
		if (mail == NULL)
			continue;
		if (fits(t, mail))
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
	struct taking t = { home, batch, counted, lost, blocked, asked, names,
		taken, seen };
	int r;

	mail_heads_keep(home, ids);
	r = take(&t, ids);
	if (r == 0)
		r = count_taken(&t);
	/* A list is old after a journey or two.  A mail that others had handled
	 * by the time of its claim is not in the next one. */
	if (taken->len > 0)
		batch->left =
		    ids->len > taken->len ? MAILS_LIKELY : MAILS_MAYBE;
	/* When the connection was lost, another worker may count on them. */
	if (r == 0 || home->err->code != ERR_IO)
		give_rest_back(&t);
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

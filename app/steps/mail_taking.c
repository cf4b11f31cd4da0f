/* SPDX-License-Identifier: ISC */
/*
 * A mail may kill whoever reads its headers, so its try is counted before that,
 * and given back if the mail is not taken.  One worker at a time does this, or
 * it could give back a try that another one counts on.  A mail that a worker
 * has in hand is claimed by its number as well: so other workers tell it from
 * one whose worker has died.  They read its headers, which they need for the
 * order, together with those of many more.
 */
#include "app/steps/mail_taking.h"

#include "app/home/home.h"
#include "app/steps/mail_heads.h"
#include "app/steps/mail_lanes.h"
#include "app/steps/tries.h"
#include "base/err.h"
#include "store/claims.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_lists.h"

#define READ 48 /* that are read and tried at once, with their bytes */
#define HELD 96 /* that others have in hand and are read with them */

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

int
taking_look(struct taking *t, const GArray *ids, guint upto)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autofree bool *got = NULL;

	for (guint i = t->looked; i < upto; i++)
		g_ptr_array_add(
		    names, mail_claim(g_array_index(ids, int64_t, i)));
	if (names->len == 0)
		return 0;
	got = g_new0(bool, names->len);
	if (store_may_claim(t->home->store, names, got) == -1)
		return -1;
	for (guint i = t->looked; i < upto; i++)
		if (!got[i - t->looked])
			g_hash_table_add(
			    t->held, g_memdup2(&g_array_index(ids, int64_t, i),
					 sizeof(int64_t)));
	t->looked = upto;
	return 0;
}

bool
taking_is_held(const struct taking *t, int64_t id)
{
	return g_hash_table_contains(t->held, &id);
}

/* free_ones: the first READ of the fresh ones that no other worker has in hand;
 * ids: those before the last of these that another worker has. */
static void
sort_out(
    const struct taking *t, const GArray *fresh, GArray *free_ones, GArray *ids)
{
	for (guint i = 0; i < fresh->len && free_ones->len < READ; i++) {
		const int64_t id = g_array_index(fresh, int64_t, i);

		g_array_append_val(taking_is_held(t, id) ? ids : free_ones, id);
	}
}

bool
taking_is_seen(const struct taking *t, int64_t id)
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

	sort_out(t, fresh, free_ones, ids);
	if (count(t, free_ones, tried, &looked) == -1)
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

int
taking_read(struct taking *t, const GArray *ids, guint from)
{
	g_autoptr(GArray) fresh = g_array_new(FALSE, FALSE, sizeof(int64_t));
	g_autoptr(GArray) readable = g_array_new(FALSE, FALSE, sizeof(int64_t));
	guint i;

	for (i = from; i < ids->len && fresh->len < READ + HELD; i++) {
		const int64_t id = g_array_index(ids, int64_t, i);

		if (mail_head(t->home, id) == NULL && !taking_is_seen(t, id))
			g_array_append_val(fresh, id);
	}
	if (taking_look(t, ids, i) == -1 || may_read(t, fresh, readable) == -1)
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

int
taking_count(struct taking *t)
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

/* Rows are written in the order in which mails are handled, or two workers
 * could wait for each other. */
void
taking_give_back(struct taking *t)
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

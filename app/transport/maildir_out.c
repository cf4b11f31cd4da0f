/* SPDX-License-Identifier: ISC */
/*
 * The road on which letters stay on this machine: a Maildir per address.  A
 * row found marked as sending is handed over again, the same bytes under the
 * same name.  A batch costs two commits and two syncs, however many letters
 * are in it; that they have left waits for no disk of its own, for after a loss
 * of power the same file is found there or made again.
 */
#include "app/transport/send.h"

#include "app/home/drawn.h"
#include "app/home/home.h"
#include "app/transport/letter_lanes.h"
#include "app/transport/receive.h"
#include "base/checkpoint.h"
#include "mail/key.h"
#include "mail/maildir/maildir.h"
#include "mail/outgoing/write_parts.h"
#include "mail/servers/delivery.h"
#include "mail/ticket.h"
#include "store/claims.h"
#include "store/mails/outbox.h"
#include "store/mails/outbox_left.h"
#include "store/transaction.h"

#define BATCH 512 /* letters in memory at once */
#define SHARED_BATCH 128 /* of one of several workers */

/* spool/out/ADDRESS: no '/' and no leading dot may come through. */
char *
spool_out_dir(const struct home *home, const char *address)
{
	g_autofree char *name = g_ascii_strdown(address, -1);
	GString *safe = g_string_new(NULL);
	char *dir;

	for (const char *p = name; *p != '\0'; p++)
		if (*p == '/' || *p == '%' || (*p == '.' && p == name))
			g_string_append_printf(safe, "%%%02x", (unsigned)*p);
		else
			g_string_append_c(safe, *p);
	dir = g_build_filename(home->dir, "spool", "out", safe->str, NULL);
	g_string_free(safe, TRUE);
	return dir;
}

char *
spool_out_name(const struct home *home, int64_t id, int64_t created)
{
	char serial[SERIAL_SIZE + 1];

	serial_make(home->secret, id, serial);
	return g_strdup_printf(
	    "%lld.N%s.%s", (long long)created, serial, home->instance);
}

/*
 * May an earlier try have got through?  Tries begin anew when the organiser
 * asks for another one; what the last one said stays.
 */
static bool
maybe_there(const struct outbox_row *row)
{
	return row->tries > 0 || row->note[0] != '\0';
}

static int
mark_all(struct home *home, const GPtrArray *rows)
{
	if (rows->len == 0)
		return 0;
	for (guint i = 0; i < rows->len; i++) {
		struct outbox_row *row = rows->pdata[i];

		row->state = OUTBOX_SENDING;
	}
	return store_outbox_update_state(home->store, rows, OUTBOX_SENDING);
}

/*
 * Found and marked in one transaction, so that nothing else can become of a
 * row in between.
 */
static int
take(struct home *home, GPtrArray **rows)
{
	*rows = store_outbox_due(home->store, home->now, BATCH);
	return *rows == NULL ? -1 : mark_all(home, *rows);
}

/* The same of letters that are claimed. */
static int
take_claimed(
    struct home *home, const struct letter_batch *batch, GPtrArray **rows)
{
	*rows = letters_take(home, batch, 0, batch->ids->len);
	return *rows == NULL ? -1 : mark_all(home, *rows);
}

static int
judge_all(const struct sending *s, const GPtrArray *rows,
    const struct maildir_item *items)
{
	g_autoptr(GPtrArray) left = g_ptr_array_new();

	for (guint i = 0; i < rows->len; i++) {
		struct delivery d = { .err = items[i].err,
			.fate = DELIVERY_LATER };

		if (d.err.code == 0)
			g_ptr_array_add(left, rows->pdata[i]);
		else if (send_judged(s, rows->pdata[i], &d) == -1)
			return -1;
	}
	if (send_all_left(s, left) == -1)
		return -1;
	/* Another road may have been in trouble before. */
	if (left->len > 0 && s->troubled && backoff_over(s->home) == -1)
		return -1;
	return 0;
}

static void
take_road(struct home *home, struct outbox_row *row)
{
	GBytes *stored = row->raw;

	row->raw = send_filled(home, row);
	home->transport_hook(home->transport_hook_arg, row);
	g_bytes_unref(row->raw);
	row->raw = stored;
}

static void
hand_over(struct home *home, const GPtrArray *rows, struct maildir_item *items)
{
	g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) letters =
	    g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);

	if (home->transport_hook != NULL) {
		for (guint i = 0; i < rows->len; i++)
			take_road(home, rows->pdata[i]);
		return;
	}
	for (guint i = 0; i < rows->len; i++) {
		const struct outbox_row *row = rows->pdata[i];
		char *dir = spool_out_dir(home, row->address);
		/* Always the same name: what is there already is not doubled.
		 */
		char *name = spool_out_name(home, row->id, row->created);

		g_ptr_array_add(texts, dir);
		g_ptr_array_add(texts, name);
		g_ptr_array_add(letters, send_filled_local(home, row));
		items[i] = (struct maildir_item){ .dir = dir,
			.name = name,
			.raw = letters->pdata[i],
			.maybe_there = maybe_there(row) };
	}
	maildir_put(items, rows->len);
}

static bool
all_there(const GPtrArray *rows, const struct maildir_item *items)
{
	for (guint i = 0; i < rows->len; i++)
		if (items[i].err.code != 0)
			return false;
	return true;
}

/* What became of them is synced with whatever is next, or at the end. */
static int
note_all(const struct sending *s, const GPtrArray *rows,
    const struct maildir_item *items)
{
	struct store *store = s->home->store;
	int r;

	if (store_sync_later(store, true) == -1)
		return -1;
	if (!s->troubled && all_there(rows, items))
		store_narrow(store, 0);
	IN_TRANSACTION(store, r, judge_all(s, rows, items));
	store_wide(store);
	return store_sync_later(store, false) == -1 ? -1 : r;
}

static int
send_batch(const struct sending *s, const GPtrArray *rows, int *n)
{
	struct home *home = s->home;
	g_autofree struct maildir_item *items =
	    g_new0(struct maildir_item, rows->len);
	int r;

	checkpoint("marked as sending");
	if (receive_put_away(home) == -1)
		return -1;
	hand_over(home, rows, items);
	checkpoint("handed over");
	r = note_all(s, rows, items);
	drawn_keep(home);
	for (guint i = 0; i < rows->len; i++)
		*n += items[i].err.code == 0;
	return r;
}

/* Beside other workers.  *any: there was something for this one. */
static int
send_claimed(const struct sending *s, const struct letter_batch *batch, int *n,
    bool *any)
{
	g_autoptr(GPtrArray) rows = NULL;
	struct home *home = s->home;
	int r;

	*any = batch->ids->len > 0;
	if (!*any)
		return 0;
	store_narrow(home->store, 0);
	IN_TRANSACTION(home->store, r, take_claimed(home, batch, &rows));
	store_wide(home->store);
	*any = r == 0 && rows->len > 0;
	return *any ? send_batch(s, rows, n) : r;
}

static int
send_shared(const struct sending *s, int *n)
{
	bool any = false, goes_on = true;
	int stale = 0;

	while (goes_on && !home_ends(s->home)) {
		struct letter_batch batch;
		int r = letters_claim(s->home, s->now, SHARED_BATCH, &batch);

		if (r == 0)
			r = send_claimed(s, &batch, n, &any);
		goes_on = letters_go_on(&batch, any, &stale);
		letters_give_back(s->home, &batch);
		if (r == -1)
			return -1;
	}
	return 0;
}

int
send_to_maildirs(const struct sending *s, int *n)
{
	struct home *home = s->home;

	if (store_is_shared(home->store))
		return send_shared(s, n);
	while (!home_ends(home)) {
		g_autoptr(GPtrArray) rows = NULL;
		int r;

		IN_TRANSACTION(home->store, r, take(home, &rows));
		if (r == -1)
			return -1;
		if (rows->len == 0)
			return 0;
		if (send_batch(s, rows, n) == -1)
			return -1;
	}
	return 0;
}

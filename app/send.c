/* SPDX-License-Identifier: ISC */
/*
 * The step send: outbox rows to Maildirs, one per address.  A row is marked
 * before it is handed over; one found so marked at the start is handed over
 * again, the same bytes under the same name.  A batch costs two commits and
 * two syncs, however many letters are in it.
 */
#include "app/private.h"

#include "base/checkpoint.h"
#include "base/log.h"

#include <string.h>

#define BATCH 512 /* letters in memory at once */
#define GIVE_UP (4 * 86400)

/* Minutes until the next try: RFC 5321, 4.5.4.1, in spirit. */
static const int backoff[] = { 1, 5, 15, 30, 60, 120 };

/* spool/out/ADDRESS: no '/' and no leading dot may come through. */
static char *
address_dir(const struct home *home, const char *address)
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

static void
note_result(
    struct outbox_row *row, const struct maildir_item *item, int64_t now)
{
	size_t step = MIN((size_t)row->tries, G_N_ELEMENTS(backoff) - 1);

	g_free(row->note);
	row->note = g_strdup(item->err.code == 0 ? "" : item->err.text);
	if (item->err.code == 0) {
		row->state = OUTBOX_SENT;
		row->sent = now;
		return;
	}
	log_warn("outbox %lld: %s", (long long)row->id, item->err.text);
	row->state = now - row->created > GIVE_UP ? OUTBOX_DEAD : OUTBOX_LATER;
	row->next_try = now + 60 * backoff[step];
	row->tries++;
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
update_all(struct home *home, const GPtrArray *rows, struct err *e)
{
	int r = 0;

	if (store_begin(home->store, __func__, e) == -1)
		return -1;
	for (guint i = 0; i < rows->len && r == 0; i++)
		r = store_outbox_update(home->store, rows->pdata[i], e);
	if (r == 0)
		return store_commit(home->store, e);
	store_rollback(home->store);
	return -1;
}

static void
hand_over(struct home *home, const GPtrArray *rows, int64_t now, int *n)
{
	g_autofree struct maildir_item *items =
	    g_new0(struct maildir_item, rows->len);
	g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) letters =
	    g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);

	for (guint i = 0; i < rows->len; i++) {
		const struct outbox_row *row = rows->pdata[i];
		char *dir = address_dir(home, row->address);
		/* Always the same name: what is there already is not doubled.
		 */
		char serial[SERIAL_SIZE + 1], *name;

		serial_make(home->secret, row->id, serial);
		name = g_strdup_printf("%lld.N%s.%s", (long long)row->created,
		    serial, home->instance);
		g_ptr_array_add(texts, dir);
		g_ptr_array_add(texts, name);
		g_ptr_array_add(letters, letter_local(row->raw));
		items[i] = (struct maildir_item){ .dir = dir,
			.name = name,
			.raw = letters->pdata[i],
			.maybe_there = maybe_there(row) };
	}
	maildir_put(items, rows->len);
	for (guint i = 0; i < rows->len; i++) {
		note_result(rows->pdata[i], &items[i], now);
		*n += items[i].err.code == 0;
	}
}

static int
send_batch(struct home *home, const GPtrArray *rows, int64_t now, int *n,
    struct err *e)
{
	for (guint i = 0; i < rows->len; i++)
		((struct outbox_row *)rows->pdata[i])->state = OUTBOX_SENDING;
	if (update_all(home, rows, e) == -1)
		return -1;
	checkpoint("marked as sending");
	hand_over(home, rows, now, n);
	checkpoint("handed over");
	return update_all(home, rows, e);
}

static int
recover(struct home *home, struct err *e)
{
	if (store_begin(home->store, __func__, e) == -1)
		return -1;
	if (store_outbox_recover(home->store, e) == 0)
		return store_commit(home->store, e);
	store_rollback(home->store);
	return -1;
}

int
step_send(struct home *home, int64_t now, int *n, struct err *e)
{
	*n = 0;
	if (recover(home, e) == -1)
		return -1;
	for (;;) {
		g_autoptr(GPtrArray) rows =
		    store_outbox_due(home->store, now, BATCH, e);

		if (rows == NULL)
			return -1;
		if (rows->len == 0)
			return 0;
		if (send_batch(home, rows, now, n, e) == -1)
			return -1;
	}
}

int
step_next(struct home *home, int64_t *at, struct err *e)
{
	return store_next_due(home->store, at, e);
}

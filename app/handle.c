/* SPDX-License-Identifier: ISC */
/*
 * The step handle: one inbox row, one transaction (a savepoint in a batch, so
 * that a thousand mails need not wait for a thousand disk writes).
 */
#include "app/private.h"

#include "base/checkpoint.h"
#include "base/log.h"

#include <string.h>

#define BATCH 64
#define TRIES_MAX 3
/*
 * Tries count when they are that far apart: a mail that kills the process
 * does so again a minute later, a process that is killed by others does not.
 */
#define TRIES_APART 60 /* seconds */

/* Errors that another try may mend: the row stays as it is. */
static bool
may_pass(const struct err *e)
{
	return e->code == ERR_IO || e->code == ERR_BUSY;
}

static void
log_handled(const struct inbox_row *row)
{
	if (row->match != 0)
		log_info("inbox %lld: match %lld seat %d: %s",
		    (long long)row->id, (long long)row->match, row->seat,
		    row->note);
	else
		log_info("inbox %lld: %s: %s", (long long)row->id,
		    inbox_state_word(row->state), row->note);
}

static int
handle_row(struct home *home, int64_t id, int64_t now, struct err *e)
{
	struct handling h = { .home = home, .now = now };
	int r;

	if ((h.row = store_inbox(home->store, id, e)) == NULL)
		return -1;
	h.letter = letter_read(h.row->raw, h.row->cut, home->config->address);
	r = decide_mail(&h, e);
	if (r == 0)
		r = store_inbox_update(home->store, h.row, e);
	if (r == 0)
		log_handled(h.row);
	identity_clear(&h.id);
	letter_free(h.letter);
	inbox_row_free(h.row);
	return r == -1 ? err_more(e, "inbox %lld", (long long)id) : 0;
}

/* A row that cannot be handled: kept for another try, or set aside. */
static int
set_aside(
    struct home *home, int64_t id, const char *why, int64_t now, struct err *e)
{
	struct inbox_row *row = store_inbox(home->store, id, e);
	int r;

	if (row == NULL)
		return -1;
	log_warn("%s", why);
	g_free(row->note);
	row->note = g_strdup(why);
	if (row->tries++ >= TRIES_MAX) {
		row->state = INBOX_DEAD;
		row->handled = now;
	}
	r = store_inbox_update(home->store, row, e);
	inbox_row_free(row);
	return r;
}

/* The row's work is all there or not at all. */
static int
handle_one(struct home *home, int64_t id, int64_t now, int *n, struct err *e)
{
	struct err why = { 0 };

	if (store_begin(home->store, __func__, e) == -1)
		return -1;
	if (handle_row(home, id, now, &why) == 0) {
		++*n;
		checkpoint("handled a row");
		return store_commit(home->store, e);
	}
	store_rollback(home->store);
	if (may_pass(&why)) {
		*e = why;
		return -1;
	}
	return set_aside(home, id, why.text, now, e);
}

/* The row is about to be worked on; handled says when it last was. */
static void
count_try(struct inbox_row *row, int64_t now)
{
	int64_t ago = now - row->handled;

	if (row->tries > 0 && ago >= 0 && ago < TRIES_APART)
		return;
	row->tries++;
	row->handled = now;
	if (row->tries <= TRIES_MAX)
		return;
	row->state = INBOX_DEAD;
	g_free(row->note);
	row->note = g_strdup("turnpost died of it three times");
	log_warn("inbox %lld: %s", (long long)row->id, row->note);
}

/*
 * Count the tries before anything is read, so that a mail that kills the
 * process is met three times at most.  Rows that were never tried may share
 * a transaction; others come alone.
 */
static int
count_tries(struct home *home, GArray *ids, int64_t now, struct err *e)
{
	guint keep = 0;
	int r = 0;

	if (store_begin(home->store, __func__, e) == -1)
		return -1;
	for (guint i = 0; i < ids->len && r == 0; i++) {
		int64_t id = g_array_index(ids, int64_t, i);
		struct inbox_row *row = store_inbox(home->store, id, e);
		bool again = row != NULL && row->tries > 0;

		if (row == NULL) {
			r = -1;
			break;
		}
		if (!again || i == 0) {
			count_try(row, now);
			r = store_inbox_update(home->store, row, e);
			keep += row->state == INBOX_NEW;
		}
		inbox_row_free(row);
		if (again)
			break;
	}
	g_array_set_size(ids, keep);
	if (r == 0)
		return store_commit(home->store, e);
	store_rollback(home->store);
	return -1;
}

static int
handle_batch(struct home *home, GArray *ids, int64_t now, int *n, struct err *e)
{
	int done = 0, r = 0;

	if (count_tries(home, ids, now, e) == -1)
		return -1;
	checkpoint("counted tries");
	if (store_begin(home->store, __func__, e) == -1)
		return -1;
	for (guint i = 0; i < ids->len && r == 0; i++)
		r = handle_one(
		    home, g_array_index(ids, int64_t, i), now, &done, e);
	if (r == 0) {
		checkpoint("before the commit");
		r = store_commit(home->store, e);
		checkpoint("after the commit");
	} else
		store_rollback(home->store);
	if (r == 0)
		*n += done;
	return r;
}

int
step_handle(struct home *home, int64_t now, int *n, struct err *e)
{
	*n = 0;
	for (;;) {
		g_autoptr(GArray) ids = store_inbox_new(home->store, BATCH, e);

		if (ids == NULL)
			return -1;
		if (ids->len == 0)
			return 0;
		if (handle_batch(home, ids, now, n, e) == -1)
			return -1;
	}
}

/* SPDX-License-Identifier: ISC */
#include "app/steps/tries.h"

#include "app/home/home.h"
#include "base/err.h"
#include "base/log.h"
#include "store/mails/inbox.h"
#include "store/transaction.h"

/*
 * Tries count when they are that far apart: a mail that kills the process
 * does so again a minute later, a process that is killed by others does not.
 */
#define TRIES_APART 60 /* seconds */

bool
tries_again(const struct inbox_try *try)
{
	return try->tries_before > 0;
}

/* The row is about to be worked on; handled says when it last was. *counts: its
 * row is to say so. */
static int
count_try(struct home *home, struct inbox_row *row, bool *counts)
{
	int64_t ago = home->now - row->handled;

	*counts = false;
	if (row->tries > 0 && ago >= 0 && ago < TRIES_APART)
		return 0;
	row->tries++;
	row->handled = home->now;
	*counts = row->tries <= TRIES_MAX;
	if (*counts)
		return 0;
	row->state = INBOX_DEAD;
	g_free(row->note);
	row->note = g_strdup("handling it ended three times with a crash or a "
			     "fault of the store");
	log_warn(
	    "mail-crashes", "inbox %lld: %s", (long long)row->id, row->note);
	return store_inbox_update(home->store, row);
}

/* All that are counted together are counted alike. */
struct counting {
	GArray *tried; /* struct inbox_try */
	GArray *ids; /* of those whose rows are to say so... */
	int tries; /* ...that they were tried so often */
};

/* *again: it was tried before.  A row that must not be is left out. */
static int
count_one(struct home *home, struct inbox_row *row, bool first,
    struct counting *c, bool *again)
{
	struct inbox_try try;
	bool counts = false;
	int r = 0;

	try = (struct inbox_try){ .id = row->id,
		.tries_before = row->tries,
		.handled_before = row->handled };
	*again = row->tries > 0;
	/* another worker may have handled it since it was listed */
	if (row->state == INBOX_NEW && (!*again || first)) {
		r = count_try(home, row, &counts);
		try.tries = row->tries;
		try.handled = row->handled;
		if (row->state == INBOX_NEW)
			g_array_append_val(c->tried, try);
	}
	if (counts) {
		g_array_append_val(c->ids, row->id);
		c->tries = row->tries;
	}
	return r;
}

/* NULL: it is there no longer. */
static struct inbox_row *
row_of(const GPtrArray *rows, int64_t id)
{
	for (guint i = 0; i < rows->len; i++) {
		struct inbox_row *row = rows->pdata[i];

		if (row->id == id)
			return row;
	}
	return NULL;
}

static int
count_these(struct home *home, const GArray *ids, GArray *tried, guint *looked)
{
	g_autoptr(GPtrArray) rows = store_inbox_heads(
	    home->store, &g_array_index(ids, int64_t, 0), ids->len);
	g_autoptr(GArray) counted = g_array_new(FALSE, FALSE, sizeof(int64_t));
	struct counting c = { .tried = tried, .ids = counted };
	bool again = false;
	guint i = 0;
	int r = rows == NULL ? -1 : 0;

	while (i < ids->len && r == 0 && !again) {
		struct inbox_row *row =
		    row_of(rows, g_array_index(ids, int64_t, i));

		if (row != NULL)
			r = count_one(home, row, i == 0, &c, &again);
		/* one that was tried before comes alone */
		if (!again || i == 0)
			i++;
	}
	*looked = i;
	return r == -1 || counted->len == 0
		   ? r
		   : store_inbox_try(home->store, counted, c.tries, home->now);
}

int
tries_count(struct home *home, const GArray *ids, GArray *tried, guint *looked)
{
	guint n;

	if (store_begin(home->store, __func__) == -1)
		return -1;
	if (looked == NULL)
		looked = &n;
	if (count_these(home, ids, tried, looked) == 0)
		return store_commit(home->store);
	store_rollback(home->store);
	return -1;
}

int
tries_uncount(struct home *home, const GArray *tried, guint from)
{
	int r = 0;

	for (guint i = from, n; i < tried->len && r == 0; i += n) {
		const struct inbox_try *try =
		    &g_array_index(tried, struct inbox_try, i);

		n = 1;
		/* Another worker may be at a mail whose try counted already. */
		if (try->tries != try->tries_before)
			r = store_inbox_untry(
			    home->store, try, tried->len - i, &n);
	}
	return r;
}

void
tries_give_back(struct home *home, const GArray *tried)
{
	struct err e = { 0 }, *outer = home_errors(home, &e);
	int r;

	IN_TRANSACTION(home->store, r, tries_uncount(home, tried, 0));
	home_errors(home, outer);
	if (r == -1)
		log_debug(
		    "tries-not-given-back", "tries not given back: %s", e.text);
}

/* SPDX-License-Identifier: ISC */
/*
 * A home out of a backup catches up with the one that was lost.  Mails are
 * handled one by one at the times at which they came; between two of them what
 * was due is done when it was due, or a deadline that passed before the second
 * would pass after it.  So matches go as they went.  Their letters are held,
 * since the lost home has sent its own.
 *
 * What follows the last of these mails nobody knows: from then on the home
 * counts as down, and deadlines move later (app/matches/clocks/outage.c).
 * Letters about a year that were due by now are held, for it may have sent
 * them.
 */
#include "app/steps/steps.h"

#include "app/home/config.h"
#include "app/home/due.h"
#include "app/home/home.h"
#include "app/copies/restore.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/results/results.h"
#include "app/players/people/yearbook.h"
#include "app/transport/receive.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_lists.h"
#include "store/matches/timers.h"
#include "store/meta.h"
#include "store/transaction.h"

#define DUE_MAX 10000 /* times at which anything was due, between two mails */

struct catching {
	struct home *home;
	int64_t now; /* the clock's */
	int64_t at; /* so far it has come */
	struct err *e;
	int *n;
};

/* UTC seconds; 0: the home is none that has to. */
static int
read_since(struct home *home, int64_t *since)
{
	g_autofree char *text = NULL;

	*since = 0;
	if (store_meta_get(home->store, META_RESTORED, &text) == -1)
		return -1;
	if (text != NULL)
		*since = g_ascii_strtoll(text, NULL, 10);
	return 0;
}

/* Robots thought whenever there was nothing else to do. */
static int
think(struct catching *c)
{
	int moves = 0;

	do
		if (step_think(c->home, c->at, &moves, c->e) == -1)
			return -1;
	while (moves > 0 && !home_ends(c->home));
	return 0;
}

/* All that are due, where a tick writes a few of them: many people have the
 * same moment, and the next one is due behind it. */
static int
tell_years(struct catching *c)
{
	struct due_kind all = due_yearbooks;
	int letters = 0;

	all.again = true;
	return due_do(c->home, &all, &letters);
}

static int
do_due(struct catching *c, int64_t at)
{
	int done = 0;

	c->at = MAX(c->at, at);
	home_work(c->home, c->at, c->e);
	/* It was not down until then. */
	if (outage_none(c->home) == -1 ||
	    step_tick(c->home, c->at, &done, c->e) == -1 || tell_years(c) == -1)
		return -1;
	return think(c);
}

static int
live_until(struct catching *c, int64_t at)
{
	int64_t due, before = 0;

	at = CLAMP(at, c->at, c->now);
	for (int i = 0; i < DUE_MAX && !home_ends(c->home); i++) {
		if (store_next_due(
			c->home->store, c->home->config->think > 0, &due) == -1)
			return -1;
		/* A player has the whole second of a deadline. */
		if (due == 0 || due >= at || due == before)
			break;
		before = due;
		if (do_due(c, due + 1) == -1)
			return -1;
	}
	c->at = at;
	home_work(c->home, at, c->e);
	return outage_none(c->home);
}

static int
handle(struct catching *c, int64_t id)
{
	struct inbox_row *row = store_inbox_head(c->home->store, id);
	int64_t came;
	int done = 0;

	if (row == NULL)
		return -1;
	came = row->received;
	inbox_row_free(row);
	if (live_until(c, came) == -1 ||
	    handle_one_mail(c->home, id, &done) == -1)
		return -1;
	*c->n += done;
	checkpoint("caught up with a mail");
	return think(c);
}

/* By the times at which they came: they were read again from one mailbox after
 * the other.  Each is met once: one that could not be handled waits for the
 * next step. */
static int
handle_all(struct catching *c)
{
	g_autoptr(GArray) ids = store_inbox_new_by_time(c->home->store);

	if (ids == NULL)
		return -1;
	for (guint i = 0; i < ids->len && !home_ends(c->home); i++)
		if (handle(c, g_array_index(ids, int64_t, i)) == -1)
			return -1;
	return 0;
}

/* What is held must be written while it is: a letter about a year waits until
 * all results are there. */
static int
go_through(struct catching *c)
{
	if (results_catch_up(c->home, -1) == -1 || handle_all(c) == -1)
		return -1;
	if (home_ends(c->home))
		return 0;
	home_work(c->home, c->now, c->e);
	return tell_years(c);
}

static int
forget(struct home *home)
{
	return store_meta_set(home->store, META_RESTORED, NULL);
}

static int
catch_up(struct catching *c)
{
	int r;

	c->home->holds = true;
	r = go_through(c);
	c->home->holds = false;
	if (r == -1 || home_ends(c->home))
		return r;
	IN_TRANSACTION(c->home->store, r, forget(c->home));
	return r;
}

int
catch_up_waits(struct home *home, bool *waits, struct err *e)
{
	int64_t since;

	home_work(home, home->now, e);
	if (read_since(home, &since) == -1)
		return -1;
	*waits = since != 0;
	return 0;
}

int
step_catch_up(struct home *home, int64_t now, int *n, struct err *e)
{
	struct catching c = { .home = home, .now = now, .e = e, .n = n };
	int came = 0;

	home_work(home, now, e);
	*n = 0;
	if (read_since(home, &c.at) == -1)
		return -1;
	if (c.at == 0)
		return 0;
	c.at = MIN(c.at, now);
	if (receive_lost(home, c.at, &came) == -1)
		return err_more(e,
		    "this home is out of a backup, and nothing is done before "
		    "it has read what came since");
	if (came > 0)
		log_info("mails-of-lost-home",
		    "%d mails that came since the backup are read again", came);
	return catch_up(&c);
}

/* SPDX-License-Identifier: ISC */
/*
 * Once a day a sweep goes through the bytes of all mails and letters and
 * deletes those that are old enough.  How far it has come stands in the table
 * meta, so that each run does a slice of it.
 */
#include "app/home/keep.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "base/seconds.h"
#include "store/mails/keep.h"
#include "store/meta.h"
#include "store/transaction.h"

#include <stdio.h>

#define KEY "keep" /* of meta */
#define SLICE 200 /* rows that are looked at in one transaction */

/* A sweep: letters first, then mails, then free pages. */
struct sweep {
	int64_t next; /* when the next one begins; 0: this one is not done */
	/* the last ones it looked at; 0: none yet, -1: all */
	int64_t letter, mail;
};

static int
read_sweep(struct home *home, struct sweep *sweep)
{
	g_autofree char *text = NULL;
	long long next = 0, letter = 0, mail = 0;

	if (store_meta_get(home->store, KEY, &text) == -1)
		return -1;
	/* One that cannot be read begins anew. */
	if (text == NULL ||
	    sscanf(text, "%lld %lld %lld", &next, &letter, &mail) != 3)
		next = letter = mail = 0;
	*sweep = (struct sweep){ next, letter, mail };
	return 0;
}

static int
write_sweep(struct home *home, const struct sweep *sweep)
{
	g_autofree char *text =
	    g_strdup_printf("%lld %lld %lld", (long long)sweep->next,
		(long long)sweep->letter, (long long)sweep->mail);

	return store_meta_set(home->store, KEY, text);
}

static int
do_slice(struct home *home, struct sweep *sweep)
{
	const int64_t before = home->now - home->config->keep;
	int64_t *at = sweep->letter != -1 ? &sweep->letter : &sweep->mail;
	int r = sweep->letter != -1
		    ? store_keep_letters(home->store, before, SLICE, at)
		    : store_keep_mails(home->store, before, SLICE, at);

	if (r == -1)
		return -1;
	if (*at == 0)
		*at = -1;
	return write_sweep(home, sweep);
}

/* When all were looked at: pages that are free now; then it ends for today. */
static int
give_back(struct home *home)
{
	const struct sweep tomorrow = { .next = home->now + DAY };
	bool more;
	int r;

	if (store_shrink(home->store, &more) == -1)
		return -1;
	if (more)
		return 0;
	IN_TRANSACTION(home->store, r, write_sweep(home, &tomorrow));
	return r;
}

/* A home whose oldest bytes are young writes nothing down. */
static int
is_due(struct home *home, const struct sweep *sweep, bool *due)
{
	*due = true;
	/* a clock that was set back does not end it for years */
	if (home->now < sweep->next && sweep->next <= home->now + DAY)
		*due = false;
	else if (sweep->letter == 0 && sweep->mail == 0)
		return store_keep_any(
		    home->store, home->now - home->config->keep, due);
	return 0;
}

int
keep_tick(struct home *home)
{
	struct sweep sweep;
	bool due;
	int r;

	if (home->config->keep == 0)
		return 0;
	keep_files_tick(home);
	if (read_sweep(home, &sweep) == -1 || is_due(home, &sweep, &due) == -1)
		return -1;
	if (!due)
		return 0;
	if (sweep.letter == -1 && sweep.mail == -1)
		return give_back(home);
	IN_TRANSACTION(home->store, r, do_slice(home, &sweep));
	return r;
}

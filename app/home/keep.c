/* SPDX-License-Identifier: ISC */
/*
 * Bytes of mails and letters go by age.  How far the way through all of them
 * has come stands in the table meta, so that each run does a slice of it.
 */
#include "app/home/keep.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "base/err.h"
#include "store/keep.h"
#include "store/meta.h"
#include "store/transaction.h"

#include <stdio.h>

#define KEY "keep" /* of meta */
#define DAY 86400
#define SLICE 200 /* rows that are looked at in one transaction */

/* How far it has come: behind which letter and mail; -1: they are done. */
struct way {
	int64_t next; /* when it begins again */
	int64_t letter, mail;
};

static int
read_way(struct home *home, struct way *way)
{
	g_autofree char *text = NULL;
	long long next = 0, letter = 0, mail = 0;

	if (store_meta_get(home->store, KEY, &text) == -1)
		return -1;
	/* One that cannot be read begins anew. */
	if (text == NULL ||
	    sscanf(text, "%lld %lld %lld", &next, &letter, &mail) != 3)
		next = letter = mail = 0;
	*way = (struct way){ next, letter, mail };
	return 0;
}

static int
write_way(struct home *home, const struct way *way)
{
	g_autofree char *text = g_strdup_printf("%lld %lld %lld",
	    (long long)way->next, (long long)way->letter, (long long)way->mail);

	return store_meta_set(home->store, KEY, text);
}

static int
do_slice(struct home *home, struct way *way)
{
	const int64_t before = home->now - home->config->keep;
	int64_t *at = way->letter != -1 ? &way->letter : &way->mail;
	int r = way->letter != -1
		    ? store_keep_letters(home->store, before, SLICE, at)
		    : store_keep_mails(home->store, before, SLICE, at);

	if (r == -1)
		return -1;
	if (*at == 0)
		*at = -1;
	return write_way(home, way);
}

/* When all were looked at: pages that are free now; then it ends for today. */
static int
give_back(struct home *home)
{
	const struct way tomorrow = { .next = home->now + DAY };
	bool more;
	int r;

	if (store_shrink(home->store, &more) == -1)
		return -1;
	if (more)
		return 0;
	IN_TRANSACTION(home->store, r, write_way(home, &tomorrow));
	return r;
}

int
keep_tick(struct home *home)
{
	struct way way;
	bool any;
	int r;

	if (home->config->keep == 0)
		return 0;
	if (store_keep_any(home->store, home->now - home->config->keep, &any) ==
		-1 ||
	    read_way(home, &way) == -1)
		return -1;
	if (!any && way.letter == 0 && way.mail == 0)
		return 0;
	/* a clock that was set back does not end it for years */
	if (home->now < way.next && way.next <= home->now + DAY)
		return 0;
	if (way.letter == -1 && way.mail == -1)
		return give_back(home);
	IN_TRANSACTION(home->store, r, do_slice(home, &way));
	return r;
}

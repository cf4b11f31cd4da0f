/* SPDX-License-Identifier: ISC */
#include "app/steps/beside.h"

#include "app/home/home.h"
#include "store/claims.h"

#include <glib.h>

#define LETTERS 16 /* that are written of a match at once */

int
beside_begin(struct home *home, int64_t match)
{
	g_autofree char *name = NULL;

	if (!store_is_shared(home->store))
		return 0;
	name = claim_of_match(match);
	if (store_claim_wait(home->store, name) == -1)
		return -1;
	store_narrow(home->store, LETTERS);
	return 0;
}

void
beside_end(struct home *home, int64_t match)
{
	g_autofree char *name = NULL;

	if (!store_is_shared(home->store))
		return;
	name = claim_of_match(match);
	store_wide(home->store);
	store_unclaim_one(home->store, name);
}

bool
beside_failed(struct home *home)
{
	const bool failed = store_too_narrow(home->store);

	if (failed)
		store_wide(home->store);
	return failed;
}

int
thought_claim(struct home *home, int64_t match, char **claim, bool *got)
{
	g_autofree char *name = NULL;

	*claim = NULL;
	*got = true;
	if (!store_is_shared(home->store))
		return 0;
	name = g_strdup_printf("thought %" G_GINT64_FORMAT, match);
	if (store_claim_one(home->store, name, got) == -1)
		return -1;
	if (*got)
		*claim = g_steal_pointer(&name);
	return 0;
}

void
thought_give_back(struct home *home, const char *claim)
{
	if (claim != NULL)
		store_unclaim_one(home->store, claim);
}

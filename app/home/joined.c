/* SPDX-License-Identifier: ISC */
#include "app/home/joined.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "base/err.h"
#include "base/log.h"
#include "store/figures.h"
#include "store/meta.h"
#include "store/overview.h"
#include "store/store.h"

#include <glib.h>
#include <string.h>

static void
look(struct store *st, int64_t now, struct joined *j)
{
	g_autofree char *secret = NULL;
	struct figures f;

	/* tables without it are what an earlier try has left */
	if (store_meta_get(st, "secret", &secret) == -1 || secret == NULL ||
	    store_figures(st, now, &f) == -1 ||
	    store_newest_domain(st, &j->domain) == -1)
		return;
	j->there = true;
	for (size_t i = 0; i < G_N_ELEMENTS(f.matches); i++)
		j->matches += f.matches[i];
}

void
home_joined(const char *store, int64_t now, struct joined *j)
{
	struct err ignored = { 0 };
	int schema = 0, newest = 0;
	struct store *st;

	*j = (struct joined){ 0 };
	st = store == NULL ? NULL
			   : store_look(store, &schema, &newest, &ignored);
	if (st != NULL && schema == newest)
		look(st, now, j);
	store_close(st);
}

void
joined_clear(struct joined *j)
{
	g_clear_pointer(&j->domain, g_free);
}

bool
joined_differs(const char *domain, const char *address)
{
	const char *at = strrchr(address, '@');

	return domain != NULL && at != NULL &&
	       g_ascii_strcasecmp(domain, at + 1) != 0;
}

void
joined_tell(struct home *home)
{
	const char *address = home->config->address;
	g_autofree char *domain = NULL;
	struct err ignored = { 0 }, *outer = home_errors(home, &ignored);

	if (store_newest_domain(home->store, &domain) == 0 &&
	    joined_differs(domain, address))
		log_warn("other-domain",
		    "the last letter was written for an address at %s, but "
		    "the settings say %s: answers to older letters must still "
		    "come in",
		    domain, address);
	home_errors(home, outer);
}

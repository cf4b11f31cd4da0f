/* SPDX-License-Identifier: ISC */
/* Pages that could not be written into the folder of the settings: a fault of
 * the home, until they are. */
#include "app/pages/pages.h"
#include "app/pages/site.h"

#include "app/home/home.h"
#include "base/err.h"
#include "store/transaction.h"
#include "store/troubles.h"

#include <string.h>

#define TROUBLE "pages"

static int
end_trouble(struct home *home)
{
	g_autoptr(GPtrArray) rows = store_troubles(home->store);
	bool has = false;
	int r = 0;

	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++)
		has |=
		    strcmp(((const struct trouble_row *)rows->pdata[i])->what,
			TROUBLE) == 0;
	if (has)
		IN_TRANSACTION(
		    home->store, r, store_trouble_over(home->store, TROUBLE));
	return r;
}

int
pages_unwanted(struct home *home, int64_t now, struct err *e)
{
	home_work(home, now, e);
	return end_trouble(home);
}

static int
note_trouble(struct home *home, int64_t now, const struct err *e)
{
	struct err second = { 0 }, *first = home_errors(home, &second);
	g_autofree char *why = g_strconcat(
	    e->text, "; mend that, and they are written again", NULL);
	int r;

	IN_TRANSACTION(
	    home->store, r, store_trouble_note(home->store, TROUBLE, why, now));
	home_errors(home, first);
	return r;
}

int
pages_told(struct home *home, int64_t now, int r, const struct err *e)
{
	if (r == 0)
		return end_trouble(home);
	if (e->code != ERR_BUSY)
		note_trouble(home, now, e);
	return r;
}

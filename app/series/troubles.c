/* SPDX-License-Identifier: ISC */
#include "app/series/troubles.h"

#include "app/home/home.h"
#include "store/series.h"
#include "store/troubles.h"

#include <glib.h>
#include <string.h>

static char *
series_what(int64_t id)
{
	return g_strdup_printf("series %lld", (long long)id);
}

int
series_fails(struct home *home, int64_t id, const char *why)
{
	g_autofree char *what = series_what(id);

	if (store_series_put_off(home->store, id, home->now + SERIES_PUT_OFF) ==
	    -1)
		return -1;
	return store_trouble_note(home->store, what, why, home->now);
}

int
series_works(struct home *home, int64_t id)
{
	g_autofree char *what = series_what(id);

	return store_trouble_over(home->store, what);
}

int
series_waits(struct home *home, int64_t id, bool *waits, bool *failed)
{
	g_autoptr(GPtrArray) rows = store_troubles(home->store);
	g_autofree char *what = series_what(id);

	*waits = *failed = false;
	for (guint i = 0; rows != NULL && i < rows->len; i++) {
		const struct trouble_row *row = rows->pdata[i];

		if (strcmp(row->what, what) != 0)
			continue;
		*failed = true;
		*waits = home->now < row->last + SERIES_PUT_OFF;
	}
	return rows == NULL ? -1 : 0;
}

/* ---- tables ---- */

static char *
table_what(const struct series_table_row *table)
{
	return g_strdup_printf("series %lld: table %d of round %d",
	    (long long)table->series, table->n, table->round);
}

int
series_table_fails(
    struct home *home, const struct series_table_row *table, const char *why)
{
	g_autofree char *what = table_what(table);

	return store_trouble_note(home->store, what, why, home->now);
}

int
series_table_works(struct home *home, const struct series_table_row *table)
{
	g_autofree char *what = table_what(table);

	return store_trouble_over(home->store, what);
}

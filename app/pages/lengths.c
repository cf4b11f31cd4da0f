/* SPDX-License-Identifier: ISC */
/*
 * How long matches of a game usually take here: the median of those that were
 * finished last, are shown, and were played by two people or more.
 */
#include "app/pages/site.h"

#include "app/home/home.h"
#include "app/pages/folder.h"
#include "base/seconds.h"
#include "core/rules.h"
#include "games/games.h"
#include "store/pages.h"

#include <string.h>

enum {
	RECENT = 200, /* of all games: these are looked at */
	FEWEST = 5 /* of a game; fewer tell nothing */
};

struct lengths {
	GHashTable *days; /* name of a game -> whole days, if they are known */
};

static gint
by_length(gconstpointer a, gconstpointer b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The list has a person once for each seat, and for each time at one. */
static bool
any_differ(const json_t *people)
{
	const json_t *first = json_array_get(people, 0), *one;
	size_t i;

	json_array_foreach(people, i, one)
	{
		if (!json_equal(one, first))
			return true;
	}
	return false;
}

/* How long those of that game took. */
static GArray *
all_of(const GPtrArray *rows, const char *game)
{
	GArray *all = g_array_new(FALSE, FALSE, sizeof(int64_t));

	for (guint i = 0; i < rows->len; i++) {
		const struct page_row *row = rows->pdata[i];
		json_t *summary;
		int64_t took;

		if (strcmp(row->game, game) != 0)
			continue;
		summary = json_loads(row->summary, 0, NULL);
		took = row->ended -
		       json_integer_value(json_object_get(summary, "started"));
		if (any_differ(json_object_get(summary, "people")))
			g_array_append_val(all, took);
		json_decref(summary);
	}
	g_array_sort(all, by_length);
	return all;
}

struct lengths *
lengths_find(const struct site *site)
{
	g_autoptr(GPtrArray) rows = store_pages_recent(
	    site->home->store, site->folder->id, "over", RECENT);
	struct lengths *lengths;

	if (rows == NULL)
		return NULL;
	lengths = g_new0(struct lengths, 1);
	lengths->days = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t i = 0; games_all[i] != NULL; i++) {
		const char *name = games_all[i]->name;
		g_autoptr(GArray) all = all_of(rows, name);
		int64_t days;

		if (all->len < FEWEST)
			continue;
		days =
		    (g_array_index(all, int64_t, all->len / 2) + DAY / 2) / DAY;
		g_hash_table_insert(lengths->days, (void *)(uintptr_t)name,
		    GUINT_TO_POINTER((guint)days));
	}
	return lengths;
}

void
lengths_free(struct lengths *lengths)
{
	if (lengths != NULL)
		g_hash_table_unref(lengths->days);
	g_free(lengths);
}

char *
lengths_say(const struct lengths *lengths, const struct site *site,
    const char *language, const char *game)
{
	gpointer days;

	if (lengths == NULL ||
	    !g_hash_table_lookup_extended(lengths->days, game, NULL, &days))
		return NULL;
	return days == NULL
		   ? site_say(site, language, "page.lasts-short", NULL)
		   : site_say(site, language, "page.lasts",
			 json_pack("{s:i}", "n", GPOINTER_TO_INT(days)));
}

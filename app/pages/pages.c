/* SPDX-License-Identifier: ISC */
/*
 * The order in which pages are written: those of matches, with what they link
 * to at first, then lists of them, then the start page; what must go, goes when
 * no page leads there any more.
 */
#include "app/pages/pages.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/pages/folder.h"
#include "app/pages/series.h"
#include "app/pages/site.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "render/language/catalog.h"
#include "store/pages.h"
#include "store/transaction.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define STYLE "style.css"
#define TOGETHER 50 /* matches that are recorded at once */

/* ---- matches ---- */

/* Their pages last before it is recorded that they are there. */
static int
record(struct site *site, GPtrArray *rows)
{
	struct store *store = site->home->store;
	int r = folder_sync(site->folder);

	checkpoint("pages of matches are written");
	if (r == 0)
		r = store_begin(store, __func__);
	for (guint i = 0; r == 0 && i < rows->len; i++)
		r = store_page_put(store, rows->pdata[i]);
	if (r == 0)
		return store_commit(store);
	if (store_in_transaction(store))
		store_rollback(store);
	return -1;
}

/* The log or the data of that match are at fault: others are written all the
 * same, and why stands in amiss.  Where nothing can be written, all ends. */
static bool
is_its_own(const struct site *site, int64_t match, struct err *amiss)
{
	struct err *e = site->home->err;

	err_more(e, "match %lld", (long long)match);
	if (e->code == ERR_IO || e->code == ERR_BUSY)
		return false;
	if (amiss->code == 0)
		*amiss = *e;
	return true;
}

/* Before anything of theirs is written. */
static int
know_all(struct site *site, const GPtrArray *stale)
{
	struct store *store = site->home->store;
	bool known = true;
	int r = 0;

	for (guint i = 0; i < stale->len; i++)
		known &= ((const struct stale_row *)stale->pdata[i])->known;
	if (!known)
		IN_TRANSACTION(
		    store, r, store_pages_begin(store, site->folder->id));
	return r;
}

static int
write_matches(struct site *site, const GPtrArray *stale,
    const struct pages_order *order, struct pages_done *done, struct err *amiss)
{
	g_autoptr(GPtrArray) rows =
	    g_ptr_array_new_with_free_func((GDestroyNotify)page_row_free);

	for (guint i = 0; i < stale->len; i++) {
		const struct stale_row *as = stale->pdata[i];
		struct page_row *row = g_new0(struct page_row, 1);

		g_ptr_array_add(rows, row);
		row->number = as->number;
		row->site = g_strdup(site->folder->id);
		if (match_pages(site, as, row) == 0)
			done->matches++;
		else if (is_its_own(site, as->number, amiss))
			g_ptr_array_remove_index(rows, rows->len - 1);
		else
			return -1;
		if (rows->len == TOGETHER || i + 1 == stale->len) {
			if (record(site, rows) == -1)
				return -1;
			g_ptr_array_set_size(rows, 0);
			if (order->progress != NULL)
				order->progress(order->arg, i + 1, stale->len);
		}
		if (home_ends(site->home))
			return record(site, rows);
	}
	return 0;
}

/* ---- lists ---- */

/* Has a page, or had one until now. */
static bool
has_page(struct site *site, const json_t *players, json_int_t person)
{
	g_autofree char *name =
	    g_strdup_printf("player-%lld", (long long)person);
	json_t *player;
	size_t i;

	json_array_foreach((json_t *)(uintptr_t)players, i,
	    player) if (json_integer_value(json_object_get(player, "page")) ==
			person) return true;
	return site_has_some(site, name);
}

/* Which lists tell of that match. */
static void
find_lists(struct site *site, const struct page_row *row, GHashTable *hundreds,
    GHashTable *people, GHashTable *games)
{
	json_t *summary = json_loads(row->summary, 0, NULL);
	const json_t *players = json_object_get(summary, "players");
	json_t *person;
	size_t i;

	g_hash_table_add(hundreds, GINT_TO_POINTER((int)(row->number / 100)));
	if (strcmp(row->status, "over") == 0)
		g_hash_table_add(games, g_strdup(row->game));
	json_array_foreach(json_object_get(summary, "people"), i, person)
	{
		json_int_t id = json_integer_value(person);

		if (has_page(site, players, id))
			g_hash_table_add(people, GINT_TO_POINTER((int)id));
	}
	json_decref(summary);
}

static int
write_each(
    struct site *site, GHashTable *set, int (*write)(struct site *, int64_t))
{
	GHashTableIter iter;
	gpointer key;

	g_hash_table_iter_init(&iter, set);
	while (g_hash_table_iter_next(&iter, &key, NULL))
		if (write(site, GPOINTER_TO_INT(key)) == -1)
			return -1;
	return 0;
}

/* Leaves those of whom no listed match tells. */
static int
write_players(struct site *site, GHashTable *people)
{
	GHashTableIter iter;
	gpointer key;
	bool told;

	g_hash_table_iter_init(&iter, people);
	while (g_hash_table_iter_next(&iter, &key, NULL)) {
		if (list_player(site, GPOINTER_TO_INT(key), &told) == -1)
			return -1;
		if (told)
			g_hash_table_iter_remove(&iter);
	}
	return 0;
}

static int
drop_matches(struct site *site, const GArray *gone)
{
	for (guint i = 0; i < gone->len; i++)
		if (match_pages_drop(site, g_array_index(gone, int64_t, i)) ==
		    -1)
			return -1;
	return 0;
}

static int
write_lists(struct site *site, const GArray *gone)
{
	struct store *store = site->home->store;
	g_autoptr(GPtrArray) rows =
	    store_pages_unlisted(store, site->folder->id);
	g_autoptr(GHashTable) hundreds = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) people = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) games =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	int r;

	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++)
		find_lists(site, rows->pdata[i], hundreds, people, games);
	if (write_players(site, people) == -1 ||
	    game_pages(site, games) == -1 ||
	    write_each(site, hundreds, list_hundred) == -1 ||
	    ((rows->len > 0 || site->again) && feeds_write(site) == -1) ||
	    series_pages(site) == -1 || start_page(site) == -1 ||
	    folder_sync(site->folder) == -1)
		return -1;
	checkpoint("lists are written");
	/* pages of matches and players lead to one another */
	if (write_each(site, people, list_player_empty) == -1 ||
	    drop_matches(site, gone) == -1 ||
	    write_each(site, people, list_player_drop) == -1)
		return -1;
	if (rows->len == 0)
		return 0;
	IN_TRANSACTION(store, r, store_pages_listed(store, site->folder->id));
	return r;
}

/* What a match that is shown no longer leaves: whose pages told of it. */
static char *
left_over(const struct page_row *row)
{
	json_t *summary = json_loads(row->summary, 0, NULL);
	json_t *left = json_object();
	char *text, *copy;

	json_object_set(left, "people", json_object_get(summary, "people"));
	text = json_dumps(left, JSON_COMPACT);
	copy = g_strdup(text);
	free(text);
	json_decref(left);
	json_decref(summary);
	return copy;
}

/* Their rows say no more, so lists leave them out at first. */
static int
forget_matches(struct site *site, const GArray *gone)
{
	struct store *store = site->home->store;

	for (guint i = 0; i < gone->len; i++) {
		int64_t number = g_array_index(gone, int64_t, i);
		g_autoptr(GPtrArray) rows = store_pages_between(
		    store, site->folder->id, number, number);
		struct page_row *row;
		char *left;
		int r;

		if (rows == NULL)
			return -1;
		if (rows->len == 0)
			continue;
		row = rows->pdata[0];
		left = left_over(row);
		g_free(row->summary);
		row->summary = left;
		row->listed = false;
		IN_TRANSACTION(store, r, store_page_put(store, row));
		if (r == -1)
			return -1;
	}
	return 0;
}

/* Rows of matches whose pages have gone; the last step, so that a writer that
 * is stopped before it goes on with them. */
static int
drop_rows(struct site *site, const GArray *gone)
{
	struct store *store = site->home->store;

	for (guint i = 0; i < gone->len; i++) {
		int r;

		IN_TRANSACTION(store, r,
		    store_page_drop(store, site->folder->id,
			g_array_index(gone, int64_t, i)));
		if (r == -1)
			return -1;
	}
	return 0;
}

/* ---- all of it ---- */

/* The organiser's, else the one built in. */
static int
write_style(struct site *site)
{
	const char *own = site_catalog(site, "en")->override_dir;
	struct err why = { .code = ERR_MISSING };
	g_autofree char *text = NULL;

	if (own != NULL)
		text = catalog_file(own, "pages", STYLE, &why);
	if (text == NULL && why.code == ERR_MISSING)
		text = catalog_file(NULL, "pages", STYLE, site->home->err);
	else if (text == NULL)
		err_set(site->home->err, why.code, "%s", why.text);
	return text == NULL ? -1 : folder_put(site->folder, STYLE, text);
}

static int
write_first(struct site *site)
{
	g_autoptr(GHashTable) none = g_hash_table_new(g_str_hash, g_str_equal);

	return feeds_write(site) == -1 || start_page_first(site) == -1
		   ? -1
		   : game_pages(site, none);
}

/* Of what all pages are made, besides what each shows. */
static char *
made_of(const struct site *site)
{
	const struct config *config = site->home->config;

	return g_strjoin("\n", SITE_MADE, config->name, config->address,
	    config->language, NULL);
}

static int
begin(struct site *site, const struct pages_order *order)
{
	struct store *store = site->home->store;
	const struct folder *folder = site->folder;
	g_autofree char *made = made_of(site);
	int r;

	IN_TRANSACTION(store, r,
	    store_site_begin(
		store, folder->id, folder->path, made, &site->anew));
	if (r == 0 && order->again)
		IN_TRANSACTION(store, r, store_site_again(store, folder->id));
	site->again = order->again || site->anew;
	if (r == -1 || write_style(site) == -1)
		return -1;
	/* every page leads to these */
	return folder_has(folder, "index.html") ? 0 : write_first(site);
}

/* All pages are made of what they say. */
static int
end(struct site *site)
{
	struct store *store = site->home->store;
	g_autofree char *made = made_of(site);
	int r = 0;

	if (site->anew)
		IN_TRANSACTION(store, r,
		    store_site_made(
			store, site->folder->id, site->folder->path, made));
	return r;
}

static int
write_all(
    struct site *site, const struct pages_order *order, struct pages_done *done)
{
	struct store *store = site->home->store;
	g_autoptr(GPtrArray) stale = NULL;
	g_autoptr(GArray) gone = NULL;
	struct err amiss = { 0 };

	if (begin(site, order) == -1 || series_pages_come(site) == -1 ||
	    (stale = store_pages_stale(
		 store, site->folder->id, site->replays)) == NULL ||
	    (gone = store_pages_gone(store, site->folder->id)) == NULL ||
	    know_all(site, stale) == -1 ||
	    write_matches(site, stale, order, done, &amiss) == -1)
		return -1;
	if (home_ends(site->home))
		return 0;
	if (forget_matches(site, gone) == -1 || write_lists(site, gone) == -1)
		return -1;
	if (drop_rows(site, gone) == -1 || end(site) == -1)
		return -1;
	if (amiss.code != 0)
		*site->home->err = amiss;
	return amiss.code != 0 ? -1 : 0;
}

int
pages_moment(struct home *home, int64_t *moment, struct err *e)
{
	home_work(home, home->now, e);
	return store_pages_moment(home->store, moment);
}

static int
write_into(struct site *site, const struct pages_order *order, int64_t now,
    struct pages_done *done)
{
	int r;

	site->folder = folder_open(order->dir, now, site->home->err);
	if (site->folder == NULL)
		return -1;
	site->languages = catalogs_there();
	r = write_all(site, order, done);
	done->files = site->folder->written;
	g_strfreev(site->languages);
	folder_close(site->folder);
	return r;
}

int
pages_write(struct home *home, const struct pages_order *order, int64_t now,
    struct pages_done *done, struct err *e)
{
	struct site site = { .home = home, .replays = order->replays };
	int r;

	home_work(home, now, e);
	*done = (struct pages_done){ 0 };
	r = write_into(&site, order, now, done);
	return g_strcmp0(order->dir, home->config->page) == 0
		   ? pages_told(home, now, r, e)
		   : r;
}

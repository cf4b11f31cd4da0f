/* SPDX-License-Identifier: ISC */
/*
 * The order in which pages are written: those of matches, with what they link
 * to at first, then lists of them, then the start page; what must go, goes when
 * no page leads there any more.
 */
#include "app/pages/pages.h"
#include "app/pages/site.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/pages/folder.h"
#include "base/checkpoint.h"
#include "base/embed.h"
#include "base/err.h"
#include "core/say.h"
#include "render/catalog.h"
#include "render/render.h"
#include "render/site.h"
#include "store/pages.h"
#include "store/transaction.h"

#include <stdlib.h>
#include <string.h>

#define STYLE "style.css"
#define TOGETHER 50 /* matches that are recorded at once */
/* Between these stand the links to other languages. */
#define OTHERS_BEGIN "<!--others-->"
#define OTHERS_END "<!--/others-->"

/* ---- for all sources of this room ---- */

const struct catalog *
site_catalog(const struct site *site, const char *language)
{
	return home_catalog(site->home, language);
}

char *
site_say(const struct site *site, const char *language, const char *key,
    json_t *args)
{
	struct phrase *phrase = phrase_new(key, args);
	char *text = catalog_say(site_catalog(site, language), phrase, NULL);

	phrase_free(phrase);
	return text;
}

char *
site_moment(int64_t at)
{
	g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(at);

	return g_date_time_format(time, "%Y-%m-%d %H:%M");
}

/* ---- one page in all languages ---- */

static json_t *
others(const struct site *site, const char *language, const char *name)
{
	json_t *list = json_array();

	for (int i = 0; site->languages[i] != NULL; i++) {
		const char *other = site->languages[i];
		g_autofree char *called =
		    site_say(site, other, "page.language", NULL);

		json_array_append_new(
		    list, json_pack("{s:s, s:s, s:s, s:s, s:b}", "code", other,
			      "name", called, "page", name, "lead", "../",
			      "here", strcmp(other, language) == 0));
	}
	return list;
}

/* The text without links to other languages, whose pages may not be there. */
static char *
without_others(const char *text)
{
	GString *out = g_string_new(NULL);
	const char *begin, *end;

	while ((begin = strstr(text, OTHERS_BEGIN)) != NULL &&
	       (end = strstr(begin, OTHERS_END)) != NULL) {
		g_string_append_len(out, text, begin - text);
		text = end + strlen(OTHERS_END);
	}
	g_string_append(out, text);
	return g_string_free(out, FALSE);
}

static int
put_all(struct site *site, char *const *texts, const char *name)
{
	bool fresh = false;

	for (int i = 0; texts[i] != NULL; i++) {
		g_autofree char *file =
		    g_strdup_printf("%s/%s.html", site->languages[i], name);
		g_autofree char *alone = NULL;

		if (folder_has(site->folder, file))
			continue;
		fresh = true;
		alone = without_others(texts[i]);
		if (folder_put(site->folder, file, alone) == -1)
			return -1;
	}
	if (fresh)
		checkpoint("pages stand alone");
	for (int i = 0; texts[i] != NULL; i++) {
		g_autofree char *file =
		    g_strdup_printf("%s/%s.html", site->languages[i], name);

		if (folder_put(site->folder, file, texts[i]) == -1)
			return -1;
	}
	return 0;
}

static char *
render(struct site *site, const char *template, const char *name,
    const char *language, json_t *context)
{
	const struct home *home = site->home;
	char *text;

	json_object_set_new(context, "others", others(site, language, name));
	json_object_set_new(context, "home", json_string(home->config->name));
	json_object_set_new(
	    context, "address", json_string(home->config->address));
	if (json_object_get(context, "root") == NULL)
		json_object_set_new(context, "root", json_string("../"));
	text = site_page(
	    site_catalog(site, language), template, context, home->err);
	json_decref(context);
	return text;
}

int
site_write(struct site *site, const char *template, const char *name,
    page_context *make, void *arg)
{
	guint n = g_strv_length(site->languages);
	g_auto(GStrv) texts = g_new0(char *, n + 1);

	for (guint i = 0; i < n; i++) {
		const char *language = site->languages[i];
		json_t *context = make(site, language, arg);

		if (context == NULL)
			return -1;
		texts[i] = render(site, template, name, language, context);
		if (texts[i] == NULL)
			return -1;
	}
	return put_all(site, texts, name);
}

int
site_root(struct site *site, page_context *make, void *arg)
{
	const char *language = site->home->config->language;
	json_t *context, *list, *one;
	g_autofree char *text = NULL;
	size_t i;

	if (!g_strv_contains((const char *const *)site->languages, language))
		language = "en";
	if ((context = make(site, language, arg)) == NULL)
		return -1;
	json_object_set_new(context, "root", json_string(""));
	json_object_set_new(context, "here", json_sprintf("%s/", language));
	json_object_set_new(context, "others", json_array());
	list = others(site, language, "index");
	json_array_foreach(list, i, one)
	{
		json_object_set_new(one, "lead", json_string(""));
		json_object_set_new(one, "here", json_false());
	}
	json_object_set_new(
	    context, "home", json_string(site->home->config->name));
	json_object_set_new(
	    context, "address", json_string(site->home->config->address));
	json_object_set_new(context, "others", list);
	text = site_page(site_catalog(site, language), "site-start", context,
	    site->home->err);
	json_decref(context);
	return text == NULL ? -1 : folder_put(site->folder, "index.html", text);
}

int
site_drop(struct site *site, const char *name)
{
	for (int i = 0; site->languages[i] != NULL; i++) {
		g_autofree char *file =
		    g_strdup_printf("%s/%s.html", site->languages[i], name);

		if (folder_drop(site->folder, file) == -1)
			return -1;
	}
	return 0;
}

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

static int
write_matches(struct site *site, const GPtrArray *stale,
    const struct pages_order *order, struct pages_done *done)
{
	g_autoptr(GPtrArray) rows =
	    g_ptr_array_new_with_free_func((GDestroyNotify)page_row_free);

	for (guint i = 0; i < stale->len; i++) {
		const struct stale_row *as = stale->pdata[i];
		struct page_row *row = g_new0(struct page_row, 1);

		g_ptr_array_add(rows, row);
		row->number = as->number;
		row->site = g_strdup(site->folder->id);
		row->stamp = g_strdup(as->stamp);
		if (match_pages(site, as->number, row) == -1)
			return err_more(site->home->err, "match %lld",
			    (long long)as->number);
		done->matches++;
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

/* Which lists tell of that match. */
static void
find_lists(const struct page_row *row, GHashTable *hundreds, GHashTable *people,
    GHashTable *games)
{
	json_t *summary = json_loads(row->summary, 0, NULL);
	json_t *player;
	size_t i;

	g_hash_table_add(hundreds, GINT_TO_POINTER((int)(row->number / 100)));
	if (strcmp(row->status, "over") == 0)
		g_hash_table_add(games, g_strdup(row->game));
	json_array_foreach(json_object_get(summary, "people"), i, player)
	    g_hash_table_add(
		people, GINT_TO_POINTER((int)json_integer_value(player)));
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

static int
write_lists(struct site *site)
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
		find_lists(rows->pdata[i], hundreds, people, games);
	if (write_each(site, people, list_player) == -1 ||
	    game_pages(site, games) == -1 ||
	    write_each(site, hundreds, list_hundred) == -1 ||
	    feeds_write(site) == -1 || list_start(site) == -1 ||
	    folder_sync(site->folder) == -1)
		return -1;
	checkpoint("lists are written");
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

		if (rows == NULL || rows->len == 0)
			return -1;
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

static int
drop_matches(struct site *site, const GArray *gone)
{
	struct store *store = site->home->store;

	for (guint i = 0; i < gone->len; i++) {
		int64_t number = g_array_index(gone, int64_t, i);
		int r;

		if (match_pages_drop(site, number) == -1)
			return -1;
		IN_TRANSACTION(
		    store, r, store_page_drop(store, site->folder->id, number));
		if (r == -1)
			return -1;
	}
	return 0;
}

/* ---- all of it ---- */

static int
write_style(struct site *site)
{
	g_autofree char *text =
	    catalog_file(NULL, "pages", STYLE, site->home->err);

	return text == NULL ? -1 : folder_put(site->folder, STYLE, text);
}

static int
write_first(struct site *site)
{
	g_autoptr(GHashTable) none = g_hash_table_new(g_str_hash, g_str_equal);

	return feeds_write(site) == -1 || list_start_first(site) == -1
		   ? -1
		   : game_pages(site, none);
}

static int
begin(struct site *site, const struct pages_order *order)
{
	struct store *store = site->home->store;
	const char *id = site->folder->id;
	int r;

	IN_TRANSACTION(
	    store, r, store_site_begin(store, id, order->dir, SITE_MADE));
	if (r == 0 && order->again)
		IN_TRANSACTION(store, r, store_site_again(store, id));
	if (r == -1 || write_style(site) == -1)
		return -1;
	/* every page leads to these */
	return folder_has(site->folder, "index.html") ? 0 : write_first(site);
}

static int
write_all(
    struct site *site, const struct pages_order *order, struct pages_done *done)
{
	struct store *store = site->home->store;
	g_autoptr(GPtrArray) stale = NULL;
	g_autoptr(GArray) gone = NULL;

	if (begin(site, order) == -1 ||
	    (stale = store_pages_stale(store, site->folder->id)) == NULL ||
	    (gone = store_pages_gone(store, site->folder->id)) == NULL ||
	    write_matches(site, stale, order, done) == -1)
		return -1;
	if (home_ends(site->home))
		return 0;
	if (forget_matches(site, gone) == -1 || write_lists(site) == -1)
		return -1;
	return drop_matches(site, gone);
}

int
pages_moment(struct home *home, int64_t *moment, struct err *e)
{
	home_work(home, home->now, e);
	return store_pages_moment(home->store, moment);
}

int
pages_write(struct home *home, const struct pages_order *order, int64_t now,
    struct pages_done *done, struct err *e)
{
	struct site site = { .home = home, .replays = order->replays };
	int r;

	home_work(home, now, e);
	*done = (struct pages_done){ 0 };
	site.folder = folder_open(order->dir, now, e);
	if (site.folder == NULL)
		return -1;
	site.languages = catalogs_there();
	r = write_all(&site, order, done);
	done->files = site.folder->written;
	g_strfreev(site.languages);
	folder_close(site.folder);
	return r;
}

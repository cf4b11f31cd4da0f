/* SPDX-License-Identifier: ISC */
/* Pages of a site: Mustache templates, for all languages the same. */
#include "render/site.h"

#include "base/err.h"
#include "render/language/catalog.h"
#include "render/mustache/mustache.h"
#include "render/mustache/template.h"
#include "render/render.h"

#include <stdint.h>

#define FOLDER "pages"

/* Kept with the language, as all that it has read. */
static const char *
site_part(void *arg, const char *name)
{
	struct rendering *page = arg;
	const struct catalog *t = page->catalog;
	g_autofree char *file = g_strconcat(name, ".html", NULL);
	g_autofree char *key = g_strconcat(FOLDER "/", file, NULL);
	struct err why = { .code = ERR_MISSING };
	const char *kept = g_hash_table_lookup(t->templates, key);
	char *text = NULL;

	if (kept != NULL)
		return kept;
	if (t->override_dir != NULL)
		text = catalog_file(t->override_dir, FOLDER, file, &why);
	if (text == NULL && why.code == ERR_MISSING)
		text = catalog_file(NULL, FOLDER, file, &why);
	if (text != NULL)
		return catalog_keep(t, key, text);
	err_set(page->err, why.code, "%s", why.text);
	return NULL;
}

/* Read once for each language. */
static char *
write_page(const struct catalog *t, const char *name, const char *text,
    const json_t *context, const struct mustache_env *env, struct err *e)
{
	struct parsed *known = catalog_parsed(t, FOLDER "/");
	struct mustache *m = g_hash_table_lookup(known->letters, name);

	if (m == NULL) {
		if ((m = mustache_parse(name, text, e)) == NULL)
			return NULL;
		g_hash_table_insert(known->letters, g_strdup(name), m);
	}
	return mustache_write(m, known->partials, context, env, e);
}

char *
site_page(const struct catalog *t, const char *name, const json_t *context,
    struct err *e)
{
	g_autoptr(GString) key = g_string_new(NULL);
	json_t *all = json_copy((json_t *)(uintptr_t)context);
	struct rendering page = {
		.catalog = t, .context = all, .key = key, .err = e
	};
	const struct mustache_env env = { .partial = site_part,
		.filter = page_filter,
		.arg = &page,
		.html = true };
	const char *text = site_part(&page, name);
	char *out = NULL;

	json_object_set_new(all, "language", json_string(catalog_language(t)));
	if (text != NULL)
		out = write_page(t, name, text, all, &env, e);
	json_decref(all);
	return out;
}

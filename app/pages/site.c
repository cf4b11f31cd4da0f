/* SPDX-License-Identifier: ISC */
/*
 * A page in all languages.  Pages of the same kind lead to one another, so they
 * stand alone at first, without these links.
 */
#include "app/pages/site.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/pages/folder.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "core/say.h"
#include "core/words.h"
#include "render/render.h"
#include "render/site.h"

#include <stdint.h>
#include <string.h>

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

json_t *
site_line(const struct site *site, const char *language, const char *command,
    int64_t number)
{
	const struct words *words = catalog_words(site_catalog(site, language));
	g_autoptr(GString) line =
	    g_string_new(words_first(words, "request", command));
	g_autofree char *uri = NULL;

	if (number != 0)
		g_string_append_printf(line, " %lld", (long long)number);
	uri = g_uri_escape_string(line->str, NULL, FALSE);
	return json_pack("{s:s, s:s}", "text", line->str, "uri", uri);
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
put_one(struct site *site, guint i, const char *name, const char *text)
{
	g_autofree char *file =
	    g_strdup_printf("%s/%s.html", site->languages[i], name);

	return folder_put(site->folder, file, text);
}

static bool
has_one(const struct site *site, guint i, const char *name)
{
	g_autofree char *file =
	    g_strdup_printf("%s/%s.html", site->languages[i], name);

	return folder_has(site->folder, file);
}

/* The last one, before which all others are there, never stands alone. */
static int
put_all(struct site *site, char *const *texts, const char *name)
{
	guint last = g_strv_length((char **)(uintptr_t)texts) - 1;
	bool fresh = false;

	for (guint i = 0; i < last; i++) {
		g_autofree char *alone = NULL;

		if (has_one(site, i, name))
			continue;
		fresh = true;
		alone = without_others(texts[i]);
		if (put_one(site, i, name, alone) == -1)
			return -1;
	}
	if (fresh)
		checkpoint("pages stand alone");
	if (put_one(site, last, name, texts[last]) == -1)
		return -1;
	for (guint i = 0; i < last; i++)
		if (put_one(site, i, name, texts[i]) == -1)
			return -1;
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

/* A page is written in one language after the other. */
bool
site_has_some(const struct site *site, const char *name)
{
	return has_one(site, 0, name);
}

bool
site_has_all(const struct site *site, const char *name)
{
	return has_one(site, g_strv_length(site->languages) - 1, name);
}

/* The page stops leading to other languages, in each in which it is there; not
 * in the last one, whose page goes first. */
static int
leave_others(struct site *site, const char *name)
{
	const guint last = g_strv_length(site->languages) - 1;

	for (guint i = 0; i < last; i++) {
		g_autofree char *file =
		    g_strdup_printf("%s/%s.html", site->languages[i], name);
		g_autofree char *text = folder_get(site->folder, file);
		g_autofree char *alone = NULL;

		if (text == NULL)
			continue;
		alone = without_others(text);
		if (folder_put(site->folder, file, alone) == -1)
			return -1;
	}
	return 0;
}

/* In the opposite order: while any is left, the first one is. */
int
site_drop(struct site *site, const char *name)
{
	if (leave_others(site, name) == -1)
		return -1;
	for (guint i = g_strv_length(site->languages); i > 0; i--) {
		g_autofree char *file =
		    g_strdup_printf("%s/%s.html", site->languages[i - 1], name);

		if (folder_drop(site->folder, file) == -1)
			return -1;
		checkpoint("a page is dropped");
	}
	return 0;
}

/* SPDX-License-Identifier: ISC */
/* Pictures as SVG: Mustache templates over the context of a letter. */
#include "render/picture.h"

#include "base/err.h"
#include "render/drawing.h"
#include "render/mustache.h"
#include "render/template.h"
#include "render/text.h"
#include "render/catalog.h"

#include <string.h>

#define FOLDER "pictures"

/* templates/pictures/NAME.svg: the organiser's, else the one built in. */
static char *
find_picture(const struct catalog *t, const char *name, struct err *err)
{
	g_autofree char *file = g_strconcat(name, ".svg", NULL);
	struct err missing = { .code = ERR_MISSING, .text = "" };
	char *text = NULL;

	if (t->override_dir != NULL)
		text = catalog_file(t->override_dir, FOLDER, file, &missing);
	if (text == NULL && missing.code == ERR_MISSING)
		text = catalog_file(NULL, FOLDER, file, &missing);
	if (text == NULL)
		err_set(err, missing.code, "%s", missing.text);
	return text;
}

/* Kept with the language, as all that it has read. */
static const char *
picture_partial(void *arg, const char *name)
{
	struct rendering *letter = arg;
	const struct catalog *t = letter->catalog;
	g_autofree char *key = g_strconcat(FOLDER "/", name, NULL);
	const char *kept = g_hash_table_lookup(t->templates, key);
	char *text;
	struct err why;

	if (kept != NULL)
		return kept;
	text = find_picture(t, name, &why);
	if (text != NULL)
		return catalog_keep(t, key, text);
	if (why.code != ERR_MISSING) {
		letter->failed = true;
		err_set(letter->err, why.code, "%s", why.text);
	}
	return NULL;
}

static bool
is_one_of(const char *name, const char *const *names)
{
	for (; *names != NULL; names++)
		if (*name == **names && strcmp(name, *names) == 0)
			return true;
	return false;
}

/* Words of people and languages come out of these. */
static bool
gives_text(const char *name)
{
	static const char *const names[] = { "t", "player", "fact", NULL };

	return is_one_of(name, names);
}

/* The same in a picture as in a letter: nothing of these is laid out. */
static bool
gives_parts(const char *name)
{
	static const char *const names[] = { "join", "list", "same", NULL };

	return is_one_of(name, names);
}

static bool
picture_filter(void *arg, const char *name, const char *inside, GString *out)
{
	struct rendering *letter = arg;
	g_autoptr(GString) text = NULL;

	if (gives_parts(name))
		return letter_filter(arg, name, inside, out);
	if (!gives_text(name))
		return place_filter(letter->context, name, inside, out);
	if (inside == NULL)
		return true;
	text = g_string_new(NULL);
	letter_filter(arg, name, inside, text);
	html_escape((struct text_span){ text->str, text->len }, out);
	return true;
}

static const struct mustache *
find_parsed(const struct catalog *t, const char *name, struct err *err)
{
	GHashTable *pictures = catalog_parsed(t, FOLDER "/")->letters;
	struct mustache *m = g_hash_table_lookup(pictures, name);
	g_autofree char *text = NULL;

	if (m != NULL)
		return m;
	if ((text = find_picture(t, name, err)) == NULL)
		return NULL;
	if ((m = mustache_parse(name, text, err)) != NULL)
		g_hash_table_insert(pictures, g_strdup(name), m);
	return m;
}

static char *
draw(const struct catalog *t, const char *name, const json_t *context,
    struct err *err)
{
	g_autoptr(GString) key = g_string_sized_new(64);
	struct rendering letter = {
		.catalog = t,
		.game = name,
		.context = context,
		.atoms = json_object_get(context, "atoms"),
		.names = json_object_get(context, "names"),
		.key = key,
		.err = err,
	};
	const struct mustache_env env = {
		.partial = picture_partial,
		.filter = picture_filter,
		.arg = &letter,
		.html = true,
	};
	const struct mustache *m = find_parsed(t, name, err);
	char *svg;

	if (m == NULL)
		return NULL;
	svg = mustache_write(
	    m, catalog_parsed(t, FOLDER "/")->partials, context, &env, err);
	if (svg != NULL && letter.failed)
		g_clear_pointer(&svg, g_free);
	return svg;
}

char *
picture_svg(const struct catalog *t, const char *name, const json_t *context,
    struct err *err)
{
	json_t *more;
	char *svg;

	if (strcmp(name, "chart") != 0)
		return draw(t, name, context, err);
	more = chart_context(context);
	svg = draw(t, name, more, err);
	json_decref(more);
	return svg;
}

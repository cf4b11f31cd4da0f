/* SPDX-License-Identifier: ISC */
/*
 * Letters: the template of a kind, its partials, and what people read up on,
 * the parts of the rules and of the help.  Each of these is a template; phrases
 * say by which words it is asked for.
 */
#include "render/language/catalog.h"

#include "base/err.h"
#include "base/fold.h"
#include "render/markup.h"
#include "render/mustache/mustache.h"
#include "render/mustache/template.h"
#include "render/render.h"

#include <string.h>

/* From special to general; *path is the one that was found. */
static const char *
find_template(const struct rendering *letter, const char *name, char **path,
    struct err *err)
{
	const char *text = NULL;
	struct err why = { .code = ERR_MISSING, .text = "" };

	*path = NULL;
	if (letter->game != NULL) {
		*path = g_strdup_printf("%s/%s.txt", letter->game, name);
		text = catalog_template(letter->catalog, *path, &why);
	}
	if (text == NULL && why.code == ERR_MISSING) {
		g_free(*path);
		*path = g_strdup_printf("letters/%s.txt", name);
		text = catalog_template(letter->catalog, *path, &why);
	}
	if (text == NULL)
		err_set(err, why.code, "%s", why.text);
	return text;
}

/* A partial that is not there is empty, which is kept like any other. */
const char *
letter_partial(void *arg, const char *name)
{
	struct rendering *letter = arg;
	g_autofree char *path = NULL;
	struct err why;
	const char *text = find_template(letter, name, &path, &why);

	if (text != NULL)
		return text;
	if (why.code == ERR_MISSING)
		return "";
	letter->failed = true;
	err_set(letter->err, why.code, "%s", why.text);
	return NULL;
}

static const struct mustache *
find_letter(struct rendering *letter, GHashTable *letters, const char *name)
{
	struct mustache *m = g_hash_table_lookup(letters, name);
	g_autofree char *path = NULL;
	const char *text;

	if (m != NULL)
		return m;
	text = find_template(letter, name, &path, letter->err);
	if (text == NULL)
		return NULL;
	m = mustache_parse(path, text, letter->err);
	if (m != NULL)
		g_hash_table_insert(letters, g_strdup(name), m);
	return m;
}

/* ---- what people read up on ---- */

/* "cabin boy" -> "roles", by the phrase PREFIXtopic.cabin-boy; NULL: no such
 * topic. */
static const char *
topic_file(
    const struct rendering *letter, const char *prefix, const char *folded)
{
	g_autofree char *key = g_strdup_printf("%stopic.%s", prefix, folded);

	return catalog_raw(letter->catalog, key);
}

/* As keys of phrases are written. */
static char *
fold_topic(const char *topic)
{
	char *folded = fold_text(topic);

	return g_strdelimit(g_strstrip(folded), " ", '-');
}

static void
put_template(struct rendering *letter, const char *name, GString *out)
{
	g_autofree char *text = NULL;

	if (letter->in_topic)
		return; /* no topic quotes another one */
	letter->in_topic = true;
	text = letter_render(letter, name);
	letter->in_topic = false;
	if (text == NULL) {
		letter->failed = true;
		return;
	}
	/* a topic is no partial, but as much as one */
	marks_part(letter, name, false, out);
	g_string_append(out, text);
	marks_part(letter, name, true, out);
}

static char *
rules_template(const struct rendering *letter, const char *topic)
{
	g_autofree char *folded = fold_topic(topic);
	g_autofree char *prefix = NULL;
	const char *file;

	if (letter->game == NULL || *folded == '\0')
		return g_strdup("rules");
	prefix = g_strconcat(letter->game, ".", NULL);
	file = topic_file(letter, prefix, folded);
	return file != NULL ? g_strconcat("rules-", file, NULL)
			    : g_strdup("no-topic");
}

/* Those of the letter's game, or of the one that was asked for. */
static void
topic_rules(struct rendering *letter, const char *topic, GString *out)
{
	const char *game = letter->game;
	g_autofree char *name = NULL;

	if (game == NULL)
		letter->game = json_string_value(
		    json_object_get(letter->context, "rules_game"));
	name = rules_template(letter, topic);
	put_template(letter, name, out);
	letter->game = game;
}

static void
topic_help(struct rendering *letter, const char *topic, GString *out)
{
	g_autofree char *folded = fold_topic(topic);
	const char *file = topic_file(letter, "", folded);
	g_autofree char *name = *folded == '\0' ? g_strdup("help")
				: file != NULL
				    ? g_strconcat("help-", file, NULL)
				    : g_strdup("help-no-topic");

	put_template(letter, name, out);
}

/* ---- the whole ---- */

/* Those two render a template each; all others know nothing of templates. */
static bool
filter(void *letter, const char *name, const char *inside, GString *out)
{
	bool rules = strcmp(name, "rules") == 0;

	if (!rules && strcmp(name, "help_on") != 0)
		return letter_filter(letter, name, inside, out);
	if (inside != NULL && rules)
		topic_rules(letter, inside, out);
	else if (inside != NULL)
		topic_help(letter, inside, out);
	return true;
}

char *
letter_render(struct rendering *letter, const char *name)
{
	const struct mustache_env env = {
		.partial = letter_partial,
		.filter = filter,
		.part = marks_part,
		.item = marks_item,
		.arg = letter,
	};
	struct parsed *parsed = catalog_parsed(letter->catalog, letter->game);
	const struct mustache *m = find_letter(letter, parsed->letters, name);
	char *rendered;

	if (m == NULL)
		return NULL;
	rendered = mustache_write(
	    m, parsed->partials, letter->context, &env, letter->err);
	if (rendered != NULL && letter->failed)
		g_clear_pointer(&rendered, g_free);
	return rendered;
}

/* SPDX-License-Identifier: ISC */
/* Letters: the template of a kind, and its partials. */
#include "render/marks.h"
#include "render/mustache.h"
#include "render/tongue.h"

/* From special to general; *path is the one that was found. */
static const char *
find_template(
    const struct letter *letter, const char *name, char **path, struct err *err)
{
	const char *text = NULL;
	struct err why = { .code = ERR_MISSING, .text = "" };

	*path = NULL;
	if (letter->game != NULL) {
		*path = g_strdup_printf("%s/%s.txt", letter->game, name);
		text = tongue_template(letter->tongue, *path, &why);
	}
	if (text == NULL && why.code == ERR_MISSING) {
		g_free(*path);
		*path = g_strdup_printf("letters/%s.txt", name);
		text = tongue_template(letter->tongue, *path, &why);
	}
	if (text == NULL)
		err_set(err, why.code, "%s", why.text);
	return text;
}

/* A partial that is not there is empty, which is kept like any other. */
const char *
letter_partial(void *arg, const char *name)
{
	struct letter *letter = arg;
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
find_letter(struct letter *letter, GHashTable *letters, const char *name)
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

char *
letter_render(struct letter *letter, const char *name)
{
	const struct mustache_env env = {
		.partial = letter_partial,
		.filter = letter_filter,
		.part = marks_part,
		.item = marks_item,
		.arg = letter,
	};
	struct parsed *parsed = tongue_parsed(letter->tongue, letter->game);
	const struct mustache *m = find_letter(letter, parsed->letters, name);
	char *rendered;

	if (m == NULL)
		return NULL;
	rendered = mustache_write(
	    m, parsed->partials, letter->facts, &env, letter->err);
	if (rendered != NULL && letter->failed)
		g_clear_pointer(&rendered, g_free);
	return rendered;
}

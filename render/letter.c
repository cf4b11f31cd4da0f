/* SPDX-License-Identifier: ISC */
/* Letters: the template of a kind, its partials, and the final tidying. */
#include "render/guard.h"
#include "render/mustache.h"
#include "render/text.h"
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

/* Does the reader's mail program show ASCII alone? */
static bool
wants_ascii(const json_t *facts)
{
	const json_t *person = json_object_get(facts, "person");
	const char *text = json_string_value(json_object_get(person, "text"));

	return g_strcmp0(text, "ascii") == 0;
}

char *
tongue_letter(const struct tongue *t, const char *game, const char *kind,
    const json_t *facts, struct err *err)
{
	g_autoptr(GString) key = g_string_sized_new(64);
	struct letter letter = {
		.tongue = t,
		.game = game,
		.facts = facts,
		.atoms = json_object_get(facts, "atoms"),
		.names = json_object_get(facts, "names"),
		.key = key,
		.err = err,
		.ascii = wants_ascii(facts),
	};
	g_autofree char *rendered = letter_render(&letter, kind);
	g_autofree char *ascii = NULL;
	g_autofree char *tidy = NULL;

	if (rendered == NULL)
		return NULL;
	if (letter.ascii)
		ascii = text_ascii(rendered);
	tidy = text_letter(ascii != NULL ? ascii : rendered);
	return guard_letter(t, game, tidy);
}

/* SPDX-License-Identifier: ISC */
/* Pictures as SVG: Mustache templates over the context of a letter. */
#include "render/picture/picture.h"

#include "base/err.h"
#include "render/picture/drawing.h"
#include "render/mustache/mustache.h"
#include "render/mustache/memo.h"
#include "render/mustache/template.h"
#include "render/text/text.h"
#include "render/language/catalog.h"

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

/* ---- words that are left open ---- */

/*
 * Stands where words of a language belong, in a picture that is drawn once for
 * all of them: what the filter got, in hexadecimal digits, so that filters
 * around it leave it whole.  No text of people holds it, for that is escaped.
 */
#define OPEN "<w "
#define OPEN_END "/>"

/* Filters whose answer depends on words that are inside. */
static bool
measures(const char *name)
{
	static const char *const names[] = { "fit", "size", "lines", "plate",
		NULL };

	return is_one_of(name, names);
}

static void
append_open(const char *name, const char *inside, GString *out)
{
	static const char digits[] = "0123456789abcdef";
	g_autofree char *both = g_strconcat(name, "\n", inside, NULL);
	char two[2];

	text_append_all(out, OPEN);
	for (const unsigned char *p = (const unsigned char *)both; *p != '\0';
	     p++) {
		two[0] = digits[*p >> 4];
		two[1] = digits[*p & 15];
		text_append(out, two, sizeof(two));
	}
	text_append_all(out, OPEN_END);
}

static bool
open_filter(void *arg, const char *name, const char *inside, GString *out)
{
	bool words = strcmp(name, "t") == 0 || strcmp(name, "list") == 0;

	if (inside == NULL ||
	    (!words && !(measures(name) && strstr(inside, OPEN) != NULL)))
		return picture_filter(arg, name, inside, out);
	append_open(name, inside, out);
	return true;
}

/* The words of a language in open pictures of a game. */
struct picture_words {
	struct rendering letter;
	GString *key;
	GHashTable *known; /* digits of a mark -> what stands there */
};

struct picture_words *
picture_words_new(
    const struct catalog *t, const char *name, const json_t *atoms)
{
	struct picture_words *words = g_new0(struct picture_words, 1);

	words->key = g_string_sized_new(64);
	words->letter = (struct rendering){
		.catalog = t, .game = name, .atoms = atoms, .key = words->key
	};
	words->known =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	return words;
}

void
picture_words_free(struct picture_words *words)
{
	if (words == NULL)
		return;
	g_hash_table_unref(words->known);
	g_string_free(words->key, TRUE);
	g_free(words);
}

/* Of those that append_open writes. */
static int
digit_value(char digit)
{
	return digit <= '9' ? digit - '0' : digit - 'a' + 10;
}

/* The text that these hexadecimal digits are. */
static char *
read_digits(const char *digits)
{
	size_t size = strlen(digits) / 2;
	char *text = g_malloc(size + 1);

	for (size_t i = 0; i < size; i++)
		text[i] = (char)(digit_value(digits[2 * i]) << 4 |
				 digit_value(digits[2 * i + 1]));
	text[size] = '\0';
	return text;
}

static void close_words(
    struct picture_words *words, const char *open, GString *out);

static const char *
close_mark(struct picture_words *words, const char *digits)
{
	const char *known = g_hash_table_lookup(words->known, digits);
	g_autofree char *both = NULL;
	g_autoptr(GString) inside = NULL;
	GString *text;
	char *rest;

	if (known != NULL)
		return known;
	both = read_digits(digits);
	rest = strchr(both, '\n');
	*rest = '\0';
	inside = g_string_new(NULL);
	text = g_string_new(NULL);
	close_words(words, rest + 1, inside);
	picture_filter(&words->letter, both, inside->str, text);
	known = text->str;
	g_hash_table_insert(
	    words->known, g_strdup(digits), g_string_free(text, FALSE));
	return known;
}

static void
close_words(struct picture_words *words, const char *open, GString *out)
{
	const char *mark;

	while ((mark = strstr(open, OPEN)) != NULL) {
		const char *from = mark + strlen(OPEN);
		const char *end = strstr(from, OPEN_END);
		g_autofree char *digits = g_strndup(from, (gsize)(end - from));

		text_append(out, open, (size_t)(mark - open));
		text_append_all(out, close_mark(words, digits));
		open = end + strlen(OPEN_END);
	}
	text_append_all(out, open);
}

bool
picture_has_open(const char *svg)
{
	return strstr(svg, OPEN) != NULL;
}

char *
picture_close(struct picture_words *words, const char *open)
{
	GString *out = g_string_new(NULL);

	close_words(words, open, out);
	return g_string_free(out, FALSE);
}

/* ---- drawing ---- */

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

static int
draw(const struct catalog *t, const char *name, const json_t *context,
    bool open, struct mustache_memo *memo, GString *out, struct err *err)
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
		.filter = open ? open_filter : picture_filter,
		.arg = &letter,
		.memo = memo,
		.html = true,
	};
	const struct mustache *m = find_parsed(t, name, err);

	if (m == NULL ||
	    mustache_append(m, catalog_parsed(t, FOLDER "/")->partials, context,
		&env, out, err) < 0)
		return -1;
	return letter.failed ? -1 : 0;
}

char *
picture_svg(const struct catalog *t, const char *name, const json_t *context,
    struct err *err)
{
	bool chart = strcmp(name, "chart") == 0;
	json_t *more = chart ? chart_context(context) : NULL;
	GString *svg = g_string_sized_new(4096);
	int r = draw(t, name, chart ? more : context, false, NULL, svg, err);

	json_decref(more);
	return g_string_free(svg, r == -1);
}

int
picture_open(const struct catalog *t, const char *name, json_t *context,
    struct mustache_memo *memo, GString *svg, struct err *err)
{
	int r;

	g_string_truncate(svg, 0);
	if (memo != NULL)
		memo_begin(memo, context, "view");
	r = draw(t, name, context, true, memo, svg, err);
	if (r == -1 && memo != NULL)
		memo_forget(memo);
	return r;
}

bool
picture_is_own(const struct catalog *t, const char *name)
{
	g_autofree char *file = g_strconcat(name, ".svg", NULL);
	struct err missing = { .code = ERR_MISSING, .text = "" };
	g_autofree char *text = NULL;

	if (t->override_dir != NULL)
		text = catalog_file(t->override_dir, FOLDER, file, &missing);
	return text != NULL || missing.code != ERR_MISSING;
}

/* SPDX-License-Identifier: ISC */
/*
 * Filters: sections of a letter's template whose text is worked on; body.h
 * tells what each does.
 */
#include "render/language/catalog.h"

#include "core/words.h"
#include "render/markup.h"
#include "render/mustache/mustache.h"
#include "render/render.h"
#include "render/text/text.h"

#include <limits.h>
#include <string.h>

typedef void filter_fn(struct rendering *, const char *inside, GString *out);

/* Length of "name" in "name=", else 0. */
static size_t
argument_name(const char *token)
{
	size_t name = strspn(token, "abcdefghijklmnopqrstuvwxyz_");

	return token[name] == '=' ? name : 0;
}

/* The next token that begins an argument, or the end. */
static const char *
next_argument(const char *p, const char *end)
{
	for (; p < end; p += strcspn(p, " \n") + 1)
		if (argument_name(p) > 0)
			return p;
	return end;
}

/* "name=value name=value": a value goes on until the next name. */
static json_t *
read_arguments(struct text_span text)
{
	const char *end = text.at + text.size;
	const char *p = next_argument(text.at, end);
	json_t *args = p < end ? json_object() : NULL;

	while (p < end) {
		size_t name = argument_name(p);
		const char *from = p + name + 1;
		const char *next =
		    next_argument(from + strcspn(from, " \n") + 1, end);
		const char *to = next < end ? next - 1 : end;
		g_autofree char *value = g_strndup(from, (size_t)(to - from));
		char *rest;
		gint64 number = g_ascii_strtoll(value, &rest, 10);
		bool is_number = *value != '\0' && *rest == '\0';

		g_strdelimit(value, "\n", ' ');
		json_object_setn_new(args, p, name,
		    is_number ? json_integer(number) : json_string(value));
		p = next;
	}
	return args;
}

/* What a key stands for: a word of the match's data, or a raw phrase. */
struct meaning {
	const char *word, *raw;
};

static struct meaning
meaning_of(const struct rendering *letter, const char *key)
{
	struct meaning m = { NULL, catalog_raw(letter->catalog, key) };

	if (letter->atoms != NULL)
		m.word = catalog_own_word(letter->catalog, letter->atoms, key);
	return m;
}

static void
filter_t(struct rendering *letter, const char *inside, GString *out)
{
	struct text_span text = text_strip(inside, inside + strlen(inside));
	size_t size = MIN(strcspn(text.at, " \n"), text.size);
	struct meaning m;
	const char *key;
	json_t *args;

	if (size == 0)
		return;
	g_string_truncate(letter->key, 0);
	if (letter->game != NULL) {
		text_append_all(letter->key, letter->game);
		g_string_append_c(letter->key, '.');
	}
	text_append(letter->key, text.at, size);
	key = letter->key->str + letter->key->len - size;
	m = meaning_of(letter, letter->key->str);
	if (m.word == NULL && m.raw == NULL)
		m = meaning_of(letter, key);
	if (m.word != NULL) {
		text_append_all(out, m.word);
		return;
	}
	if (m.raw == NULL) {
		g_string_append_printf(out, "[%s]", key);
		return;
	}
	text.at += size;
	text.size -= size;
	args = read_arguments(text);
	catalog_fill(letter->catalog, m.raw, args, letter->atoms, out);
	json_decref(args);
}

/* How people write it: a word of the game, else a request. */
static void
filter_word(struct rendering *letter, const char *inside, GString *out)
{
	struct text_span text = text_strip(inside, inside + strlen(inside));
	g_autofree char *own = g_strndup(text.at, text.size);
	const struct words *words = catalog_words(letter->catalog);
	const char *word = own;

	if (letter->game != NULL)
		word = words_first(words, letter->game, own);
	if (word == own)
		word = words_first(words, "request", own);
	text_append_all(out, word);
}

static const json_t *
item_at(const json_t *list, struct text_span number)
{
	char *end;
	guint64 i = g_ascii_strtoull(number.at, &end, 10);

	return number.size > 0 && end == number.at + number.size &&
		       i < json_array_size(list)
		   ? json_array_get(list, i)
		   : NULL;
}

static void
filter_player(struct rendering *letter, const char *inside, GString *out)
{
	struct text_span seat = text_strip(inside, inside + strlen(inside));
	const char *name = json_string_value(item_at(letter->names, seat));

	text_append_all(out, name != NULL ? name : "?");
}

static void
filter_context(struct rendering *letter, const char *inside, GString *out)
{
	struct text_span path = text_strip(inside, inside + strlen(inside));
	const char *end = path.at + path.size;
	const json_t *value = letter->context;
	const char *dot;

	for (const char *p = path.at; path.size > 0 && value != NULL;
	     p = dot + 1) {
		struct text_span part = { .at = p };

		dot = memchr(p, '.', (size_t)(end - p));
		part.size = (size_t)((dot != NULL ? dot : end) - p);
		value = json_is_array(value)
			    ? item_at(value, part)
			    : json_object_getn(value, part.at, part.size);
		if (dot == NULL)
			break;
	}
	if (value != NULL)
		catalog_value(letter->catalog, value,
		    (struct text_span){ NULL, 0 }, NULL, out);
}

static void
filter_same(struct rendering *letter, const char *inside, GString *out)
{
	const char *end = inside + strlen(inside);
	const char *first = strchr(inside, '|');
	const char *second = first != NULL ? strchr(first + 1, '|') : NULL;
	struct text_span text;

	(void)letter;
	if (second == NULL || !text_same(text_strip(inside, first),
				  text_strip(first + 1, second)))
		return;
	text = text_strip(second + 1, end);
	text_append(out, text.at, text.size);
}

/* The next item of "a | b | c" that is not empty; *list is moved behind it, and
 * is NULL behind the last one. */
static bool
next_item(const char **list, struct text_span *item)
{
	while (*list != NULL) {
		const char *bar = strchrnul(*list, '|');

		*item = text_strip(*list, bar);
		*list = *bar == '|' ? bar + 1 : NULL;
		if (item->size > 0)
			return true;
	}
	return false;
}

/* Equal items of a list. */
struct items {
	struct text_span text;
	int n;
};

static void
count_item(GArray *differ, struct text_span text)
{
	const struct items items = { text, 1 };

	for (guint i = 0; i < differ->len; i++) {
		struct items *old = &g_array_index(differ, struct items, i);

		if (text_same(old->text, text)) {
			old->n++;
			return;
		}
	}
	g_array_append_val(differ, items);
}

static void
filter_list(struct rendering *letter, const char *inside, GString *out)
{
	g_autoptr(GArray) differ =
	    g_array_sized_new(FALSE, FALSE, sizeof(struct items), 8);
	struct text_span text;

	while (next_item(&inside, &text))
		count_item(differ, text);
	for (guint i = 0; i < differ->len; i++) {
		const struct items *items =
		    &g_array_index(differ, struct items, i);

		if (i > 0)
			text_append_all(out, ", ");
		if (items->n > 1 && catalog_counted(letter->catalog,
					items->text, (size_t)items->n, out))
			continue;
		if (items->n > 1) {
			text_integer(items->n, out);
			text_append_all(
			    out, catalog_times(letter->catalog, " "));
		}
		text_append(out, items->text.at, items->text.size);
	}
}

/* As a list, but each item as it comes: for rows of things. */
static void
filter_join(struct rendering *letter, const char *inside, GString *out)
{
	const char *lead = "";
	struct text_span text;

	(void)letter;
	for (; next_item(&inside, &text); lead = ", ") {
		text_append_all(out, lead);
		text_append(out, text.at, text.size);
	}
}

/* "a, b and c" */
static void
filter_and(struct rendering *letter, const char *inside, GString *out)
{
	const char *word = catalog_raw(letter->catalog, "and");
	struct text_span text, next = { NULL, 0 };
	bool any = false, more = next_item(&inside, &text);

	for (; more; text = next, any = true) {
		more = next_item(&inside, &next);
		if (any && more)
			text_append_all(out, ", ");
		else if (any)
			g_string_append_printf(
			    out, " %s ", word != NULL ? word : "&");
		text_append(out, text.at, text.size);
	}
}

/* What the writers lay out goes between marks: body.c. */
static void
put_block(char block, const char *inside, GString *out)
{
	g_string_append_c(out, MARK_BLOCK);
	g_string_append_c(out, block);
	text_append_all(out, inside);
	g_string_append_c(out, MARK_BLOCK_END);
}

/* By the alphabet.  One that reads the context must be named in
 * render/mustache/lookups.c. */
static const struct {
	const char *name;
	filter_fn *filter; /* NULL: a block */
	bool context; /* brings what nobody has looked at yet */
	char block;
} filters[] = {
	{ "and", filter_and, false, '\0' },
	{ "circle", NULL, false, BLOCK_CIRCLE },
	{ "fact", filter_context, true, '\0' },
	{ "hexes", NULL, false, BLOCK_HEXES },
	{ "html_table", NULL, false, BLOCK_HTML_TABLE },
	{ "items", NULL, false, BLOCK_ITEMS },
	{ "join", filter_join, false, '\0' },
	{ "list", filter_list, false, '\0' },
	{ "plain", NULL, false, BLOCK_PLAIN },
	{ "player", filter_player, true, '\0' },
	{ "preheader", NULL, false, BLOCK_PREHEADER },
	{ "same", filter_same, false, '\0' },
	{ "t", filter_t, true, '\0' },
	{ "table", NULL, false, BLOCK_TABLE },
	{ "taps", NULL, false, BLOCK_TAPS },
	{ "word", filter_word, true, '\0' },
	{ "wrap", NULL, false, BLOCK_WRAP },
};

/* Where filters with that first letter begin: each section of a template is
 * looked up, and few are filters. */
static size_t
first_filter(char letter)
{
	static unsigned char first[UCHAR_MAX + 1];
	static bool known;
	size_t at;

	for (size_t i = G_N_ELEMENTS(filters); i > 0 && !known; i--)
		first[(unsigned char)*filters[i - 1].name] = (unsigned char)i;
	known = true;
	at = first[(unsigned char)letter];
	return at > 0 ? at - 1 : G_N_ELEMENTS(filters);
}

bool
letter_filter(void *arg, const char *name, const char *inside, GString *out)
{
	size_t from = out != NULL ? out->len : 0;

	for (size_t i = first_filter(*name);
	     i < G_N_ELEMENTS(filters) && *name == *filters[i].name; i++) {
		if (strcmp(name, filters[i].name) != 0)
			continue;
		if (inside != NULL && filters[i].filter == NULL)
			put_block(filters[i].block, inside, out);
		else if (inside != NULL)
			filters[i].filter(arg, inside, out);
		if (inside != NULL && filters[i].context)
			mustache_clean(out, from);
		return true;
	}
	return false;
}

bool
page_filter(void *arg, const char *name, const char *inside, GString *out)
{
	g_autoptr(GString) text = g_string_new(NULL);
	g_autofree char *safe = NULL;

	if (strcmp(name, "t") != 0)
		return false;
	if (inside == NULL)
		return true;
	letter_filter(arg, name, inside, text);
	safe = g_markup_escape_text(text->str, (gssize)text->len);
	text_append_all(out, safe);
	return true;
}

/* SPDX-License-Identifier: ISC */
/* Sentences: the phrases of a language with their arguments filled in. */
#include "render/language/catalog.h"

#include "base/lexicon.h"
#include "core/say.h"
#include "render/render.h"
#include "render/text/text.h"

#include <string.h>

const char *
catalog_own_word(const struct catalog *t, const json_t *names, const char *key)
{
	const json_t *languages =
	    json_object_size(names) == 0 ? NULL : json_object_get(names, key);
	const char *word;

	if (languages == NULL)
		return NULL;
	word = json_string_value(json_object_get(languages, t->language));
	if (word != NULL)
		return word;
	return json_string_value(json_object_get(languages, "en"));
}

static const char *
find_word(const struct catalog *t, const json_t *names, const char *key)
{
	const char *word = catalog_own_word(t, names, key);

	return word != NULL ? word : catalog_raw(t, key);
}

/* A match may call it by another name, of which we know no other form. */
static bool
has_our_name(const struct catalog *t, const json_t *names, const char *key)
{
	const char *own = catalog_own_word(t, names, key);

	return own == NULL || g_strcmp0(own, catalog_raw(t, key)) == 0;
}

/* {"word":"wine","phrase":"mutineer.card.wine"} */
static const char *
atom_text(const struct catalog *t, const json_t *atom, struct text_span variant,
    const json_t *names)
{
	const char *key = json_string_value(json_object_get(atom, "phrase"));
	const char *found = NULL;

	if (key != NULL && variant.at != NULL) {
		g_autoptr(GString) both = g_string_sized_new(64);
		const char *longer;

		text_append_all(both, key);
		text_append_all(both, ".");
		text_append(both, variant.at, variant.size);
		longer = both->str;

		found = catalog_own_word(t, names, longer);
		if (found == NULL && has_our_name(t, names, key))
			found = catalog_raw(t, longer);
	}
	if (found == NULL && key != NULL)
		found = find_word(t, names, key);
	if (found == NULL)
		found = json_string_value(json_object_get(atom, "word"));
	return found != NULL ? found : "?";
}

/* {number.nth}: the phrase nth.3, or else the number. */
static void
append_number(const struct catalog *t, json_int_t n, struct text_span variant,
    GString *out)
{
	const char *word = NULL;

	if (variant.at != NULL) {
		g_autofree char *key = g_strdup_printf(
		    "%.*s.%lld", (int)variant.size, variant.at, (long long)n);

		word = catalog_raw(t, key);
	}
	if (word != NULL)
		text_append_all(out, word);
	else
		text_integer(n, out);
}

const char *
catalog_times(const struct catalog *t, const char *otherwise)
{
	const char *times = catalog_raw(t, "times");

	return times != NULL ? times : otherwise;
}

/* So many items from there on are the same. */
static size_t
repeated(const json_t *list, size_t from)
{
	size_t n = 1;

	while (from + n < json_array_size(list) &&
	       json_equal(
		   json_array_get(list, from), json_array_get(list, from + n)))
		n++;
	return n;
}

/* So many, by the phrase of that key; false if there is none. */
static bool
append_number_of(
    const struct catalog *t, const char *key, size_t n, GString *out)
{
	const char *raw = catalog_raw(t, key);
	json_t *args;

	if (raw == NULL)
		return false;
	args = json_pack("{s:I}", "n", (json_int_t)n);
	catalog_fill(t, raw, args, NULL, out);
	json_decref(args);
	return true;
}

bool
catalog_counted(
    const struct catalog *t, struct text_span word, size_t n, GString *out)
{
	g_autofree char *key =
	    g_strdup_printf("counted.%.*s", (int)word.size, word.at);

	return append_number_of(t, key, n, out);
}

/* n of an item, as the game counts such words: by the phrase hexxi.count.ship
 * of hexxi.kind.ship.  false if it has none. */
static bool
append_of_kind(
    const struct catalog *t, const json_t *item, size_t n, GString *out)
{
	const char *key = json_string_value(json_object_get(item, "phrase"));
	const char *kind = key != NULL ? strchr(key, '.') : NULL;
	const char *word = kind != NULL ? strchr(kind + 1, '.') : NULL;
	g_autofree char *counting = NULL;

	if (word == NULL)
		return false;
	counting =
	    g_strdup_printf("%.*s.count%s", (int)(kind - key), key, word);
	return append_number_of(t, counting, n, out);
}

/* All that are the same beside the first of them. */
static json_t *
put_together(const json_t *list)
{
	json_t *out = json_array();

	for (size_t i = 0; i < json_array_size(list); i++) {
		json_t *item = json_array_get(list, i);
		size_t at = json_array_size(out);

		for (size_t k = at; k > 0; k--)
			if (json_equal(json_array_get(out, k - 1), item)) {
				at = k;
				break;
			}
		json_array_insert(out, at, item);
	}
	return out;
}

/* In their order; those that are repeated are counted: "2× route, ship", or as
 * the language counts them.  The variant "and" puts that word before the last
 * one, "each" counts nothing, "together" counts also what is not in a row. */
static void
append_list(const struct catalog *t, const json_t *list,
    struct text_span variant, const json_t *names, GString *out)
{
	const char *and = text_same(variant, text_whole("and"))
			      ? catalog_raw(t, "and")
			      : NULL;
	g_autoptr(GString) word = g_string_new(NULL);
	const bool each = text_same(variant, text_whole("each"));
	size_t n;

	for (size_t i = 0; i < json_array_size(list); i += n) {
		const json_t *item = json_array_get(list, i);

		n = each ? 1 : repeated(list, i);
		if (i > 0 && and != NULL && i + n == json_array_size(list))
			g_string_append_printf(out, " %s ", and);
		else if (i > 0)
			text_append_all(out, ", ");
		if (n > 1 && (variant.at == NULL || and != NULL) &&
		    append_of_kind(t, item, n, out))
			continue;
		g_string_truncate(word, 0);
		if (!json_is_array(item))
			catalog_value(t, item, variant, names, word);
		if (n > 1 && catalog_counted(t, text_whole(word->str), n, out))
			continue;
		if (n > 1)
			g_string_append_printf(
			    out, "%zu%s", n, catalog_times(t, "× "));
		text_append_all(out, word->str);
	}
}

void
catalog_value(const struct catalog *t, const json_t *value,
    struct text_span variant, const json_t *names, GString *out)
{
	if (json_is_string(value)) {
		text_append_all(out, json_string_value(value));
	} else if (json_is_integer(value)) {
		append_number(t, json_integer_value(value), variant, out);
	} else if (json_is_object(value)) {
		text_append_all(out, atom_text(t, value, variant, names));
	} else if (text_same(variant, text_whole("number"))) {
		text_integer((json_int_t)json_array_size(value), out);
	} else if (text_same(variant, text_whole("together"))) {
		json_t *list = put_together(value);

		append_list(t, list, (struct text_span){ NULL, 0 }, names, out);
		json_decref(list);
	} else {
		append_list(t, value, variant, names, out);
	}
}

/* A number as it stands, or the length of a list. */
static json_int_t
count_of(const json_t *value)
{
	if (json_is_array(value))
		return (json_int_t)json_array_size(value);
	if (json_is_string(value))
		return g_ascii_strtoll(json_string_value(value), NULL, 10);
	return json_integer_value(value);
}

/* "card|cards": if there are too few forms, the last one. */
static void
append_plural(const struct catalog *t, const json_t *value,
    struct text_span forms, GString *out)
{
	const char *end = forms.at + forms.size;
	const char *at = forms.at, *bar;

	for (unsigned form = t->plural(count_of(value));; form--) {
		bar = memchr(at, '|', (size_t)(end - at));
		if (form == 0 || bar == NULL)
			break;
		at = bar + 1;
	}
	text_append(out, at, (size_t)((bar != NULL ? bar : end) - at));
}

/* {number*card}: so many of it, "3 ships"; with the number alone before it
 * where no phrase says how.  false if it is none of that. */
static bool
append_counted(const struct catalog *t, struct text_span inside,
    const json_t *args, const json_t *names, GString *out)
{
	const char *end = inside.at + inside.size;
	const char *star = memchr(inside.at, '*', inside.size);
	const struct text_span plain = { NULL, 0 };
	const json_t *n, *value;
	g_autoptr(GString) word = NULL;

	if (star == NULL)
		return false;
	n = json_object_getn(args, inside.at, (size_t)(star - inside.at));
	value = json_object_getn(args, star + 1, (size_t)(end - star - 1));
	if (!json_is_integer(n) || value == NULL)
		return false;
	word = g_string_new(NULL);
	catalog_value(t, value, plain, names, word);
	if (catalog_counted(
		t, text_whole(word->str), (size_t)json_integer_value(n), out))
		return true;
	text_integer(json_integer_value(n), out);
	g_string_append_printf(out, " %s", word->str);
	return true;
}

/* What stands between braces. */
static void
append_argument(const struct catalog *t, struct text_span inside,
    const json_t *args, const json_t *names, GString *out)
{
	const char *end = inside.at + inside.size;
	const char *bar = memchr(inside.at, '|', inside.size);
	const char *last = bar != NULL ? bar : end;
	const char *dot = memchr(inside.at, '.', (size_t)(last - inside.at));
	const char *name_end = dot != NULL ? dot : last;
	const json_t *value =
	    json_object_getn(args, inside.at, (size_t)(name_end - inside.at));
	struct text_span variant = { NULL, 0 };

	if (append_counted(t, inside, args, names, out))
		return;
	if (value == NULL) {
		g_string_append_c(out, '{');
		text_append(out, inside.at, (size_t)(end - inside.at));
		g_string_append_c(out, '}');
		return;
	}
	if (bar != NULL) {
		variant =
		    (struct text_span){ bar + 1, (size_t)(end - bar - 1) };
		append_plural(t, value, variant, out);
		return;
	}
	if (dot != NULL)
		variant =
		    (struct text_span){ dot + 1, (size_t)(end - dot - 1) };
	catalog_value(t, value, variant, names, out);
}

void
catalog_fill(const struct catalog *t, const char *raw, const json_t *args,
    const json_t *names, GString *out)
{
	const char *open, *close;

	while ((open = strchr(raw, '{')) != NULL &&
	       (close = strchr(open, '}')) != NULL) {
		const struct text_span inside = { open + 1,
			(size_t)(close - open - 1) };

		text_append(out, raw, (size_t)(open - raw));
		append_argument(t, inside, args, names, out);
		raw = close + 1;
	}
	text_append_all(out, raw);
}

char *
catalog_say(
    const struct catalog *t, const struct phrase *phrase, const json_t *names)
{
	const char *raw = catalog_raw(t, phrase->key);
	GString *out;

	if (raw == NULL)
		return g_strdup_printf("[%s]", phrase->key);
	out = g_string_sized_new(strlen(raw) + 32);
	catalog_fill(t, raw, phrase->args, names, out);
	return g_string_free(out, FALSE);
}

bool
catalog_has(const struct catalog *t, const char *key)
{
	return catalog_raw(t, key) != NULL;
}

const char *
catalog_raw(const struct catalog *t, const char *key)
{
	if (t->built_in.phrases != NULL)
		return lexicon_find(t->built_in.phrases, key);
	return g_hash_table_lookup(t->phrases, key);
}

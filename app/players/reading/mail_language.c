/* SPDX-License-Identifier: ISC */
/* In which language a stranger's mail is: by its words, or its commands. */
#include "app/players/reading/mail_language.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/parse.h"
#include "base/fold.h"
#include "mail/quotes/unquote.h"
#include "mail/incoming/read.h"
#include "mail/incoming/reading.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"
#include <string.h>

/* Many write "test" first, which is "ping" in one language only; and what only
 * looks like a command in one may be one in another. */
static bool
shows_language(const struct request *q)
{
	return q->kind != REQUEST_TALK && q->kind != REQUEST_PING &&
	       q->kind != REQUEST_UNCLEAR;
}

/* "yes CODE": the answer to a letter of that language. */
static bool
is_coded(const struct request *q)
{
	return q->kind == REQUEST_YES || q->kind == REQUEST_NO;
}

static bool
has(struct home *home, const char *language, const struct letter *letter,
    bool (*is)(const struct request *))
{
	struct heard heard;
	bool any = false;

	home->readings++;
	heard_read(&heard, home_catalog(home, language), NULL, letter, NULL);
	for (guint i = 0; i < heard.requests->len; i++)
		any |= is(heard.requests->pdata[i]);
	heard_clear(&heard);
	return any;
}

/* The language in which the mail has such a command: first of all this one, and
 * NULL if it has none. */
static const char *
language_of_commands(const struct handling *h, const char *first,
    bool (*is)(const struct request *))
{
	g_auto(GStrv) there = catalogs_there();

	if (has(h->home, first, h->letter, is))
		return first;
	for (size_t i = 0; there[i] != NULL; i++)
		if (has(h->home, there[i], h->letter, is))
			return g_intern_string(there[i]);
	return NULL;
}

enum { LANGUAGES_MAX = 16, WORDS_MAX = 300, SHORT_WORDS = 4 };

/* Its word begins with a Cyrillic letter, and has none that Russian lacks. */
static bool
is_russian(const char *word)
{
	bool any = false;

	for (; *word != '\0'; word = g_utf8_next_char(word)) {
		gunichar c = g_utf8_get_char(word);

		if ((c < 0x430 || c > 0x44f) && c != 0x451)
			return false;
		any = true;
	}
	return any;
}

/* word -> the languages that have it, as bits, from "de ich und nicht". */
static GHashTable *
spoken_words(char *const *spoken)
{
	GHashTable *table =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; spoken[i] != NULL && i < LANGUAGES_MAX; i++) {
		g_auto(GStrv) words = g_strsplit(spoken[i], " ", -1);

		for (size_t k = 1; words[0] != NULL && words[k] != NULL; k++) {
			guint before = GPOINTER_TO_UINT(
			    g_hash_table_lookup(table, words[k]));

			g_hash_table_insert(table, g_strdup(words[k]),
			    GUINT_TO_POINTER(before | 1U << i));
		}
	}
	return table;
}

/* One word in small letters. */
static void
count_word(GHashTable *table, char *const *spoken, const char *low,
    int hits[LANGUAGES_MAX])
{
	g_autofree char *folded = fold_text(low); /* as the lists are */
	guint of = GPOINTER_TO_UINT(g_hash_table_lookup(table, folded));

	for (int t = 0; spoken[t] != NULL && t < LANGUAGES_MAX; t++)
		hits[t] +=
		    (of >> t & 1) != 0 ||
		    (g_str_has_prefix(spoken[t], "ru ") && is_russian(low));
}

/* How many words of the lines each of the languages has; their number. */
static int
count_words(
    char *const *spoken, const GPtrArray *lines, int hits[LANGUAGES_MAX])
{
	g_autoptr(GHashTable) table = spoken_words(spoken);
	int n = 0;

	for (guint i = 0; i < lines->len; i++) {
		g_autofree char *low = g_utf8_strdown(lines->pdata[i], -1);
		g_auto(GStrv) words = g_strsplit_set(low, " ,.;:!?()\"-", -1);

		for (size_t k = 0; words[k] != NULL && n < WORDS_MAX; k++) {
			if (words[k][0] == '\0')
				continue;
			n++;
			count_word(table, spoken, words[k], hits);
		}
	}
	return n;
}

/* The language of most words, if it is clear; NULL: it is not. */
static const char *
language_of_words(char *const *spoken, const GPtrArray *lines)
{
	int hits[LANGUAGES_MAX] = { 0 }, best = 0, second = 0;
	int n = count_words(spoken, lines, hits), which = 0;
	g_autofree char *code = NULL;

	for (int i = 0; spoken[i] != NULL && i < LANGUAGES_MAX; i++) {
		if (hits[i] <= best) {
			second = MAX(second, hits[i]);
			continue;
		}
		second = best;
		best = hits[i];
		which = i;
	}
	/* of a short mail one word tells it */
	if (best <= 2 * second || (best == 1 && n > SHORT_WORDS))
		return NULL;
	code = g_strndup(spoken[which], strcspn(spoken[which], " "));
	return catalog_is_there(code) ? g_intern_string(code) : NULL;
}

/* "Tak.": the language in which the first line is a plain yes or no, or NULL
 * if several have such words; the English ones are in all. */
static const char *
language_of_reply(struct home *home, const GPtrArray *lines)
{
	g_auto(GStrv) there = catalogs_there();
	const char *found = NULL;
	enum request_kind kind;

	if (lines->len == 0)
		return NULL;
	if (request_reply(catalog_words(home_catalog(home, "en")),
		lines->pdata[0], &kind))
		return kind != REQUEST_TALK ? "en" : NULL;
	for (size_t i = 0; there[i] != NULL; i++) {
		if (!request_reply(catalog_words(home_catalog(home, there[i])),
			lines->pdata[0], &kind) ||
		    kind == REQUEST_TALK)
			continue;
		if (found != NULL)
			return NULL;
		found = g_intern_string(there[i]);
	}
	return found;
}

static const char *
language_by_words(const struct handling *h)
{
	const struct catalog *catalog = home_words(h->home);
	const struct reading reading = reading_words(catalog, NULL);
	char *const *spoken = catalog_list(catalog, "spoken");
	g_autoptr(GPtrArray) all = lines_all(h->letter->text, &reading);
	g_autoptr(GPtrArray) lines = g_ptr_array_new();
	g_autofree char *subject = lines_subject(h->letter->subject, &reading);
	const char *found;

	for (guint i = 0; i < all->len; i++) {
		const struct mail_line *line = all->pdata[i];

		if (line->kind == LINE_OWN || line->kind == LINE_COURTESY)
			g_ptr_array_add(lines, line->text);
	}
	found = language_of_words(spoken, lines);
	if (found == NULL)
		found = language_of_reply(h->home, lines);
	/* a subject may be the mail program's, or another's */
	g_ptr_array_add(lines, subject);
	return found != NULL ? found : language_of_words(spoken, lines);
}

const char *
reading_told(const struct handling *h)
{
	const char *own = h->home->config->language, *found;

	/* English words count in all languages, so "yes CODE" tells nothing */
	found = language_of_commands(h, "en", is_coded);
	if (found != NULL && strcmp(found, "en") != 0)
		return found;
	if ((found = language_by_words(h)) != NULL)
		return found;
	found = language_of_commands(h, own, shows_language);
	return found == NULL || strcmp(found, own) == 0 ? NULL : found;
}

const char *
reading_language(const struct handling *h)
{
	const char *told = reading_told(h);

	return told != NULL ? told : h->home->config->language;
}

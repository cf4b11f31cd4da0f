/* SPDX-License-Identifier: ISC */
/* "remind 24h 3h", "mail digest 18:00": how a sender wants letters. */
#include "parse/inner.h"

#include "core/words.h"
#include "parse/request.h"
#include "policy/policy.h"
#include "policy/span.h"

#include <string.h>

#define DAYS_MAX 60 /* a reminder is no earlier before a deadline */

/* "18:00", "8.30", "18": as "HH:MM"; NULL: it is none. */
static char *
hour(const char *text)
{
	size_t digits = strspn(text, "0123456789");
	int hours, minutes = 0;

	if (digits == 0 || digits > 2 || strchr(":.", text[digits]) == NULL)
		return NULL;
	if (text[digits] != '\0' &&
	    (strspn(text + digits + 1, "0123456789") != 2 ||
		text[digits + 3] != '\0'))
		return NULL;
	hours = (int)g_ascii_strtoll(text, NULL, 10);
	if (text[digits] != '\0')
		minutes = (int)g_ascii_strtoll(text + digits + 1, NULL, 10);
	if (hours > 23 || minutes > 59)
		return NULL;
	return g_strdup_printf("%02d:%02d", hours, minutes);
}

/* "each", "quiet", "text", "html", "digest HH:MM" */
static char *
read_mail(char *const *words)
{
	static const char *const alone[] = { "each", "quiet", "text", "html",
		NULL };
	guint n = g_strv_length((char **)(uintptr_t)words);
	g_autofree char *at = NULL;

	if (n == 1 && g_strv_contains(alone, words[0]))
		return g_strdup(words[0]);
	if (n == 2 && strcmp(words[0], "digest") == 0)
		at = hour(words[1]);
	return at == NULL ? NULL : g_strdup_printf("digest %s", at);
}

/* A time as it was written, so that it is echoed like that. */
struct written {
	struct span span;
	const char *text;
};

static gint
by_length(gconstpointer a, gconstpointer b)
{
	const struct written *x = a, *y = b;

	return x->span.seconds > y->span.seconds
		   ? -1
		   : x->span.seconds < y->span.seconds;
}

/* "off", "policy", or up to four times, the longest at the front. */
static char *
read_remind(char *const *words)
{
	guint n = g_strv_length((char **)(uintptr_t)words);
	struct written times[POLICY_REMINDERS];
	GString *text;

	if (n == 1 &&
	    (strcmp(words[0], "off") == 0 || strcmp(words[0], "policy") == 0))
		return g_strdup(words[0]);
	if (n == 0 || n > POLICY_REMINDERS)
		return NULL;
	for (guint i = 0; i < n; i++) {
		times[i].text = words[i];
		if (!span_read(words[i], &times[i].span) ||
		    times[i].span.seconds == 0 ||
		    times[i].span.seconds > DAYS_MAX * INT64_C(86400))
			return NULL;
	}
	qsort(times, n, sizeof(times[0]), by_length);
	text = g_string_new(NULL);
	for (guint i = 0; i < n; i++)
		g_string_append_printf(
		    text, "%s%s", i > 0 ? " " : "", times[i].text);
	return g_string_free(text, FALSE);
}

const char *
request_on_off(const struct words *w, const GPtrArray *tokens, guint from)
{
	guint taken = 0;
	const char *word =
	    from < tokens->len ? request_word(w, tokens, from, &taken) : NULL;

	if (word == NULL || from + taken < tokens->len)
		return NULL;
	if (strcmp(word, "on") == 0 || strcmp(word, "yes") == 0)
		return "on";
	return strcmp(word, "off") == 0 || strcmp(word, "no") == 0 ? "off"
								   : NULL;
}

struct request *
request_switch(const struct words *w, enum request_kind kind,
    const GPtrArray *tokens, guint from)
{
	const char *word = request_on_off(w, tokens, from);

	return word != NULL ? request_new(kind, word) : NULL;
}

const char *
request_word_of(const struct words *w, const char *what, const char *text)
{
	const char *const one[] = { text, NULL };
	guint taken;

	return words_find(w, what, (char *const *)one, &taken);
}

char *
request_own(const struct words *w, const char *what, const struct token *token)
{
	const char *unit = token->exact + strspn(token->exact, "0123456789");
	const char *word = request_word_of(w, what, token->exact);

	if (word == NULL)
		word = request_word_of(w, "request", token->exact);
	if (g_strcmp0(word, "off") == 0 || g_strcmp0(word, "on") == 0 ||
	    request_word_of(w, what, token->exact) != NULL)
		return g_strdup(word);
	if (*unit == '\0')
		return g_strdup(token->folded);
	word = request_word_of(w, "unit", unit);
	return word == NULL
		   ? g_strdup(token->folded)
		   : g_strdup_printf("%.*s%s", (int)(unit - token->exact),
			 token->exact, word);
}

/* Is the token a number, and a unit of time behind it?  Then as one word. */
static char *
span_of(const struct words *w, const GPtrArray *tokens, guint i, guint *taken)
{
	static const char *const units[] = { "d", "h", "m", NULL };
	const struct token *number = tokens->pdata[i], *unit;
	const char *word;
	guint more;

	if (i + 1 >= tokens->len ||
	    number->exact[strspn(number->exact, "0123456789")] != '\0')
		return NULL;
	unit = tokens->pdata[i + 1];
	word = words_at(w, "unit", tokens, i + 1, &more);
	if (word == NULL && g_strv_contains(units, unit->exact)) {
		word = unit->exact;
		more = 1;
	}
	if (word == NULL)
		return NULL;
	*taken = 1 + more;
	return g_strconcat(number->exact, word, NULL);
}

/* What stands from the token i on, in our words: so many tokens. */
static char *
next_own(const struct words *w, const GPtrArray *tokens, guint i, guint *taken)
{
	const char *word = words_at(w, "habit", tokens, i, taken);
	char *span;

	if (word != NULL)
		return g_strdup(word);
	span = span_of(w, tokens, i, taken);
	if (span != NULL)
		return span;
	*taken = 1;
	return request_own(w, "habit", tokens->pdata[i]);
}

bool
request_preference_meant(
    const struct words *w, const GPtrArray *tokens, guint from)
{
	static const char *const words[] = { "each", "digest", "quiet", "text",
		"html", NULL };
	guint taken;
	g_autofree char *own =
	    from < tokens->len ? next_own(w, tokens, from, &taken) : NULL;

	return own != NULL && g_strv_contains(words, own);
}

/* "at" is for the ear alone: "digest at 18", "24h before". */
struct request *
request_preference(const struct words *w, enum request_kind kind,
    const GPtrArray *tokens, guint from)
{
	GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *wish = NULL;
	guint taken;

	for (guint i = from; i < tokens->len; i += taken) {
		char *own = next_own(w, tokens, i, &taken);

		if (strcmp(own, "at") == 0)
			g_free(own);
		else
			g_ptr_array_add(words, own);
	}
	g_ptr_array_add(words, NULL);
	wish = kind == REQUEST_MAIL ? read_mail((char **)words->pdata)
				    : read_remind((char **)words->pdata);
	g_ptr_array_unref(words);
	return wish == NULL ? NULL : request_new(kind, wish);
}

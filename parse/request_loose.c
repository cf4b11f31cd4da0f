/* SPDX-License-Identifier: ISC */
/*
 * Numbers as few people write them: as a word ("pay two"), or without a blank
 * in front ("Nr.2").  They are looked for only in what is read in no other way.
 */
#include "parse/inner.h"

#include "core/words.h"
#include "parse/request.h"

#include <string.h>

/* It is read now, as a move or as a number of the list. */
static struct request *
read_again(const struct words *w, const struct match *m, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	struct request *q = request_plainly(w, m, text);

	if (q == NULL ||
	    (q->kind != REQUEST_MOVE && q->kind != REQUEST_NUMBER) ||
	    q->why != NULL) {
		request_free(q);
		q = request_led(w, m, text, tokens);
	}
	if (q != NULL && q->kind != REQUEST_MOVE && q->kind != REQUEST_NUMBER)
		g_clear_pointer(&q, request_free);
	return q;
}

/* Words of numbers as digits; NULL: there are none, or nothing else is. */
static char *
with_digits(const struct words *w, const char *text, const GPtrArray *tokens)
{
	g_autoptr(GString) digits = NULL;
	guint found = 0, taken;

	for (guint i = 0; i < tokens->len; i++)
		found += words_at(w, "count", tokens, i, &taken) != NULL;
	if (found == 0 || found == tokens->len)
		return NULL;
	digits = g_string_new(NULL);
	for (guint i = 0; i < tokens->len; i++) {
		const struct token *token = tokens->pdata[i];
		const struct token *next =
		    i + 1 < tokens->len ? tokens->pdata[i + 1] : NULL;
		const char *word = words_at(w, "count", tokens, i, &taken);
		size_t size = next != NULL ? next->start - token->start
					   : strlen(text + token->start);

		if (word == NULL || taken > 1) {
			g_string_append_len(
			    digits, text + token->start, (gssize)size);
			continue;
		}
		g_string_append_printf(digits, "%s ", word);
	}
	return g_strchomp(g_strdup(digits->str));
}

/* "Nr.2" as "Nr. 2": a blank in front of the number that ends the text; NULL:
 * there is one, or it begins with the number. */
static char *
apart(const char *text)
{
	static const char signs[] = ".:#";
	size_t n = strlen(text), from;

	while (n > 0 && g_ascii_isdigit(text[n - 1]))
		n--;
	if (text[n] == '\0' || n == 0)
		return NULL;
	from = n - (strchr(signs, text[n - 1]) != NULL);
	if (from == 0 ||
	    (!g_ascii_isalpha(text[from - 1]) && (guchar)text[from - 1] < 0x80))
		return NULL;
	return g_strdup_printf("%.*s %s", (int)n, text, text + n);
}

struct request *
request_loosely(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens)
{
	g_autofree char *digits = with_digits(w, text, tokens);
	g_autofree char *parted = apart(text);
	struct request *q = NULL;

	if (digits != NULL)
		q = read_again(w, m, digits);
	if (q != NULL || parted == NULL)
		return q;
	q = read_again(w, m, parted);
	if (q != NULL && q->kind != REQUEST_NUMBER)
		g_clear_pointer(&q, request_free);
	return q;
}

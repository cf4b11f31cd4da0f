/* SPDX-License-Identifier: ISC */
/* The words of a line. */
#include "core/words.h"

#include "base/fold.h"

#include <stdint.h>
#include <string.h>

/* Marks behind a word with which one begins: "Ok.", "Dec." */
#define STOPS ".!:"

/*
 * A token and its texts in one piece: mails have many.  Of ASCII the exact one
 * and the one without accents are one text.
 */
static struct token *
token_make(const char *exact, const char *folded, size_t start, bool comma)
{
	const size_t size = strlen(exact) + 1;
	const size_t more = folded != exact ? strlen(folded) + 1 : 0;
	struct token *token = g_malloc(sizeof(*token) + size + more);
	char *texts = (char *)(token + 1);

	token->exact = memcpy(texts, exact, size);
	token->folded = texts;
	if (more > 0)
		token->folded = memcpy(texts + size, folded, more);
	token->start = start;
	token->comma = comma;
	return token;
}

/* NULL: it is not ASCII. */
static struct token *
token_simple(const char *at, size_t size, size_t start, bool comma)
{
	struct token *token = g_malloc(sizeof(*token) + size + 1);
	char *text = (char *)(token + 1);

	*token = (struct token){ text, text, start, comma };
	for (size_t i = 0; i < size; i++) {
		if ((guchar)at[i] >= 0x80) {
			g_free(token);
			return NULL;
		}
		text[i] = g_ascii_tolower(at[i]);
	}
	text[size] = '\0';
	return token;
}

static struct token *
token_read(const char *at, size_t size, size_t start, bool comma)
{
	struct token *simple = token_simple(at, size, start, comma);
	g_autofree char *raw = NULL, *exact = NULL, *folded = NULL;

	if (simple != NULL)
		return simple;
	raw = g_strndup(at, size);
	exact = word_key(raw);
	folded = fold_text(raw);
	return token_make(exact, folded, start, comma);
}

GPtrArray *
tokens_of(const char *text)
{
	static const char gaps[] = " ,\t";
	enum { USUAL = 16 }; /* words of a line */
	GPtrArray *list = g_ptr_array_new_full(USUAL, g_free);
	const char *at = text;

	for (;;) {
		size_t gap = strspn(at, gaps);
		bool comma = memchr(at, ',', gap) != NULL;
		size_t size = strcspn(at + gap, gaps);

		at += gap;
		if (size == 0)
			return list;
		g_ptr_array_add(
		    list, token_read(at, size, (size_t)(at - text), comma));
		at += size;
	}
}

static gpointer
token_copy(gconstpointer p, gpointer unused)
{
	const struct token *token = p;

	(void)unused;
	return token_make(
	    token->exact, token->folded, token->start, token->comma);
}

void
word_strip_stops(char *word)
{
	size_t n = strlen(word);

	while (n > 0 && strchr(STOPS, word[n - 1]) != NULL)
		n--;
	if (n > 0)
		word[n] = '\0';
}

GPtrArray *
tokens_bare(const GPtrArray *tokens)
{
	GPtrArray *list =
	    g_ptr_array_copy((GPtrArray *)(uintptr_t)tokens, token_copy, NULL);

	g_ptr_array_set_free_func(list, g_free);
	for (guint i = 0; i < list->len; i++) {
		struct token *token = list->pdata[i];

		word_strip_stops(token->exact);
		word_strip_stops(token->folded);
	}
	return list;
}

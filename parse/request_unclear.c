/* SPDX-License-Identifier: ISC */
/*
 * Slips of the pen in the first word of a command.  Such a line is never done
 * but reported; and since many a word of talk is like a command ("plan",
 * "well", "past"), it must be short, begin with the same letter, and hold
 * nothing else but words of the game or of requests.
 */
#include "parse/inner.h"

#include "core/match.h"
#include "core/rules.h"
#include "core/verb.h"
#include "core/words.h"
#include "parse/parse.h"
#include "parse/request.h"

#include <string.h>

enum { MAX_WORDS = 4, MIN_LETTERS = 4 };

/* Are two neighbours the other way round? */
static bool
is_swapped(const char *a, const char *b)
{
	size_t i = 0;

	while (a[i] != '\0' && a[i] == b[i])
		i++;
	return a[i] != '\0' && b[i] != '\0' && a[i] == b[i + 1] &&
	       a[i + 1] == b[i] && strcmp(a + i + 2, b + i + 2) == 0;
}

/* Is a letter too many, missing, or another one? */
static bool
is_one_off(const char *a, const char *b)
{
	size_t i = 0;

	while (a[i] != '\0' && a[i] == b[i])
		i++;
	if (a[i] == '\0' && b[i] == '\0')
		return false;
	return (a[i] != '\0' && strcmp(a + i + 1, b + i) == 0) ||
	       (b[i] != '\0' && strcmp(a + i, b + i + 1) == 0) ||
	       (a[i] != '\0' && b[i] != '\0' &&
		   strcmp(a + i + 1, b + i + 1) == 0);
}

/* A short word is too easily another one: "pat" is not "pay". */
static bool
is_other_letter(const char *typed, const char *word)
{
	return typed[0] == word[0] && strlen(typed) >= MIN_LETTERS &&
	       is_one_off(typed, word);
}

/* Whose slip a word may be: the first of either kind that was looked at. */
struct meant {
	const char *swapped, *other_letter;
};

static void
compare(struct meant *meant, const char *typed, const char *word)
{
	if (meant->swapped == NULL && is_swapped(typed, word))
		meant->swapped = word;
	if (meant->other_letter == NULL && is_other_letter(typed, word))
		meant->other_letter = word;
}

/* "paly" is "play" rather than "pay". */
static const char *
word_meant(const struct match *m, const char *typed)
{
	struct meant meant = { NULL, NULL };
	guint64 begins;

	for (size_t i = 0; m != NULL && i < match_game(m)->nverbs; i++)
		compare(&meant, typed, match_game(m)->verbs[i].word);
	/* the first letter of one whose first two are changed about, too */
	begins = request_begins_with(typed[0]) | request_begins_with(typed[1]);
	for (; begins != 0; begins &= begins - 1) {
		const struct request_begin *begin =
		    request_begin_at((size_t)__builtin_ctzll(begins));

		if (begin->form == FORM_PLAIN || begin->form == FORM_MORE)
			compare(&meant, typed, begin->word);
	}
	return meant.swapped != NULL ? meant.swapped : meant.other_letter;
}

/* "hell no" is no slip of "help": these words stand behind any. */
static bool
is_request_word(
    const struct words *w, const GPtrArray *tokens, guint from, guint *taken)
{
	const char *word = request_word(w, tokens, from, taken);

	return word != NULL && strcmp(word, "yes") != 0 &&
	       strcmp(word, "no") != 0 && strcmp(word, "all") != 0;
}

static bool
is_letters(const char *text)
{
	const char *p = text;

	while (g_ascii_isalpha(*p))
		p++;
	return p > text && *p == '\0';
}

bool
request_may_slip(const char *folded)
{
	return is_letters(folded) && word_meant(NULL, folded) != NULL;
}

struct request *
request_unclear(
    const struct words *w, const struct match *m, const GPtrArray *tokens)
{
	const struct token *first;
	const char *word;
	guint taken;

	if (tokens->len == 0 || tokens->len > MAX_WORDS)
		return NULL;
	first = tokens->pdata[0];
	word = is_letters(first->folded) ? word_meant(m, first->folded) : NULL;
	if (word == NULL)
		return NULL;
	for (guint i = 1; i < tokens->len; i += taken)
		if (!is_request_word(w, tokens, i, &taken) &&
		    (m == NULL || !request_game_word(w, m, tokens, i, &taken)))
			return NULL;
	return request_new(REQUEST_UNCLEAR, word);
}

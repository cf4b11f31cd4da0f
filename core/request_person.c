/* SPDX-License-Identifier: ISC */
/*
 * Requests that are about a person rather than a match: when she is away, of
 * which games she would take over a seat, and that she takes one over.
 */
#include "core/private.h"

#include "core/policy.h"

#include <string.h>

/* Is the token from our own word?  Then *from is the next one. */
static bool
skip_word(
    const struct words *w, const GPtrArray *tokens, guint *from, const char *is)
{
	const char *word;
	guint taken;

	if (*from >= tokens->len)
		return false;
	word = request_word(w, tokens, *from, &taken);
	if (g_strcmp0(word, is) != 0)
		return false;
	*from += taken;
	return true;
}

/* A date in the place of the token from, which is then passed. */
static const char *
read_day(const GPtrArray *tokens, guint *from)
{
	const struct token *token;
	int day;

	if (*from >= tokens->len)
		return NULL;
	token = tokens->pdata[*from];
	if (!date_read(token->exact, &day))
		return NULL;
	++*from;
	return token->exact;
}

static bool
skip_until(const struct words *w, const GPtrArray *tokens, guint *from)
{
	const struct token *token;

	if (skip_word(w, tokens, from, "until") ||
	    skip_word(w, tokens, from, "to"))
		return true;
	if (*from >= tokens->len)
		return false;
	token = tokens->pdata[*from];
	if (strcmp(token->exact, "-") != 0 && strcmp(token->exact, "–") != 0)
		return false;
	++*from;
	return true;
}

/* "[from] DATE [until DATE]", "until DATE": as "DATE DATE", the first "-" if
 * it begins now. */
static struct request *
read_days(const struct words *w, const GPtrArray *tokens, guint from)
{
	g_autofree char *text = NULL;
	const char *first = "-", *last;

	skip_word(w, tokens, &from, "from");
	if (!skip_until(w, tokens, &from)) {
		first = read_day(tokens, &from);
		if (first == NULL)
			return NULL;
		if (from == tokens->len) {
			text = g_strdup_printf("%s %s", first, first);
			return request_new(REQUEST_AWAY, text);
		}
		if (!skip_until(w, tokens, &from))
			return NULL;
	}
	last = read_day(tokens, &from);
	if (last == NULL || from < tokens->len)
		return NULL;
	text = g_strdup_printf("%s %s", first, last);
	return request_new(REQUEST_AWAY, text);
}

static bool
has_digit(const GPtrArray *tokens, guint from)
{
	for (; from < tokens->len; from++) {
		const struct token *token = tokens->pdata[from];

		if (strpbrk(token->exact, "0123456789") != NULL)
			return true;
	}
	return false;
}

/* "away from home" is talk: what should be dates has digits. */
static struct request *
read_away(const struct words *w, const GPtrArray *tokens, guint from)
{
	struct request *q;
	guint rest = from;

	if (from == tokens->len)
		return request_new(REQUEST_AWAY, NULL);
	if (skip_word(w, tokens, &rest, "off") && rest == tokens->len)
		return request_new(REQUEST_AWAY, "off");
	q = read_days(w, tokens, from);
	if (q == NULL && has_digit(tokens, from))
		q = request_new(REQUEST_NEAR, "away");
	return q;
}

/* "standin", "standin GAME", "standin off" */
static struct request *
read_standin(const struct words *w, const GPtrArray *tokens, guint from)
{
	const struct token *first, *second;
	g_autofree char *both = NULL;
	guint rest = from, taken;
	const char *game;

	if (from == tokens->len)
		return request_new(REQUEST_STANDIN, NULL);
	if (skip_word(w, tokens, &rest, "off") && rest == tokens->len)
		return request_new(REQUEST_STANDIN, "off");
	game = words_at(w, "game", tokens, from, &taken);
	if (game != NULL && from + taken == tokens->len)
		return request_new(REQUEST_STANDIN, game);
	first = tokens->pdata[from];
	if (from + 1 == tokens->len)
		return request_new(REQUEST_STANDIN, first->folded);
	if (from + 2 < tokens->len)
		return request_new(REQUEST_NEAR, "standin");
	second = tokens->pdata[from + 1];
	both = g_strdup_printf("%s-%s", first->folded, second->folded);
	return request_new(REQUEST_STANDIN, both);
}

/* "take" and "back" with a code; people write both all the time. */
static struct request *
read_coded(enum request_kind kind, const GPtrArray *tokens, guint from)
{
	const struct token *code;

	if (from == tokens->len && kind == REQUEST_BACK)
		return request_new(kind, NULL);
	if (from + 1 != tokens->len)
		return NULL;
	code = tokens->pdata[from];
	return request_is_code(code->folded) ? request_new(kind, code->folded)
					     : NULL;
}

struct request *
request_person(const struct words *w, const char *word, const GPtrArray *tokens,
    guint from)
{
	if (g_strcmp0(word, "away") == 0)
		return read_away(w, tokens, from);
	if (g_strcmp0(word, "standin") == 0)
		return read_standin(w, tokens, from);
	if (g_strcmp0(word, "take") == 0)
		return read_coded(REQUEST_TAKE, tokens, from);
	if (g_strcmp0(word, "back") == 0)
		return read_coded(REQUEST_BACK, tokens, from);
	return NULL;
}

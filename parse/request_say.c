/* SPDX-License-Identifier: ISC */
/*
 * Talk of people: "say Anna: hello", and whom they do not want to hear.  What
 * is said goes on over the lines that follow, and nothing in it is a command.
 */
#include "parse/parse.h"

#include "core/match.h"
#include "core/names.h"
#include "core/words.h"
#include "parse/inner.h"
#include "parse/request.h"

#include <string.h>

/* Of what may stand before the colon. */
#define HEAD_MAX_BYTES 200

/* "say" or "say to" and whom: NULL for all, else as it is written. */
static bool
read_head(const struct words *w, const char *head, char **who, bool *to)
{
	g_autofree char *text = clean_line(head);
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	const struct token *name;
	const char *word;
	guint taken, more;

	*who = NULL;
	if (tokens->len == 0)
		return false;
	word = request_word(w, tokens, 0, &taken);
	*to = g_strcmp0(word, "say-to") == 0;
	if (!*to && g_strcmp0(word, "say") != 0)
		return false;
	if (taken == tokens->len)
		return true;
	name = tokens->pdata[taken];
	if (g_strcmp0(request_word(w, tokens, taken, &more), "all") != 0 ||
	    taken + more < tokens->len)
		*who = g_strdup(text + name->start);
	return true;
}

struct request *
request_say(const struct words *w, const char *line)
{
	const char *colon = memchr(line, ':', strnlen(line, HEAD_MAX_BYTES));
	g_autofree char *head = NULL, *who = NULL;
	struct request *q;
	bool to;

	if (colon == NULL)
		return NULL;
	head = g_strndup(line, (size_t)(colon - line));
	if (!read_head(w, head, &who, &to))
		return NULL;
	for (colon++; *colon == ' ';)
		colon++;
	q = request_new(REQUEST_SAY, colon);
	q->who = g_steal_pointer(&who);
	q->to = to;
	q->line = g_steal_pointer(&head);
	q->number = (int)g_utf8_strlen(line, -1);
	return q;
}

/* "mute Anna", "mute onlookers", "mute all" */
static struct request *
read_mute(const struct words *w, const char *text, const GPtrArray *tokens,
    const char *verb, guint from)
{
	struct request *q = request_new(
	    strcmp(verb, "mute") == 0 ? REQUEST_MUTE : REQUEST_UNMUTE, NULL);
	const struct token *name = tokens->pdata[from];
	guint more;
	const char *word = request_word(w, tokens, from, &more);

	if (from + more == tokens->len &&
	    (g_strcmp0(word, "all") == 0 || g_strcmp0(word, "onlookers") == 0))
		q->text = g_strdup(word);
	else
		q->who = g_strdup(text + name->start);
	return q;
}

/* Without a colon "say" is a word like others, but before whom one says it. */
static bool
names_somebody(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens, guint from)
{
	const struct token *token;
	guint more;

	if (from == tokens->len)
		return false;
	token = tokens->pdata[from];
	if (g_strcmp0(request_word(w, tokens, from, &more), "all") == 0)
		return true;
	if (m != NULL && match_seat_called(m, token->exact,
			     CASES_POLISH | CASES_RUSSIAN) != NO_SEAT)
		return true;
	for (int s = 0; m != NULL && s < (int)match_seats(m); s++) {
		size_t size = strlen(match_name(m, s));

		if (g_ascii_strncasecmp(
			text + token->start, match_name(m, s), size) == 0 &&
		    strchr(" ,", text[token->start + size]) != NULL)
			return true;
	}
	return false;
}

struct request *
request_talk(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens, const char *word, guint taken)
{
	if (g_strcmp0(word, "say") == 0 || g_strcmp0(word, "say-to") == 0)
		return names_somebody(w, m, text, tokens, taken)
			   ? request_new(REQUEST_UNCLEAR, "say")
			   : NULL;
	if (g_strcmp0(word, "mute") != 0 && g_strcmp0(word, "unmute") != 0)
		return NULL;
	if (taken == tokens->len)
		return request_new(REQUEST_UNCLEAR, word);
	return read_mute(w, text, tokens, word, taken);
}

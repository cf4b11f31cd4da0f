/* SPDX-License-Identifier: ISC */
/*
 * Several moves in one line, where the second and those behind it leave out
 * what they share with the one before: "place ship c5, e6 and route f3" is
 * "place ship c5", "place ship e6" and "place route f3".
 */
#include "parse/inner.h"
#include "parse/pieces.h"

#include "core/match.h"
#include "core/names.h"
#include "core/words.h"
#include "parse/parse.h"
#include "parse/request.h"

#include <string.h>

/* Words of the first move, at least: what has fewer is no list ("play salt,
 * wine" may be a choice). */
enum { WORDS_MIN = 3 };

/* Does the token part two moves ("and")?  A comma in front of it does, too. */
static bool
is_and(const struct words *w, const GPtrArray *tokens, guint i)
{
	guint taken;

	return g_strcmp0(words_at(w, "plan", tokens, i, &taken), "and") == 0 &&
	       taken == 1;
}

/* Where the text stands between two tokens, without blanks and commas. */
static char *
part_of(const char *text, const GPtrArray *tokens, guint from, guint end)
{
	const struct token *first = tokens->pdata[from];
	size_t n = strlen(text);

	if (end < tokens->len) {
		const struct token *next = tokens->pdata[end];

		n = next->start;
	}
	while (n > first->start && strchr(" \t,", text[n - 1]) != NULL)
		n--;
	return g_strndup(text + first->start, n - first->start);
}

/* "and then", ", then" */
static bool
is_then(const struct words *w, const GPtrArray *tokens, guint i)
{
	guint taken;

	return i < tokens->len &&
	       g_strcmp0(words_at(w, "plan", tokens, i, &taken), "then") == 0 &&
	       taken == 1;
}

/* What stands between commas and "and", as it is written. */
static GPtrArray *
parts_of(const struct words *w, const char *text, const GPtrArray *tokens)
{
	GPtrArray *parts = g_ptr_array_new_with_free_func(g_free);
	guint from = 0;

	for (guint i = 1; i <= tokens->len; i++) {
		const struct token *token =
		    i < tokens->len ? tokens->pdata[i] : NULL;
		bool and = token != NULL && is_and(w, tokens, i);

		if (token != NULL && !token->comma && !and)
			continue;
		if (i > from)
			g_ptr_array_add(parts, part_of(text, tokens, from, i));
		from = i + and;
		from += is_then(w, tokens, from);
	}
	return parts;
}

/* A move as it stands there, or NULL. */
static struct request *
read_whole(const struct words *w, const struct match *m, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	struct request *q =
	    tokens->len > 0 ? request_plainly(w, m, text) : NULL;

	if (q != NULL && q->kind == REQUEST_MOVE && q->why == NULL &&
	    q->then == NULL)
		return q;
	request_free(q);
	return NULL;
}

/* "Dieter!", "and to Dieter": the writer's own name, or whom the line is said
 * to. */
static bool
is_only_name(const struct words *w, const struct match *m, const char *part)
{
	const char *end = part + strlen(part);
	g_autoptr(GPtrArray) tokens = tokens_of(part);
	g_autofree char *name = NULL;
	guint i = 0, taken;

	while (i + 1 < tokens->len &&
	       words_at(w, "little", tokens, i, &taken) != NULL)
		i += taken;
	if (i < tokens->len)
		part += ((const struct token *)tokens->pdata[i])->start;
	while (end > part &&
	       !g_unichar_isalnum(g_utf8_get_char(g_utf8_prev_char(end))))
		end = g_utf8_prev_char(end);
	name = g_strndup(part, (size_t)(end - part));
	return match_seat_named(m, name) != NO_SEAT;
}

/*
 * The move that the part is behind the first words of the one before: as many
 * of these as can stand there, but none behind a field, since "convoy b3 d3,
 * e4" may mean the next leap.  A name alone is none: "give work to Bob, Dieter"
 * gives Dieter nothing.
 */
static struct request *
read_shared(const struct words *w, const struct match *m,
    const struct request *before, const char *part)
{
	g_auto(GStrv) words = g_strsplit(before->text, " ", -1);
	guint most = 1;

	if (is_only_name(w, m, part))
		return NULL;
	while (words[most] != NULL && words[most + 1] != NULL &&
	       !piece_has_digit(words[most]))
		most++;
	for (; most > 0; most--) {
		g_autoptr(GString) text = g_string_new(NULL);
		struct request *q;

		for (guint i = 0; i < most; i++)
			g_string_append_printf(text, "%s ", words[i]);
		g_string_append(text, part);
		if ((q = read_whole(w, m, text->str)) != NULL)
			return q;
	}
	return NULL;
}

static bool
has_words(const char *text, guint least)
{
	guint n = 1;

	for (const char *p = text; (p = strchr(p, ' ')) != NULL; p++)
		n++;
	return n >= least;
}

static struct request *
read_next(const struct words *w, const struct match *m,
    const struct request *before, const char *part)
{
	struct request *q = read_whole(w, m, part);

	if (before != NULL)
		return q != NULL ? q : read_shared(w, m, before, part);
	if (q != NULL && has_words(q->text, WORDS_MIN))
		return q;
	request_free(q);
	return NULL;
}

/* What stands in front of "sorry" may not be meant. */
static bool
has_sorry(const struct words *w, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(request_behind_lead(w, text));
	g_autoptr(GPtrArray) bare = tokens_bare(tokens);
	guint taken;

	for (guint i = 0; i < bare->len; i++)
		if (g_strcmp0(words_at(w, "reply", bare, i, &taken), "sorry") ==
		    0)
			return true;
	return false;
}

/* "Please ..., thanks" without these: newly allocated.  Courtesy is of the
 * whole line, not of its first or last move. */
static char *
without_courtesy(const struct words *w, const char *text)
{
	char *own = g_strdup(request_behind_lead(w, text)), *front;

	do {
		g_autoptr(GPtrArray) tokens = tokens_of(own);

		front = request_before_please(w, own, tokens);
		if (front != NULL) {
			g_free(own);
			own = front;
		}
	} while (front != NULL);
	return own;
}

bool
request_several(const struct words *w, const struct match *m, const char *line,
    GPtrArray *list)
{
	g_autofree char *text = without_courtesy(w, line);
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	g_autoptr(GPtrArray) parts = NULL, found = NULL;
	struct request *q = NULL;

	if (m == NULL || tokens->len <= WORDS_MIN || has_sorry(w, line))
		return false;
	parts = parts_of(w, text, tokens);
	found = g_ptr_array_new_with_free_func((GDestroyNotify)request_free);
	for (guint i = 0; i < parts->len; i++) {
		q = read_next(w, m, q, parts->pdata[i]);
		if (q == NULL)
			return false;
		q->line = g_strdup(parts->pdata[i]);
		g_ptr_array_add(found, q);
	}
	if (found->len < 2)
		return false;
	while (found->len > 0)
		g_ptr_array_add(list, g_ptr_array_steal_index(found, 0));
	return true;
}

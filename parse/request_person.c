/* SPDX-License-Identifier: ISC */
/*
 * Requests that are about a person rather than a match: from when to when the
 * sender is away, for which games the sender would take over a seat, and "take
 * CODE", which takes one over.
 */
#include "parse/inner.h"

#include "core/say.h"
#include "core/words.h"
#include "parse/code.h"
#include "parse/request.h"
#include "policy/hours.h"

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

static struct request *
away(const char *first, const char *last)
{
	g_autofree char *text = g_strdup_printf("%s %s", first, last);

	return request_new(REQUEST_AWAY, text);
}

/* "until DATE": from now on. */
static struct request *
read_until(const struct words *w, const GPtrArray *tokens, guint i)
{
	g_autofree char *last = day_read(w, tokens, &i);

	return last != NULL && i == tokens->len ? away("-", last) : NULL;
}

/* "this weekend", "next week", "for 3 days": days that have no dates. */
static struct request *
read_span(const struct words *w, const GPtrArray *tokens)
{
	g_autofree char *last = NULL;
	guint i = 0;

	if (day_is(w, tokens, &i, "next-week") && i == tokens->len)
		return away("w1", "w7");
	i = 0;
	if (day_is(w, tokens, &i, "weekend") && i == tokens->len)
		return away("e6", "e7");
	i = 0;
	last = day_count(w, tokens, &i);
	return last != NULL && i == tokens->len ? away("-", last) : NULL;
}

/* "+2" of a count becomes "d2": so many days behind the first. */
static struct request *
away_for(const char *first, const char *count)
{
	g_autofree char *last = g_strdup_printf("d%s", count + 1);

	return away(first, last);
}

/* "3 days from DATE", "from DATE for 3 days"; NULL: neither. */
static struct request *
read_count(const struct words *w, const GPtrArray *tokens)
{
	g_autofree char *count = NULL, *first = NULL;
	guint i = 0;
	bool front = (count = day_count(w, tokens, &i)) != NULL;

	if (!front)
		i = 0;
	if (!skip_word(w, tokens, &i, "from") ||
	    (first = day_read(w, tokens, &i)) == NULL)
		return NULL;
	if (!front)
		count = day_count(w, tokens, &i);
	return count != NULL && i == tokens->len ? away_for(first, count)
						 : NULL;
}

/*
 * "[from] DATE until DATE", "DATE", "until DATE", read_span or read_count;
 * *any: at least its beginning is that.
 */
static struct request *
read_days(const struct words *w, const GPtrArray *tokens, bool *any)
{
	guint i = 0, alone;
	bool open;
	g_autofree char *first = NULL, *last = NULL;
	struct request *span = read_span(w, tokens);

	*any = true;
	if (span == NULL)
		span = read_count(w, tokens);
	if (span != NULL)
		return span;
	if (skip_until(w, tokens, &i))
		return read_until(w, tokens, i);
	open = skip_word(w, tokens, &i, "from");
	alone = i;
	first = day_read(w, tokens, &i);
	if (first == NULL)
		i++;
	else if (i == tokens->len)
		return open ? NULL : away(first, first);
	if (i >= tokens->len || !skip_until(w, tokens, &i)) {
		*any = first != NULL;
		return NULL;
	}
	last = day_read(w, tokens, &i);
	if (last == NULL || i < tokens->len)
		return NULL;
	if (first == NULL)
		first = day_alone(tokens, alone, last);
	return first != NULL ? away(first, last) : NULL;
}

/* "20.12.-3.1." as three words; a date with dashes in it is one. */
static GPtrArray *
part_days(const GPtrArray *tokens, guint from, guint to)
{
	g_autoptr(GString) text = g_string_new(NULL);
	int day;

	for (guint i = from; i < to; i++) {
		const char *word = ((struct token *)tokens->pdata[i])->exact;
		const char *dash = strchr(word, '-');
		size_t dashes = 0;

		for (const char *p = word; *p != '\0'; p++)
			dashes += *p == '-';
		if (dashes == 1 && dash > word && g_ascii_isdigit(dash[1]) &&
		    !date_read(word, &day))
			g_string_append_printf(text, "%.*s - %s ",
			    (int)(dash - word), word, dash + 1);
		else
			g_string_append_printf(text, "%s ", word);
	}
	return tokens_of(text->str);
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

/* That of these days which may be two, or NULL. */
static const char *
two_days(const GPtrArray *days)
{
	g_autoptr(GPtrArray) bare = tokens_bare(days);

	for (guint i = 0; i < days->len; i++) {
		const struct token *token = bare->pdata[i];

		if (day_is_two(token->exact))
			return ((const struct token *)days->pdata[i])->exact;
	}
	return NULL;
}

/* It was to be days, but cannot be read. */
static struct request *
unclear_days(const GPtrArray *days)
{
	struct request *q = request_new(REQUEST_UNCLEAR, "away");
	const char *two = two_days(days);

	if (two != NULL)
		q->why =
		    phrase_new("near.day", json_pack("{s:s}", "text", two));
	return q;
}

/* "over christmas", "for some time": a time, which is said in few words. */
static bool
is_some_time(const struct words *w, const GPtrArray *tokens, guint from)
{
	enum { WORDS_MAX = 6 };
	guint soon = from, span = from;

	return tokens->len <= WORDS_MAX && (day_is(w, tokens, &soon, "soon") ||
					       day_is(w, tokens, &span, "for"));
}

/*
 * "away from home" is talk.  What was to be days, and is asked about, begins
 * like them, has digits, or is some time that has no dates.
 */
static struct request *
read_away(const struct words *w, const GPtrArray *tokens, guint from)
{
	g_autoptr(GPtrArray) days = NULL;
	struct request *q;
	guint rest = from;
	bool any;

	/* "I am away": from when, and until when? */
	if (from == tokens->len)
		return from == 1 ? request_new(REQUEST_AWAY, NULL)
				 : request_new(REQUEST_UNCLEAR, "away");
	if (skip_word(w, tokens, &rest, "off") && rest == tokens->len)
		return request_new(REQUEST_AWAY, "off");
	days = part_days(tokens, from, tokens->len);
	q = read_days(w, days, &any);
	if (q == NULL &&
	    (any || has_digit(tokens, from) || is_some_time(w, tokens, from)))
		q = unclear_days(days);
	return q;
}

/* "I am until Friday away", as some languages have it; else it is talk. */
static struct request *
read_away_last(const struct words *w, const GPtrArray *tokens)
{
	enum { LONGEST = 2 };
	guint from = 0, taken;

	if (tokens->len == 0 || !day_is(w, tokens, &from, "am"))
		return NULL;
	for (guint n = LONGEST; n > 0; n--) {
		g_autoptr(GPtrArray) days = NULL;
		bool any;

		if (from + n >= tokens->len ||
		    g_strcmp0(request_word(w, tokens, tokens->len - n, &taken),
			"away") != 0 ||
		    taken != n)
			continue;
		days = part_days(tokens, from, tokens->len - n);
		return read_days(w, days, &any);
	}
	return NULL;
}

/* "standin", "standin GAME", "standin off" */
static struct request *
read_substitute(const struct words *w, const GPtrArray *tokens, guint from)
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
		return request_new(REQUEST_UNCLEAR, "standin");
	second = tokens->pdata[from + 1];
	both = g_strdup_printf("%s-%s", first->folded, second->folded);
	return request_new(REQUEST_STANDIN, both);
}

/* "take" and "back" with a code; people write both all the time. */
static struct request *
read_coded(enum request_kind kind, const GPtrArray *tokens, guint from)
{
	const struct token *code;

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
	if (word == NULL)
		return read_away_last(w, tokens);
	if (g_strcmp0(word, "away") == 0)
		return read_away(w, tokens, from);
	if (g_strcmp0(word, "standin") == 0)
		return read_substitute(w, tokens, from);
	if (g_strcmp0(word, "take") == 0)
		return read_coded(REQUEST_TAKE, tokens, from);
	if (g_strcmp0(word, "back") == 0)
		return from == tokens->len
			   ? request_new(REQUEST_BACK, NULL)
			   : read_coded(REQUEST_RETURN, tokens, from);
	return NULL;
}

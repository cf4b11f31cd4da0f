/* SPDX-License-Identifier: ISC */
/* "vote end", "vote yes 2": what a table is asked, and what it answers. */
#include "parse/inner.h"

#include "core/match.h"
#include "core/names.h"
#include "core/say.h"
#include "core/words.h"
#include "parse/request.h"

#include <string.h>

enum { MAX_DIGITS = 4 };

/* "3d", "36 hours" */
static bool
read_time(const struct words *w, const GPtrArray *tokens, guint from,
    int64_t *seconds)
{
	static const struct {
		const char *units;
		int seconds;
	} units[] = { { " d day days ", 86400 }, { " h hour hours ", 3600 },
		{ " m minute minutes ", 60 } };
	g_autoptr(GString) text = g_string_new(NULL);
	g_autofree char *unit = NULL;
	const char *own;
	size_t digits;

	for (guint i = from; i < tokens->len; i++)
		g_string_append(
		    text, ((const struct token *)tokens->pdata[i])->exact);
	digits = strspn(text->str, "0123456789");
	if (digits == 0 || digits > MAX_DIGITS || text->str[digits] == '\0')
		return false;
	own = request_word_of(w, "unit", text->str + digits);
	unit = g_strdup_printf(" %s ", own != NULL ? own : text->str + digits);
	for (size_t i = 0; i < G_N_ELEMENTS(units); i++)
		if (strstr(units[i].units, unit) != NULL) {
			*seconds = g_ascii_strtoll(text->str, NULL, 10) *
				   units[i].seconds;
			return *seconds > 0;
		}
	return false;
}

/* "a", "the", "of", "for": between a vote's words. */
static guint
skip_between(const struct words *w, const GPtrArray *tokens, guint i)
{
	guint taken;

	for (;;) {
		if (i < tokens->len &&
		    words_at(w, "little", tokens, i, &taken) != NULL)
			i += taken;
		else if (!day_is(w, tokens, &i, "of") &&
			 !day_is(w, tokens, &i, "for"))
			return i;
	}
}

static struct request *
with_time(const struct words *w, const char *word, const GPtrArray *tokens,
    guint from)
{
	g_autofree char *text = NULL;
	int64_t seconds;

	from = skip_between(w, tokens, from);
	if (!read_time(w, tokens, from, &seconds))
		return NULL;
	text = g_strdup_printf("%s %lld", word, (long long)seconds);
	return request_new(REQUEST_VOTE, text);
}

/* What is asked: "end" and the like; NULL if it is none of these. */
static const char *
kind_word(
    const struct words *w, const GPtrArray *tokens, guint from, guint *taken)
{
	static const char *const kinds[] = { "end", "extend", "replace",
		"pause", "resume", "robot", NULL };
	const char *word =
	    from < tokens->len ? request_word(w, tokens, from, taken) : NULL;

	return word != NULL && g_strv_contains(kinds, word) ? word : NULL;
}

/* "2", "#2": as digits; NULL: it is no number of a vote. */
static const char *
vote_number(const GPtrArray *tokens, guint i)
{
	const struct token *token = tokens->pdata[i];
	const char *digits = token->folded + (token->folded[0] == '#');

	return *digits != '\0' && strlen(digits) <= MAX_DIGITS &&
		       digits[strspn(digits, "0123456789")] == '\0'
		   ? digits
		   : NULL;
}

/* "yes", "yes 2", "yes pause" */
static struct request *
read_ballot(const struct words *w, const char *word, const GPtrArray *tokens,
    guint from)
{
	const char *which;
	g_autofree char *text = NULL;
	guint taken;

	if (from == tokens->len)
		return request_new(REQUEST_VOTE, word);
	which = kind_word(w, tokens, from, &taken);
	if (which == NULL) {
		which = vote_number(tokens, from);
		taken = 1;
		if (which == NULL)
			return NULL;
	}
	if (from + taken != tokens->len)
		return NULL;
	text = g_strdup_printf("%s %s", word, which);
	return request_new(REQUEST_VOTE, text);
}

/* "2 yes" */
static struct request *
read_number_first(const struct words *w, const char *number,
    const GPtrArray *tokens, guint from)
{
	g_autofree char *text = NULL;
	const char *word = NULL;
	guint taken = 0;

	if (from < tokens->len)
		word = request_word(w, tokens, from, &taken);
	if (from + taken != tokens->len ||
	    (g_strcmp0(word, "yes") != 0 && g_strcmp0(word, "no") != 0))
		return NULL;
	text = g_strdup_printf("%s %s", word, number);
	return request_new(REQUEST_VOTE, text);
}

/* What is asked about a seat; m may be NULL. */
static struct request *
read_name(const struct match *m, const char *kind, const char *text,
    const GPtrArray *tokens, guint from)
{
	const struct token *token;
	const char *name;
	g_autofree char *full = NULL;
	struct request *q;
	json_t *names;

	if (from == tokens->len)
		return NULL;
	token = tokens->pdata[from];
	name = text + token->start;
	if (m == NULL || match_seat_named(m, name) >= 0) {
		full = g_strdup_printf("%s %s", kind, name);
		return request_new(REQUEST_VOTE, full);
	}
	names = json_array();
	for (int s = 0; s < (int)match_seats(m); s++)
		json_array_append_new(names, json_string(match_name(m, s)));
	q = request_new(REQUEST_UNCLEAR, "vote");
	q->why = phrase_new(
	    match_seat_named(m, name) == NO_SEAT ? "near.name" : "near.names",
	    json_pack("{s:s, s:o}", "name", name, "names", names));
	return q;
}

/* "Anna clever": a player, but no level.  NULL: it is not that. */
static struct request *
read_no_level(const struct match *m, const char *text, const GPtrArray *tokens,
    guint from)
{
	const struct token *first = tokens->pdata[from];
	const struct token *last = tokens->pdata[tokens->len - 1];
	g_autofree char *name =
	    g_strndup(text + first->start, last->start - first->start);
	struct request *q;

	g_strchomp(name);
	if (m == NULL || first == last ||
	    match_seat_named(m, text + first->start) >= 0 ||
	    match_seat_named(m, name) < 0)
		return NULL;
	q = request_new(REQUEST_UNCLEAR, "vote");
	q->why = phrase_new("error.order-level",
	    json_pack("{s:s}", "word", text + last->start));
	return q;
}

/* "Anna", "Anna strong", "Anna off": who, and how. */
struct request *
request_robot(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens, guint from)
{
	static const char *const levels[] = { "easy", "medium", "strong",
		NULL };
	const struct token *last;
	const char *level, *word;
	struct request *q = NULL;
	guint taken;
	g_autofree char *kind = NULL, *name = NULL;

	if (from >= tokens->len)
		return NULL;
	last = tokens->pdata[tokens->len - 1];
	level = request_word_of(w, "order", last->exact);
	word = request_word(w, tokens, tokens->len - 1, &taken);
	if (level == NULL || !g_strv_contains(levels, level))
		level = g_strcmp0(word, "off") == 0 ? word : NULL;
	if (from + 1 == tokens->len)
		level = NULL;
	if (level == NULL && (q = read_no_level(m, text, tokens, from)) != NULL)
		return q;
	name = g_strndup(text, level != NULL ? last->start : strlen(text));
	g_strchomp(name);
	kind = g_strdup_printf("robot %s", level != NULL ? level : "medium");
	return read_name(m, kind, name, tokens, from);
}

/* "für Pause 3 Tage", where "für" is a yes, too, as "for a pause" is. */
static bool
is_for(const struct token *token)
{
	static const char *const words[] = { "for", "für", "fuer", "fur", "za",
		"за", NULL };

	return g_strv_contains(words, token->exact) ||
	       g_strv_contains(words, token->folded);
}

struct request *
request_vote(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens, guint from)
{
	guint taken = 0;
	struct request *q;
	const char *number, *word;

	/* "ich stimme für": the verb has it */
	if (from > 0 && is_for(tokens->pdata[from - 1]))
		from--;
	word =
	    from < tokens->len ? request_word(w, tokens, from, &taken) : NULL;
	if (word == NULL && from < tokens->len && is_for(tokens->pdata[from])) {
		word = "yes";
		taken = skip_between(w, tokens, from + 1) - from;
	}
	if (g_strcmp0(word, "yes") == 0 || g_strcmp0(word, "no") == 0) {
		q = read_ballot(w, word, tokens, from + taken);
		if (q != NULL || strcmp(word, "no") == 0)
			return q;
		if (!is_for(tokens->pdata[from]))
			return NULL;
		from = skip_between(w, tokens, from + taken);
		word = kind_word(w, tokens, from, &taken);
		return g_strcmp0(word, "pause") == 0 ||
			       g_strcmp0(word, "extend") == 0
			   ? with_time(w, word, tokens, from + taken)
			   : NULL;
	}
	if (from < tokens->len && (number = vote_number(tokens, from)) != NULL)
		return read_number_first(w, number, tokens, from + 1);
	from = skip_between(w, tokens, from);
	if ((word = kind_word(w, tokens, from, &taken)) == NULL)
		return NULL;
	from += taken;
	if (strcmp(word, "replace") == 0)
		return read_name(m, word, text, tokens, from);
	if (strcmp(word, "robot") == 0)
		return request_robot(w, m, text, tokens, from);
	if (strcmp(word, "extend") == 0 ||
	    (strcmp(word, "pause") == 0 && from < tokens->len))
		return with_time(w, word, tokens, from);
	return from == tokens->len ? request_new(REQUEST_VOTE, word) : NULL;
}

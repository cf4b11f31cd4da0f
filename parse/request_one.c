/* SPDX-License-Identifier: ISC */
/* One command as it is written, from its first word to its last. */
#include "parse/inner.h"

#include "core/words.h"
#include "parse/code.h"
#include "parse/request.h"

#include <string.h>

enum { PLEASE_WORDS = 4, TOPIC_WORDS = 2 };

/* "luck WORDS", the words as they are written */
static struct request *
read_luck(const struct words *w, const char *text, const GPtrArray *tokens,
    guint from)
{
	const struct token *words;
	const char *word;
	guint taken;

	word = request_word(w, tokens, from, &taken);
	if (word == NULL || strcmp(word, "luck") != 0 ||
	    from + taken == tokens->len)
		return NULL;
	words = tokens->pdata[from + taken];
	return request_new(REQUEST_READY, text + words->start);
}

/* "address anna@example.org", as it is written; one word with one "@". */
static struct request *
read_address(const char *text, const GPtrArray *tokens, guint from)
{
	const struct token *word = tokens->pdata[from];
	const char *at = strchr(text + word->start, '@');

	if (from + 1 < tokens->len || at == NULL)
		return NULL;
	return request_new(REQUEST_ADDRESS, text + word->start);
}

/*
 * "yes CODE" or "no CODE" and nothing else: people write these two words all
 * the time, so that without a code they are talk, not even a near miss.
 */
static struct request *
read_reply(const char *word, const GPtrArray *tokens, guint from)
{
	const struct token *code;

	if (from + 1 != tokens->len)
		return NULL;
	code = tokens->pdata[from];
	if (!request_is_code(code->folded))
		return NULL;
	return request_new(
	    strcmp(word, "yes") == 0 ? REQUEST_YES : REQUEST_NO, code->folded);
}

/* In lower case: one word, or a topic of some ("rules cabin boy"). */
static struct request *
read_more(enum request_kind kind, const GPtrArray *tokens, guint from)
{
	bool topic = kind == REQUEST_RULES || kind == REQUEST_HELP;
	g_autoptr(GString) text = g_string_new(NULL);

	if (tokens->len - from > (topic ? TOPIC_WORDS : 1))
		return NULL;
	for (guint i = from; i < tokens->len; i++)
		g_string_append_printf(text, "%s%s", i > from ? " " : "",
		    ((const struct token *)tokens->pdata[i])->folded);
	return request_new(kind, text->str);
}

/* Words with which talk begins, too: more behind them is it, or something that
 * is read elsewhere. */
static bool
is_of_talk(enum request_kind kind)
{
	return kind == REQUEST_PLAN || kind == REQUEST_PLANS ||
	       kind == REQUEST_CHECK || kind == REQUEST_WAIT;
}

/* Words that are a command alone, or with the few that may follow them. */
static bool
is_alone(enum request_kind kind)
{
	return kind == REQUEST_CALENDAR || kind == REQUEST_YEARBOOK ||
	       kind == REQUEST_SHOW_ME || kind == REQUEST_SHOW_NAME ||
	       kind == REQUEST_HIDE_ME;
}

static struct request *
read_request(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens)
{
	struct request *q = NULL;
	guint taken;
	const char *word = request_word(w, tokens, 0, &taken);
	const struct request_begin *plain = request_begin(word);

	if (g_strcmp0(word, "yes") == 0 || g_strcmp0(word, "no") == 0)
		return read_reply(word, tokens, taken);
	if ((q = request_person(w, word, tokens, taken)) != NULL ||
	    (q = request_talk(w, m, text, tokens, word, taken)) != NULL)
		return q;
	if (plain != NULL && plain->form == FORM_SIGNUP)
		return request_signup(w, plain, text, tokens, taken);
	/* nobody can: the answer says so */
	if (g_strcmp0(word, "undo") == 0 && taken == tokens->len)
		return request_new(REQUEST_UNCLEAR, word);
	if (g_strcmp0(word, "robot-seat") == 0)
		return request_robot(w, m, text, tokens, taken);
	if (plain == NULL || plain->form == FORM_APART)
		return NULL;
	if (is_of_talk(plain->kind) && taken < tokens->len)
		return request_ahead(w, m, plain->kind,
		    text + ((struct token *)tokens->pdata[taken])->start);
	if (plain->kind == REQUEST_VOTE)
		q = request_vote(w, m, text, tokens, taken);
	else if (plain->kind == REQUEST_CALENDAR ||
		 plain->kind == REQUEST_YEARBOOK)
		q = request_switch(w, plain->kind, tokens, taken);
	else if (plain->kind == REQUEST_REMIND || plain->kind == REQUEST_MAIL)
		q = request_preference(w, plain->kind, tokens, taken);
	else if (taken == tokens->len)
		q = plain->kind == REQUEST_ADDRESS ||
			    plain->kind == REQUEST_CHECK
			? NULL
			: request_new(plain->kind, NULL);
	else if (plain->kind == REQUEST_ADDRESS)
		q = read_address(text, tokens, taken);
	else if (plain->form == FORM_MORE)
		q = read_more(plain->kind, tokens, taken);
	else if (plain->kind == REQUEST_READY)
		q = read_luck(w, text, tokens, taken);
	/* The words begin many a line of talk. */
	if (q == NULL && plain->kind == REQUEST_MAIL &&
	    !request_preference_meant(w, tokens, taken))
		return NULL;
	if (q == NULL && taken < tokens->len && is_alone(plain->kind))
		return NULL;
	return q != NULL ? q : request_new(REQUEST_UNCLEAR, word);
}

bool
request_is_command(const struct request *q)
{
	return q->kind != REQUEST_TALK && q->kind != REQUEST_UNCLEAR;
}

/* A request or a move; what parses is preferred to what almost does. */
static struct request *
read_words(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens)
{
	struct request *q, *move;

	if (tokens->len == 0)
		return NULL;
	q = read_request(w, m, text, tokens);
	if (m == NULL || (q != NULL && request_is_command(q)))
		return q;
	move = request_move(w, m, text, tokens);
	/* "gram", with which Poles say that they are ready, also plays cards */
	if (q == NULL || (move != NULL && (request_is_command(move) ||
					      strcmp(q->text, "ready") == 0))) {
		request_free(q);
		return move;
	}
	request_free(move);
	return q;
}

static struct request *
read_command(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens)
{
	struct request *q;
	int number;

	if (!request_number(text, &number))
		return read_words(w, m, text, tokens);
	/* "007" counts nothing */
	if (number < request_number_least(text))
		return request_new(REQUEST_UNCLEAR, "number");
	q = request_new(REQUEST_NUMBER, NULL);
	q->number = number;
	return q;
}

char *
request_before_please(
    const struct words *w, const char *text, const GPtrArray *tokens)
{
	guint taken;

	/* no form of it has more words */
	for (guint i = tokens->len > PLEASE_WORDS ? tokens->len - PLEASE_WORDS
						  : 1;
	     i < tokens->len; i++) {
		const struct token *token = tokens->pdata[i];
		const char *word = request_word(w, tokens, i, &taken);
		g_autofree char *front = NULL;

		if (i + taken < tokens->len || g_strcmp0(word, "please") != 0)
			continue;
		front = g_strndup(text, token->start);
		return clean_part(front);
	}
	return NULL;
}

/* As it is written, since a name or luck words may end in "please"; and
 * without it. */
struct request *
request_plainly(const struct words *w, const struct match *m, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	struct request *q = read_command(w, m, text, tokens);
	g_autofree char *front = NULL;

	if (q != NULL && request_is_command(q) && q->why == NULL)
		return q;
	front = request_before_please(w, text, tokens);
	if (front == NULL)
		return q;
	request_free(q);
	return request_plainly(w, m, front);
}

/* SPDX-License-Identifier: ISC */
/*
 * What a line of a letter asks.  Only a line that can be read from its first
 * word to its last is a request; a line that merely begins like one is
 * reported and never done; everything else is talk.
 */
#include "core/private.h"

#include <string.h>

enum { MAX_LINE = 200, MAX_DIGITS = 4, PLEASE_WORDS = 3 };

struct request *
request_new(enum request_kind kind, const char *text)
{
	struct request *q = g_new0(struct request, 1);

	q->kind = kind;
	q->text = g_strdup(text);
	return q;
}

void
request_free(struct request *q)
{
	if (q == NULL)
		return;
	g_free(q->line);
	g_free(q->text);
	g_strfreev(q->then);
	phrase_free(q->why);
	g_free(q);
}

/* ---- numbers ---- */

/* "2", "2." (the end is clean already), "2)", "(2)", "[2]", "#2"; 0 too */
static bool
read_number(const char *text, int *number)
{
	const char *close = "";
	size_t digits;

	if (text[0] == '[')
		close = "]";
	else if (text[0] == '(')
		close = ")";
	text += text[0] == '#' || close[0] != '\0';
	digits = strspn(text, "0123456789");
	if (digits == 0 || digits > MAX_DIGITS)
		return false;
	*number = (int)g_ascii_strtoll(text, NULL, 10);
	text += digits;
	return strcmp(text, close) == 0 ||
	       (close[0] == '\0' && strcmp(text, ")") == 0);
}

/* ---- requests that are not moves ---- */

static const struct {
	const char *word;
	enum request_kind kind;
	bool more; /* a word may follow */
} plain_requests[] = {
	{ "help", REQUEST_HELP, true },
	{ "rules", REQUEST_RULES, true },
	{ "status", REQUEST_STATUS, false },
	{ "history", REQUEST_HISTORY, false },
	{ "cancel", REQUEST_CANCEL, false },
	{ "pause", REQUEST_PAUSE, false },
	{ "resign", REQUEST_RESIGN, true },
	{ "ready", REQUEST_READY, false },
	{ "key", REQUEST_KEY, false },
	{ "address", REQUEST_ADDRESS, false },
};

/* A word of ours is understood in every language. */
static const char *
own_word(const char *word)
{
	static const char *const others[] = { "luck", "or", "please", "yes",
		"no" };

	for (size_t i = 0; i < G_N_ELEMENTS(plain_requests); i++)
		if (strcmp(plain_requests[i].word, word) == 0)
			return plain_requests[i].word;
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		if (strcmp(others[i], word) == 0)
			return others[i];
	return NULL;
}

const char *
request_kind_word(size_t i)
{
	return i < G_N_ELEMENTS(plain_requests) ? plain_requests[i].word : NULL;
}

const char *
request_word(
    const struct words *w, const GPtrArray *tokens, guint from, guint *taken)
{
	const struct token *token = tokens->pdata[from];
	const char *form = words_at(w, "request", tokens, from, taken);

	if (form != NULL && *taken > 1)
		return form;
	*taken = 1;
	if (own_word(token->exact) != NULL)
		return own_word(token->exact);
	return form != NULL ? form : own_word(token->folded);
}

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

bool
request_is_code(const char *text)
{
	bool digit = false;
	size_t i = 0;

	for (; text[i] != '\0'; i++) {
		bool number = text[i] >= '2' && text[i] <= '7';

		if (!number && !g_ascii_isalpha(text[i]))
			return false;
		digit |= number;
	}
	return digit && i == REQUEST_CODE_SIZE;
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

/* One word, a topic or a code, in lower case. */
static struct request *
read_more(enum request_kind kind, const GPtrArray *tokens, guint from)
{
	const struct token *word = tokens->pdata[from];

	if (from + 1 < tokens->len)
		return NULL;
	return request_new(kind, word->folded);
}

static struct request *
read_request(const struct words *w, const char *text, const GPtrArray *tokens)
{
	struct request *q = NULL;
	size_t i = 0;
	guint taken;
	const char *word = request_word(w, tokens, 0, &taken);

	if (g_strcmp0(word, "yes") == 0 || g_strcmp0(word, "no") == 0)
		return read_reply(word, tokens, taken);
	while (i < G_N_ELEMENTS(plain_requests) &&
	       g_strcmp0(plain_requests[i].word, word) != 0)
		i++;
	if (i == G_N_ELEMENTS(plain_requests))
		return NULL;
	if (taken == tokens->len)
		q = plain_requests[i].kind == REQUEST_ADDRESS
			? NULL
			: request_new(plain_requests[i].kind, NULL);
	else if (plain_requests[i].kind == REQUEST_ADDRESS)
		q = read_address(text, tokens, taken);
	else if (plain_requests[i].more)
		q = read_more(plain_requests[i].kind, tokens, taken);
	else if (plain_requests[i].kind == REQUEST_READY)
		q = read_luck(w, text, tokens, taken);
	return q != NULL ? q : request_new(REQUEST_NEAR, word);
}

/* ---- lines ---- */

static bool
is_command(const struct request *q)
{
	return q->kind != REQUEST_TALK && q->kind != REQUEST_NEAR;
}

/* A request or a move; what parses is preferred to what almost does. */
static struct request *
read_words(const struct words *w, const struct match *m, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	struct request *q, *move;

	if (tokens->len == 0)
		return NULL;
	q = read_request(w, text, tokens);
	if (m == NULL || (q != NULL && is_command(q)))
		return q;
	move = request_move(w, m, text, tokens);
	if (q == NULL || (move != NULL && is_command(move))) {
		request_free(q);
		return move;
	}
	request_free(move);
	return q;
}

/* The smallest number that has as many digits: 0 and 1 have one. */
static int
first_of(const char *text)
{
	size_t digits = strspn(text + strspn(text, "#[("), "0123456789");
	int first = 0;

	while (digits-- > 1)
		first = first == 0 ? 10 : 10 * first;
	return first;
}

static struct request *
read_command(const struct words *w, const struct match *m, const char *text)
{
	struct request *q;
	int number;

	if (!read_number(text, &number))
		return read_words(w, m, text);
	/* "007" counts nothing */
	if (number < first_of(text))
		return request_new(REQUEST_NEAR, "number");
	q = request_new(REQUEST_NUMBER, NULL);
	q->number = number;
	return q;
}

/* The text in front of a "please" at its end; NULL if there is none. */
static char *
without_please(const struct words *w, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
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

/*
 * As it is written, since a name or luck words may end in "please"; without
 * it; and if it is neither, it may be a command but for a slip of the pen.
 */
static struct request *
read_politely(const struct words *w, const struct match *m, const char *text)
{
	struct request *q = read_command(w, m, text);
	g_autofree char *front = NULL;
	g_autoptr(GPtrArray) tokens = NULL;

	if (q != NULL && is_command(q))
		return q;
	front = without_please(w, text);
	if (front != NULL) {
		request_free(q);
		q = read_command(w, m, front);
	}
	if (q != NULL)
		return q;
	tokens = tokens_of(front != NULL ? front : text);
	return request_near(w, m, tokens);
}

/* One part of a line; NULL if nothing is in it. */
static struct request *
read_part(const struct words *w, const struct match *m, const char *part)
{
	g_autofree char *text = clean_part(part);
	struct request *q;

	if (text[0] == '\0')
		return NULL;
	q = read_politely(w, m, text);
	if (q == NULL)
		q = request_new(REQUEST_TALK, NULL);
	q->line = g_steal_pointer(&text);
	return q;
}

static void
add_whole(
    GPtrArray *list, enum request_kind kind, const char *text, const char *line)
{
	struct request *q = request_new(kind, text);

	q->line = g_strdup(line);
	g_ptr_array_add(list, q);
}

/* The word by which a hint can be found; verb: a buffer. */
static const char *
hint_word(const struct request *q, char verb[GAME_WORD_SIZE])
{
	switch (q->kind) {
	case REQUEST_NUMBER:
		return "number";
	case REQUEST_MOVE:
		g_strlcpy(verb, q->text, GAME_WORD_SIZE);
		verb[strcspn(verb, " ")] = '\0';
		return verb;
	case REQUEST_NEAR:
		return q->text;
	case REQUEST_HELP:
	case REQUEST_RULES:
	case REQUEST_STATUS:
	case REQUEST_HISTORY:
	case REQUEST_CANCEL:
	case REQUEST_PAUSE:
	case REQUEST_READY:
	case REQUEST_RESIGN:
	case REQUEST_KEY:
	case REQUEST_ADDRESS:
		for (size_t i = 0; i < G_N_ELEMENTS(plain_requests); i++)
			if (plain_requests[i].kind == q->kind)
				return plain_requests[i].word;
		break;
	case REQUEST_YES:
	case REQUEST_NO:
		return "yes";
	case REQUEST_TALK:
		break;
	}
	g_assert_not_reached();
}

/*
 * All parts of a line are done, or none: the line is then a near miss of the
 * part that begins like a command, or else of the first that is one.
 */
static void
add_parts(GPtrArray *parts, const char *line, GPtrArray *list)
{
	const struct request *command = NULL;
	struct request *near = NULL, *whole;
	char verb[GAME_WORD_SIZE];
	bool talk = false;

	for (guint i = 0; i < parts->len; i++) {
		struct request *q = parts->pdata[i];

		talk |= q->kind == REQUEST_TALK;
		if (q->kind == REQUEST_NEAR && near == NULL)
			near = q;
		if (is_command(q) && command == NULL)
			command = q;
	}
	if (near == NULL && !talk)
		while (parts->len > 0)
			g_ptr_array_add(
			    list, g_ptr_array_steal_index(parts, 0));
	else if (near != NULL) {
		add_whole(list, REQUEST_NEAR, near->text, line);
		whole = list->pdata[list->len - 1];
		whole->why = g_steal_pointer(&near->why);
	} else if (command != NULL)
		add_whole(list, REQUEST_NEAR, hint_word(command, verb), line);
	else
		add_whole(list, REQUEST_TALK, NULL, line);
}

void
request_read(const struct words *w, const struct match *m, const char *line,
    GPtrArray *list)
{
	g_autoptr(GPtrArray) parts =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);
	g_autofree char *whole = NULL;
	g_auto(GStrv) texts = NULL;

	if (!g_utf8_validate(line, -1, NULL))
		return;
	if (g_utf8_strlen(line, -1) > MAX_LINE) {
		add_whole(list, REQUEST_TALK, NULL, line);
		return;
	}
	whole = clean_line(line);
	texts = g_strsplit(whole, ";", -1);
	for (guint i = 0; texts[i] != NULL; i++) {
		struct request *q = read_part(w, m, texts[i]);

		if (q != NULL)
			g_ptr_array_add(parts, q);
	}
	if (parts->len == 0)
		add_whole(list, REQUEST_TALK, NULL, whole);
	else if (parts->len == 1)
		g_ptr_array_add(list, g_ptr_array_steal_index(parts, 0));
	else
		add_parts(parts, whole, list);
}

/* SPDX-License-Identifier: ISC */
/*
 * What a line of a letter asks.  Only a line that can be read from its first
 * word to its last is a request; a line that merely begins like one is
 * reported and never done; everything else is talk.
 */
#include "core/private.h"

#include <string.h>

enum { MAX_LINE = 200 };

/* What parts the words of a command. */
#define GAPS " ,\t"

void
request_free(struct request *q)
{
	if (q == NULL)
		return;
	g_free(q->line);
	g_free(q->text);
	g_strfreev(q->then);
	g_free(q);
}

/* ---- numbers ---- */

/* "2", "2." and "2)" (the end is clean already), "[2]", "#2" */
static bool
read_number(const char *text, int *number)
{
	size_t open = strspn(text, "[#("), digits;

	if (open > 1)
		return false;
	text += open;
	digits = strspn(text, "0123456789");
	if (digits == 0 || digits > 4 ||
	    (text[digits] != '\0' && strcmp(text + digits, ")") != 0 &&
		strcmp(text + digits, "]") != 0))
		return false;
	*number = (int)g_ascii_strtoll(text, NULL, 10);
	return true;
}

/* ---- requests that are not moves ---- */

static struct request *
make(enum request_kind kind, const char *text)
{
	struct request *q = g_new0(struct request, 1);

	q->kind = kind;
	q->text = g_strdup(text);
	return q;
}

static char **
split_gaps(const char *text)
{
	GPtrArray *list = g_ptr_array_new();
	g_auto(GStrv) pieces = g_strsplit_set(text, GAPS, -1);

	for (guint i = 0; pieces[i] != NULL; i++)
		if (pieces[i][0] != '\0')
			g_ptr_array_add(list, g_strdup(pieces[i]));
	g_ptr_array_add(list, NULL);
	return (char **)g_ptr_array_free(list, FALSE);
}

/* The words of a command, folded one by one. */
static char **
tokens_of(const char *text)
{
	char **tokens = split_gaps(text);

	for (size_t i = 0; tokens[i] != NULL; i++) {
		char *folded = request_fold(tokens[i]);

		g_free(tokens[i]);
		tokens[i] = folded;
	}
	return tokens;
}

/* What stands behind the first n words, as it was written. */
static const char *
behind(const char *text, guint n)
{
	text += strspn(text, GAPS);
	for (; n > 0; n--) {
		text += strcspn(text, GAPS);
		text += strspn(text, GAPS);
	}
	return text;
}

static struct request *
read_ready(
    const struct words *w, const char *text, char *const *rest, guint taken)
{
	guint more = 0;
	const char *word;

	if (rest[0] == NULL)
		return make(REQUEST_READY, NULL);
	word = words_find(w, "request", rest, &more);
	if (word == NULL && strcmp(rest[0], "luck") == 0) {
		word = "luck";
		more = 1;
	}
	if (word == NULL || strcmp(word, "luck") != 0 || rest[more] == NULL)
		return make(REQUEST_NEAR, "ready");
	return make(REQUEST_READY, behind(text, taken + more));
}

/* A word that may be followed by one more. */
static struct request *
read_topic(enum request_kind kind, const char *word, char *const *rest)
{
	if (rest[0] != NULL && rest[1] != NULL)
		return make(REQUEST_NEAR, word);
	return make(kind, rest[0]);
}

static const struct {
	const char *word;
	enum request_kind kind;
	bool topic;
} plain_requests[] = {
	{ "help", REQUEST_HELP, true },
	{ "rules", REQUEST_RULES, true },
	{ "status", REQUEST_STATUS, false },
	{ "history", REQUEST_HISTORY, false },
	{ "resign", REQUEST_RESIGN, true },
};

static struct request *
read_plain(const struct words *w, const char *text, char *const *tokens)
{
	guint taken = 1;
	const char *word = words_find(w, "request", tokens, &taken);

	if (word == NULL)
		word = tokens[0];
	if (strcmp(word, "ready") == 0)
		return read_ready(w, text, tokens + taken, taken);
	for (size_t i = 0; i < G_N_ELEMENTS(plain_requests); i++) {
		if (strcmp(plain_requests[i].word, word) != 0)
			continue;
		if (plain_requests[i].topic)
			return read_topic(
			    plain_requests[i].kind, word, tokens + taken);
		return make(tokens[taken] == NULL ? plain_requests[i].kind
						  : REQUEST_NEAR,
		    tokens[taken] == NULL ? NULL : word);
	}
	return NULL;
}

/* ---- moves ---- */

/*
 * Each of the first n words, or several together, by the game's own word where
 * it is a form of one, and else as it stands in raw.
 */
static char **
canonical_tokens(const struct words *w, const struct match *m,
    char *const *folded, char *const *raw, guint n)
{
	g_autofree char **head = g_new0(char *, n + 1);
	GPtrArray *list = g_ptr_array_new();
	guint i = 0;

	memcpy(head, folded, n * sizeof folded[0]);
	while (i < n) {
		guint taken = 1;
		const char *word =
		    words_find(w, match_game(m)->name, head + i, &taken);

		g_ptr_array_add(list, g_strdup(word != NULL ? word : raw[i]));
		i += taken;
	}
	g_ptr_array_add(list, NULL);
	return (char **)g_ptr_array_free(list, FALSE);
}

static const struct verb *
verb_of(const struct match *m, const char *word)
{
	const struct game *game = match_game(m);

	for (size_t i = 0; i < game->nverbs; i++)
		if (strcmp(game->verbs[i].word, word) == 0)
			return &game->verbs[i];
	return NULL;
}

/*
 * A move that ends in a player's name, of which some words in front may be
 * forms: as few as may be, since a name may look like one.  No accent is lost,
 * since it may tell two players apart.
 */
static bool
read_named(const struct words *w, const struct match *m, const char *text,
    char *const *folded, struct move *move)
{
	g_auto(GStrv) raw = split_gaps(text);
	guint n = g_strv_length(raw);

	for (guint i = 1; i < n; i++) {
		g_auto(GStrv) tokens = canonical_tokens(w, m, folded, raw, i);
		g_autofree char *head = g_strjoinv(" ", tokens);
		g_autofree char *whole =
		    g_strconcat(head, " ", behind(text, i), NULL);

		if (move_read(m, whole, move) == MOVE_OK)
			return true;
	}
	return false;
}

static bool
is_or(const struct words *w, const char *word)
{
	char *const one[] = { (char *)(uintptr_t)word, NULL };
	guint taken;
	const char *found = words_find(w, "request", one, &taken);

	return strcmp(word, "or") == 0 ||
	       (found != NULL && strcmp(found, "or") == 0);
}

/* One alternative behind a shorthand: "VERB WORDS" if that is a move. */
static bool
add_alternative(
    const struct match *m, const char *verb, GString *words, GPtrArray *list)
{
	struct move move;
	g_autofree char *text = g_strdup_printf("%s%s", verb, words->str);

	if (words->len == 0 || move_read(m, text, &move) != MOVE_OK)
		return false;
	g_ptr_array_add(list, move_text(m, &move));
	g_string_truncate(words, 0);
	return true;
}

/* "pass mate or merchant": NULL if the words are not moves of that verb. */
static char **
read_alternatives(const struct words *w, const struct match *m,
    const char *verb, char *const *tokens)
{
	g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GString) words = g_string_new(NULL);
	char **texts;

	for (guint i = 0; tokens[i] != NULL; i++) {
		if (!is_or(w, tokens[i]))
			g_string_append_printf(words, " %s", tokens[i]);
		else if (!add_alternative(m, verb, words, list))
			return NULL;
	}
	if (!add_alternative(m, verb, words, list))
		return NULL;
	g_ptr_array_add(list, NULL);
	texts = g_strdupv((char **)list->pdata);
	return texts;
}

static struct request *
read_shorthand(
    const struct words *w, const struct match *m, char *const *tokens)
{
	const struct game *game = match_game(m);

	for (size_t i = 0; i < game->nshorthands; i++) {
		struct request *q;
		char **then;

		if (strcmp(game->shorthands[i].word, tokens[0]) != 0 ||
		    tokens[1] == NULL)
			continue;
		then = read_alternatives(
		    w, m, game->shorthands[i].then, tokens + 1);
		if (then == NULL)
			continue;
		q = make(REQUEST_MOVE, tokens[0]);
		q->then = then;
		return q;
	}
	return NULL;
}

static struct request *
read_move(const struct words *w, const struct match *m, const char *text,
    char *const *folded)
{
	guint n = g_strv_length((char **)(uintptr_t)folded);
	g_auto(GStrv) tokens = canonical_tokens(w, m, folded, folded, n);
	g_autofree char *joined = g_strjoinv(" ", tokens);
	g_autofree char *canonical = NULL;
	const struct verb *verb = verb_of(m, tokens[0]);
	struct request *q;
	struct move move;

	if (move_read(m, text, &move) == MOVE_OK ||
	    (verb != NULL && g_str_has_suffix(verb->args, "s")
		    ? read_named(w, m, text, folded, &move)
		    : move_read(m, joined, &move) == MOVE_OK)) {
		canonical = move_text(m, &move);
		return make(REQUEST_MOVE, canonical);
	}
	if (verb == NULL)
		return NULL;
	q = read_shorthand(w, m, tokens);
	return q != NULL ? q : make(REQUEST_NEAR, verb->word);
}

/* ---- lines ---- */

static struct request *
read_part(const struct words *w, const struct match *m, const char *part)
{
	g_autofree char *text = clean_part(part);
	g_auto(GStrv) tokens = tokens_of(text);
	struct request *q = NULL;
	int number;

	if (tokens[0] == NULL)
		return NULL;
	if (read_number(text, &number)) {
		q = number > 0 ? make(REQUEST_NUMBER, NULL)
			       : make(REQUEST_NEAR, "number");
		q->number = number;
	}
	if (q == NULL)
		q = read_plain(w, text, tokens);
	if (q == NULL && m != NULL)
		q = read_move(w, m, text, tokens);
	if (q == NULL)
		q = make(REQUEST_TALK, NULL);
	q->line = g_strdup(text);
	return q;
}

static void
add_talk(const char *line, GPtrArray *list)
{
	struct request *q = make(REQUEST_TALK, NULL);

	q->line = g_strdup(line);
	g_ptr_array_add(list, q);
}

/* The word by which a near miss of that request is told. */
static char *
word_of(const struct request *q)
{
	for (size_t i = 0; i < G_N_ELEMENTS(plain_requests); i++)
		if (plain_requests[i].kind == q->kind)
			return g_strdup(plain_requests[i].word);
	if (q->kind == REQUEST_READY)
		return g_strdup("ready");
	if (q->kind == REQUEST_NUMBER)
		return g_strdup("number");
	return g_strndup(q->text, strcspn(q->text, " "));
}

static void
add_near(const struct request *of, const char *line, GPtrArray *list)
{
	g_autofree char *word = word_of(of);
	struct request *q = make(REQUEST_NEAR, word);

	q->line = g_strdup(line);
	g_ptr_array_add(list, q);
}

/*
 * Several commands in a line: all of its parts must be commands.  If only some
 * are, none of them is done: the line is a near miss, of the part that begins
 * like a command, or else of the first that is one.
 */
static void
add_parts(GPtrArray *parts, const char *line, GPtrArray *list)
{
	const struct request *near = NULL, *command = NULL;

	for (guint i = parts->len; i > 0; i--) {
		const struct request *q = parts->pdata[i - 1];

		if (q->kind == REQUEST_NEAR)
			near = q;
		else if (q->kind != REQUEST_TALK)
			command = q;
	}
	if (near == NULL && command == NULL) {
		add_talk(line, list);
		return;
	}
	for (guint i = 0; parts->len > 1 && i < parts->len; i++) {
		const struct request *q = parts->pdata[i];

		if (q->kind != REQUEST_TALK && q->kind != REQUEST_NEAR)
			continue;
		add_near(near != NULL ? near : command, line, list);
		return;
	}
	while (parts->len > 0)
		g_ptr_array_add(list, g_ptr_array_steal_index(parts, 0));
}

void
request_read(const struct words *w, const struct match *m, const char *line,
    GPtrArray *list)
{
	g_autoptr(GPtrArray) parts =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);
	g_autofree char *text = NULL;
	g_auto(GStrv) texts = NULL;

	if (!g_utf8_validate(line, -1, NULL))
		return;
	if (g_utf8_strlen(line, -1) > MAX_LINE) {
		add_talk(line, list);
		return;
	}
	text = clean_line(line);
	texts = g_strsplit(text, ";", -1);
	for (guint i = 0; texts[i] != NULL; i++) {
		struct request *q = read_part(w, m, texts[i]);

		if (q != NULL)
			g_ptr_array_add(parts, q);
	}
	add_parts(parts, line, list);
}

/* SPDX-License-Identifier: ISC */
/*
 * What a line of a letter asks.  Only a line that can be read from its first
 * word to its last is a request; a line that merely begins like one is
 * reported and never done; everything else is talk.
 */
#include "parse/request.h"

#include "core/decision.h"
#include "core/say.h"
#include "core/words.h"
#include "parse/inner.h"
#include "parse/parse.h"
#include "parse/plan.h"

#include <string.h>

enum { MAX_LINE = 200, SLIP_WORDS = 8, BALLOT_WORDS = 2 };

static bool
begins_condition(const struct words *w, const GPtrArray *tokens)
{
	const struct token *first;
	const char *word;
	guint taken;

	if (tokens->len == 0)
		return false;
	first = tokens->pdata[0];
	word = words_at(w, "plan", tokens, 0, &taken);
	if (word == NULL)
		word = first->exact;
	return strcmp(word, "if") == 0 || strcmp(word, "unless") == 0;
}

/* "if Anna plays wine: pass": a line of a plan, but for the word in front. */
static bool
is_bare_plan(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens)
{
	struct plan_line line;
	bool whole;

	if (m == NULL || !begins_condition(w, tokens) ||
	    !plan_read(w, m, text, &line))
		return false;
	whole = line.step != NULL;
	json_decref(line.step);
	phrase_free(line.why);
	return whole;
}

/* If it is no command it may be one behind "ok, I'll", or but for a slip of
 * the pen. */
static struct request *
read_politely(const struct words *w, const struct match *m, const char *text)
{
	struct request *q = request_plainly(w, m, text), *led;
	g_autoptr(GPtrArray) tokens = NULL;
	g_autofree char *front = NULL;

	if (q != NULL && request_is_command(q) && q->why == NULL)
		return q;
	tokens = tokens_of(text);
	led = request_led(w, m, text, tokens);
	if (led != NULL && (q == NULL || request_is_command(led))) {
		request_free(q);
		return led;
	}
	request_free(led);
	if ((led = request_loosely(w, m, text, tokens)) != NULL || q != NULL) {
		if (led != NULL)
			request_free(q);
		return led != NULL ? led : q;
	}
	if (is_bare_plan(w, m, text, tokens))
		return request_new(REQUEST_UNCLEAR, "plan");
	if ((q = request_bare(w, m, text, tokens)) != NULL)
		return q;
	/* a slip has few words */
	if (tokens->len > SLIP_WORDS ||
	    (front = request_before_please(w, text, tokens)) == NULL)
		return request_unclear(w, m, tokens);
	g_ptr_array_unref(g_steal_pointer(&tokens));
	tokens = tokens_of(front);
	return request_unclear(w, m, tokens);
}

/* "plan: play wine", "vote: no" with a blank for the colon. */
static void
without_colon(const struct words *w, char *text)
{
	const char *found;
	size_t n = strcspn(text, " ");
	g_autofree char *word = NULL;
	g_autoptr(GPtrArray) tokens = NULL, tail = NULL;
	guint taken;

	if (n < 2 || text[n - 1] != ':')
		return;
	word = g_strndup(text, n - 1);
	tokens = tokens_of(word);
	found = tokens->len > 0 ? request_word(w, tokens, 0, &taken) : NULL;
	tail = tokens_of(text + n);
	if (g_strcmp0(found, "plan") == 0 ||
	    (g_strcmp0(found, "vote") == 0 && tail->len <= BALLOT_WORDS))
		text[n - 1] = ' ';
}

/* One part of a line; NULL if nothing is in it.  planned: those before it are
 * lines of a plan. */
static struct request *
read_part(const struct words *w, const struct match *m, const char *part,
    bool planned)
{
	g_autofree char *text = clean_part(part);
	struct request *q;

	if (text[0] == '\0')
		return NULL;
	without_colon(w, text);
	q = planned ? request_ahead(w, m, REQUEST_PLAN, text) : NULL;
	if (q == NULL)
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
	if (q->kind == REQUEST_UNCLEAR)
		return q->text;
	if (q->kind == REQUEST_MOVE) {
		g_strlcpy(verb, q->text, GAME_WORD_SIZE);
		verb[strcspn(verb, " ")] = '\0';
		return verb;
	}
	return request_kind_name(q->kind == REQUEST_NO ? REQUEST_YES : q->kind);
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
		if (q->kind == REQUEST_UNCLEAR && near == NULL)
			near = q;
		if (request_is_command(q) && command == NULL)
			command = q;
	}
	if (near == NULL && !talk)
		while (parts->len > 0)
			g_ptr_array_add(
			    list, g_ptr_array_steal_index(parts, 0));
	else if (near != NULL) {
		add_whole(list, REQUEST_UNCLEAR, near->text, line);
		whole = list->pdata[list->len - 1];
		whole->why = g_steal_pointer(&near->why);
		whole->nearly_move = near->nearly_move;
	} else if (command != NULL)
		add_whole(
		    list, REQUEST_UNCLEAR, hint_word(command, verb), line);
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
	bool planned = false;
	struct request *q;

	if (!g_utf8_validate(line, -1, NULL))
		return;
	/* what is said may hold anything, also ';' */
	if ((q = request_say(w, line)) != NULL) {
		g_ptr_array_add(list, q);
		return;
	}
	if (g_utf8_strlen(line, -1) > MAX_LINE) {
		add_whole(list, REQUEST_TALK, NULL, line);
		return;
	}
	whole = clean_line(line);
	/* the mark of a line of our letters that would read as a command */
	if (whole[0] == '~') {
		add_whole(list, REQUEST_TALK, NULL, whole);
		return;
	}
	texts = g_strsplit(whole, ";", -1);
	for (guint i = 0; texts[i] != NULL; i++) {
		if ((q = read_part(w, m, texts[i], planned)) == NULL)
			continue;
		if ((q->kind == REQUEST_UNCLEAR || q->kind == REQUEST_TALK) &&
		    request_several(w, m, q->line, parts)) {
			request_free(q);
			planned = false;
			continue;
		}
		g_ptr_array_add(parts, q);
		planned = q->kind == REQUEST_PLAN;
	}
	if (parts->len == 0)
		add_whole(list, REQUEST_TALK, NULL, whole);
	else if (parts->len == 1)
		g_ptr_array_add(list, g_ptr_array_steal_index(parts, 0));
	else
		add_parts(parts, whole, list);
}

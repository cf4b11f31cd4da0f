/* SPDX-License-Identifier: ISC */
/* The lines of what is said: they are joined.  One that looks like a command
 * may have been meant to be done, and not for everybody's ears. */
#include "parse/parse.h"

#include "core/match.h"
#include "core/words.h"
#include "parse/inner.h"
#include "parse/pieces.h"
#include "parse/request.h"

#include <string.h>

/* A line with so many characters was broken by a mail program, not by its
 * writer. */
#define FULL_CHARS 60

static void
note_inside(struct request *q, const char *line)
{
	guint n = q->inside == NULL ? 0 : g_strv_length(q->inside);

	q->inside = g_renew(char *, q->inside, n + 2);
	q->inside[n] = g_strdup(line);
	q->inside[n + 1] = NULL;
}

/* Words between those of a move or a plan: "to", "careful", "if", "b33". */
static bool
is_between(const struct words *w, const GPtrArray *tokens, guint i)
{
	const struct token *token = tokens->pdata[i];
	guint taken;

	return words_at(w, "little", tokens, i, &taken) != NULL ||
	       words_at(w, "plan", tokens, i, &taken) != NULL ||
	       piece_has_digit(token->folded);
}

/* Is there a verb of the game, the first word of these or one behind it, with a
 * word of the game somewhere behind it?  It need be no move: a field may be
 * mistyped.  Where the verb need not come first, the word may stand in front of
 * it ("Wein spielen").  most: with so many other words it is none. */
static bool
holds_verb(const struct words *w, const struct match *m,
    const GPtrArray *tokens, guint from, bool first, guint most)
{
	bool verb = false, atom = false;
	guint taken, strays = 0;

	for (guint i = from; i < tokens->len; i += taken) {
		const char *word = piece_next(w, m, tokens, i, &taken).word;
		const bool acts = piece_verb(match_game(m), word) != NULL;

		/* some words are both */
		if (acts && !verb)
			verb = true;
		else if (first && !verb)
			return false;
		else if (!g_ascii_isdigit(word[0]) && piece_is_atom(m, word))
			atom = true;
		else if (!acts && !is_between(w, tokens, i))
			strays++;
	}
	return verb && atom && strays <= most;
}

/* "I am planning to place ship b3, which nobody expects": it is one of the
 * first words.  "So for my next turn this is what I plan: place ship b3" holds
 * little else behind it; more than that is talk. */
enum { PLAN_WORDS = 4, PLAN_STRAYS = 1 };

/* asks: other words make talk of it.  "Do you think I should give Anna a load?"
 * is a question, "place ship b3?" is a move. */
static bool
begins_like_move(
    const struct words *w, const struct match *m, const char *text, bool asks)
{
	g_autoptr(GPtrArray) tokens = tokens_of(request_behind_lead(w, text));
	g_autoptr(GPtrArray) bare = tokens_bare(tokens);
	guint taken;

	for (guint i = 0; i < bare->len; i += taken)
		if (g_strcmp0(request_word(w, bare, i, &taken), "plan") == 0 &&
		    holds_verb(w, m, bare, i + taken, false,
			i < PLAN_WORDS ? G_MAXUINT : PLAN_STRAYS))
			return true;
	return holds_verb(w, m, bare, 0, true, asks ? 0 : G_MAXUINT);
}

/* "Mutineer", "the mate, please": a move of the question that is open, without
 * its verb, alone. */
static bool
is_bare_move(const struct words *w, const struct match *m, const char *text)
{
	g_autofree char *own = clean_part(request_behind_lead(w, text));
	g_autoptr(GPtrArray) tokens = tokens_of(own), all = tokens_of(text);
	struct request *q;
	guint taken = 0;

	/* "thanks, mate" is said to a friend */
	if (all->len > 1 &&
	    g_strcmp0(request_word(w, all, 0, &taken), "please") == 0 &&
	    taken == all->len)
		return false;
	q = request_bare(w, m, own, tokens);
	request_free(q);
	return q != NULL;
}

static bool
is_question(const char *line)
{
	const char *last = strrchr(line, '?');

	return last != NULL && last[1 + strspn(last + 1, " \t?!")] == '\0';
}

/* Also behind a colon: "plan careful: ...", "if Anna passes: ...". */
static bool
holds_like_move(const struct words *w, const struct match *m, const char *line)
{
	g_autofree char *whole = clean_line(line);
	g_auto(GStrv) texts = g_strsplit(whole, ";", -1);

	for (guint i = 0; m != NULL && texts[i] != NULL; i++) {
		g_autofree char *text = clean_part(texts[i]);
		/* what asks is the end of a line, not what is behind an "if" */
		const bool asks = texts[i + 1] == NULL && is_question(line) &&
				  strchr(text, ':') == NULL;
		char *mark = asks ? strrchr(text, '?') : NULL;
		const char *colon;

		if (mark != NULL)
			*mark = '\0';
		if (begins_like_move(w, m, text, asks) ||
		    is_bare_move(w, m, text))
			return true;
		for (colon = strchr(text, ':'); colon != NULL;
		     colon = strchr(colon + 1, ':'))
			if (begins_like_move(w, m, colon + 1, asks) ||
			    is_bare_move(w, m, colon + 1))
				return true;
	}
	return false;
}

static bool
looks_like_command(
    const struct words *w, const struct match *m, const char *line)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);

	if (holds_like_move(w, m, line))
		return true;
	request_read(w, m, line, list);
	for (guint i = 0; i < list->len; i++) {
		const struct request *q = list->pdata[i];

		/* "if Anna takes mate, then play wine" lacks but the word */
		if (request_is_command(q) || (q->kind == REQUEST_UNCLEAR &&
						 strcmp(q->text, "plan") == 0))
			return true;
	}
	return false;
}

void
request_say_less(struct request *q, const struct words *w,
    const struct match *m, const char *line)
{
	if (looks_like_command(w, m, line))
		note_inside(q, line);
}

void
request_say_more(struct request *q, const struct words *w,
    const struct match *m, const char *line)
{
	const char *between = q->number >= FULL_CHARS ? " " : "\n";
	char *text = q->text[0] == '\0'
			 ? g_strdup(line)
			 : g_strconcat(q->text, between, line, NULL);

	q->number = (int)g_utf8_strlen(line, -1);
	g_free(q->text);
	q->text = text;
	request_say_looks(q, w, m, line);
}

void
request_say_looks(struct request *q, const struct words *w,
    const struct match *m, const char *line)
{
	if (q->order == NULL && looks_like_command(w, m, line))
		q->order = g_strdup(line);
}

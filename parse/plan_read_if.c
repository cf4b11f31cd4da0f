/* SPDX-License-Identifier: ISC */
/* Reading what stands behind "if" and "unless" in a line of a plan. */
#include "parse/inner.h"

#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/names.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "core/verb.h"
#include "core/words.h"
#include "parse/request.h"

#include <string.h>

enum { MAX_CONDITIONS = 8 };

/* Is a whole move of that verb, or only the verb, ever told to others? */
static bool
is_told(const struct game *game, int verb, bool whole)
{
	for (size_t i = 0; i < game->ntellings; i++) {
		const struct telling *t = &game->tellings[i];

		if (t->verb == verb &&
		    (!whole || (strchr(t->args, '-') == NULL &&
				   (t->args[0] != '\0' ||
				       game->verbs[verb].args[0] == '\0'))))
			return true;
	}
	return false;
}

static int
verb_index(const struct game *game, const char *word)
{
	for (size_t i = 0; i < game->nverbs; i++)
		if (strcmp(game->verbs[i].word, word) == 0)
			return (int)i;
	return -1;
}

/* "plays salt", "does play salt", "passes", "plays"; text is all of it. */
static json_t *
read_pattern(struct planner *p, int seat, const char *text)
{
	const struct game *game = match_game(p->match);
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	struct request *q = planner_move(p, "", text);
	guint taken;
	const char *verb;
	g_autofree char *own = NULL;

	if (q != NULL && q->then == NULL) {
		struct move move;
		bool read = move_read(p->match, q->text, &move) == MOVE_OK;
		json_t *condition = NULL;

		g_assert(read);
		own = g_strndup(q->text, strcspn(q->text, " "));
		if (!is_told(game, move.verb, move.n > 0))
			planner_fail_at(p,
			    is_told(game, move.verb, false) ? "plan.told-partly"
							    : "plan.not-told",
			    own);
		else
			condition = json_pack("{s:i, s:s, s:s}", "seat", seat,
			    "verb", own, "move", q->text);
		request_free(q);
		return condition;
	}
	if (q != NULL) {
		planner_fail_at(p, "plan.two-moves", text);
		request_free(q);
		return NULL;
	}
	if (tokens->len == 0)
		return NULL;
	verb = request_verb(p->words, p->match, tokens, &taken);
	if (verb == NULL || taken < tokens->len)
		return NULL;
	if (!is_told(game, verb_index(game, verb), false)) {
		planner_fail_at(p, "plan.not-told", verb);
		return NULL;
	}
	return json_pack("{s:i, s:s}", "seat", seat, "verb", verb);
}

/* Whom a condition names, besides seats. */
enum { WHO_ANYBODY = -1, WHO_NOBODY = -2, WHO_NONE = -3 };

static int
read_who(const struct planner *p, const char *text)
{
	g_autofree char *name = clean_part(text);
	g_autoptr(GPtrArray) tokens = tokens_of(name);
	int seat = match_seat_named(p->match, name);
	const char *word;
	guint taken;

	if (seat >= 0 || tokens->len == 0)
		return seat >= 0 ? seat : WHO_NONE;
	word = planner_word(p, tokens, 0, &taken);
	if (word == NULL || taken < tokens->len)
		return WHO_NONE;
	return strcmp(word, "anybody") == 0  ? WHO_ANYBODY
	       : strcmp(word, "nobody") == 0 ? WHO_NOBODY
					     : WHO_NONE;
}

/* "salt plays": as German has it behind "if". */
static json_t *
read_turned(struct planner *p, int seat, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	const struct token *last;
	g_autofree char *turned = NULL;

	if (tokens->len < 2)
		return NULL;
	last = tokens->pdata[tokens->len - 1];
	turned = g_strdup_printf(
	    "%s %.*s", text + last->start, (int)last->start, text);
	return read_pattern(p, seat, turned);
}

static bool
is_there(const GPtrArray *tokens, guint at, const GPtrArray *part)
{
	for (guint i = 0; i < part->len; i++) {
		const struct token *a = tokens->pdata[at + i];
		const struct token *b = part->pdata[i];

		if (strcmp(a->folded, b->folded) != 0)
			return false;
	}
	return true;
}

/* Those that are no article: "keine Karte spielt" has none behind its "not". */
static GPtrArray *
without_articles(const struct planner *p, const GPtrArray *tokens)
{
	GPtrArray *rest = g_ptr_array_new();
	guint taken;

	for (guint i = 0; i < tokens->len; i++)
		if (g_strcmp0(planner_word(p, tokens, i, &taken), "a") != 0)
			g_ptr_array_add(rest, tokens->pdata[i]);
	return rest;
}

static bool
same_deed(
    const struct planner *p, const GPtrArray *tokens, const GPtrArray *deed)
{
	g_autoptr(GPtrArray) said = without_articles(p, tokens);
	g_autoptr(GPtrArray) want = without_articles(p, deed);

	return said->len == want->len && is_there(said, 0, want);
}

/* The move of that verb as the language says it of others, in the words of its
 * own; NULL: it is none. */
static char *
undo_deed(const struct planner *p, const char *how, const char *verb,
    bool alone, const char *text, const GPtrArray *tokens)
{
	g_autofree char *front = NULL, *back = NULL;
	g_autoptr(GPtrArray) head = NULL, tail = NULL;
	const struct token *token;
	size_t from, end = strlen(text);

	if (!plan_deed(p->words, p->match, how, verb, alone, &front, &back))
		return NULL;
	head = tokens_of(front);
	tail = tokens_of(back);
	if (alone)
		return same_deed(p, tokens, head) ? g_strdup(verb) : NULL;
	if (tokens->len < head->len + tail->len + 1 ||
	    !is_there(tokens, 0, head) ||
	    !is_there(tokens, tokens->len - tail->len, tail))
		return NULL;
	token = tokens->pdata[head->len];
	from = token->start;
	if (tail->len > 0) {
		token = tokens->pdata[tokens->len - tail->len];
		end = token->start;
	}
	return g_strdup_printf("%s %.*s", verb, (int)(end - from), text + from);
}

/* "Salz spielt", "passt": as letters say it. */
static json_t *
read_deed(struct planner *p, const char *how, int seat, const char *text)
{
	const struct game *game = match_game(p->match);
	g_autoptr(GPtrArray) tokens = tokens_of(text);

	for (size_t i = 0; i < 2 * game->nverbs; i++) {
		g_autofree char *own = undo_deed(
		    p, how, game->verbs[i / 2].word, i % 2 == 0, text, tokens);
		json_t *condition =
		    own == NULL ? NULL : read_pattern(p, seat, own);

		if (condition != NULL || p->why != NULL)
			return condition;
	}
	return NULL;
}

/* "does play salt" */
static json_t *
read_helped(struct planner *p, int seat, const char *text)
{
	const char *rest;

	if (g_strcmp0(planner_first(p, text, &rest), "does") != 0 ||
	    *rest == '\0')
		return NULL;
	return read_pattern(p, seat, rest);
}

/* What that player does, said in one of many ways. */
static json_t *
read_done(struct planner *p, int seat, const char *text)
{
	json_t *condition = read_pattern(p, seat, text);

	if (condition == NULL && p->why == NULL)
		condition = read_deed(p, "does", seat, text);
	if (condition == NULL && p->why == NULL)
		condition = read_helped(p, seat, text);
	if (condition == NULL && p->why == NULL)
		condition = read_turned(p, seat, text);
	return condition;
}

/* The same behind a "not", which is left out here. */
static json_t *
read_not_done(struct planner *p, int seat, const char *text)
{
	json_t *condition = read_deed(p, "does-not", seat, text);

	if (condition == NULL && p->why == NULL)
		condition = read_done(p, seat, text);
	if (condition != NULL)
		json_object_set_new(condition, "not", json_true());
	return condition;
}

/* "does not play salt", "nicht Salz spielt", "plays no salt": without the words
 * for "not", or only the last of them ("does not build"). */
static json_t *
read_denied(struct planner *p, int seat, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	json_t *condition = NULL;
	guint at = 0, taken = 0;

	while (at < tokens->len &&
	       g_strcmp0(planner_word(p, tokens, at, &taken), "not") != 0)
		at++;
	if (at == tokens->len)
		return NULL;
	for (guint kept = 0;
	     kept < taken && condition == NULL && p->why == NULL; kept++) {
		const struct token *gone = tokens->pdata[at + kept];
		const struct token *next =
		    at + taken < tokens->len ? tokens->pdata[at + taken] : NULL;
		g_autofree char *rest =
		    g_strdup_printf("%.*s%s", (int)gone->start, text,
			next == NULL ? "" : text + next->start);

		condition = read_not_done(p, seat, g_strchomp(rest));
	}
	/* nobody does, or somebody does not? */
	if (condition != NULL && seat == WHO_ANYBODY) {
		planner_fail_at(p, "plan.anybody-not", text);
		json_decref(condition);
		condition = NULL;
	}
	return condition;
}

/* A name, and what is done: the longest name counts. */
static json_t *
read_condition(struct planner *p, const char *text)
{
	g_autofree char *plain = clean_part(text);
	g_autoptr(GPtrArray) tokens = tokens_of(plain);
	bool named = false;

	for (guint i = tokens->len; i > 1; i--) {
		const struct token *token = tokens->pdata[i - 1];
		const char *rest = plain + token->start;
		g_autofree char *name = g_strndup(plain, token->start);
		int who = read_who(p, name);
		json_t *condition;

		if (who == WHO_NONE)
			continue;
		named = true;
		condition = who == WHO_NOBODY
				? read_not_done(p, WHO_ANYBODY, rest)
				: read_done(p, who, rest);
		if (condition == NULL && p->why == NULL && who != WHO_NOBODY)
			condition = read_denied(p, who, rest);
		if (condition != NULL)
			return condition;
	}
	planner_fail_at(p, named ? "plan.no-pattern" : "plan.nobody", plain);
	return NULL;
}

json_t *
planner_conditions(struct planner *p, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	json_t *list = json_array(), *one;
	size_t from = 0;
	guint taken;

	for (guint i = 0; i <= tokens->len; i++) {
		const struct token *token =
		    i < tokens->len ? tokens->pdata[i] : NULL;
		size_t end = token != NULL ? token->start : strlen(text);
		g_autofree char *part = NULL;

		if (token != NULL &&
		    g_strcmp0(planner_word(p, tokens, i, &taken), "and") != 0)
			continue;
		part = g_strndup(text + from, end - from);
		one = json_array_size(list) < MAX_CONDITIONS
			  ? read_condition(p, part)
			  : NULL;
		if (one == NULL) {
			planner_fail_at(p, "plan.nobody", part);
			json_decref(list);
			return NULL;
		}
		json_array_append_new(list, one);
		if (token != NULL && i + taken < tokens->len) {
			token = tokens->pdata[i + taken];
			from = token->start;
			i += taken - 1;
		}
	}
	return list;
}

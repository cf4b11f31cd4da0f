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

static int
read_who(const struct planner *p, const char *text)
{
	g_autofree char *name = clean_part(text);
	g_autoptr(GPtrArray) tokens = tokens_of(name);
	int seat = match_seat_named(p->match, name);
	guint taken;

	if (seat >= 0 || tokens->len == 0)
		return seat >= 0 ? seat : -2;
	return g_strcmp0(planner_word(p, tokens, 0, &taken), "anybody") == 0 &&
		       taken == tokens->len
		   ? -1
		   : -2;
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

/* The move of that verb as the language says it of others, in the words of its
 * own; NULL: it is none. */
static char *
undo_deed(const struct planner *p, const char *verb, bool alone,
    const char *text, const GPtrArray *tokens)
{
	g_autofree char *front = NULL, *back = NULL;
	g_autoptr(GPtrArray) head = NULL, tail = NULL;
	const struct token *token;
	size_t from, end = strlen(text);

	if (!plan_deed(p->words, p->match, verb, alone, &front, &back))
		return NULL;
	head = tokens_of(front);
	tail = tokens_of(back);
	if (tokens->len < head->len + tail->len + !alone ||
	    (alone && tokens->len > head->len) || !is_there(tokens, 0, head) ||
	    !is_there(tokens, tokens->len - tail->len, tail))
		return NULL;
	if (alone)
		return g_strdup(verb);
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
read_deed(struct planner *p, int seat, const char *text)
{
	const struct game *game = match_game(p->match);
	g_autoptr(GPtrArray) tokens = tokens_of(text);

	for (size_t i = 0; i < 2 * game->nverbs; i++) {
		g_autofree char *own = undo_deed(
		    p, game->verbs[i / 2].word, i % 2 == 0, text, tokens);
		json_t *condition =
		    own == NULL ? NULL : read_pattern(p, seat, own);

		if (condition != NULL || p->why != NULL)
			return condition;
	}
	return NULL;
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
		g_autofree char *name = g_strndup(plain, token->start);
		int who = read_who(p, name);
		json_t *condition;
		guint taken;

		if (who == -2)
			continue;
		named = true;
		condition = read_pattern(p, who, plain + token->start);
		if (condition == NULL && p->why == NULL)
			condition = read_deed(p, who, plain + token->start);
		if (condition == NULL && p->why == NULL &&
		    g_strcmp0(planner_word(p, tokens, i - 1, &taken), "does") ==
			0 &&
		    i - 1 + taken < tokens->len) {
			token = tokens->pdata[i - 1 + taken];
			condition = read_pattern(p, who, plain + token->start);
		}
		if (condition == NULL && p->why == NULL)
			condition = read_turned(p, who, plain + token->start);
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

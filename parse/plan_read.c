/* SPDX-License-Identifier: ISC */
/*
 * How people write a line of a plan:
 *	[careful] [if|unless NAME MOVE [and NAME MOVE]... :] MOVE [or MOVE]...
 *	[else ...]
 * Names and moves may hold any of these words: what can be read whole is.
 */
#include "parse/plan.h"

#include "core/say.h"
#include "core/words.h"
#include "parse/inner.h"
#include "parse/request.h"

#include <string.h>

enum { MAX_WAYS = 8 };

/* ---- moves ---- */

static bool
is_number(const char *text)
{
	return text[0] != '\0' && text[strspn(text, "0123456789#()[]")] == '\0';
}

static json_t *
way_of(const struct request *q)
{
	json_t *step = plan_step(q->text, q->then);
	json_t *branch = json_array_get(json_object_get(step, "branches"), 0);
	json_t *way =
	    json_incref(json_array_get(json_object_get(branch, "ways"), 0));

	json_decref(step);
	return way;
}

/* Where the word "or" stands, and where the text behind it begins. */
struct gap {
	size_t end, next;
};

static GArray *
gaps_of(const struct planner *p, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	GArray *gaps = g_array_new(FALSE, FALSE, sizeof(struct gap));
	guint taken;

	for (guint i = 1; i + 1 < tokens->len; i++) {
		const struct token *token = tokens->pdata[i], *next;
		const char *word = planner_word(p, tokens, i, &taken);
		struct gap gap;

		if (g_strcmp0(word, "or") != 0 || i + taken >= tokens->len)
			continue;
		next = tokens->pdata[i + taken];
		gap = (struct gap){ token->start, next->start };
		g_array_append_val(gaps, gap);
	}
	return gaps;
}

/*
 * The ways in a text: as much of it as can be is the first, and if the rest
 * can be read too that is it.  "play wine or salt" says the verb but once.
 */
static bool
add_ways(
    const struct planner *p, const char *text, const char *verb, json_t *ways)
{
	g_autofree char *plain = clean_part(text);
	g_autoptr(GArray) gaps = gaps_of(p, plain);

	if (json_array_size(ways) == MAX_WAYS)
		return false;
	for (int i = (int)gaps->len; i >= 0; i--) {
		const struct gap *gap =
		    i < (int)gaps->len ? &g_array_index(gaps, struct gap, i)
				       : NULL;
		size_t n = json_array_size(ways);
		g_autofree char *part =
		    gap == NULL ? g_strdup(plain) : g_strndup(plain, gap->end);
		g_autofree char *front = clean_part(part);
		g_autofree char *said = NULL;
		struct request *q = planner_move(p, "", front);

		if (q == NULL && verb[0] != '\0')
			q = planner_move(p, verb, front);
		if (q == NULL)
			continue;
		said = g_strndup(q->text, strcspn(q->text, " "));
		json_array_append_new(ways, way_of(q));
		request_free(q);
		if (gap == NULL || add_ways(p, plain + gap->next, said, ways))
			return true;
		while (json_array_size(ways) > n)
			json_array_remove(ways, n);
	}
	return false;
}

/* A move, but for a word of it, or none at all. */
static void
fail_move(struct planner *p, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	struct request *q =
	    is_number(text) || tokens->len == 0
		? NULL
		: request_move(p->words, p->match, text, tokens);

	if (q != NULL && q->nearly_move && q->why != NULL)
		planner_fail(p, g_steal_pointer(&q->why));
	else
		planner_fail_at(p,
		    is_number(text) ? "error.number-kept" : "plan.no-move",
		    text);
	request_free(q);
}

/* What is wrong with alternatives of which one cannot be read. */
static void
fail_ways(struct planner *p, const char *text)
{
	g_autofree char *plain = clean_part(text);
	g_autoptr(GArray) gaps = gaps_of(p, plain);
	const char *at = plain;

	for (guint i = 0; i <= gaps->len; i++) {
		const struct gap *gap =
		    i < gaps->len ? &g_array_index(gaps, struct gap, i) : NULL;
		g_autofree char *part =
		    gap == NULL
			? g_strdup(at)
			: g_strndup(at, (size_t)(plain + gap->end - at));
		g_autofree char *one = clean_part(part);
		struct request *q = planner_move(p, "", one);

		if (gap != NULL)
			at = plain + gap->next;
		if (q != NULL) {
			request_free(q);
			continue;
		}
		fail_move(p, one);
		return;
	}
	planner_fail_at(p, "plan.no-move", plain);
}

static json_t *
read_ways(struct planner *p, const char *text)
{
	json_t *ways = json_array();

	if (text[0] != '\0' && add_ways(p, text, "", ways))
		return ways;
	json_decref(ways);
	if (text[strspn(text, " ,;.:")] == '\0')
		planner_fail(p, phrase_new("plan.nothing", NULL));
	else
		fail_ways(p, text);
	return NULL;
}

/* ---- branches ---- */

/* Behind "else", "else:", "or else"; NULL if that is not how it begins. */
static const char *
skip_else(const struct planner *p, const char *text)
{
	const char *rest;
	const char *word = planner_first(p, text, &rest);
	size_t n = strcspn(text, " :");

	if (g_strcmp0(word, "else") == 0)
		return rest;
	if (text[n] == ':' && n > 0) {
		g_autofree char *bare = g_strndup(text, n);

		if (g_strcmp0(planner_first(p, bare, &rest), "else") == 0)
			return text + n + 1;
	}
	if (g_strcmp0(word, "or") == 0) {
		const char *behind = rest;

		rest = skip_else(p, behind);
		if (rest != NULL)
			return rest;
		word = planner_first(p, behind, &rest);
		if (g_strcmp0(word, "if") == 0 ||
		    g_strcmp0(word, "unless") == 0)
			return behind;
	}
	return NULL;
}

/* Where the next branch begins; *next: the text of it.  Else the end. */
static size_t
branch_end(const struct planner *p, const char *text, const char **next)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);

	for (guint i = 1; i < tokens->len; i++) {
		const struct token *token = tokens->pdata[i];

		*next = skip_else(p, text + token->start);
		if (*next != NULL)
			return token->start;
	}
	*next = NULL;
	return strlen(text);
}

/* The end of what stands behind "if": its colon, or the word "then". */
static bool
split_condition(
    const struct planner *p, const char *text, char **cond, const char **rest)
{
	const char *colon = strchr(text, ':');
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	guint taken;

	if (colon != NULL) {
		*cond = g_strndup(text, (size_t)(colon - text));
		*rest = colon + 1;
		return true;
	}
	for (guint i = 1; i + 1 < tokens->len; i++) {
		const struct token *token = tokens->pdata[i], *next;

		if (g_strcmp0(planner_word(p, tokens, i, &taken), "then") !=
			0 ||
		    i + taken >= tokens->len)
			continue;
		next = tokens->pdata[i + taken];
		*cond = g_strndup(text, token->start);
		*rest = text + next->start;
		return true;
	}
	return false;
}

/* One branch; *text goes behind it. */
static json_t *
read_branch(struct planner *p, const char **text)
{
	const char *rest, *next, *ways = *text;
	const char *word = planner_first(p, *text, &rest);
	json_t *conditions = NULL, *list;
	g_autofree char *cond = NULL, *part = NULL;

	if (g_strcmp0(word, "if") != 0 && g_strcmp0(word, "unless") != 0)
		word = NULL;
	if (word != NULL) {
		if (!split_condition(p, rest, &cond, &ways)) {
			planner_fail_at(p, "plan.no-colon", *text);
			return NULL;
		}
		conditions = planner_conditions(p, cond);
		if (conditions == NULL)
			return NULL;
	}
	part = g_strndup(ways, branch_end(p, ways, &next));
	*text = next;
	list = read_ways(p, part);
	if (list == NULL) {
		json_decref(conditions);
		return NULL;
	}
	if (conditions == NULL)
		return json_pack("{s:o}", "ways", list);
	return json_pack("{s:o, s:o}", word, conditions, "ways", list);
}

static json_t *
read_branches(struct planner *p, const char *text)
{
	json_t *branches = json_array();

	while (text != NULL) {
		json_t *branch = read_branch(p, &text);

		if (branch == NULL) {
			json_decref(branches);
			return NULL;
		}
		json_array_append_new(branches, branch);
	}
	return json_pack("{s:o}", "branches", branches);
}

/* Does it begin like a plan at all: with a word of plans, or a verb? */
static bool
begins(const struct planner *p, const char *text, bool said)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	const char *rest, *word = planner_first(p, text, &rest);
	guint taken;

	if (tokens->len == 0)
		return false;
	return said || g_strcmp0(word, "if") == 0 ||
	       g_strcmp0(word, "unless") == 0 ||
	       is_number(((struct token *)tokens->pdata[0])->exact) ||
	       request_verb(p->words, p->match, tokens, &taken) != NULL;
}

bool
plan_read(const struct words *words, const struct match *match,
    const char *text, struct plan_line *line)
{
	struct planner p = { words, match, NULL };
	g_autofree char *plain = clean_part(text);
	const char *at = plain, *rest;

	*line = (struct plan_line){ 0 };
	if (g_strcmp0(planner_first(&p, at, &rest), "careful") == 0) {
		line->careful = true;
		at = rest + strspn(rest, " ,:");
		if (*at == '\0')
			return true;
	}
	rest = skip_else(&p, at);
	if (rest != NULL) {
		line->otherwise = true;
		at = rest;
	}
	if (!begins(&p, at, line->careful || line->otherwise))
		return false;
	line->step = read_branches(&p, at);
	line->why = p.why;
	if (line->step != NULL && p.why != NULL) {
		phrase_free(p.why);
		line->why = NULL;
	}
	return true;
}

/* SPDX-License-Identifier: ISC */
/* What readers of a plan's lines share: its words, its moves, what is wrong. */
#include "parse/inner.h"

#include "core/say.h"
#include "core/words.h"
#include "parse/request.h"

#include <string.h>

const char *
planner_word(
    const struct planner *p, const GPtrArray *tokens, guint i, guint *taken)
{
	static const char *const own[] = { "careful", "if", "unless", "else",
		"and", "or", "then", "does", "not", "anybody", "nobody" };
	const struct token *token = tokens->pdata[i];
	const char *form = words_at(p->words, "plan", tokens, i, taken);

	if (form != NULL)
		return form;
	*taken = 1;
	for (size_t k = 0; k < G_N_ELEMENTS(own); k++)
		if (strcmp(own[k], token->exact) == 0)
			return own[k];
	return NULL;
}

const char *
planner_first(const struct planner *p, const char *text, const char **rest)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	const struct token *next;
	const char *word;
	guint taken;

	*rest = text + strlen(text);
	if (tokens->len == 0)
		return NULL;
	word = planner_word(p, tokens, 0, &taken);
	if (word != NULL && taken < tokens->len) {
		next = tokens->pdata[taken];
		*rest = text + next->start;
	}
	return word;
}

void
planner_fail(struct planner *p, struct phrase *why)
{
	if (p->why == NULL)
		p->why = why;
	else
		phrase_free(why);
}

void
planner_fail_at(struct planner *p, const char *key, const char *text)
{
	planner_fail(p, phrase_new(key, json_pack("{s:s}", "text", text)));
}

struct request *
planner_move(const struct planner *p, const char *verb, const char *text)
{
	g_autofree char *whole =
	    g_strdup_printf("%s%s%s", verb, verb[0] != '\0' ? " " : "", text);
	g_autoptr(GPtrArray) tokens = tokens_of(whole);
	struct request *q;

	if (tokens->len == 0)
		return NULL;
	q = request_move(p->words, p->match, whole, tokens);
	if (q != NULL && q->kind == REQUEST_MOVE)
		return q;
	request_free(q);
	return NULL;
}

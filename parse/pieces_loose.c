/* SPDX-License-Identifier: ISC */
/*
 * The words of a line without what people put between those of a move: "from
 * b3 to d3", "on field d1", "b3-d3", "c 3", "load and build".  They are looked
 * for only where the line is no move as it is written.
 */
#include "parse/pieces.h"

#include "core/match.h"
#include "core/words.h"
#include "parse/inner.h"

#include <string.h>

/* Between two fields; the longer ones come first. */
static const char *const dashes[] = { "->", "-", "--", "–", "—", "→", ">" };

static bool
is_own(const struct match *m, const char *word)
{
	return word[0] != '\0' && !g_ascii_isdigit(word[0]) &&
	       piece_is_own(m, word);
}

static void
add(GArray *pieces, const char *word, size_t start)
{
	const struct piece piece = { .word = g_intern_string(word),
		.start = start };

	g_array_append_val(pieces, piece);
}

/* "b3-d3" as two words, if both are the game's. */
static bool
add_two(const struct match *m, const struct token *token, GArray *pieces)
{
	for (size_t i = 0; i < G_N_ELEMENTS(dashes); i++) {
		const char *dash = strstr(token->folded, dashes[i]);
		g_autofree char *front = NULL;
		const char *behind;

		if (dash == NULL)
			continue;
		front =
		    g_strndup(token->folded, (size_t)(dash - token->folded));
		behind = dash + strlen(dashes[i]);
		if (!is_own(m, front) || !is_own(m, behind))
			continue;
		add(pieces, front, token->start);
		add(pieces, behind, token->start);
		return true;
	}
	return false;
}

/* "c 3" as one word, if it is the game's. */
static bool
add_joined(
    const struct match *m, const GPtrArray *tokens, guint i, GArray *pieces)
{
	const struct token *token = tokens->pdata[i], *next;
	g_autofree char *both = NULL;

	if (i + 1 == tokens->len || strlen(token->folded) != 1)
		return false;
	next = tokens->pdata[i + 1];
	both = g_strconcat(token->folded, next->folded, NULL);
	if (!g_ascii_isdigit(next->folded[0]) || !is_own(m, both))
		return false;
	add(pieces, both, token->start);
	return true;
}

static bool
is_little(const struct words *w, const struct token *token)
{
	if (words_find(w, "little", (char *[]){ token->exact, NULL },
		&(guint){ 0 }) != NULL)
		return true;
	for (size_t i = 0; i < G_N_ELEMENTS(dashes); i++)
		if (strcmp(token->exact, dashes[i]) == 0)
			return true;
	return false;
}

/* "load and build", "load + build": between two words of the game. */
static bool
is_joint(const struct words *w, const struct match *m, const GPtrArray *tokens,
    guint i, const GArray *before)
{
	const struct token *token = tokens->pdata[i];
	const struct piece *last = piece_at(before, before->len - 1);
	guint taken;

	if (strcmp(token->exact, "+") != 0 &&
	    (g_strcmp0(words_at(w, "plan", tokens, i, &taken), "and") != 0 ||
		taken > 1))
		return false;
	return before->len > 1 && is_own(m, last->word) &&
	       i + 1 < tokens->len &&
	       is_own(m, piece_next(w, m, tokens, i + 1, &taken).word);
}

GArray *
pieces_loosely(
    const struct words *w, const struct match *m, const GPtrArray *tokens)
{
	GArray *pieces = g_array_new(FALSE, FALSE, sizeof(struct piece));
	guint taken;

	for (guint i = 0; i < tokens->len; i += taken) {
		const struct token *token = tokens->pdata[i];
		struct piece piece = piece_next(w, m, tokens, i, &taken);

		if (i == 0 || taken > 1 || is_own(m, piece.word)) {
			g_array_append_val(pieces, piece);
			continue;
		}
		if (add_two(m, token, pieces))
			continue;
		if (add_joined(m, tokens, i, pieces))
			taken = 2;
		else if (!is_little(w, token) &&
			 !is_joint(w, m, tokens, i, pieces))
			g_array_append_val(pieces, piece);
	}
	return pieces;
}

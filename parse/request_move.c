/* SPDX-License-Identifier: ISC */
/*
 * Moves as people write them: in the words of their language, several words
 * for one, and two moves in one line.
 */
#include "parse/inner.h"
#include "parse/pieces.h"

#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/names.h"
#include "core/rules.h"
#include "core/verb.h"
#include "core/words.h"
#include "parse/request.h"

#include <string.h>

enum { NAME_WORDS = 3 };

/* The canonical text if it is a move, else NULL. */
static char *
canonical(const struct match *m, const char *text)
{
	struct move move;

	return move_read(m, text, &move) == MOVE_OK ? move_text(m, &move)
						    : NULL;
}

/*
 * The first words in the game's, the rest as written, since it may hold a
 * player's name, who may be called by a word that means something else: as
 * much as possible is left as it stands.
 */
static char *
read_plainly(const struct match *m, const char *line, const GArray *pieces)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i <= pieces->len; i++) {
		size_t own = text->len;
		char *move;

		if (i < pieces->len)
			g_string_append(
			    text, line + piece_at(pieces, i)->start);
		move = canonical(m, text->str);
		if (move != NULL)
			return move;
		if (i < pieces->len) {
			g_string_truncate(text, own);
			g_string_append_printf(
			    text, "%s ", piece_at(pieces, i)->word);
		}
	}
	return NULL;
}

/* ---- shorthands ---- */

/* Ends an alternative: false if its words are no move. */
static bool
end_alternative(
    const struct match *m, GString *words, const char *verb, GPtrArray *list)
{
	g_autofree char *text = g_strdup_printf("%s%s", verb, words->str);
	char *move = words->len > 0 ? canonical(m, text) : NULL;

	if (move == NULL)
		return false;
	g_ptr_array_add(list, move);
	g_string_truncate(words, 0);
	return true;
}

/* "pass and take mate": what is behind the first word is parted from it. */
static bool
is_and(const struct words *w, const GArray *pieces, guint i)
{
	g_autoptr(GPtrArray) tokens =
	    i < pieces->len ? tokens_of(piece_at(pieces, i)->word) : NULL;
	guint taken;

	return tokens != NULL && tokens->len == 1 &&
	       g_strcmp0(words_at(w, "plan", tokens, 0, &taken), "and") == 0;
}

/*
 * "mate or merchant", "mate, merchant or loader": texts of moves
 * of that verb, NULL-ended; NULL if it is anything else.
 */
static char **
read_alternatives(const struct words *w, const struct match *m,
    const GArray *pieces, const char *verb)
{
	const bool linked = is_and(w, pieces, 1);
	const guint first = linked ? 2 : 1;
	g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GString) words = g_string_new(NULL);
	bool begun = false;

	for (guint i = first; i < pieces->len; i++) {
		const struct piece *piece = piece_at(pieces, i);
		bool parted = i > first && (piece->comma || piece->other);

		if (parted && begun && !end_alternative(m, words, verb, list))
			return NULL;
		if (piece->other) {
			/* behind a comma, or behind an alternative */
			if (!parted || (!begun && !piece->comma))
				return NULL;
			begun = false;
			continue;
		}
		begun = true;
		/* "pass, take mate" says the verb again */
		if (words->len > 0 ||
		    !(piece->comma || (linked && i == first)) ||
		    strcmp(piece->word, verb) != 0)
			g_string_append_printf(words, " %s", piece->word);
	}
	if (!end_alternative(m, words, verb, list))
		return NULL;
	g_ptr_array_add(list, NULL);
	return g_strdupv((char **)list->pdata);
}

static struct request *
read_shorthand(
    const struct words *w, const struct match *m, const GArray *pieces)
{
	const struct game *game = match_game(m);
	const char *first = piece_at(pieces, 0)->word;

	for (size_t i = 0; i < game->nshorthands; i++) {
		const struct shorthand *s = &game->shorthands[i];
		g_autofree char *move = NULL;
		g_auto(GStrv) then = NULL;
		struct request *q;

		if (strcmp(s->word, first) != 0)
			continue;
		move = canonical(m, first);
		then = read_alternatives(w, m, pieces, s->then);
		if (move == NULL || then == NULL)
			continue;
		q = request_new(REQUEST_MOVE, move);
		q->then = g_steal_pointer(&then);
		return q;
	}
	return NULL;
}

/* "give Anna the mate": the verb, what is behind the name, and the name, newly
 * allocated; NULL if no player's name of n words is behind the verb. */
static char *
name_last(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens, guint n)
{
	g_autofree char *name = NULL;
	const struct token *first, *rest;
	guint taken;

	piece_next(w, m, tokens, 0, &taken);
	if (taken + n >= tokens->len)
		return NULL;
	first = tokens->pdata[taken];
	rest = tokens->pdata[taken + n];
	name = g_strndup(text + first->start, rest->start - first->start);
	g_strchomp(name);
	if (match_seat_named(m, name) < 0)
		return NULL;
	return g_strdup_printf(
	    "%.*s%s %s", (int)first->start, text, text + rest->start, name);
}

/* A move with the name in front of what is its, or NULL. */
static struct request *
read_name_first(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens)
{
	for (guint n = 1; n <= NAME_WORDS; n++) {
		g_autofree char *other = name_last(w, m, text, tokens, n);
		g_autoptr(GPtrArray) list = NULL;
		g_autoptr(GArray) pieces = NULL, loose = NULL;
		g_autofree char *move = NULL;

		if (other == NULL)
			continue;
		list = tokens_of(other);
		pieces = pieces_of(w, m, list);
		if ((move = read_plainly(m, other, pieces)) == NULL) {
			loose = pieces_loosely(w, m, list);
			move = read_plainly(m, other, loose);
		}
		if (move != NULL)
			return request_new(REQUEST_MOVE, move);
	}
	return NULL;
}

static struct request *
read_pieces(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens, const GArray *pieces)
{
	g_autofree char *move = read_plainly(m, text, pieces);
	g_autoptr(GArray) loose = NULL;
	const char *verb;
	struct request *q;

	if (move != NULL)
		return request_new(REQUEST_MOVE, move);
	if ((q = read_shorthand(w, m, pieces)) != NULL)
		return q;
	verb = piece_verb(match_game(m), piece_at(pieces, 0)->word);
	if (verb == NULL)
		return NULL;
	/* "Pass auf!" is no "pass" */
	loose = pieces_loosely(w, m, tokens);
	if (loose->len > 1 && (move = read_plainly(m, text, loose)) != NULL)
		return request_new(REQUEST_MOVE, move);
	if ((q = read_name_first(w, m, text, tokens)) != NULL)
		return q;
	if (pieces_foreign(w, m, tokens, pieces))
		return NULL;
	q = request_new(REQUEST_UNCLEAR, verb);
	q->nearly_move = pieces_nearly(m, loose);
	q->why = pieces_fault(w, m, text, pieces, loose);
	return q;
}

/* "pay: 2" with a blank for the colon; NULL if none stands behind a verb. */
static char *
without_colon(const struct words *w, const struct match *m, const char *text)
{
	const char *colon = strchr(text, ':');
	g_autofree char *front = NULL;
	g_autoptr(GPtrArray) tokens = NULL;
	char *plain;
	guint taken;

	if (colon == NULL || (colon[1] != ' ' && colon[1] != '\t'))
		return NULL;
	front = g_strndup(text, (size_t)(colon - text));
	tokens = tokens_of(front);
	if (tokens->len == 0)
		return NULL;
	if (piece_verb(match_game(m),
		piece_next(w, m, tokens, 0, &taken).word) == NULL ||
	    taken < tokens->len)
		return NULL;
	plain = g_strdup(text);
	plain[colon - text] = ' ';
	return plain;
}

struct request *
request_move(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens)
{
	g_autofree char *plain = without_colon(w, m, text);
	g_autoptr(GPtrArray) own = plain != NULL ? tokens_of(plain) : NULL;
	const GPtrArray *read = own != NULL ? own : tokens;
	g_autoptr(GArray) pieces = pieces_of(w, m, read);

	return read_pieces(w, m, plain != NULL ? plain : text, read, pieces);
}

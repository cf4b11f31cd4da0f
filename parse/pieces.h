/* SPDX-License-Identifier: ISC */
/* Words of a line that may be a move. */
#ifndef PARSE_PIECES_H
#define PARSE_PIECES_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct game;
struct match;
struct phrase;
struct words;

/* A word of the game, or what stands in its place. */
struct piece {
	const char *word; /* the game's, or as written in lower case */
	size_t start; /* where it stands in the line */
	bool comma; /* in front of it */
	bool other; /* it parts alternatives: "or" */
};

static inline const struct piece *
piece_at(const GArray *pieces, guint i)
{
	return &g_array_index(pieces, struct piece, i);
}

static inline bool
piece_has_digit(const char *word)
{
	return strpbrk(word, "0123456789") != NULL;
}

/* ---- pieces.c ---- */

/* The verb of that word, or NULL. */
const char *piece_verb(const struct game *, const char *word);
/* A card, a field or the like; it may be a verb, too. */
bool piece_is_atom(const struct match *, const char *word);
/* A word of the game is understood in every language. */
bool piece_is_own(const struct match *, const char *word);
/* Token i, and *taken - 1 behind it, as one. */
struct piece piece_next(const struct words *, const struct match *,
    const GPtrArray *tokens, guint i, guint *taken);
/* All of the line. */
GArray *pieces_of(
    const struct words *, const struct match *, const GPtrArray *tokens);

/* ---- pieces_loose.c ---- */

/* The same without the little words between those of the game. */
GArray *pieces_loosely(
    const struct words *, const struct match *, const GPtrArray *tokens);

/* ---- pieces_fault.c: lines that begin with a verb but are no move ---- */

/* Is somebody asked for a move of that verb? */
bool verb_is_asked(const struct match *, size_t verb);
/* What is wrong with it, or NULL; loose: without its little words. */
struct phrase *pieces_fault(const struct words *, const struct match *,
    const char *line, const GArray *pieces, const GArray *loose);
/* Was it meant to be a move?  Behind its verb is a word of the game, and at
 * most one that is none; and there is a field, or such a one, or it is the
 * last: "Take care, mate" is a farewell. */
bool pieces_nearly(const struct match *, const GArray *loose);
/*
 * "Do roboty!": the first word is a verb in the game's own words, but none of
 * the language, short or of a move with nothing behind it; and what is behind
 * it has to do with no move.
 */
bool pieces_foreign(const struct words *, const struct match *,
    const GPtrArray *tokens, const GArray *pieces);

#endif

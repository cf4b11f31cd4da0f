/* SPDX-License-Identifier: ISC */
/* The words of a line as words of the game. */
#include "parse/pieces.h"

#include "core/atom.h"
#include "core/match.h"
#include "core/rules.h"
#include "core/verb.h"
#include "core/words.h"
#include "parse/inner.h"

#include <string.h>

const char *
piece_verb(const struct game *game, const char *word)
{
	for (size_t i = 0; i < game->nverbs; i++)
		if (game->verbs[i].word[0] == word[0] &&
		    strcmp(game->verbs[i].word, word) == 0)
			return game->verbs[i].word;
	return NULL;
}

bool
piece_is_atom(const struct match *m, const char *word)
{
	const struct game *game = match_game(m);
	int16_t value;

	for (size_t i = 0; i < game->natoms; i++)
		if (atom_read(game, match_state(m), game->atoms[i].letter, word,
			&value))
			return true;
	return false;
}

bool
piece_is_own(const struct match *m, const char *word)
{
	const struct game *game = match_game(m);

	if (piece_verb(game, word) != NULL)
		return true;
	for (size_t i = 0; i < game->nshorthands; i++)
		if (strcmp(game->shorthands[i].word, word) == 0)
			return true;
	return piece_is_atom(m, word);
}

/* The Latin letter that the two bytes of a Cyrillic one look like, in either
 * case; '\0': none. */
static char
latin_alike(const char *two)
{
	static const char *const alike[] = { "аa", "вb", "еe", "кk", "мm", "нh",
		"оo", "рp", "сc", "тt", "уy", "хx" };

	for (size_t i = 0; i < G_N_ELEMENTS(alike); i++)
		if (strncmp(two, alike[i], 2) == 0)
			return alike[i][2];
	return '\0';
}

/* "с5" as a Russian keyboard writes it: what the game writes in letters and
 * digits, such as a field, or NULL. */
static const char *
look_alike(const struct match *m, const char *folded)
{
	const struct game *game = match_game(m);
	char word[GAME_WORD_SIZE];
	size_t n = 0;
	int16_t value;

	for (const char *p = folded; *p != '\0'; p = g_utf8_next_char(p)) {
		char c = (guchar)*p < 0x80 ? *p : latin_alike(p);

		if (c == '\0' || n + 1 == sizeof(word))
			return NULL;
		word[n++] = c;
	}
	word[n] = '\0';
	for (size_t i = 0; i < game->natoms; i++)
		if (game->atoms[i].as_written &&
		    atom_read(game, match_state(m), game->atoms[i].letter, word,
			&value))
			return g_intern_string(word);
	return NULL;
}

static bool
is_or(const struct words *w, const GPtrArray *tokens, guint i)
{
	guint taken;
	const char *word = request_word(w, tokens, i, &taken);

	return taken == 1 && g_strcmp0(word, "or") == 0;
}

/*
 * Forms of several words come first, then words that are the game's already,
 * then forms of one word.
 */
struct piece
piece_next(const struct words *w, const struct match *m,
    const GPtrArray *tokens, guint i, guint *taken)
{
	const struct token *token = tokens->pdata[i];
	struct piece piece = { .start = token->start, .comma = token->comma };
	const char *form = words_at(w, match_game(m)->name, tokens, i, taken);
	const char *alike;

	if (form != NULL && *taken > 1) {
		piece.word = form;
		return piece;
	}
	*taken = 1;
	if (piece_is_own(m, token->exact))
		piece.word = token->exact;
	else if (form != NULL)
		piece.word = form;
	else if (piece_is_own(m, token->folded))
		piece.word = token->folded;
	else if ((alike = look_alike(m, token->folded)) != NULL)
		piece.word = alike;
	else {
		piece.word = token->exact;
		piece.other = is_or(w, tokens, i);
	}
	return piece;
}

bool
request_game_word(const struct words *w, const struct match *m,
    const GPtrArray *tokens, guint from, guint *taken)
{
	const char *word = piece_next(w, m, tokens, from, taken).word;

	return piece_is_own(m, word) ||
	       word[strspn(word, "0123456789")] == '\0';
}

const char *
request_verb(const struct words *w, const struct match *m,
    const GPtrArray *tokens, guint *taken)
{
	return piece_verb(
	    match_game(m), piece_next(w, m, tokens, 0, taken).word);
}

GArray *
pieces_of(const struct words *w, const struct match *m, const GPtrArray *tokens)
{
	GArray *pieces = g_array_new(FALSE, FALSE, sizeof(struct piece));
	guint taken;

	for (guint i = 0; i < tokens->len; i += taken) {
		struct piece piece = piece_next(w, m, tokens, i, &taken);

		g_array_append_val(pieces, piece);
	}
	return pieces;
}

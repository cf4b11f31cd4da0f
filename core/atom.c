/* SPDX-License-Identifier: ISC */
/*
 * Words of atoms, from the lists of a game's kinds, or by the game's own
 * functions where a kind has none.
 */
#include "core/atom.h"

#include "core/decision.h"
#include "core/inner.h"
#include "core/rules.h"
#include "core/verb.h"

#include <string.h>

const struct atom_kind *
atom_kind(const struct game *game, char kind)
{
	for (size_t i = 0; i < game->natoms; i++)
		if (game->atoms[i].letter == kind)
			return &game->atoms[i];
	g_assert_not_reached();
}

static const char *
listed_word(const struct atom_kind *k, int value)
{
	int i = value - k->first;

	return i >= 0 && i < k->nwords ? k->words[i] : "";
}

const char *
game_word(const struct game *game, char kind, int value)
{
	return listed_word(atom_kind(game, kind), value);
}

bool
atom_read(const struct game *game, const void *state, char kind,
    const char *word, int16_t *value)
{
	const struct atom_kind *k = atom_kind(game, kind);

	if (k->words == NULL)
		return game->atom_read(state, kind, word, value);
	for (int16_t i = 0; i < k->nwords; i++)
		if (strcmp(k->words[i], word) == 0) {
			*value = (int16_t)(k->first + i);
			return true;
		}
	return false;
}

void
atom_write(const struct game *game, const void *state, char kind, int16_t value,
    char word[GAME_WORD_SIZE])
{
	const struct atom_kind *k = atom_kind(game, kind);

	if (k->words == NULL)
		game->atom_write(state, kind, value, word);
	else
		g_strlcpy(word, listed_word(k, value), GAME_WORD_SIZE);
}

/* SPDX-License-Identifier: ISC */
/* Words of atoms. */
#ifndef CORE_ATOM_H
#define CORE_ATOM_H

#include "core/decision.h"

#include <stdbool.h>
#include <stdint.h>

struct game;

/* By the list of that kind, or by the game's own functions. */
bool atom_read(const struct game *, const void *state, char kind,
    const char *word, int16_t *value);
void atom_write(const struct game *, const void *state, char kind,
    int16_t value, char word[GAME_WORD_SIZE]);

#endif

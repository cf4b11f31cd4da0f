/* SPDX-License-Identifier: ISC */
#include "games/games.h"

extern const struct game game_mutineer;

const struct game *const games_all[] = { &game_mutineer, NULL };

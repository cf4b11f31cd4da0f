/* SPDX-License-Identifier: ISC */
/* Mutineer: three or four on a merchant ship, one of them perhaps a mutineer.
 */
#ifndef GAMES_MUTINEER_MUTINEER_H
#define GAMES_MUTINEER_MUTINEER_H

#include "core/game.h"

extern const struct game game_mutineer;

#endif

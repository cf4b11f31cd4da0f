/* SPDX-License-Identifier: ISC */
/* The one list of games. */
#ifndef GAMES_GAMES_H
#define GAMES_GAMES_H

#include "core/game.h"

/* NULL-ended, in the order in which they are shown. */
extern const struct game *const games_all[];

#endif

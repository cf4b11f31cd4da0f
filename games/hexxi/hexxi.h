/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI: ships, pirates and warships on a board of hexagons. */
#ifndef GAMES_HEXXI_HEXXI_H
#define GAMES_HEXXI_HEXXI_H

#include "core/game.h"

extern const struct game game_hexxi;

#endif

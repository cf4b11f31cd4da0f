/* SPDX-License-Identifier: ISC */
/*
 * Fourth Bridge: three or four build bridges to a castle, one of them perhaps
 * a traitor.
 */
#ifndef GAMES_FOURTH_BRIDGE_FOURTH_BRIDGE_H
#define GAMES_FOURTH_BRIDGE_FOURTH_BRIDGE_H

#include "core/game.h"

extern const struct game game_fourth_bridge;

#endif

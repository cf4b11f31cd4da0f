/* SPDX-License-Identifier: ISC */
#include "games/games.h"

extern const struct game game_fourth_bridge;
extern const struct game game_hexxi;
extern const struct game game_mutineer;

const struct game *const games_all[] = {
	&game_mutineer,
	&game_fourth_bridge,
	&game_hexxi,
	NULL,
};

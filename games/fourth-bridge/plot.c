/* SPDX-License-Identifier: ISC */
/* How the story of Fourth Bridge is told. */
#include "games/fourth-bridge/state.h"

const struct plot fourth_plot[FOURTH_PLOT] = {
	{ .sentence = SAY_TURN_BEGINS, .chapter = "turn" },
	{ .sentence = SAY_TURN_BEGINS_OF, .chapter = "turn" },
	{ .sentence = SAY_HAND, .paragraph = true },
	{ .sentence = SAY_GIVES, .paragraph = true },
	{ .sentence = SAY_TAKES, .paragraph = true },
	{ .sentence = SAY_BAG_EMPTY, .matters = true },
	{ .sentence = SAY_STANDS, .matters = true },
	{ .sentence = SAY_PULLED_BACK, .matters = true },
	{ .sentence = SAY_PULLED_LOST, .matters = true },
	{ .sentence = SAY_OVER_BUILT, .paragraph = true, .matters = true },
	{ .sentence = SAY_OVER_LOST, .paragraph = true, .matters = true },
	{ .sentence = SAY_OVER_DEAD, .paragraph = true, .matters = true },
	{ .sentence = SAY_OVER_TURNS, .paragraph = true, .matters = true },
};

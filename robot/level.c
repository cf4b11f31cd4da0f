/* SPDX-License-Identifier: ISC */
#include "robot/level.h"

#include <glib.h>

/* A decision of HEXXI with so many takes a quarter of a second. */
enum { ITERATIONS_MOST = 5000 };

static const struct {
	const char *word;
	uint32_t a_move;
} levels[ROBOT_LEVELS] = {
	[ROBOT_EASY] = { "easy", 3 },
	[ROBOT_MEDIUM] = { "medium", 12 },
	[ROBOT_STRONG] = { "strong", 500 },
};

const char *
robot_level_word(enum robot_level level)
{
	g_assert(level < ROBOT_LEVELS);
	return levels[level].word;
}

bool
robot_level_read(const char *word, enum robot_level *level)
{
	for (int i = 0; i < ROBOT_LEVELS; i++)
		if (g_str_equal(word, levels[i].word)) {
			*level = (enum robot_level)i;
			return true;
		}
	return false;
}

uint32_t
robot_level_iterations(enum robot_level level, size_t moves)
{
	g_assert(level < ROBOT_LEVELS && moves > 0);
	return (uint32_t)MIN(levels[level].a_move * moves, ITERATIONS_MOST);
}

/* SPDX-License-Identifier: ISC */
#include "robot/level.h"

#include <glib.h>

static const struct {
	const char *word;
	uint32_t iterations;
} levels[ROBOT_LEVELS] = {
	[ROBOT_EASY] = { "easy", 40 },
	[ROBOT_MEDIUM] = { "medium", 500 },
	[ROBOT_STRONG] = { "strong", 5000 },
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
robot_level_iterations(enum robot_level level)
{
	g_assert(level < ROBOT_LEVELS);
	return levels[level].iterations;
}

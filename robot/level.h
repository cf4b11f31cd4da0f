/* SPDX-License-Identifier: ISC */
/*
 * How well a robot plays, as people name it.  A lower level thinks less; it
 * never throws a match away.
 */
#ifndef ROBOT_LEVEL_H
#define ROBOT_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum robot_level { ROBOT_EASY, ROBOT_MEDIUM, ROBOT_STRONG, ROBOT_LEVELS };

/* The key of a level in commands, records and policies: for ever. */
const char *robot_level_word(enum robot_level);
/* false: no level has that word; *level is left as it is then. */
bool robot_level_read(const char *word, enum robot_level *level);
/* Iterations of robot_think for one decision between so many moves (at least
 * 1): so many for each of them, up to a bound. */
uint32_t robot_level_iterations(enum robot_level, size_t moves);

#endif

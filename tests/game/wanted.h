/* SPDX-License-Identifier: ISC */
/* Of which games a test is: of that in GAME of the environment, else of all. */
#ifndef TESTS_GAME_WANTED_H
#define TESTS_GAME_WANTED_H

#include "core/rules.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool
random_wanted(const struct game *g)
{
	const char *name = getenv("GAME");

	return name == NULL || *name == '\0' || strcmp(name, g->name) == 0;
}

#endif

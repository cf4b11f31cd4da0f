/* SPDX-License-Identifier: ISC */
/* Which games a test looks at: the one that GAME in the environment names, else
 * all. */
#ifndef TESTS_GAME_WANTED_H
#define TESTS_GAME_WANTED_H

#include "core/rules.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool
game_is_tested(const struct game *g)
{
	const char *name = getenv("GAME");

	return name == NULL || *name == '\0' || strcmp(name, g->name) == 0;
}

#endif

/* SPDX-License-Identifier: ISC */
/* A match of any game, with the data that is built in. */
#ifndef TESTS_RENDER_MATCH_H
#define TESTS_RENDER_MATCH_H

#include "base/embed.h"
#include "base/yaml.h"
#include "core/data.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"

static inline json_t *
built_in_data(const struct game *game)
{
	g_autofree char *path = NULL;
	const struct embedded *file;
	struct ynode *node;
	json_t *data;

	if (game->data_file == NULL)
		return NULL;
	path = g_strdup_printf("games/%s/%s", game->name, game->data_file);
	file = embedded_find(path);
	node = yaml_read(file->data, file->size, path, NULL);
	data = data_from_yaml(node);
	ynode_free(node);
	return data;
}

/* Of as many players as there may be; aborts if it cannot begin. */
static inline struct match *
random_match(const struct game *game, unsigned char number)
{
	char *names[GAME_MAX_SEATS] = { "Anna", "Bernhard", "Carmen", "Dora",
		"Emil", "Fanny", "Gero", "Hanna" };
	json_t *data = built_in_data(game);
	const struct opening opening = {
		.game = game,
		.names = names,
		.seats = (size_t)game->max_seats,
		.data = data,
		.seed = { number },
	};
	struct match *match = match_start(&opening, NULL, NULL, NULL);

	g_assert(match != NULL);
	json_decref(data);
	return match;
}

#endif

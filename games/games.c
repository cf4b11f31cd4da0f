/* SPDX-License-Identifier: ISC */
#include "games/games.h"

#include "base/embed.h"
#include "base/err.h"
#include "base/file.h"
#include "base/yaml.h"
#include "core/data.h"
#include "core/game.h"

#include <string.h>

extern const struct game game_fourth_bridge;
extern const struct game game_hexxi;
extern const struct game game_mutineer;

const struct game *const games_all[] = {
	&game_mutineer,
	&game_fourth_bridge,
	&game_hexxi,
	NULL,
};

const struct game *
game_find(const char *name)
{
	for (size_t i = 0; games_all[i] != NULL; i++)
		if (strcmp(games_all[i]->name, name) == 0)
			return games_all[i];
	return NULL;
}

const struct game *
game_wanted(const char *name, struct err *e)
{
	const struct game *game = game_find(name);
	g_autoptr(GString) names = g_string_new(NULL);

	if (game != NULL)
		return game;
	for (size_t i = 0; games_all[i] != NULL; i++)
		g_string_append_printf(
		    names, "%s%s", i == 0 ? "" : ", ", games_all[i]->name);
	err_set(e, ERR_MISSING, "there is no game \"%.40s\"; the games are %s",
	    name, names->str);
	return NULL;
}

/* Where in the file the fault is: "FILE:LINE: path: text". */
static int
data_refused(struct err *e, const char *file, const struct ynode *tree,
    const struct data_fault *fault)
{
	return err_set(e, ERR_FORMAT, "%s:%d: %s%s%s", file,
	    data_line(tree, fault->path), fault->path,
	    fault->path[0] != '\0' ? ": " : "", fault->text);
}

#define DATA_MAX_SIZE 262144

int
game_data(
    const struct game *game, const char *file, json_t **data, struct err *e)
{
	g_autofree char *built_in = NULL;
	g_autoptr(GBytes) bytes = NULL;
	struct data_fault fault = { "", "" };
	const struct embedded *embedded;
	struct ynode *tree;
	gsize size;
	const void *text;

	*data = NULL;
	if (game->data_file == NULL)
		return 0;
	built_in = g_build_filename("games", game->name, game->data_file, NULL);
	if (file != NULL) {
		if ((bytes = file_read(file, DATA_MAX_SIZE, NULL, e)) == NULL)
			return -1;
	} else {
		embedded = embedded_find(built_in);
		bytes = g_bytes_new_static(embedded->data, embedded->size);
		file = built_in;
	}
	text = g_bytes_get_data(bytes, &size);
	if ((tree = yaml_read(text != NULL ? text : "", size, file, e)) == NULL)
		return -1;
	*data = data_from_yaml(tree);
	if (!game->data_check(*data, &fault)) {
		data_refused(e, file, tree, &fault);
		json_decref(*data);
		*data = NULL;
	}
	ynode_free(tree);
	return *data == NULL ? -1 : 0;
}

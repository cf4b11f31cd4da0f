/* SPDX-License-Identifier: ISC */
/* The files of a language: those built in and those of the organiser. */
#include "render/language/catalog.h"

#include "base/embed.h"
#include "base/err.h"
#include "base/file.h"
#include "render/text/text.h"

#include <string.h>

#define FILE_MAX_SIZE ((size_t)1024 * 1024)

static char *
read_override(const char *dir, const char *path, struct err *err)
{
	g_autofree char *full = g_build_filename(dir, path, NULL);
	g_autoptr(GBytes) bytes = NULL;
	size_t size, whole;
	const char *data;

	bytes = file_read(full, FILE_MAX_SIZE, &whole, err);
	if (bytes == NULL)
		return NULL;
	data = g_bytes_get_data(bytes, &size);
	if (whole > size) {
		err_set(err, ERR_FORMAT, "%s: more than 1 MiB", full);
		return NULL;
	}
	if (size > 0 && !g_utf8_validate(data, (gssize)size, NULL)) {
		err_set(err, ERR_FORMAT, "%s: not UTF-8 text", full);
		return NULL;
	}
	return g_strndup(data, size);
}

char *
catalog_file(const char *override_dir, const char *language, const char *path,
    struct err *err)
{
	g_autofree char *full =
	    g_strdup_printf("templates/%s/%s", language, path);
	const struct embedded *file;

	if (override_dir != NULL)
		return read_override(override_dir, full, err);
	file = embedded_find(full);
	if (file != NULL)
		return g_strndup(file->data, file->size);
	err_set(err, ERR_MISSING, "%s is not there", full);
	return NULL;
}

/* GAME of FOLDER GAME/FILE, else NULL. */
static char *
game_of(const char *path, const char *folder, const char *file)
{
	const char *game, *end;

	if (!g_str_has_prefix(path, folder))
		return NULL;
	game = path + strlen(folder);
	end = strchr(game, '/');
	if (end == NULL || strcmp(end + 1, file) != 0)
		return NULL;
	return g_strndup(game, (gsize)(end - game));
}

static void
games_in_dir(
    GPtrArray *games, const char *dir, const char *language, const char *file)
{
	g_autofree char *top =
	    g_build_filename(dir, "templates", language, NULL);
	g_autoptr(GDir) entries = g_dir_open(top, 0, NULL);
	const char *name;

	while (entries != NULL && (name = g_dir_read_name(entries)) != NULL) {
		g_autofree char *path = g_build_filename(top, name, file, NULL);

		if (g_file_test(path, G_FILE_TEST_EXISTS))
			g_ptr_array_add(games, g_strdup(name));
	}
}

GPtrArray *
catalog_games(const char *from_dir, const char *language, const char *file)
{
	GPtrArray *games = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *folder = g_strdup_printf("templates/%s/", language);
	const struct embedded *all;
	size_t n;

	if (from_dir != NULL) {
		games_in_dir(games, from_dir, language, file);
		g_ptr_array_sort(games, text_order);
		return games;
	}
	all = embedded_all(&n);
	for (size_t i = 0; i < n; i++) {
		char *game = game_of(all[i].path, folder, file);

		if (game != NULL)
			g_ptr_array_add(games, game);
	}
	return games;
}

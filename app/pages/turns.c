/* SPDX-License-Identifier: ISC */
/*
 * What a turn looks like: a part of a letter and its answer, which a game may
 * have in templates/LANGUAGE/GAME/example.txt.  It is shown as it stands there.
 * Paragraphs have blank lines between; lines of moves begin with blanks, and
 * the answer stands behind "> ".
 */
#include "app/pages/site.h"

#include "base/err.h"
#include "core/rules.h"
#include "render/language/catalog.h"
#include "render/render.h"

#include <string.h>

#define FILE_NAME "example.txt"
#define ANSWER "> "

/* The organiser's, else the one built in; NULL: there is none. */
static char *
find_text(const struct catalog *t, const struct game *game)
{
	g_autofree char *folder =
	    g_strdup_printf("%s/%s", catalog_language(t), game->name);
	struct err none = { 0 };
	char *text = NULL;

	if (t->override_dir != NULL)
		text = catalog_file(t->override_dir, folder, FILE_NAME, &none);
	return text != NULL ? text
			    : catalog_file(NULL, folder, FILE_NAME, &none);
}

static json_t *
moves_of(const char *block)
{
	g_auto(GStrv) lines = g_strsplit(block, "\n", -1);
	json_t *moves = json_array();

	for (int i = 0; lines[i] != NULL; i++)
		json_array_append_new(moves, json_string(g_strstrip(lines[i])));
	return moves;
}

static void
add_block(json_t *example, char *block)
{
	json_t *letter = json_object_get(example, "letter");

	g_strchomp(block);
	if (g_str_has_prefix(block, ANSWER))
		json_object_set_new(
		    example, "answer", json_string(block + strlen(ANSWER)));
	else if (*block == ' ')
		json_array_append_new(
		    letter, json_pack("{s:o}", "moves", moves_of(block)));
	else if (*block != '\0')
		json_array_append_new(letter,
		    json_pack("{s:s}", "text", g_strdelimit(block, "\n", ' ')));
}

json_t *
turn_example(
    const struct site *site, const char *language, const struct game *game)
{
	g_autofree char *key = g_strdup_printf("game.%s", game->name);
	g_autofree char *title = site_say(site, language, key, NULL);
	g_autofree char *text = find_text(site_catalog(site, language), game);
	g_auto(GStrv) blocks = NULL;
	json_t *example;

	if (text == NULL)
		return NULL;
	example = json_pack("{s:s, s:[]}", "game", title, "letter");
	blocks = g_strsplit(text, "\n\n", -1);
	for (int i = 0; blocks[i] != NULL; i++)
		add_block(example, blocks[i]);
	return example;
}

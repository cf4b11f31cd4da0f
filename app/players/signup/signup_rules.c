/* SPDX-License-Identifier: ISC */
/* "rules", "rules mutineer sale" of somebody who is in no match. */
#include "app/players/signup/person_commands.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/table_play.h"
#include "app/players/signup/signup.h"
#include "base/fold.h"
#include "core/rules.h"
#include "games/games.h"
#include "parse/request.h"
#include "render/render.h"

#include <string.h>

/* "Fourth Bridge", "fourth-bridge" -> "fourth bridge" */
static char *
fold_name(const char *name)
{
	return g_strdelimit(fold_text(name), "-", ' ');
}

/* What stands behind the name, if the text begins with it; else NULL. */
static const char *
behind(const char *text, const char *name)
{
	size_t size = strlen(name);

	if (size == 0 || strncmp(text, name, size) != 0 ||
	    (text[size] != '\0' && text[size] != ' '))
		return NULL;
	return text + size + strspn(text + size, " ");
}

/* By our own word for it, or by its name in the language. */
static const char *
behind_game(
    const struct catalog *catalog, const struct game *game, const char *text)
{
	g_autofree char *key = g_strdup_printf("game.%s", game->name);
	const char *raw = catalog_raw(catalog, key);
	g_autofree char *own = fold_name(game->name);
	g_autofree char *name = fold_name(raw != NULL ? raw : game->name);
	const char *rest = behind(text, own);

	return rest != NULL ? rest : behind(text, name);
}

int
person_rules(struct signup *s, const struct request *q)
{
	const struct catalog *catalog = home_words(s->home);
	g_autofree char *folded = fold_name(q->text != NULL ? q->text : "");

	reply_want(&s->reply, "rules");
	reply_note(&s->reply, q->line, "rules", NULL);
	for (size_t i = 0; games_all[i] != NULL; i++) {
		const char *rest = behind_game(catalog, games_all[i], folded);

		if (rest == NULL)
			continue;
		s->rules_game = games_all[i];
		g_free(s->rules_topic);
		s->rules_topic = g_strdup(rest);
		break;
	}
	return 0;
}

/* The games there are, and the rules of the one that was asked for. */
int
signup_rules_context(struct signup *s, json_t *context)
{
	json_t *games = json_array(), *data = NULL;

	for (size_t i = 0; games_all[i] != NULL; i++)
		json_array_append_new(games, json_string(games_all[i]->name));
	json_object_set_new(context, "rules_wanted", json_true());
	json_object_set_new(context, "games", games);
	if (s->rules_game == NULL)
		return 0;
	if (game_data(s->rules_game, NULL, &data, s->home->err) == -1)
		return -1;
	json_object_set_new(
	    context, "rules_game", json_string(s->rules_game->name));
	json_object_set_new(context, "rules_topic",
	    json_string(s->rules_topic != NULL ? s->rules_topic : ""));
	if (data == NULL)
		return 0;
	json_object_set_new(
	    context, "atoms", table_data_names(s->rules_game, data));
	json_object_set_new(context, "data", data);
	return 0;
}

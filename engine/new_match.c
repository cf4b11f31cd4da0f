/* SPDX-License-Identifier: ISC */
/* The engine protocol: what games there are, and a new match of one. */
#include "engine/inner.h"

#include "base/err.h"
#include "core/chance.h"
#include "core/match.h"
#include "core/names.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "engine/engine.h"
#include "games/games.h"
#include "render/render.h"

static json_t *
option_defaults(const struct game *game)
{
	json_t *options = json_object();

	for (size_t i = 0; i < game->noptions; i++)
		json_object_set_new(options, game->options[i].word,
		    game->options[i].boolean
			? json_boolean(game->options[i].dflt)
			: json_integer(game->options[i].dflt));
	return options;
}

json_t *
engine_games(void)
{
	json_t *list = json_array();

	for (size_t i = 0; games_all[i] != NULL; i++) {
		const struct game *game = games_all[i];

		json_array_append_new(
		    list, json_pack("{s:s, s:i, s:i, s:o}", "game", game->name,
			      "min", game->min_seats, "max", game->max_seats,
			      "options", option_defaults(game)));
	}
	return list;
}

int
op_games(struct ask *q)
{
	ask_give(q, "games", engine_games());
	return 0;
}

static int
read_players(struct ask *q, const struct game *game, char ***names)
{
	const json_t *players = json_object_get(q->request, "players");
	struct phrase *fault;
	size_t n = json_array_size(players);

	if (!json_is_array(players) || n < (size_t)game->min_seats ||
	    n > (size_t)game->max_seats)
		return err_set(&q->err, ERR_FORMAT,
		    "\"players\" must be a list of %d to %d names",
		    game->min_seats, game->max_seats);
	*names = g_new0(char *, n + 1);
	for (size_t i = 0; i < n; i++) {
		const char *name = ask_text(json_array_get(players, i));

		if (name == NULL)
			return ask_refuse(
			    q, "every player's name must be a text");
		(*names)[i] = g_strdup(name);
	}
	fault = names_fault(game, *names, n);
	if (fault != NULL) {
		g_autofree char *text =
		    catalog_say(q->engine->catalog, fault, NULL);

		phrase_free(fault);
		return ask_refuse(q, text);
	}
	return 0;
}

static int
read_opening(struct ask *q, struct opening *opening, char ***names)
{
	const json_t *seed = json_object_get(q->request, "seed");
	const char *word = ask_text(json_object_get(q->request, "game"));

	opening->game = word == NULL ? NULL : game_find(word);
	if (opening->game == NULL)
		return ask_refuse(
		    q, "there is no such game; \"games\" lists them");
	if (read_players(q, opening->game, names) == -1)
		return -1;
	opening->names = *names;
	opening->seats = g_strv_length(*names);
	opening->options = json_object_get(q->request, "options");
	opening->preset = json_object_get(q->request, "setup");
	if ((opening->options != NULL && !json_is_object(opening->options)) ||
	    (opening->preset != NULL && !json_is_object(opening->preset)))
		return ask_refuse(
		    q, "\"options\" and \"setup\" must be objects");
	opening->data =
	    g_hash_table_lookup(q->engine->data, opening->game->name);
	if (seed == NULL)
		seed_random(opening->seed);
	else if (ask_text(seed) == NULL ||
		 !seed_from_hex(ask_text(seed), opening->seed))
		return ask_refuse(
		    q, "\"seed\" must be 64 lower-case hex digits");
	return 0;
}

int
op_new(struct ask *q)
{
	struct engine *engine = q->engine;
	struct opening opening = { 0 };
	struct outcome outcome = { 0 };
	struct match *match = NULL;
	char **names = NULL;

	if (read_opening(q, &opening, &names) == 0)
		match = match_start(&opening, NULL, &outcome, &q->err);
	g_strfreev(names);
	if (match == NULL) {
		outcome_clear(&outcome);
		return -1;
	}
	match_free(engine->match);
	engine->match = match;
	json_decref(engine->setup);
	engine->setup = json_deep_copy(opening.preset);
	seed_to_hex(opening.seed, engine->seed);
	if (json_object_get(q->request, "seed") == NULL)
		ask_give(q, "seed", json_string(engine->seed));
	ask_give(q, "chance",
	    outcome.chance != NULL ? json_incref(outcome.chance)
				   : json_array());
	outcome_clear(&outcome);
	return 0;
}

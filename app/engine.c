/* SPDX-License-Identifier: ISC */
/*
 * The engine protocol: the rules without mail and database, one JSON request
 * a line, one JSON answer a line.  See turnpost-engine(7).
 */
#include "app/private.h"

#include "games/games.h"

#include <string.h>

struct engine {
	struct tongue *tongue;
	GHashTable *data; /* game name -> json_t, of every game with data */
	struct match *match; /* NULL: none yet */
	json_t *setup; /* as it was given, or NULL */
	char seed[SEED_HEX_SIZE];
};

/* One request being answered. */
struct ask {
	struct engine *engine;
	const json_t *request;
	json_t *answer;
	int seat;
	struct err err;
};

static int
refuse(struct ask *q, const char *what)
{
	return err_set(&q->err, ERR_FORMAT, "%s", what);
}

/* ---- pieces of requests ---- */

/* A text without NULs, or NULL: only an id may hold them. */
static const char *
text_of(const json_t *value)
{
	const char *text = json_string_value(value);

	return text != NULL && strlen(text) == json_string_length(value) ? text
									 : NULL;
}

static int
need_match(struct ask *q)
{
	if (q->engine->match == NULL)
		return refuse(q, "there is no game yet; ask for \"new\" first");
	return 0;
}

static int
need_seat(struct ask *q)
{
	const json_t *seat = json_object_get(q->request, "seat");
	json_int_t n = json_integer_value(seat);

	if (need_match(q) == -1)
		return -1;
	if (!json_is_integer(seat) || n < 0 ||
	    n >= (json_int_t)match_seats(q->engine->match))
		return err_set(&q->err, ERR_FORMAT,
		    "\"seat\" must be a number from 0 to %zu",
		    match_seats(q->engine->match) - 1);
	q->seat = (int)n;
	return 0;
}

static void
give(struct ask *q, const char *key, json_t *value)
{
	json_object_set_new(q->answer, key, value);
}

static json_t *
seat_list(const struct engine *engine, seatset seats)
{
	json_t *list = json_array();

	for (int s = 0; s < (int)match_seats(engine->match); s++)
		if (seats & SEAT(s))
			json_array_append_new(list, json_integer(s));
	return list;
}

/* ---- the operations ---- */

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
show_games(void)
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

static int
op_games(struct ask *q)
{
	give(q, "games", show_games());
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
		const char *name = text_of(json_array_get(players, i));

		if (name == NULL)
			return refuse(q, "every player's name must be a text");
		(*names)[i] = g_strdup(name);
	}
	fault = names_fault(game, *names, n);
	if (fault != NULL) {
		g_autofree char *text =
		    tongue_say(q->engine->tongue, fault, NULL);

		phrase_free(fault);
		return refuse(q, text);
	}
	return 0;
}

static int
read_plan(struct ask *q, struct match_plan *plan, char ***names)
{
	const json_t *seed = json_object_get(q->request, "seed");
	const char *word = text_of(json_object_get(q->request, "game"));

	plan->game = word == NULL ? NULL : game_find(word);
	if (plan->game == NULL)
		return refuse(q, "there is no such game; \"games\" lists them");
	if (read_players(q, plan->game, names) == -1)
		return -1;
	plan->names = *names;
	plan->seats = g_strv_length(*names);
	plan->options = json_object_get(q->request, "options");
	plan->given = json_object_get(q->request, "setup");
	if ((plan->options != NULL && !json_is_object(plan->options)) ||
	    (plan->given != NULL && !json_is_object(plan->given)))
		return refuse(q, "\"options\" and \"setup\" must be objects");
	plan->data = g_hash_table_lookup(q->engine->data, plan->game->name);
	if (seed == NULL)
		seed_random(plan->seed);
	else if (text_of(seed) == NULL ||
		 !seed_from_hex(text_of(seed), plan->seed))
		return refuse(q, "\"seed\" must be 64 lower-case hex digits");
	return 0;
}

static int
op_new(struct ask *q)
{
	struct engine *engine = q->engine;
	struct match_plan plan = { 0 };
	struct outcome outcome = { 0 };
	struct match *match = NULL;
	char **names = NULL;

	if (read_plan(q, &plan, &names) == 0)
		match = match_start(&plan, NULL, &outcome, &q->err);
	g_strfreev(names);
	if (match == NULL) {
		outcome_clear(&outcome);
		return -1;
	}
	match_free(engine->match);
	engine->match = match;
	json_decref(engine->setup);
	engine->setup = json_deep_copy(plan.given);
	seed_to_hex(plan.seed, engine->seed);
	if (json_object_get(q->request, "seed") == NULL)
		give(q, "seed", json_string(engine->seed));
	give(q, "chance",
	    outcome.chance != NULL ? json_incref(outcome.chance)
				   : json_array());
	outcome_clear(&outcome);
	return 0;
}

static int
op_pending(struct ask *q)
{
	json_t *list = json_array();
	const struct match *match = q->engine->match;
	seatset asked;

	if (need_match(q) == -1) {
		json_decref(list);
		return -1;
	}
	asked = match_to_act(match);
	for (int s = 0; s < (int)match_seats(match); s++)
		if (asked & SEAT(s))
			json_array_append_new(
			    list, json_pack("{s:i, s:s}", "seat", s, "phase",
				      match_game(match)->phase(
					  match_state(match), s)));
	give(q, "pending", list);
	return 0;
}

static int
op_legal(struct ask *q)
{
	g_autoptr(GArray) legal = NULL;
	json_t *moves;

	if (need_seat(q) == -1)
		return -1;
	legal = match_legal(q->engine->match, q->seat);
	moves = json_array();
	for (guint i = 0; i < legal->len; i++) {
		g_autofree char *text = move_text(
		    q->engine->match, &g_array_index(legal, struct move, i));

		json_array_append_new(moves, json_string(text));
	}
	give(q, "moves", moves);
	return 0;
}

static json_t *
public_events(const struct match *match, const struct outcome *outcome)
{
	json_t *events = json_array();

	for (guint i = 0; outcome->news != NULL && i < outcome->news->len;
	     i++) {
		const struct told *told =
		    &g_array_index(outcome->news, struct told, i);

		if (told_to(told, SEAT_ONLOOKER))
			json_array_append_new(
			    events, say_event(match, &told->say));
	}
	return events;
}

static int
refuse_phrase(struct ask *q, struct phrase *why)
{
	g_autofree char *text = tongue_say(q->engine->tongue, why, NULL);

	phrase_free(why);
	return refuse(q, text);
}

static int
op_move(struct ask *q)
{
	struct match *match = q->engine->match;
	const char *text = text_of(json_object_get(q->request, "move"));
	struct outcome outcome = { 0 };
	struct phrase *why;
	struct move move;
	g_autofree char *canonical = NULL;

	if (need_seat(q) == -1)
		return -1;
	if (text == NULL)
		return refuse(q, "\"move\" must be the text of a move");
	if (move_read(match, text, &move) != MOVE_OK)
		return refuse_phrase(q, phrase_new("refused.no-move", NULL));
	if ((why = match_refusal(match, q->seat, &move)) != NULL)
		return refuse_phrase(q, why);
	canonical = move_text(match, &move);
	match_play(match, q->seat, &move, &outcome);
	give(q, "move", json_string(canonical));
	give(q, "events", public_events(match, &outcome));
	give(q, "chance",
	    outcome.chance != NULL ? json_incref(outcome.chance)
				   : json_array());
	outcome_clear(&outcome);
	return 0;
}

static int
op_default(struct ask *q)
{
	struct match *match = q->engine->match;
	struct move move = { 0 };
	g_autofree char *text = NULL;

	if (need_seat(q) == -1)
		return -1;
	if (!(match_to_act(match) & SEAT(q->seat)))
		return refuse(q, "that seat has nothing to decide now");
	match_game(match)->absent(match_state(match), q->seat, &move);
	text = move_text(match, &move);
	give(q, "move", json_string(text));
	return 0;
}

static int
op_view(struct ask *q)
{
	int seat = SEAT_ONLOOKER;

	if (json_object_get(q->request, "seat") != NULL) {
		if (need_seat(q) == -1)
			return -1;
		seat = q->seat;
	} else if (need_match(q) == -1)
		return -1;
	give(q, "view",
	    match_game(q->engine->match)
		->view(match_state(q->engine->match), seat));
	return 0;
}

static int
op_state(struct ask *q)
{
	if (need_match(q) == -1)
		return -1;
	give(q, "state",
	    match_game(q->engine->match)->state(match_state(q->engine->match)));
	return 0;
}

static int
op_result(struct ask *q)
{
	struct engine *engine = q->engine;
	struct result result = { 0 };
	const struct game *game;
	json_t *scores, *ending;

	if (need_match(q) == -1)
		return -1;
	game = match_game(engine->match);
	game->result(match_state(engine->match), &result);
	scores = json_array();
	for (size_t s = 0; s < match_seats(engine->match); s++)
		json_array_append_new(scores, json_integer(result.score[s]));
	give(q, "over", json_boolean(result.over));
	give(q, "scores", scores);
	give(q, "winners", seat_list(engine, result.winners));
	if (result.over && game->ending != NULL) {
		ending = game->ending(match_state(engine->match));
		json_object_update(q->answer, ending);
		json_decref(ending);
	}
	return 0;
}

static int
op_undo(struct ask *q)
{
	if (need_match(q) == -1)
		return -1;
	if (!match_undo(q->engine->match))
		return refuse(q, "there is no move to take back");
	return 0;
}

static int
op_history(struct ask *q)
{
	struct engine *engine = q->engine;
	json_t *players, *moves;
	struct move move;

	if (need_match(q) == -1)
		return -1;
	players = json_array();
	for (int s = 0; s < (int)match_seats(engine->match); s++)
		json_array_append_new(
		    players, json_string(match_name(engine->match, s)));
	moves = json_array();
	for (size_t i = 0; i < match_length(engine->match); i++) {
		int seat = match_event(engine->match, i, &move);
		g_autofree char *text = move_text(engine->match, &move);

		json_array_append_new(
		    moves, json_pack("{s:i, s:s}", "seat", seat, "move", text));
	}
	give(q, "game", json_string(match_game(engine->match)->name));
	give(q, "seed", json_string(engine->seed));
	give(q, "options", json_deep_copy(match_options(engine->match)));
	give(q, "players", players);
	if (engine->setup != NULL)
		give(q, "setup", json_deep_copy(engine->setup));
	give(q, "moves", moves);
	return 0;
}

/* Each operation, and the keys that it may have besides op and id. */
static const struct op {
	const char *word;
	const char *keys[6];
	int (*work)(struct ask *);
} ops[] = {
	{ "games", { NULL }, op_games },
	{ "new", { "game", "players", "options", "seed", "setup" }, op_new },
	{ "pending", { NULL }, op_pending },
	{ "legal", { "seat" }, op_legal },
	{ "move", { "seat", "move" }, op_move },
	{ "default", { "seat" }, op_default },
	{ "view", { "seat" }, op_view },
	{ "state", { NULL }, op_state },
	{ "result", { NULL }, op_result },
	{ "undo", { NULL }, op_undo },
	{ "history", { NULL }, op_history },
};

static int
check_keys(struct ask *q, const struct op *op)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)q->request, key, value)
	{
		bool known = strcmp(key, "op") == 0 || strcmp(key, "id") == 0;

		for (size_t i = 0; op->keys[i] != NULL; i++)
			known |= strcmp(key, op->keys[i]) == 0;
		if (!known)
			return err_set(&q->err, ERR_FORMAT,
			    "\"%s\" takes no key \"%.40s\"", op->word, key);
	}
	return 0;
}

static int
work(struct ask *q)
{
	const char *word = text_of(json_object_get(q->request, "op"));

	if (word == NULL)
		return refuse(q, "\"op\" must name an operation");
	for (size_t i = 0; i < G_N_ELEMENTS(ops); i++)
		if (strcmp(ops[i].word, word) == 0)
			return check_keys(q, &ops[i]) == -1 ? -1
							    : ops[i].work(q);
	return err_set(
	    &q->err, ERR_FORMAT, "there is no operation \"%.40s\"", word);
}

struct engine *
engine_new(char *const *data, struct err *e)
{
	struct engine *engine = g_new0(struct engine, 1);

	engine->data = g_hash_table_new_full(
	    g_str_hash, g_str_equal, NULL, (GDestroyNotify)json_decref);
	engine->tongue = tongue_load("en", NULL, e);
	if (engine->tongue == NULL)
		goto fail;
	for (int k = 0; data != NULL && data[k] != NULL; k++)
		if (strchr(data[k], '=') == NULL) {
			err_set(e, ERR_FORMAT,
			    "--data \"%s\" must be like GAME=FILE", data[k]);
			goto fail;
		}
	for (size_t i = 0; games_all[i] != NULL; i++) {
		g_autofree char *prefix =
		    g_strconcat(games_all[i]->name, "=", NULL);
		const char *file = NULL;
		json_t *json = NULL;

		for (int k = 0; data != NULL && data[k] != NULL; k++)
			if (g_str_has_prefix(data[k], prefix))
				file = data[k] + strlen(prefix);
		if (game_data(games_all[i], file, &json, e) == -1)
			goto fail;
		if (json != NULL)
			g_hash_table_insert(engine->data,
			    (char *)(uintptr_t)games_all[i]->name, json);
	}
	return engine;
fail:
	engine_free(engine);
	return NULL;
}

void
engine_free(struct engine *engine)
{
	if (engine == NULL)
		return;
	match_free(engine->match);
	json_decref(engine->setup);
	tongue_free(engine->tongue);
	g_hash_table_destroy(engine->data);
	g_free(engine);
}

char *
engine_answer(struct engine *engine, const char *line, size_t size)
{
	struct ask q = { .engine = engine };
	json_error_t where;
	json_t *request = json_loadb(
	    line, size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &where);
	json_t *id = json_object_get(request, "id");
	char *text;

	q.request = request;
	q.answer = json_object();
	if (id != NULL)
		give(&q, "id", json_incref(id));
	give(&q, "ok", json_true());
	if (!json_is_object(request)
		? refuse(&q, "a request must be one JSON object on one line")
		: work(&q)) {
		json_object_clear(q.answer);
		if (id != NULL)
			give(&q, "id", json_incref(id));
		give(&q, "ok", json_false());
		give(&q, "error", json_string(q.err.text));
	}
	text = json_dumps(q.answer, JSON_COMPACT);
	json_decref(q.answer);
	json_decref(request);
	return text;
}

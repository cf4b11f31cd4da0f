/* SPDX-License-Identifier: ISC */
/*
 * A record checked: it is played again, and everything in it compared with what
 * comes of that (turnpost-record(5)).
 */
#include "app/organiser/records/record_verify.h"

#include "app/matches/results/results.h"
#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "games/games.h"
#include "robot/level.h"

#include <string.h>

#define RECORD_VERSION 1

/* A record being checked. */
struct check {
	const json_t *record;
	const struct game *game;
	char *names[GAME_MAX_SEATS + 1];
	char *luck[GAME_MAX_SEATS];
	size_t seats;
	unsigned char server_seed[SEED_SIZE], seed[SEED_SIZE];
	struct match *match;
};

static int
bad(struct err *e, const char *what)
{
	return err_set(e, ERR_DAMAGED, "%s", what);
}

static const char *
text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text != NULL ? text : "";
}

static int
read_draws(const json_t *list, GArray *draws, struct err *e)
{
	json_t *pair;
	size_t i;

	if (!json_is_array(list))
		return bad(e, "its draws are missing");
	json_array_foreach(list, i, pair)
	{
		json_int_t n = json_integer_value(json_array_get(pair, 0));
		json_int_t value = json_integer_value(json_array_get(pair, 1));
		struct draw draw = { (uint32_t)n, (uint32_t)value };

		if (json_array_size(pair) != 2 || n < 1 || n > UINT32_MAX ||
		    value < 0 || value >= n)
			return bad(e, "its draws are not pairs of numbers");
		g_array_append_val(draws, draw);
	}
	return 0;
}

static int
read_players(struct check *c, struct err *e)
{
	const json_t *players = json_object_get(c->record, "players");

	c->seats = json_array_size(players);
	if (c->seats == 0 || c->seats > GAME_MAX_SEATS)
		return bad(e, "its players are missing");
	for (size_t s = 0; s < c->seats; s++) {
		const json_t *player = json_array_get(players, s);

		/* Only read: match_start copies names, seed_match hashes. */
		c->names[s] = (char *)(uintptr_t)text_of(player, "name");
		c->luck[s] = (char *)(uintptr_t)json_string_value(
		    json_object_get(player, "luck"));
	}
	return 0;
}

/* Whose moves a program thought of; older records do not say. */
static int
check_robots(struct check *c, GString *report, struct err *e)
{
	for (size_t s = 0; s < c->seats; s++) {
		const json_t *robot = json_object_get(
		    json_array_get(json_object_get(c->record, "players"), s),
		    "robot");
		const char *word = json_string_value(robot);
		enum robot_level level = ROBOT_EASY;

		if (robot == NULL)
			continue;
		if (word == NULL || !robot_level_read(word, &level))
			return err_set(e, ERR_FORMAT,
			    "seat %zu of the record: a robot is easy, medium "
			    "or strong, not \"%s\"",
			    s, word != NULL ? word : "");
		g_string_append_printf(report,
		    "seat %zu, %s: a robot, level %s\n", s, c->names[s], word);
	}
	return 0;
}

static int
check_seeds(struct check *c, GString *report, struct err *e)
{
	unsigned char told[SEED_SIZE], made[SEED_SIZE];

	if (!seed_from_hex(text_of(c->record, "server_seed"), c->server_seed) ||
	    !seed_from_hex(text_of(c->record, "commitment"), told) ||
	    !seed_from_hex(text_of(c->record, "seed"), c->seed))
		return bad(e, "its seeds are not 64 hex digits each");
	seed_commitment(c->server_seed, made);
	if (memcmp(made, told, SEED_SIZE) != 0)
		return bad(
		    e, "the server seed is not the one that was committed to");
	g_string_append_printf(report, "commitment %s: the server seed fits\n",
	    text_of(c->record, "commitment"));
	seed_match(c->server_seed, c->luck, c->seats, made);
	if (memcmp(made, c->seed, SEED_SIZE) != 0)
		return bad(e,
		    "the match seed does not come from the server seed and "
		    "the luck words");
	g_string_append(report,
	    "match seed: made from the server seed and the luck words\n");
	return 0;
}

static struct opening
opening_of(const struct check *c)
{
	return (struct opening){
		.game = c->game,
		.names = c->names,
		.seats = c->seats,
		.options = json_object_get(c->record, "options"),
		.data = json_object_get(c->record, "data"),
		.preset = json_object_get(c->record, "setup"),
	};
}

/* Matches that were made before there was this fingerprint have none. */
static int
check_agreed(const struct check *c, GString *report, struct err *e)
{
	const struct opening opening = opening_of(c);
	const char *told = text_of(c->record, "agreed");
	unsigned char hash[SEED_SIZE];
	char hex[SEED_HEX_SIZE];

	if (json_object_get(c->record, "agreed") == NULL) {
		g_string_append_printf(report,
		    "not covered by a fingerprint: which game and rules, the "
		    "number of players, options%s%s; look them up in the "
		    "invitation\n",
		    opening.data != NULL ? ", data" : "",
		    opening.preset != NULL ? ", setup" : "");
		return 0;
	}
	opening_agreed(&opening, c->server_seed, hash);
	seed_to_hex(hash, hex);
	if (strcmp(hex, told) != 0)
		return bad(e,
		    "game, rules, number of players, options, data and setup "
		    "are not those whose fingerprint it names as agreed on");
	g_string_append_printf(report,
	    "agreed %s: game, rules, number of players, options%s%s fit\n",
	    told, opening.data != NULL ? ", data" : "",
	    opening.preset != NULL ? ", setup" : "");
	return 0;
}

static int
check_start(struct check *c, struct err *e)
{
	g_autoptr(GArray) draws =
	    g_array_new(FALSE, FALSE, sizeof(struct draw));
	struct opening opening = opening_of(c);
	struct data_fault fault = { "", "" };

	if (c->game->data_check != NULL && opening.data != NULL &&
	    !c->game->data_check(opening.data, &fault))
		return err_set(
		    e, ERR_DAMAGED, "its data: %s: %s", fault.path, fault.text);
	memcpy(opening.seed, c->seed, SEED_SIZE);
	if (read_draws(json_object_get(c->record, "draws"), draws, e) == -1)
		return -1;
	c->match = match_start(&opening, draws, NULL, e);
	return c->match == NULL ? -1 : 0;
}

static int
check_events(struct check *c, guint *ndraws, struct err *e)
{
	const json_t *events = json_object_get(c->record, "events");
	const json_t *event;
	size_t i;

	if (!json_is_array(events))
		return bad(e, "its events are missing");
	json_array_foreach(events, i, event)
	{
		g_autoptr(GArray) draws =
		    g_array_new(FALSE, FALSE, sizeof(struct draw));
		json_int_t seat =
		    json_integer_value(json_object_get(event, "seat"));

		if (seat < 0 || seat >= (json_int_t)c->seats)
			return err_set(e, ERR_DAMAGED,
			    "event %zu: there is no such seat", i + 1);
		if (read_draws(json_object_get(event, "draws"), draws, e) ==
			-1 ||
		    match_replay(c->match, (int)seat, text_of(event, "move"),
			draws, NULL, e) == -1)
			return err_more(e, "event %zu", i + 1);
		*ndraws += draws->len;
	}
	return 0;
}

static int
check_result(struct check *c, GString *report, struct err *e)
{
	const json_t *scores = json_object_get(c->record, "scores");
	struct result result = { 0 };

	c->game->result(match_state(c->match), &result);
	if (json_is_true(json_object_get(c->record, "over")) != result.over)
		return bad(e, "\"over\" does not agree with its moves");
	for (size_t s = 0; s < c->seats; s++)
		if (json_integer_value(json_array_get(scores, s)) !=
		    result.score[s])
			return err_set(e, ERR_DAMAGED,
			    "the score of %s does not agree with the moves",
			    c->names[s]);
	g_string_append(
	    report, "not checked: names, times, and what made the moves\n");
	/* Points of a running match may be a secret of the game. */
	g_string_append_printf(
	    report, "result: %s", result.over ? "over" : "not over yet");
	for (size_t s = 0; result.over && s < c->seats; s++)
		g_string_append_printf(
		    report, ", %s %d", c->names[s], result.score[s]);
	g_string_append_c(report, '\n');
	return 0;
}

static int
check_all(struct check *c, GString *report, struct err *e)
{
	guint ndraws = 0;

	if (read_players(c, e) == -1 || check_robots(c, report, e) == -1 ||
	    check_seeds(c, report, e) == -1 ||
	    check_agreed(c, report, e) == -1 || check_start(c, e) == -1 ||
	    check_events(c, &ndraws, e) == -1)
		return -1;
	g_string_append_printf(report,
	    "log: %zu moves, all legal; all draws come from the match seed\n",
	    match_length(c->match));
	if (json_object_get(c->record, "setup") != NULL)
		g_string_append(report,
		    "start: laid out by the organiser, as all players were "
		    "told\n");
	return check_result(c, report, e);
}

/* What the ratings need of it, which no fingerprint covers. */
static int
read_rated(struct check *c, struct record_result *result, struct err *e)
{
	struct result r = { 0 };

	result->game = c->game->name;
	result->ended = json_integer_value(json_object_get(c->record, "ended"));
	result->commitment = text_of(c->record, "commitment");
	result->match = json_integer_value(json_object_get(c->record, "match"));
	result->seats = c->seats;
	c->game->result(match_state(c->match), &r);
	result->over = r.over;
	places_of(&r, c->seats, result->places);
	for (size_t s = 0; s < c->seats; s++) {
		const json_t *rated = json_object_get(
		    json_array_get(json_object_get(c->record, "players"), s),
		    "rated");
		const char *word = json_string_value(rated);
		enum robot_level level;

		result->who[s] = json_integer_value(rated);
		if (word != NULL && robot_level_read(word, &level))
			result->who[s] = -1 - (int64_t)level;
		else if (rated != NULL && result->who[s] <= 0)
			return err_set(e, ERR_FORMAT,
			    "seat %zu of the record: \"rated\" is the number "
			    "of a person or the level of a robot",
			    s);
	}
	return 0;
}

int
record_verify(const json_t *record, GString *report, struct err *e)
{
	struct record_result result;

	return record_verify_result(record, report, &result, e);
}

int
record_verify_result(const json_t *record, GString *report,
    struct record_result *result, struct err *e)
{
	struct check c = { .record = record };
	int r;

	if (json_integer_value(json_object_get(record, "turnpost_record")) !=
	    RECORD_VERSION)
		return err_set(e, ERR_FORMAT,
		    "this is not a record made by \"turnpost export\"");
	c.game = game_find(text_of(record, "game"));
	if (c.game == NULL || json_integer_value(json_object_get(
				  record, "rules")) != c.game->rules)
		return err_set(e, ERR_NEWER,
		    "this turnpost does not know the game %s of the record, or "
		    "its rules",
		    text_of(record, "game"));
	r = check_all(&c, report, e);
	if (r == 0)
		r = read_rated(&c, result, e);
	match_free(c.match);
	return r;
}

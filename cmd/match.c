/* SPDX-License-Identifier: ISC */
/*
 * turnpost match: new, list, show, log, watch, unwatch.  What is done to one
 * that runs is in match_action.c.
 */
#include "cmd/cmd.h"

#include "app/home/folder.h"
#include "app/letters/new_match.h"
#include "app/letters/watching.h"
#include "app/matches/create.h"
#include "app/matches/table/robots.h"
#include "app/organiser/organiser.h"
#include "base/err.h"
#include "cmd/group.h"
#include "cmd/match_picture.h"
#include "engine/engine.h"

#include <stdio.h>
#include <string.h>

/* "GAME" and, below, the games and their options. */
static char *
games_summary(void)
{
	GString *text = g_string_new("GAME\n\nGames and their options:");
	json_t *list = engine_games(), *game, *options, *value;
	const char *word;
	size_t i;

	json_array_foreach(list, i, game)
	{
		g_string_append_printf(text, "\n  %s, %lld to %lld players",
		    json_string_value(json_object_get(game, "game")),
		    (long long)json_integer_value(json_object_get(game, "min")),
		    (long long)json_integer_value(
			json_object_get(game, "max")));
		options = json_object_get(game, "options");
		json_object_foreach(
		    options, word, value) if (json_is_boolean(value))
		    g_string_append_printf(text, ", %s=yes|no", word);
		else g_string_append_printf(text, ", %s=NUMBER (%lld)", word,
		    (long long)json_integer_value(value));
	}
	json_decref(list);
	return g_string_free(text, FALSE);
}

/* A table of robots needs nobody's answer. */
static bool
is_robots_alone(const struct match_order *order)
{
	guint n = 0;

	for (; order->seats[n] != NULL; n++)
		if (!robot_is_ordered(order->seats[n]))
			return false;
	return n > 0 && order->wanted <= (int)n;
}

/* Somebody was invited. */
static bool
has_people(const struct match_order *order)
{
	for (guint n = 0; order->seats[n] != NULL; n++)
		if (!robot_is_ordered(order->seats[n]))
			return true;
	return false;
}

static void
say_made(const struct run *run, const struct match_order *order, int64_t id)
{
	const bool robots = is_robots_alone(order), served = run_ring(run);
	const char *made = run->rehearses ? "is made" : "has been made";

	if (!robots && !has_people(order)) {
		printf("%smatch %lld %s; people take its seats by mail, with "
		       "\"join %lld\"\n",
		    run_then(run), (long long)id, made, (long long)id);
		return;
	}
	printf("%smatch %lld %s; %s\n", run_then(run), (long long)id, made,
	    robots && served ? "its robots begin to play at once"
	    : robots	     ? "it has begun, and its robots play whenever "
			       "\"turnpost run\" or \"serve\" runs"
	    : served	     ? "invitations leave now"
			     : "invitations are in the outbox (\"turnpost "
			       "send\" or \"run\" sends them)");
}

static int
match_new(struct run *run)
{
	struct match_order order = { 0 };
	g_auto(GStrv) seats = NULL, options = NULL, policy = NULL;
	g_autofree char *name = NULL, *setup = NULL;
	int wanted = 0;
	const GOptionEntry entries[] = {
		{ "seat", 0, 0, G_OPTION_ARG_STRING_ARRAY, &seats,
		    "a player, in the order around the table; robots are easy, "
		    "medium or strong",
		    "\"NAME <ADDRESS> [LANGUAGE]\" or robot:LEVEL" },
		{ "option", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options,
		    "an option of the game, for example pirates=yes",
		    "WORD=VALUE" },
		{ "name", 0, 0, G_OPTION_ARG_STRING, &name,
		    "the name of the match", "TEXT" },
		{ "policy", 0, 0, G_OPTION_ARG_STRING_ARRAY, &policy,
		    "a key of the policy that is not as in turnpost.yaml, for "
		    "example time=3d",
		    "KEY=VALUE" },
		{ "seats-wanted", 0, 0, G_OPTION_ARG_INT, &wanted,
		    "seats in all; people may join by mail", "NUMBER" },
		{ "setup", 0, 0, G_OPTION_ARG_FILENAME, &setup,
		    "a start laid out by hand, as JSON; all players are told",
		    "FILE" },
		G_OPTION_ENTRY_NULL,
	};
	static char *none[] = { NULL };
	struct err e = { 0 };
	struct home *home;
	int64_t id;
	int code = EXIT_DONE;

	g_autofree char *summary = games_summary();

	if (!run_options(run, entries, summary, &code))
		return code;
	if (run->argc != 2)
		code = run_usage("name one game: turnpost match new GAME "
				 "--seat \"NAME <ADDRESS>\" ...");
	else if ((home = run_home(run, &code)) != NULL) {
		order.game = run->argv[1];
		order.name = name;
		order.seats = seats != NULL ? seats : none;
		order.options = options;
		order.policy = policy;
		order.wanted = wanted;
		order.setup_file = setup;
		if (match_create(home, &order, run_now(run), &id, &e) == -1)
			code = run_fail(&e);
		else if (run->json)
			printf("{\"match\": %lld}\n", (long long)id);
		else
			say_made(run, &order, id);
	}
	return code;
}

/* For people: names with commas between them. */
static void
join_names(json_t *item)
{
	g_autoptr(GString) text = g_string_new(NULL);
	json_t *name;
	size_t n;

	json_array_foreach(json_object_get(item, "waiting"), n, name)
	    g_string_append_printf(
		text, "%s%s", n > 0 ? ", " : "", json_string_value(name));
	json_object_set_new(item, "waiting", json_string(text->str));
}

static int
match_list(struct run *run)
{
	static const char *const keys[] = { "match", "game", "state", "free",
		"waits", "name", "overdue", "waiting", "since", "until",
		"deletion", "paused", "started", "ended", NULL };
	g_autofree char *state = NULL;
	const GOptionEntry entries[] = { { "state", 0, 0, G_OPTION_ARG_STRING,
					     &state, "only those in this state",
					     "muster|running|over|ended" },
		G_OPTION_ENTRY_NULL };
	struct printing printing;
	struct err e = { 0 };
	struct home *home;
	int code = EXIT_DONE;

	if (!run_options(run, entries, NULL, &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	print_begin(&printing, run, keys, join_names);
	return print_end(&printing,
	    show_matches(home, state, run_now(run), print_next, &printing, &e),
	    &e);
}

bool
one_match(struct run *run, const GOptionEntry *entries, int64_t *id, int *code)
{
	if (!run_options(run, entries, "MATCH", code))
		return false;
	*id = run->argc == 2 ? run_number(run->argv[1]) : -1;
	if (*id == -1)
		*code = run_usage("give the number of one match; \"turnpost "
				  "match list\" shows them");
	return *id != -1;
}

/* For people: what it is, and who sits there. */
static void
print_match(const struct run *run, json_t *item)
{
	static const char *const keys[] = { "seat", "name", "player", "person",
		"ready", "held", "level", "asked_to", "deadline", "thinks",
		"missed", "graces", "organiser", NULL };
	static const char *const onlooker_keys[] = { "onlooker", "person",
		"since", "last_letter", NULL };
	json_t *seats = json_incref(json_object_get(item, "seats"));
	json_t *onlookers = json_incref(json_object_get(item, "onlookers"));
	json_t *onlooker;
	size_t i;

	json_array_foreach(onlookers, i, onlooker) json_object_set(
	    onlooker, "onlooker", json_object_get(onlooker, "name"));
	json_object_del(item, "seats");
	json_object_del(item, "onlookers");
	json_object_del(item, "view");
	json_object_del(item, "policy");
	print_object(run, item);
	putchar('\n');
	print_list(run, seats, keys);
	if (json_array_size(onlookers) > 0) {
		putchar('\n');
		print_list(run, onlookers, onlooker_keys);
	}
	json_decref(onlookers);
	puts("\n(--json shows the table too)");
	json_decref(seats);
}

static int
match_show(struct run *run)
{
	struct looking reveal = { 0 };
	struct showing showing = { .file = NULL };
	const GOptionEntry entries[] = { LOOK_OPTION(reveal),
		SHOW_OPTIONS(showing), G_OPTION_ENTRY_NULL };
	struct err e = { 0 };
	struct home *home;
	json_t *item;
	int64_t id;
	int code = EXIT_DONE;

	if (!one_match(run, entries, &id, &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	if (showing.file != NULL || showing.seat != NULL) {
		run_look(run, &reveal);
		code = match_picture(home, id, &showing, &reveal.reveal);
		g_free(showing.file);
		g_free(showing.seat);
		return code;
	}
	if ((item = show_match(home, id, run_look(run, &reveal), &e)) == NULL)
		code = run_fail(&e);
	else if (run->json)
		print_object(run, item);
	else
		print_match(run, item);
	json_decref(item);
	return code;
}

static int
match_log(struct run *run)
{
	static const char *const told[] = { "n", "at", "news", NULL };
	static const char *const moves[] = { "n", "at", "by", "name", "move",
		NULL };
	struct looking reveal = { 0 };
	const GOptionEntry entries[] = { LOOK_OPTION(reveal),
		G_OPTION_ENTRY_NULL };
	struct err e = { 0 };
	struct home *home;
	json_t *list;
	int64_t id;
	int code = EXIT_DONE;

	if (!one_match(run, entries, &id, &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	list = show_log(home, id, run_look(run, &reveal), &e);
	return run_list(run, list,
	    json_object_get(json_array_get(list, 0), "news") != NULL ? told
								     : moves,
	    &e);
}

typedef int watch_function(struct home *, int64_t id, const char *who,
    int64_t now, int64_t *person, struct err *);

static int
match_onlooker(
    struct run *run, watch_function *act, const char *summary, const char *done)
{
	struct err e = { 0 };
	struct home *home;
	int64_t id, person = 0;
	int code = EXIT_DONE;

	if (!run_options(run, NULL, summary, &code))
		return code;
	id = run->argc == 3 ? run_number(run->argv[1]) : -1;
	if (id == -1)
		return run_usage(
		    "usage: turnpost %s %s", run->argv[0], summary);
	if ((home = run_home(run, &code)) == NULL)
		return code;
	if (act(home, id, run->argv[2], run_now(run), &person, &e) == -1)
		code = run_fail(&e);
	else if (run->json)
		printf("{\"match\": %lld, \"person\": %lld}\n", (long long)id,
		    (long long)person);
	else
		printf("%sperson %lld %s match %lld; all players are told %s\n",
		    run_then(run), (long long)person, done, (long long)id,
		    run_soon(run));
	return code;
}

static int
match_watch_it(struct run *run)
{
	return match_onlooker(
	    run, match_watch, "MATCH \"NAME <ADDRESS>\"", "watches");
}

static int
match_unwatch_it(struct run *run)
{
	return match_onlooker(
	    run, match_unwatch, "MATCH PERSON", "no longer watches");
}

int
cmd_match(struct run *run)
{
	static const struct group_word words[] = { { "match new", match_new },
		{ "match list", match_list }, { "match show", match_show },
		{ "match log", match_log }, { "match watch", match_watch_it },
		{ "match unwatch", match_unwatch_it },
		{ "match approve", match_approve_it },
		{ "match refuse", match_refuse_it },
		{ "match delete", match_delete_it } };
	int code;

	app_init();
	if (group_run(run, words, G_N_ELEMENTS(words), &code))
		return code;
	for (int i = 0; run->argc > 1 && i < MATCH_ACTIONS; i++)
		if (strcmp(match_action_words[i], run->argv[1]) == 0) {
			snprintf(run->word, sizeof(run->word), "match %s",
			    match_action_words[i]);
			run->argc--;
			run->argv++;
			run->argv[0] = run->word;
			return match_do(run, (enum match_action)i);
		}
	return group_usage(run, "new, list, show, log, pause, resume, extend, "
				"remind, replace, undo, end, move, robot, "
				"watch, unwatch, approve, refuse or delete");
}

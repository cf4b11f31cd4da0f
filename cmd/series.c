/* SPDX-License-Identifier: ISC */
/* turnpost series: people who meet at tables, round by round. */
#include "cmd/cmd.h"

#include "app/home/folder.h"
#include "app/organiser/series.h"
#include "app/series/order.h"
#include "base/err.h"
#include "cmd/group.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- new ---- */

struct wishes {
	char *name, *game, *seats, *points, *robots, *begin, *every, *within;
	char *rounds, *places;
	char **options, **policy;
	gint64 seed;
};

static void
wishes_clear(struct wishes *w)
{
	g_free(w->name);
	g_free(w->game);
	g_free(w->seats);
	g_free(w->points);
	g_free(w->robots);
	g_free(w->begin);
	g_free(w->every);
	g_free(w->within);
	g_free(w->rounds);
	g_free(w->places);
	g_strfreev(w->options);
	g_strfreev(w->policy);
}

static int
read_order(const struct wishes *w, struct series_order *o)
{
	const struct {
		const char *key, *value;
	} alike[] = { { "seats", w->seats }, { "rounds", w->rounds },
		{ "places", w->places }, { "begin", w->begin },
		{ "every", w->every }, { "within", w->within } };
	struct err e = { 0 };

	if (w->game == NULL || w->seats == NULL)
		return run_usage("a series needs --game and --seats: turnpost "
				 "series new \"Winter cup\" --game mutineer "
				 "--seats 4 --rounds 5");
	*o = series_order_usual();
	o->name = w->name;
	o->game = w->game;
	o->points = w->points;
	o->robots = w->robots;
	o->seed = w->seed;
	o->options = w->options;
	o->policy = w->policy;
	for (size_t i = 0; i < G_N_ELEMENTS(alike); i++)
		if (alike[i].value != NULL &&
		    series_order_set(o, alike[i].key, alike[i].value, &e) == -1)
			return run_usage("--%s", e.text);
	series_order_fill(o);
	return EXIT_DONE;
}

static int
make(struct run *run, const struct series_order *o)
{
	struct err e = { 0 };
	struct home *home;
	int64_t id;
	int code = EXIT_DONE;

	if ((home = run_home(run, &code)) == NULL)
		return code;
	if (series_new(home, o, run_now(run), &id, &e) == -1)
		return run_fail(&e);
	if (run->json)
		printf("{\"series\": %lld}\n", (long long)id);
	else
		printf("%sseries %lld is open: people join by mail with \"join "
		       "series %lld\", or with \"turnpost series seat\"\n",
		    run_then(run), (long long)id, (long long)id);
	return EXIT_DONE;
}

static int
series_new_it(struct run *run)
{
	struct wishes w = { .seed = SERIES_SEED_USUAL };
	const GOptionEntry entries[] = {
		{ "name", 0, 0, G_OPTION_ARG_STRING, &w.name,
		    "its name, where none stands before the options", "NAME" },
		{ "game", 0, 0, G_OPTION_ARG_STRING, &w.game, "what is played",
		    "GAME" },
		{ "seats", 0, 0, G_OPTION_ARG_STRING, &w.seats,
		    "at each table, as 4 or 3-4", "N[-M]" },
		{ "rounds", 0, 0, G_OPTION_ARG_STRING, &w.rounds,
		    "how many (5)", "N" },
		{ "points", 0, 0, G_OPTION_ARG_STRING, &w.points,
		    "how tables are scored: places, wins, score, or a file",
		    "RULE" },
		{ "begin", 0, 0, G_OPTION_ARG_STRING, &w.begin,
		    "when the first round begins by itself", "DATE" },
		{ "every", 0, 0, G_OPTION_ARG_STRING, &w.every,
		    "a round begins that long after the one before", "TIME" },
		{ "within", 0, 0, G_OPTION_ARG_STRING, &w.within,
		    "a round begins when the one before is over, or after that "
		    "time at the latest (30d)",
		    "TIME" },
		{ "places", 0, 0, G_OPTION_ARG_STRING, &w.places,
		    "for so many people; others wait until somebody leaves",
		    "N" },
		{ "robots", 0, 0, G_OPTION_ARG_STRING, &w.robots,
		    "robots fill the last table, instead of people who rest",
		    "LEVEL" },
		{ "option", 0, 0, G_OPTION_ARG_STRING_ARRAY, &w.options,
		    "an option of the game, for example pirates=yes",
		    "WORD=VALUE" },
		{ "policy", 0, 0, G_OPTION_ARG_STRING_ARRAY, &w.policy,
		    "what its matches agree on otherwise than turnpost.yaml, "
		    "for example time=3d",
		    "KEY=VALUE" },
		{ "seed", 0, 0, G_OPTION_ARG_INT64, &w.seed,
		    "other tables; the same number, the same tables (1)", "N" },
		G_OPTION_ENTRY_NULL,
	};
	struct series_order o;
	int code = EXIT_DONE;

	if (!run_options(run, entries, "[NAME]", &code))
		return code;
	if (w.name == NULL && run->argc == 2)
		w.name = g_strdup(run->argv[1]);
	else if (w.name == NULL || run->argc != 1)
		code =
		    run_usage("give the series one name, in quotes: turnpost "
			      "series new \"Winter cup\" ...");
	if (code == EXIT_DONE && (code = read_order(&w, &o)) == EXIT_DONE)
		code = make(run, &o);
	wishes_clear(&w);
	return code;
}

/* ---- list, show ---- */

static int
series_list_them(struct run *run)
{
	static const char *const keys[] = { "series", "name", "game", "state",
		"round", "rounds", "people", "due", NULL };
	struct err e = { 0 };
	struct home *home;
	int code = EXIT_DONE;

	if (!run_options(run, NULL, NULL, &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	return run_list(run, series_list(home, &e), keys, &e);
}

/* The number of a series, and how many arguments there must be with it. */
static bool
one_series(struct run *run, const GOptionEntry *entries, const char *arguments,
    int argc, int64_t *id, int *code)
{
	if (!run_options(run, entries, arguments, code))
		return false;
	*id = run->argc == argc ? run_number(run->argv[1]) : -1;
	if (*id == -1)
		*code = run_usage("usage: turnpost %s %s; \"turnpost series "
				  "list\" shows the numbers",
		    run->argv[0], arguments);
	return *id != -1;
}

/* For people: a table in a line. */
static void
name_seats(json_t *tables)
{
	json_t *table, *seat;
	size_t i, k;

	json_array_foreach(tables, i, table)
	{
		g_autoptr(GString) text = g_string_new(NULL);

		json_array_foreach(json_object_get(table, "seats"), k, seat)
		{
			const char *name =
			    json_string_value(json_object_get(seat, "name"));

			g_string_append_printf(text, "%s%s", k > 0 ? ", " : "",
			    name != NULL ? name : "robot");
		}
		json_object_set_new(table, "people", json_string(text->str));
	}
}

static void
print_part(const struct run *run, json_t *list, const char *const *keys)
{
	if (json_array_size(list) == 0)
		return;
	putchar('\n');
	print_list(run, list, keys);
}

/* For people: when rounds begin, in one line. */
static void
say_when(json_t *item)
{
	const json_int_t span =
	    json_integer_value(json_object_get(item, "span"));
	const bool days = span % 86400 == 0;
	const bool by_date = json_is_true(json_object_get(item, "by_date"));

	json_object_set_new(item, "rounds_begin",
	    json_sprintf(by_date ? "%lld%s after each other"
				 : "when the one before is over, or %lld%s "
				   "after its beginning",
		(long long)(days ? span / 86400 : span / 3600),
		days ? "d" : "h"));
	json_object_del(item, "by_date");
	json_object_del(item, "span");
}

static void
print_series(const struct run *run, json_t *item)
{
	static const char *const standing_keys[] = { "place", "person", "name",
		"points", "tables", "wins", "score", "opponents", NULL };
	static const char *const table_keys[] = { "round", "table", "match",
		"state", "people", NULL };
	static const char *const entrant_keys[] = { "person", "name", "state",
		NULL };
	static const char *const invited_keys[] = { "person", "name", "invited",
		"declined", NULL };
	json_t *invited = json_incref(json_object_get(item, "invited"));
	json_t *standings = json_incref(json_object_get(item, "standings"));
	json_t *tables = json_incref(json_object_get(item, "tables"));
	json_t *entrants = json_incref(json_object_get(item, "entrants"));

	name_seats(tables);
	json_object_del(item, "standings");
	json_object_del(item, "tables");
	json_object_del(item, "entrants");
	json_object_del(item, "invited");
	json_object_del(item, "terms");
	json_object_del(item, "rule");
	say_when(item);
	print_object(run, item);
	print_part(run, entrants, entrant_keys);
	print_part(run, invited, invited_keys);
	print_part(run, tables, table_keys);
	print_part(run, standings, standing_keys);
	json_decref(invited);
	json_decref(standings);
	json_decref(tables);
	json_decref(entrants);
}

static int
series_show_it(struct run *run)
{
	struct err e = { 0 };
	struct home *home;
	json_t *item;
	int64_t id;
	int code = EXIT_DONE;

	if (!one_series(run, NULL, "SERIES", 2, &id, &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	item = series_show(home, id, &e);
	if (item == NULL || run->json)
		return run_object(run, item, &e);
	print_series(run, item);
	json_decref(item);
	return EXIT_DONE;
}

/* ---- people ---- */

static int
act(struct run *run, enum series_act what, const char *told)
{
	struct err e = { 0 };
	struct home *home;
	int64_t id;
	int code = EXIT_DONE, r;

	if (!one_series(run, NULL, "SERIES PERSON", 3, &id, &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	r = series_act(home, id, what, run->argv[2], run_now(run), &e);
	return run_told(run, r, told, &e);
}

static int
series_seat_it(struct run *run)
{
	return act(run, SERIES_SEAT, "that person is told");
}

static int
series_invite_it(struct run *run)
{
	return act(run, SERIES_INVITE, "the invitation leaves");
}

static int
series_unseat_it(struct run *run)
{
	return act(run, SERIES_UNSEAT,
	    "that person has no table in the rounds to come; one who "
	    "took part is told");
}

/* ---- start, stop ---- */

static int
series_start_it(struct run *run)
{
	struct err e = { 0 };
	struct home *home;
	int64_t id;
	int code = EXIT_DONE, r;

	if (!one_series(run, NULL, "SERIES", 2, &id, &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	r = series_start(home, id, run_now(run), &e);
	return run_done(run, r,
	    run->rehearses  ? "the first round begins"
	    : run_ring(run) ? "the first round begins now, and all are told"
			    : "the first round begins; all are told, and the "
			      "matches are made, with the next \"run\"",
	    &e);
}

static int
series_stop_it(struct run *run)
{
	g_autofree char *reason = NULL;
	const GOptionEntry entries[] = {
		{ "reason", 0, 0, G_OPTION_ARG_STRING, &reason,
		    "why; all who take part are told", "TEXT" },
		G_OPTION_ENTRY_NULL,
	};
	struct err e = { 0 };
	struct home *home;
	int64_t id;
	int code = EXIT_DONE;

	if (!one_series(run, entries, "SERIES", 2, &id, &code))
		return code;
	if (reason == NULL)
		return run_usage("give --reason; it is mailed to all who take "
				 "part in the series");
	if ((home = run_home(run, &code)) == NULL)
		return code;
	return run_told(run, series_stop(home, id, reason, run_now(run), &e),
	    "all are told", &e);
}

int
cmd_series(struct run *run)
{
	static const struct group_word words[] = { { "series new",
						       series_new_it },
		{ "series list", series_list_them },
		{ "series show", series_show_it },
		{ "series seat", series_seat_it },
		{ "series invite", series_invite_it },
		{ "series unseat", series_unseat_it },
		{ "series start", series_start_it },
		{ "series stop", series_stop_it } };
	int code;

	app_init();
	if (group_run(run, words, G_N_ELEMENTS(words), &code))
		return code;
	return group_usage(
	    run, "new, list, show, seat, invite, unseat, start or stop");
}

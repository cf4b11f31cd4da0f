/* SPDX-License-Identifier: ISC */
/* turnpost rating: how well people and robots play. */
#include "cmd/cmd.h"

#include "app/home/folder.h"
#include "app/home/people.h"
#include "app/organiser/records/ratings.h"
#include "base/err.h"

#include <string.h>

/* For people: a robot has no number, and what is provisional has a mark. */
static void
to_row(json_t *item)
{
	const char *robot = json_string_value(json_object_get(item, "robot"));

	if (robot != NULL) {
		g_autofree char *name = g_strdup_printf("robot, %s", robot);

		json_object_set_new(item, "name", json_string(name));
	}
	if (json_is_true(json_object_get(item, "provisional")))
		json_object_set_new(
		    item, "provisional", json_string("provisional"));
	else
		json_object_set_new(item, "provisional", json_string(""));
}

static int
list_ratings(struct run *run, struct home *home, const char *game)
{
	static const char *const keys[] = { "game", "place", "person", "name",
		"points", "doubt", "matches", "won", "provisional", NULL };
	struct printing printing;
	struct err e = { 0 };

	print_begin(&printing, run, keys, to_row);
	return print_end(
	    &printing, show_ratings(home, game, print_next, &printing, &e), &e);
}

static int
set_rated(const struct run *run, struct home *home, const char *who, bool rated)
{
	struct err e = { 0 };
	int64_t id;
	int r = person_named(home, who, &id, &e);

	if (r == 0)
		r = person_rated(home, id, rated, &e);
	return run_done(run, r,
	    rated ? "done; that person takes part in ratings, with all matches"
		  : "done; that person is in no rating any more",
	    &e);
}

int
cmd_rating(struct run *run)
{
	struct home *home;
	int code = EXIT_DONE;
	const char *what;
	bool list, on;

	app_init();
	if (!run_options(
		run, NULL, "list [GAME] | on PERSON | off PERSON", &code))
		return code;
	what = run->argc > 1 ? run->argv[1] : "list";
	list = strcmp(what, "list") == 0 && run->argc <= 3;
	on = strcmp(what, "on") == 0;
	if (!list && (run->argc != 3 || (!on && strcmp(what, "off") != 0)))
		return run_usage("usage: turnpost rating list [GAME], rating "
				 "on PERSON or rating off PERSON");
	if ((home = run_home(run, &code)) == NULL)
		return code;
	return list ? list_ratings(
			  run, home, run->argc == 3 ? run->argv[2] : NULL)
		    : set_rated(run, home, run->argv[2], on);
}

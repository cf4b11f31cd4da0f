/* SPDX-License-Identifier: ISC */
/* turnpost simulate season: try a policy with people who do not exist. */
#include "cmd/cmd.h"

#include "base/err.h"
#include "cmd/group.h"
#include "sim/season.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PEOPLE_MAX 2000
#define MATCHES_MAX 5000
#define DAYS_MAX 3650

static void
show_bar(void *arg, int done, int all)
{
	enum { COLUMNS = 40 };
	int filled = all > 0 ? done * COLUMNS / all : COLUMNS;

	(void)arg;
	fprintf(stderr, "\r[%.*s%.*s] %d of %d matches", filled,
	    "########################################", COLUMNS - filled,
	    "........................................", done, all);
	fflush(stderr);
}

static void
print_counts(const char *title, const json_t *counts)
{
	const char *key;
	json_t *n;

	printf("\n%s\n", title);
	json_object_foreach((json_t *)(uintptr_t)counts, key, n)
	    printf("  %-20s %8lld\n", key, (long long)json_integer_value(n));
}

static void
print_summary(const struct run *run, json_t *summary)
{
	static const char *const keys[] = { "game", "over", "called_off",
		"days_median", "days_90", NULL };
	const json_t *mail = json_object_get(summary, "mail");

	if (run->json) {
		print_object(run, summary);
		return;
	}
	print_list(run, json_object_get(summary, "games"), keys);
	print_counts("moves made by", json_object_get(summary, "moves"));
	print_counts("plans", json_object_get(summary, "plans"));
	print_counts("told to all", json_object_get(summary, "told"));
	print_counts("talk", json_object_get(summary, "talk"));
	print_counts("hours until people with a habit answer",
	    json_object_get(summary, "hours_waited"));
	print_counts("letters", json_object_get(mail, "kinds"));
	printf("\n%lld mails came in and %lld letters went out, %s a week "
	       "for each of %lld people, in %lld days.\n",
	    (long long)json_integer_value(json_object_get(mail, "mails")),
	    (long long)json_integer_value(json_object_get(mail, "letters")),
	    json_string_value(json_object_get(mail, "letters_each_week")),
	    (long long)json_integer_value(json_object_get(summary, "people")),
	    (long long)json_integer_value(json_object_get(summary, "days")));
}

static int
season(struct run *run)
{
	int people = 200, matches = 300, days = 365;
	gint64 seed = 1;
	g_auto(GStrv) policy = NULL;
	g_autofree char *game = NULL;
	const GOptionEntry entries[] = {
		{ "game", 0, 0, G_OPTION_ARG_STRING, &game,
		    "what is played (all games in turn)", "GAME" },
		{ "people", 0, 0, G_OPTION_ARG_INT, &people, "how many", "N" },
		{ "matches", 0, 0, G_OPTION_ARG_INT, &matches, "how many",
		    "N" },
		{ "days", 0, 0, G_OPTION_ARG_INT, &days, "how long", "N" },
		{ "seed", 0, 0, G_OPTION_ARG_INT64, &seed,
		    "another season; the same number, the same season", "N" },
		{ "policy", 0, 0, G_OPTION_ARG_STRING_ARRAY, &policy,
		    "what all matches agree on", "KEY=VALUE" },
		G_OPTION_ENTRY_NULL,
	};
	struct season_options options = { 0 };
	struct err e = { 0 };
	json_t *summary;
	int code = EXIT_DONE;

	if (!run_options(run, entries, NULL, &code))
		return code;
	if (people < 8 || people > PEOPLE_MAX || matches < 1 ||
	    matches > MATCHES_MAX || days < 1 || days > DAYS_MAX)
		return run_usage("a season has 8 to %d people, 1 to %d matches "
				 "and 1 to %d days",
		    PEOPLE_MAX, MATCHES_MAX, DAYS_MAX);
	options = (struct season_options){ .game = game,
		.people = people,
		.matches = matches,
		.days = days,
		.seed = (uint64_t)seed,
		.policy = policy,
		.progress = isatty(STDERR_FILENO) ? show_bar : NULL };
	summary = season_run(&options, &e);
	if (options.progress != NULL)
		fputc('\n', stderr);
	if (summary == NULL)
		return run_fail(&e);
	print_summary(run, summary);
	json_decref(summary);
	return EXIT_DONE;
}

int
cmd_simulate(struct run *run)
{
	static const struct group_word words[] = { { "simulate season",
						       season },
		{ "simulate arena", simulate_arena },
		{ "simulate series", simulate_series } };
	int code;

	if (group_run(run, words, G_N_ELEMENTS(words), &code))
		return code;
	if (run->argc < 2)
		return run_usage(
		    "usage: turnpost simulate season|arena|series; --help says "
		    "more");
	return run_usage(
	    "there is no \"simulate %s\": it is season, arena or series",
	    run->argv[1]);
}

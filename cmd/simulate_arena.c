/* SPDX-License-Identifier: ISC */
/* turnpost simulate arena: robots play each other. */
#include "cmd/cmd.h"

#include "base/err.h"
#include "sim/arena.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int64_t
cpu_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void
show_line(void *arg, int done, int all)
{
	(void)arg;
	fprintf(
	    stderr, "\r%d of %d matches%s", done, all, done == all ? "\n" : "");
	fflush(stderr);
}

static void
print_report(const struct run *run, const json_t *report)
{
	g_autofree char *text =
	    run->json
		? json_dumps(report, JSON_INDENT(2) | JSON_REAL_PRECISION(12))
		: arena_text(report);

	fputs(text, stdout);
	if (run->json)
		putchar('\n');
}

int
simulate_arena(struct run *run)
{
	int matches = 30, jobs = 1;
	gint64 seed = 1;
	g_autofree char *seats = NULL;
	g_auto(GStrv) options = NULL;
	const GOptionEntry entries[] = {
		{ "seats", 0, 0, G_OPTION_ARG_STRING, &seats,
		    "contestants, one a seat, with commas between", "LIST" },
		{ "matches", 0, 0, G_OPTION_ARG_INT, &matches,
		    "how many at least", "N" },
		{ "seed", 0, 0, G_OPTION_ARG_INT64, &seed,
		    "other matches; the same number, the same matches", "N" },
		{ "option", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options,
		    "an option of the game; of several values, deals take "
		    "turns",
		    "KEY=VALUE[,VALUE]" },
		{ "jobs", 0, 0, G_OPTION_ARG_INT, &jobs,
		    "how many matches at once", "N" },
		G_OPTION_ENTRY_NULL,
	};
	struct arena_options asked = { 0 };
	struct err e = { 0 };
	json_t *report;
	int code = EXIT_DONE;

	if (!run_options(run, entries, "GAME", &code))
		return code;
	if (run->argc != 2 || seats == NULL)
		return run_usage("give a game and --seats, as in \"simulate "
				 "arena mutineer --seats 1000,greedy,greedy\"");
	asked = (struct arena_options){ .game = run->argv[1],
		.seats = seats,
		.matches = matches,
		.seed = (uint64_t)seed,
		.options = options,
		.jobs = jobs,
		.cpu = cpu_time,
		.progress = isatty(STDERR_FILENO) ? show_line : NULL };
	report = arena_run(&asked, &e);
	if (report == NULL && e.code == ERR_FORMAT)
		return run_usage("%s", e.text);
	if (report == NULL)
		return run_fail(&e);
	print_report(run, report);
	json_decref(report);
	return EXIT_DONE;
}

/* SPDX-License-Identifier: ISC */
/* turnpost simulate arena: robots play each other. */
#include "cmd/cmd.h"

#include "base/err.h"
#include "base/file.h"
#include "sim/arena.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
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

/* Into a file or a pipe, a line for each tenth. */
static void
show_tenth(void *arg, int done, int all)
{
	int *shown = arg, tenth = (int)((int64_t)done * 10 / all);

	if (tenth > *shown)
		fprintf(stderr, "%d of %d matches\n", done, all);
	*shown = tenth;
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

static int
write_chart(const char *file, const json_t *report)
{
	g_autofree char *chart = arena_chart(report);
	struct err e = { 0 };

	if (file_replace(file, chart, strlen(chart), &e) == -1)
		return run_fail(&e);
	return EXIT_DONE;
}

/* Before hours of matches: can there be a file? */
static int
look_at_chart(const char *file, struct err *e)
{
	g_autofree char *folder = g_path_get_dirname(file);

	return access(folder, W_OK) == 0
		   ? 0
		   : err_set(e, ERR_IO,
			 "%s: %s; name a file in a folder that can be written",
			 file, strerror(errno));
}

static int
play(struct run *run, struct arena_options *options, const char *chart)
{
	int tenths = 0, code = EXIT_DONE;
	struct err e = { 0 };
	json_t *report;

	options->game = run->argv[1];
	options->cpu = cpu_time;
	options->progress = isatty(STDERR_FILENO) ? show_line : show_tenth;
	options->arg = &tenths;
	if (chart != NULL && look_at_chart(chart, &e) == -1)
		return run_fail(&e);
	report = arena_run(options, &e);
	if (report == NULL && e.code == ERR_FORMAT)
		return run_usage("%s", e.text);
	if (report == NULL)
		return run_fail(&e);
	print_report(run, report);
	if (chart != NULL)
		code = write_chart(chart, report);
	json_decref(report);
	return code;
}

int
simulate_arena(struct run *run)
{
	struct arena_options o = { .matches = 30, .jobs = 1 };
	gint64 seed = 1;
	g_autofree char *seats = NULL, *chart = NULL;
	g_auto(GStrv) options = NULL;
	const GOptionEntry entries[] = {
		{ "seats", 0, 0, G_OPTION_ARG_STRING, &seats,
		    "contestants, one a seat, with commas between", "LIST" },
		{ "matches", 0, 0, G_OPTION_ARG_INT, &o.matches,
		    "how many at least (30)", "N" },
		{ "seed", 0, 0, G_OPTION_ARG_INT64, &seed,
		    "other matches; the same number, the same matches", "N" },
		{ "option", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options,
		    "an option of the game; with several values, deals take "
		    "turns",
		    "KEY=VALUE[,VALUE]" },
		{ "jobs", 0, 0, G_OPTION_ARG_INT, &o.jobs,
		    "how many matches are played at once (1)", "N" },
		{ "svg", 0, 0, G_OPTION_ARG_FILENAME, &chart,
		    "write a chart of the win shares there", "FILE" },
		G_OPTION_ENTRY_NULL,
	};
	int code = EXIT_DONE;

	if (!run_options(run, entries, "GAME", &code))
		return code;
	if (run->argc != 2 || seats == NULL)
		return run_usage("give a game and --seats, as in \"simulate "
				 "arena mutineer --seats 1000,greedy,greedy\"");
	if (seed < 0)
		return run_usage("--seed must be 0 or more");
	o.seats = seats;
	o.seed = (uint64_t)seed;
	o.options = options;
	return play(run, &o, chart);
}

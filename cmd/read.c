/* SPDX-License-Identifier: ISC */
/* turnpost read: how a mail is read. */
#include "cmd/cmd.h"

#include "app/copies/backup.h"
#include "app/home/folder.h"
#include "app/organiser/organiser.h"
#include "base/err.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The head of it, then its lines: those read, of others, not read. */
static void
print_reading(const struct run *run, json_t *reading)
{
	static const char *const keys[] = { "kind", "means", "line", NULL };
	static const char *const skipped[] = { "as", "line", NULL };
	static const struct {
		const char *name, *const *keys;
	} lists[] = { { "lines", keys }, { "foreign", keys },
		{ "skipped", skipped } };
	g_autoptr(GPtrArray) taken =
	    g_ptr_array_new_with_free_func((GDestroyNotify)json_decref);

	if (run->json) {
		print_object(run, reading);
		return;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
		g_ptr_array_add(taken,
		    json_incref(json_object_get(reading, lists[i].name)));
		json_object_del(reading, lists[i].name);
	}
	print_object(run, reading);
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
		if (i > 0 && json_array_size(taken->pdata[i]) == 0)
			continue;
		printf(i == 0 ? "\n" : "\n%s:\n", lists[i].name);
		print_list(run, taken->pdata[i], lists[i].keys);
	}
}

/* A home that is not there is not needed, unless a match of it is meant. */
static int
open_home(struct run *run, bool needed, struct home **home)
{
	struct err e = { 0 };

	run->opened = *home = home_open(run->home, backup_before_step, &e);
	if (*home != NULL || (e.code == ERR_MISSING && !needed))
		return EXIT_DONE;
	return run_fail(&e);
}

static int
read_work(struct run *run, const char *match, struct read_options *options)
{
	struct err e = { 0 };
	struct home *home;
	json_t *reading;
	int code;

	options->match = match != NULL ? run_number(match) : 0;
	if (options->match == -1)
		return run_usage("--match takes the number of a match");
	if (match != NULL && options->game != NULL)
		return run_usage("say either --match or --game");
	if (run->argc > 2)
		return run_usage("usage: turnpost read, with one FILE or none");
	options->path = run->argc == 2 ? run->argv[1] : NULL;
	options->fd = STDIN_FILENO;
	code = open_home(run, match != NULL, &home);
	if (code != EXIT_DONE)
		return code;
	reading = read_mail(home, options, &e);
	if (reading == NULL)
		return run_fail(&e);
	print_reading(run, reading);
	json_decref(reading);
	return EXIT_DONE;
}

int
cmd_read(struct run *run)
{
	struct read_options options = { 0 };
	char *match = NULL, *game = NULL;
	const GOptionEntry entries[] = {
		{ "match", 0, 0, G_OPTION_ARG_STRING, &match,
		    "the match whose moves count", "MATCH" },
		{ "game", 0, 0, G_OPTION_ARG_STRING, &game,
		    "the game whose moves count, or none", "GAME" },
		G_OPTION_ENTRY_NULL,
	};
	int code = EXIT_DONE;

	app_init();
	if (run_options(run, entries, "[FILE]", &code)) {
		options.game = game;
		code = read_work(run, match, &options);
	}
	g_free(match);
	g_free(game);
	return code;
}

/* SPDX-License-Identifier: ISC */
/* turnpost page: the pages of public matches. */
#include "cmd/cmd.h"

#include "app/home/config.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/pages/pages.h"
#include "base/err.h"

#include <stdio.h>
#include <unistd.h>

/* On one line of a terminal. */
static void
print_progress(void *arg, unsigned done, unsigned all)
{
	bool *told = arg;

	if (all < 100)
		return;
	*told = true;
	fprintf(stderr, "\r%u of %u matches", done, all);
}

int
cmd_page(struct run *run)
{
	gboolean again = FALSE, no_replays = FALSE;
	const GOptionEntry entries[] = { { "again", 0, 0, G_OPTION_ARG_NONE,
					     &again, "write all pages anew",
					     NULL },
		{ "no-replays", 0, 0, G_OPTION_ARG_NONE, &no_replays,
		    "without the pages that play matches again", NULL },
		G_OPTION_ENTRY_NULL };
	struct pages_done done;
	struct err e = { 0 };
	struct home *home;
	bool told = false;
	int code = EXIT_DONE, r;

	app_init();
	if (!run_options(run, entries, "[DIR]", &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	struct pages_order order = { .dir = run->argc == 2 ? run->argv[1]
							   : home->config->page,
		.again = again,
		.replays = !no_replays,
		.progress = isatty(STDERR_FILENO) ? print_progress : NULL,
		.arg = &told };
	if (run->argc > 2 || order.dir == NULL || order.dir[0] == '\0')
		return run_usage("name one folder for the pages, or set "
				 "\"page:\" in turnpost.yaml");
	r = pages_write(home, &order, run_now(run), &done, &e);
	if (told)
		fputc('\n', stderr);
	if (r == -1)
		return run_fail(&e);
	if (run->json)
		run_object(run,
		    json_pack("{s:s, s:i, s:i}", "folder", order.dir, "matches",
			(int)done.matches, "files", (int)done.files),
		    NULL);
	else
		printf("%s: %u files written, for %u matches that had "
		       "changed\n",
		    order.dir, done.files, done.matches);
	return EXIT_DONE;
}

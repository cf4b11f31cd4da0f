/* SPDX-License-Identifier: ISC */
/* turnpost check. */
#include "cmd/cmd.h"

#include "app/home/folder.h"
#include "app/organiser/organiser.h"
#include "cmd/dialogue.h"

#include <stdio.h>

#define NOT_GIVEN G_MININT

/* One line, and the exit code that programs like Nagios take. */
static int
check_brief(const struct run *run)
{
	g_autofree char *line = NULL;
	enum brief brief;
	json_t *list = home_check_brief(run->home, run_now(run), &brief, &line);

	if (run->json)
		print_object(run, list);
	else
		puts(line);
	json_decref(list);
	return (int)brief;
}

int
cmd_check(struct run *run)
{
	bool asked_brief =
	    g_strv_contains((const char *const *)run->argv, "--brief");
	gboolean brief = FALSE, mail = FALSE;
	int wait = NOT_GIVEN;
	const GOptionEntry entries[] = {
		{ "brief", 0, 0, G_OPTION_ARG_NONE, &brief,
		    "one line and an exit status for programs like Nagios; no "
		    "server is asked",
		    NULL },
		{ "mail", 0, 0, G_OPTION_ARG_NONE, &mail,
		    "also send a mail to itself and see whether it comes back",
		    NULL },
		{ "wait", 0, 0, G_OPTION_ARG_INT, &wait,
		    "with --mail: how long that may take (60)", "SECONDS" },
		G_OPTION_ENTRY_NULL,
	};
	struct check_watch watch;
	int code = EXIT_DONE;
	json_t *list;
	bool well;

	app_init();
	/* The code of a wrong usage would be an alarm. */
	if (!run_options(run, entries, NULL, &code))
		return asked_brief ? (int)BRIEF_UNKNOWN : code;
	if (brief && mail) {
		run_usage("--brief asks no server; leave --mail out");
		return (int)BRIEF_UNKNOWN;
	}
	if (wait != NOT_GIVEN && (!mail || wait < 1 || wait > MAIL_WAIT_MAX))
		return run_usage(
		    "--wait needs --mail and a number of seconds from 1 to %d",
		    MAIL_WAIT_MAX);
	if (wait == NOT_GIVEN)
		wait = mail ? MAIL_WAIT : 0;
	run_set_clock(run, NULL);
	if (brief)
		return check_brief(run);
	watch = trying_watch(run->json);
	list = home_check(run->home, run_now(run), wait, &watch, &well);
	trying_end();
	if (run->json)
		print_object(run, list);
	json_decref(list);
	return well ? EXIT_DONE : EXIT_REFUSED;
}

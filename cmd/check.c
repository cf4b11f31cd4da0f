/* SPDX-License-Identifier: ISC */
/* turnpost check. */
#include "cmd/cmd.h"

#include "app/home/folder.h"
#include "app/organiser/organiser.h"

#include <stdio.h>
#include <unistd.h>

static bool is_shown; /* what is being tried stands on the terminal */

static void
wipe_line(void)
{
	if (is_shown)
		fputs("\r\033[K", stderr);
	is_shown = false;
}

static void
show_trying(const char *what)
{
	fprintf(stderr, "\r\033[Ktrying %s ...", what);
	fflush(stderr);
	is_shown = true;
}

/* At once: what comes next may take its time. */
static void
print_finding(const json_t *item)
{
	wipe_line();
	printf("%-7s  %s: %s\n",
	    json_string_value(json_object_get(item, "state")),
	    json_string_value(json_object_get(item, "part")),
	    json_string_value(json_object_get(item, "says")));
	fflush(stdout);
}

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
	gboolean brief = FALSE;
	const GOptionEntry entries[] = {
		{ "brief", 0, 0, G_OPTION_ARG_NONE, &brief,
		    "one line and an exit status for programs like Nagios; no "
		    "server is asked",
		    NULL },
		G_OPTION_ENTRY_NULL,
	};
	struct check_watch watch = { NULL, NULL };
	int code = EXIT_DONE;
	json_t *list;
	bool well;

	app_init();
	/* The code of a wrong usage would be an alarm. */
	if (!run_options(run, entries, NULL, &code))
		return asked_brief ? (int)BRIEF_UNKNOWN : code;
	if (brief)
		return check_brief(run);
	if (isatty(STDERR_FILENO))
		watch.trying = show_trying;
	if (!run->json)
		watch.found = print_finding;
	list = home_check(run->home, run_now(run), &watch, &well);
	wipe_line();
	if (run->json)
		print_object(run, list);
	json_decref(list);
	return well ? EXIT_DONE : EXIT_REFUSED;
}

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

int
cmd_check(struct run *run)
{
	struct check_watch watch = { NULL, NULL };
	int code = EXIT_DONE;
	json_t *list;
	bool well;

	app_init();
	if (!run_options(run, NULL, NULL, &code))
		return code;
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

/* SPDX-License-Identifier: ISC */
/* What is being tried, and what was found, for check and init. */
#include "cmd/dialogue.h"

#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

static bool is_shown; /* what is being tried stands on the terminal */

void
trying_end(void)
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
	trying_end();
	printf("%-7s  %s: %s\n",
	    json_string_value(json_object_get(item, "state")),
	    json_string_value(json_object_get(item, "part")),
	    json_string_value(json_object_get(item, "says")));
	fflush(stdout);
}

struct check_watch
trying_watch(bool json)
{
	struct check_watch watch = { NULL, NULL };

	if (isatty(STDERR_FILENO))
		watch.trying = show_trying;
	if (!json)
		watch.found = print_finding;
	return watch;
}

/* SPDX-License-Identifier: ISC */
/* turnpost match approve, refuse: of matches that people made by mail. */
#include "cmd/cmd.h"

#include "app/organiser/organiser.h"
#include "base/err.h"

#include <stdio.h>

int
match_approve_it(struct run *run)
{
	struct err e = { 0 };
	struct home *home;
	int64_t id;
	int code = EXIT_DONE;

	if (!one_match(run, NULL, &id, &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	if (match_approve(home, id, run_now(run), &e) == -1)
		return run_fail(&e);
	printf("%smatch %lld is open; the person who made it is told %s\n",
	    run_then(run), (long long)id, run_soon(run));
	return EXIT_DONE;
}

int
match_refuse_it(struct run *run)
{
	g_autofree char *reason = NULL;
	const GOptionEntry entries[] = {
		{ "reason", 0, 0, G_OPTION_ARG_STRING, &reason,
		    "why; the person who made it is told", "TEXT" },
		G_OPTION_ENTRY_NULL,
	};
	struct err e = { 0 };
	struct home *home;
	int64_t id;
	int code = EXIT_DONE;

	if (!one_match(run, entries, &id, &code))
		return code;
	if (reason == NULL)
		return run_usage("give --reason; it is mailed to the person "
				 "who made the match");
	if ((home = run_home(run, &code)) == NULL)
		return code;
	return run_told(run, match_refuse(home, id, reason, run_now(run), &e),
	    "the person who made it is told", &e);
}

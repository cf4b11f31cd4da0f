/* SPDX-License-Identifier: ISC */
/* turnpost explain-deadlines: a policy in plain words, and what follows. */
#include "cmd/cmd.h"

#include "app/home/folder.h"
#include "app/organiser/organiser.h"
#include "base/err.h"

#include <stdio.h>

/* "2026-12-24T18:00:00Z", or a time of that zone without the Z. */
static bool
read_from(const char *text, const char *zone, int64_t *at)
{
	g_autoptr(GTimeZone) tz =
	    g_time_zone_new_identifier(zone != NULL ? zone : "UTC");
	g_autoptr(GDateTime) when = g_date_time_new_from_iso8601(text, tz);

	if (when == NULL)
		return false;
	*at = g_date_time_to_unix(when);
	return true;
}

static void
print_explained(const struct run *run, json_t *told)
{
	static const char *const keys[] = { "asked", "reminders", "deadline",
		NULL };
	static const char *const phases[] = { "phase", "asked", "reminders",
		"deadline", NULL };
	json_t *rows = json_object_get(told, "calendar");
	const json_t *sentence, *last;
	size_t i, n = json_array_size(rows);

	if (run->json) {
		json_dumpf(told, stdout, JSON_INDENT(1));
		putchar('\n');
		return;
	}
	json_array_foreach(json_object_get(told, "sentences"), i, sentence)
	    printf(" - %s\n", json_string_value(sentence));
	if (n == 0)
		return;
	putchar('\n');
	last = json_object_get(json_array_get(rows, n - 1), "phase");
	print_list(run, rows, json_string_length(last) > 0 ? phases : keys);
}

static int
explain(struct run *run, const struct explained *what)
{
	struct err e = { 0 };
	int code = EXIT_DONE;
	struct home *home = run_home(run, &code);
	json_t *told;

	if (home == NULL)
		return code;
	told = policy_explained(home, what, &e);
	if (told == NULL)
		code = run_fail(&e);
	else
		print_explained(run, told);
	json_decref(told);
	return code;
}

int
cmd_explain(struct run *run)
{
	g_auto(GStrv) policy = NULL;
	g_autofree char *zone = NULL;
	g_autofree char *from = NULL;
	const GOptionEntry entries[] = {
		{ "policy", 0, 0, G_OPTION_ARG_STRING_ARRAY, &policy,
		    "as for match new; may be repeated", "KEY=VALUE" },
		{ "zone", 0, 0, G_OPTION_ARG_STRING, &zone,
		    "the time zone of the table", "ZONE" },
		{ "from", 0, 0, G_OPTION_ARG_STRING, &from,
		    "when the fortnight begins (default: now)", "TIME" },
		G_OPTION_ENTRY_NULL,
	};
	struct explained what = { .from = run_now(run) };
	g_autoptr(GTimeZone) known = NULL;
	int code = EXIT_DONE;

	app_init();
	if (!run_options(run, entries, "[MATCH]", &code))
		return code;
	if (run->argc > 2 ||
	    (run->argc == 2 && (what.match = run_number(run->argv[1])) == -1))
		return run_usage("give the number of one match, or none");
	if (zone != NULL && (known = g_time_zone_new_identifier(zone)) == NULL)
		return run_usage("--zone must be like Europe/Warsaw");
	if (from != NULL && !read_from(from, zone, &what.from))
		return run_usage("--from must be like 2026-12-24T18:00:00");
	what.policy = policy;
	what.zone = zone;
	return explain(run, &what);
}

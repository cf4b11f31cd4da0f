/* SPDX-License-Identifier: ISC */
/* turnpost simulate series: who would meet whom. */
#include "cmd/cmd.h"

#include "app/series/order.h"
#include "base/err.h"
#include "series/rule.h"
#include "sim/series.h"

#include <stdio.h>

int
simulate_series(struct run *run)
{
	struct series_options o = { .people = 12,
		.rounds = SERIES_ROUNDS_USUAL };
	gint64 seed = SERIES_SEED_USUAL;
	g_autofree char *seats = NULL, *points = NULL, *text = NULL;
	struct series_rule rule;
	const GOptionEntry entries[] = {
		{ "people", 0, 0, G_OPTION_ARG_INT, &o.people, "how many (12)",
		    "N" },
		{ "seats", 0, 0, G_OPTION_ARG_STRING, &seats,
		    "at each table, as 4 (which is usual) or 3-4", "N[-M]" },
		{ "rounds", 0, 0, G_OPTION_ARG_INT, &o.rounds, "how many (5)",
		    "N" },
		{ "points", 0, 0, G_OPTION_ARG_STRING, &points,
		    "also score it, by places, wins, score, or a file",
		    "RULE" },
		{ "leave", 0, 0, G_OPTION_ARG_INT, &o.leave,
		    "how many people leave between rounds (0)", "N" },
		{ "seed", 0, 0, G_OPTION_ARG_INT64, &seed,
		    "other tables; the same number, the same tables", "N" },
		G_OPTION_ENTRY_NULL,
	};
	struct err e = { 0 };
	json_t *result;
	int code = EXIT_DONE;

	if (!run_options(run, entries, NULL, &code))
		return code;
	if (!series_seats_read(seats != NULL ? seats : "4", &o.least, &o.most))
		return run_usage(
		    "--seats is a number from 2 to %d, or two as in 3-4",
		    SERIES_SEATS);
	o.seed = (uint64_t)seed;
	if (points != NULL && series_rule_named(&rule, points, &e) == -1)
		return run_fail(&e);
	if (points != NULL)
		o.rule = &rule;
	result = series_try(&o, &e);
	if (result == NULL)
		return e.code == ERR_FORMAT ? run_usage("%s", e.text)
					    : run_fail(&e);
	text = run->json ? json_dumps(result, JSON_INDENT(1))
			 : series_text(result);
	fputs(text, stdout);
	if (run->json)
		putchar('\n');
	json_decref(result);
	return EXIT_DONE;
}

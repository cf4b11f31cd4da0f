/* SPDX-License-Identifier: ISC */
/* turnpost store: where the rows of a home are kept. */
#include "cmd/cmd.h"

#include "app/copies/store_copy.h"
#include "base/err.h"

#include <stdio.h>
#include <string.h>

struct copied {
	const struct run *run;
	int64_t rows;
};

static void
tell(void *arg, const char *table, int64_t rows)
{
	struct copied *c = arg;

	c->rows += rows;
	if (!c->run->json)
		printf("%s: %" G_GINT64_FORMAT "\n", table, rows);
	fflush(stdout);
}

static int
copy(struct run *run, const char *from, const char *to)
{
	struct copied copied = { run, 0 };
	struct err e = { 0 };

	if (store_copy_between(from, to, tell, &copied, &e) == -1)
		return run_fail(&e);
	if (run->json)
		run_object(run,
		    json_pack("{s:s, s:s, s:I}", "from", from, "to", to, "rows",
			(json_int_t)copied.rows),
		    NULL);
	else
		printf("%" G_GINT64_FORMAT
		       " rows were copied, and read again in the copy.  What "
		       "comes next:\n%s",
		    copied.rows, store_copy_next(to));
	return EXIT_DONE;
}

int
cmd_store(struct run *run)
{
	int code = EXIT_DONE;

	if (!run_options(run, NULL, "copy FROM TO", &code))
		return code;
	if (run->argc != 4 || strcmp(run->argv[1], "copy") != 0)
		return run_usage("give copy and two places, FROM and TO");
	return copy(run, run->argv[2], run->argv[3]);
}

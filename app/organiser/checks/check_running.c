/* SPDX-License-Identifier: ISC */
/* Checks whether a home works, and whether those who watch it hear of it. */
#include "app/organiser/checks/check.h"

#include "app/home/config.h"
#include "app/home/pages_folder.h"
#include "app/matches/clocks/clocks.h"
#include "base/err.h"

#include <glib.h>
#include <unistd.h>

/* "serve" works each minute, and cron should each two. */
#define QUIET_LATE (15 * 60)
#define QUIET_LONG (2 * INT64_C(3600)) /* if the settings do not say */
#define MEND                                                               \
	"make sure that \"turnpost serve\" is running, or that cron runs " \
	"\"turnpost run\""

void
check_running(struct check *c)
{
	int64_t outage = c->config == NULL ? 0 : c->config->outage, at, quiet;
	g_autoptr(GDateTime) then = NULL;
	g_autofree char *since = NULL;

	if (outage_pulse(c->store, &at) == -1) {
		check_wrong(c, "database", "%s", c->err.text);
		return;
	}
	if (at == 0) {
		if (c->brief)
			check_warn(c, "running", "nothing has run yet; " MEND);
		return;
	}
	then = g_date_time_new_from_unix_utc(at);
	since = g_date_time_format(then, "%Y-%m-%d %H:%M UTC");
	quiet = c->now - at;
	if (quiet < -CLOCK_SLACK) {
		check_wrong(c, "clock",
		    "it last worked at %s, which is later than now; set the "
		    "clock, or if it is right again, let \"turnpost run\" or "
		    "\"turnpost serve\" go on",
		    since);
		return;
	}
	/* People who check by hand may have stopped it themselves. */
	if (c->brief && quiet > (outage > 0 ? outage : QUIET_LONG))
		check_wrong(
		    c, "running", "nothing has run since %s; " MEND, since);
	else if (quiet > QUIET_LATE)
		check_warn(
		    c, "running", "nothing has run since %s; " MEND, since);
	else
		check_ok(c, "running", "it worked last at %s", since);
}

void
check_metrics(struct check *c)
{
	const char *path = c->config->metrics;
	g_autofree char *folder =
	    path == NULL ? NULL : g_path_get_dirname(path);

	if (path == NULL)
		return;
	if (access(folder, W_OK | X_OK) == -1)
		check_wrong(c, "metrics",
		    "nothing can be written into %s; make that folder, or let "
		    "the user that runs turnpost write there",
		    folder);
	else if (!g_str_has_suffix(path, ".prom"))
		check_warn(c, "metrics",
		    "the node exporter does not read %s; give it a name that "
		    "ends with .prom",
		    path);
	else
		check_ok(c, "metrics", "they go to %s", path);
}

void
check_pages(struct check *c)
{
	struct err e = { 0 };

	if (c->config->page == NULL)
		return;
	if (pages_folder_try(c->config->page, &e) == -1)
		check_wrong(c, "pages",
		    "pages cannot be written: %s; put that right, or name "
		    "another folder with \"page\" in turnpost.yaml",
		    e.text);
	else
		check_ok(c, "pages", "they go to %s", c->config->page);
}

/* SPDX-License-Identifier: ISC */
/* turnpost match delete: of matches that are past, with all their letters. */
#include "cmd/cmd.h"

#include "app/matches/votes/actions.h"
#include "app/organiser/deletion.h"
#include "base/err.h"

#include <stdio.h>

/* As --now takes it. */
static char *
moment(int64_t at)
{
	g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(at);

	return g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ");
}

static void
print_done(const struct run *run, const struct deletion *d, int64_t at,
    const struct match_size *size)
{
	long long id = (long long)d->match;
	g_autofree char *when = moment(at);
	g_autofree char *told =
	    g_strdup_printf("its players are told %s", run_soon(run));

	if (d->cancel) {
		printf("%smatch %lld is not deleted; %s\n", run_then(run), id,
		    told);
		return;
	}
	if (d->notice == 0)
		printf("%smatch %lld is deleted as soon as those letters have "
		       "left; %s\n",
		    run_then(run), id, told);
	else
		printf("%smatch %lld is deleted from %s on; %s\n",
		    run_then(run), id, when, told);
	printf("that frees its %lld letters and %lld mails: about %lld kB of "
	       "the database\n",
	    (long long)size->letters, (long long)size->mails,
	    (long long)(size->bytes + 999) / 1000);
}

static int
do_it(struct run *run, const struct deletion *d)
{
	struct match_size size = { 0 };
	struct err e = { 0 };
	int code = EXIT_DONE;
	struct home *home = run_home(run, &code);
	int64_t at;

	if (home == NULL)
		return code;
	if (match_delete(home, d, run_now(run), &at, &size, &e) == -1)
		return run_fail(&e);
	print_done(run, d, at, &size);
	return EXIT_DONE;
}

int
match_delete_it(struct run *run)
{
	g_autofree char *reason = NULL, *span = NULL;
	gboolean at_once = FALSE, cancel = FALSE;
	const GOptionEntry entries[] = {
		{ "reason", 0, 0, G_OPTION_ARG_STRING, &reason,
		    "why; its players are told", "TEXT" },
		{ "in", 0, 0, G_OPTION_ARG_STRING, &span,
		    "the time that they have to ask for the record (default: "
		    "14d)",
		    "TIME" },
		{ "at-once", 0, 0, G_OPTION_ARG_NONE, &at_once,
		    "give them no time", NULL },
		{ "cancel", 0, 0, G_OPTION_ARG_NONE, &cancel,
		    "it is not to be deleted after all", NULL },
		G_OPTION_ENTRY_NULL,
	};
	struct deletion d = { .notice = DELETION_NOTICE };
	int code = EXIT_DONE;

	if (!one_match(run, entries, &d.match, &code))
		return code;
	if (span != NULL && !action_span(span, &d.notice))
		return run_usage("--in must be a time such as 12h or 14d, "
				 "of at most " SPAN_MOST);
	if ((span != NULL) + at_once + cancel > 1)
		return run_usage("give one of --in, --at-once and --cancel");
	if (!cancel && reason == NULL)
		return run_usage("give --reason; it is mailed to all players");
	if (at_once)
		d.notice = 0;
	d.reason = reason;
	d.cancel = cancel;
	return do_it(run, &d);
}

/* SPDX-License-Identifier: ISC */
/* turnpost status, metrics: how it is doing. */
#include "cmd/cmd.h"

#include "app/home/folder.h"
#include "app/organiser/checks/check.h"
#include "app/organiser/shown/monitor.h"
#include "base/err.h"
#include "base/log.h"

#include <stdio.h>

#define MIB (1024 * 1024)

static long long
number(const json_t *of, const char *key)
{
	return (long long)json_integer_value(json_object_get(of, key));
}

/* "2026-11-21T12:00:00Z (3h)"; nothing if there is no such time. */
static char *
moment(const json_t *of, const char *key, int64_t now)
{
	const char *text = json_string_value(json_object_get(of, key));
	int64_t at = time_read(text);
	g_autofree char *span = at == -1 ? NULL : age_text(now - at);

	return at == -1 ? NULL : g_strdup_printf("%s (%s)", text, span);
}

/* ", WORDS TIME", if there is such a time. */
static void
print_moment(const json_t *of, const char *key, const char *words, int64_t now)
{
	g_autofree char *text = moment(of, key, now);

	if (text != NULL)
		printf("%s%s", words, text);
}

static void
print_program(const json_t *status, int64_t now)
{
	g_autofree char *worked = moment(status, "worked", now);

	int64_t at =
	    time_read(json_string_value(json_object_get(status, "worked")));

	printf("program    %s, %s, last worked %s%s\n",
	    json_string_value(json_object_get(status, "version")),
	    json_is_true(json_object_get(status, "serves")) ? "serves"
							    : "does not serve",
	    worked != NULL ? worked : "never",
	    at > now + CLOCK_SLACK
		? ", which is later than now: \"turnpost check\" says more"
		: "");
}

static void
print_matches(const json_t *of, int64_t now)
{
	printf("matches    %lld running, %lld muster, %lld over, %lld ended; "
	       "%lld paused, %lld overdue\n",
	    number(of, "running"), number(of, "muster"), number(of, "over"),
	    number(of, "ended"), number(of, "paused"), number(of, "overdue"));
	print_moment(
	    of, "asked_since", "           somebody is asked since ", now);
	if (json_is_string(json_object_get(of, "asked_since")))
		putchar('\n');
	print_moment(
	    of, "muster_since", "           the oldest muster is from ", now);
	if (json_is_string(json_object_get(of, "muster_since")))
		putchar('\n');
}

static void
print_queues(const json_t *in, const json_t *out, int64_t now)
{
	printf("inbox      %lld waiting", number(in, "new"));
	print_moment(in, "since", " since ", now);
	printf(", %lld in spool, %lld held, %lld dead\n", number(in, "spool"),
	    number(in, "held"), number(in, "dead"));
	printf("           %lld came", number(in, "received"));
	print_moment(in, "last", ", the last one ", now);
	printf("\noutbox     %lld waiting", number(out, "waiting"));
	print_moment(out, "since", " since ", now);
	printf(", %lld given up, %lld %s unreached\n", number(out, "given_up"),
	    number(out, "unreached"),
	    number(out, "unreached") == 1 ? "person" : "people");
	printf("           %lld left", number(out, "sent"));
	print_moment(out, "last", ", the last one ", now);
	putchar('\n');
}

static void
print_people(const json_t *of)
{
	long long n = number(of, "waiting");

	if (n > 0)
		printf(
		    "people     %lld %s for your approval (\"turnpost person "
		    "list\")\n",
		    n, n == 1 ? "waits" : "wait");
}

static void
print_deadlines(const json_t *list, int64_t now)
{
	const json_t *item;
	size_t i;

	if (json_array_size(list) == 0)
		puts("deadlines  none");
	json_array_foreach(list, i, item)
	{
		const char *until =
		    json_string_value(json_object_get(item, "until"));
		int64_t left = time_read(until) - now;
		g_autofree char *span = age_text(left < 0 ? -left : left);

		printf("%-9s  %s (%s %s)  match %lld, %s\n",
		    i == 0 ? "deadlines" : "", until,
		    left < 0 ? "overdue" : "in", span, number(item, "match"),
		    json_string_value(json_object_get(item, "game")));
	}
}

static void
print_faults(const json_t *list, bool accepted, bool serves, int64_t now)
{
	const json_t *item;
	bool first = accepted;
	size_t i;

	if (!accepted)
		puts(serves ? "faults     turnpost.yaml has a mistake, so that "
			      "only \"turnpost serve\" works, with the "
			      "settings that it read before"
			    : "faults     turnpost.yaml has a mistake, so that "
			      "no step works");
	else if (json_array_size(list) == 0)
		puts("faults     none");
	json_array_foreach(list, i, item)
	{
		g_autofree char *since = moment(item, "since", now);

		printf("%-9s  %s, since %s\n", first ? "faults" : "",
		    json_string_value(json_object_get(item, "what")), since);
		first = false;
	}
	if (!accepted || json_array_size(list) > 0)
		puts("           (\"turnpost check\" says why, and what to "
		     "do)");
}

static void
print_status(const json_t *status, int64_t now)
{
	const json_t *disk = json_object_get(status, "disk");

	print_program(status, now);
	print_matches(json_object_get(status, "matches"), now);
	print_queues(json_object_get(status, "inbox"),
	    json_object_get(status, "outbox"), now);
	print_people(json_object_get(status, "people"));
	print_deadlines(json_object_get(status, "deadlines"), now);
	print_faults(json_object_get(status, "faults"),
	    json_is_true(json_object_get(status, "settings")),
	    json_is_true(json_object_get(status, "serves")), now);
	printf("disk       %lld MiB of database, %lld MiB free\n",
	    number(disk, "database") / MIB, number(disk, "free") / MIB);
}

int
cmd_status(struct run *run)
{
	struct err e = { 0 }, settings = { 0 };
	json_t *status;
	int code = EXIT_DONE;

	app_init();
	if (!run_options(run, NULL, NULL, &code))
		return code;
	run_set_clock(run, NULL);
	status = home_status(run->home, run_now(run), &settings, &e);
	/* Nothing can be seen because of them: they are what is to be mended.
	 */
	if (status == NULL)
		return run_no_home(
		    settings.code != 0 && settings.code != ERR_MISSING
			? &settings
			: &e);
	if (run->json)
		print_object(run, status);
	else
		print_status(status, run_now(run));
	json_decref(status);
	return settings.code == 0 ? EXIT_DONE : run_no_home(&settings);
}

void
write_metrics(struct home *home, int64_t now, bool *failed)
{
	struct err e = { 0 };
	bool fails = metrics_write(home, now, &e) == -1;

	if (fails && !*failed)
		log_warn("metrics-failed", "%s", e.text);
	else if (*failed && !fails)
		log_info("metrics-work", "metrics are written again");
	*failed = fails;
}

int
cmd_metrics(struct run *run)
{
	struct err e = { 0 };
	g_autofree char *text = NULL;
	int code = EXIT_DONE;

	app_init();
	if (!run_options(run, NULL, "[FILE]", &code))
		return code;
	if (run->argc > 2)
		return run_usage("usage: turnpost metrics [FILE]");
	run_set_clock(run, NULL);
	text = home_metrics(run->home, run_now(run), &e);
	if (text == NULL)
		return run_no_home(&e);
	if (run->argc == 2 && metrics_save(run->argv[1], text, &e) == -1)
		return run_fail(&e);
	if (run->argc == 1)
		fputs(text, stdout);
	return EXIT_DONE;
}

/* SPDX-License-Identifier: ISC */
/* main: global options, the table of subcommands, clock and errors. */
#include "cmd/cmd.h"

#include "app/copies/backup.h"
#include "app/home/folder.h"
#include "app/organiser/shown/monitor.h"
#include "app/organiser/shown/reveal.h"
#include "app/steps/steps.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/file.h"
#include "base/library.h"
#include "base/log_target.h"
#include "cmd/changes.h"
#include "cmd/complete.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What may stand before the subcommand or after it; take_globals reads it. */
const GOptionEntry global_options[] = {
	{ "home", 0, 0, G_OPTION_ARG_FILENAME, NULL, "use this home", "DIR" },
	{ "json", 0, 0, G_OPTION_ARG_NONE, NULL, "answer in JSON", NULL },
	{ "reveal", 0, 0, G_OPTION_ARG_NONE, NULL,
	    "show what is hidden in a match, or what mails say", NULL },
	{ "verbose", 'v', 0, G_OPTION_ARG_NONE, NULL,
	    "log what is done; given twice, log more", NULL },
	{ "now", 0, 0, G_OPTION_ARG_STRING, NULL,
	    "pretend that it is this time", "TIME" },
	G_OPTION_ENTRY_NULL,
};

const struct subcommand subcommands[] = {
	{ "init", cmd_init, "make a home: settings, database, spool" },
	{ "check", cmd_check, "try everything and say what to fix" },
	{ "status", cmd_status, "show how it is doing, on one screen" },
	{ "metrics", cmd_metrics, "print the same as figures for Prometheus" },
	{ "match", cmd_match, "make, list, show and manage matches" },
	{ "person", cmd_person, "list and change people" },
	{ "key", cmd_key, "list the secrets of reply keys, or make a new one" },
	{ "inbox", cmd_inbox, "mails: list, show, retry, release, drop" },
	{ "outbox", cmd_outbox, "letters: list, show, retry, drop, release" },
	{ "run", cmd_run, "receive, handle, tick and send, once (for cron)" },
	{ "serve", cmd_serve, "do the same whenever there is something to do" },
	{ "receive", cmd_receive,
	    "take mails from the spool and the mailboxes" },
	{ "handle", cmd_handle, "read the mails, make the moves" },
	{ "tick", cmd_tick, "do what is due by now" },
	{ "send", cmd_send, "send the letters" },
	{ "deliver", cmd_deliver,
	    "put a mail from standard input into the spool" },
	{ "read", cmd_read, "show how a mail is read and what is found in it" },
	{ "explain-deadlines", cmd_explain,
	    "explain a policy in plain words, with examples" },
	{ "page", cmd_page, "write pages of public matches into a folder" },
	{ "backup", cmd_backup, "put all of the home into one file" },
	{ "restore", cmd_restore, "make a home of such a file" },
	{ "store", cmd_store, "copy all rows to a server, or back" },
	{ "series", cmd_series, "make, list, show and manage series" },
	{ "rating", cmd_rating, "show how well people and robots play" },
	{ "export", cmd_export, "print the record of a match, as JSON" },
	{ "import", cmd_import, "take over finished matches of another home" },
	{ "verify", cmd_verify, "check a match or a record" },
	{ "engine", cmd_engine,
	    "answer programs about the rules, as JSON lines" },
	{ "simulate", cmd_simulate, "try a policy with simulated people" },
	{ "complete-words", cmd_complete_words, NULL },
	{ NULL, NULL, NULL },
};

static void
print_option(const GOptionEntry *o)
{
	g_autoptr(GString) names = g_string_new("--");

	g_string_append(names, o->long_name);
	if (o->arg_description != NULL)
		g_string_append_printf(names, " %s", o->arg_description);
	if (o->short_name != '\0')
		g_string_append_printf(names, ", -%c", o->short_name);
	printf("  %-17s  %s\n", names->str, o->description);
}

static void
print_help(void)
{
	puts("usage: turnpost [--home DIR] [--json] [--reveal] [-v] "
	     "[--now TIME] WORD ...\n");
	for (const struct subcommand *s = subcommands; s->word != NULL; s++)
		if (s->summary != NULL)
			printf("  %-17s  %s\n", s->word, s->summary);
	puts("\nThese options may stand before WORD or after it:");
	for (const GOptionEntry *o = global_options; o->long_name != NULL; o++)
		print_option(o);
	puts("\n\"turnpost WORD --help\" says more, as does the manual page "
	     "turnpost(1).");
}

int64_t
run_now_usec(const struct run *run)
{
	return run->fixed_now >= 0 ? run->fixed_now * 1000000
				   : g_get_real_time() + run->ahead_usec;
}

void
run_set_clock(struct run *run, struct home *home)
{
	int64_t here = g_get_real_time();

	if (run->fixed_now < 0)
		run->ahead_usec = (home == NULL ? monitor_clock(run->home, here)
						: home_clock(home, here)) -
				  here;
}

int64_t
run_now(const struct run *run)
{
	return run_now_usec(run) / 1000000;
}

static int
exit_of(enum err_code code)
{
	switch (code) {
	case ERR_IO:
		return EXIT_IO;
	case ERR_BUSY:
		return EXIT_AGAIN;
	case ERR_DAMAGED:
	case ERR_NEWER:
		return EXIT_CONFIG;
	case ERR_FORMAT:
	case ERR_MISSING:
	case ERR_CLASH:
		break;
	}
	return EXIT_REFUSED;
}

int
run_fail(const struct err *e)
{
	fprintf(stderr, "turnpost: %s\n", e->text);
	return exit_of(e->code);
}

int
run_usage(const char *fmt, ...)
{
	va_list ap;

	fputs("turnpost: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	return EXIT_USAGE;
}

int
run_no_home(const struct err *e)
{
	run_fail(e);
	return e->code == ERR_IO || e->code == ERR_BUSY ? exit_of(e->code)
							: EXIT_CONFIG;
}

struct home *
run_home(struct run *run, int *code)
{
	struct err e = { 0 };
	struct home *home;

	/* A mail server that hangs up is an error to be told, not the end. */
	signal(SIGPIPE, SIG_IGN);
	g_assert(run->opened == NULL);
	/* To open the database of an older program would step it up. */
	if (run->dry && monitor_is_current(run->home, &e) == -1) {
		*code = run_no_home(&e);
		return NULL;
	}
	run->opened = home = home_open(run->home, backup_before_step, &e);
	if (home == NULL)
		*code = run_no_home(&e);
	else if (change_rehearse(run, home, &e) == -1) {
		*code = run_fail(&e);
		home = NULL;
	} else
		run_set_clock(run, home);
	return home;
}

bool
run_ring(const struct run *run)
{
	return !run->rehearses && home_ring(run->home);
}

const char *
run_soon(const struct run *run)
{
	return !run->rehearses && home_is_served(run->home)
		   ? "now"
		   : "with the next \"send\" or \"run\"";
}

const struct reveal *
run_look(const struct run *run, struct looking *looking)
{
	looking->reveal.force = looking->force;
	looking->reveal.now = run_now(run);
	if (!run->reveal)
		return NULL;
	/* The shell made that file; what it gets now is for nobody else. */
	file_make_private(STDOUT_FILENO, NULL);
	return &looking->reveal;
}

int64_t
run_number(const char *text)
{
	char *end;
	gint64 n;

	if (text == NULL || !g_ascii_isdigit(text[0]))
		return -1;
	n = g_ascii_strtoll(text, &end, 10);
	/* a number that is too large was cut to the largest one */
	return *end == '\0' && n > 0 && n < G_MAXINT64 ? n : -1;
}

bool
run_options(struct run *run, const GOptionEntry *entries, const char *summary,
    int *code)
{
	const char *below = summary == NULL ? NULL : strstr(summary, "\n\n");
	g_autofree char *names =
	    below == NULL ? g_strdup(summary)
			  : g_strndup(summary, (gsize)(below - summary));
	g_autoptr(GOptionContext) context = g_option_context_new(names);
	g_autofree char *program = g_strdup_printf("turnpost %s", run->argv[0]);
	g_autoptr(GError) error = NULL;
	g_autofree char *last = NULL;
	GOptionEntry own[3];
	const char *why_not;

	if (run->told != NULL) {
		tell_options(run, entries, summary);
		return false;
	}
	g_set_prgname(program);
	g_option_context_set_summary(context, about_of(run->argv[0]));
	change_options(run, own, &why_not);
	last = why_not == NULL
		   ? g_strdup(below == NULL ? NULL : below + 2)
		   : g_strdup_printf("There is no --dry-run: %s.", why_not);
	g_option_context_set_description(context, last);
	if (entries != NULL)
		g_option_context_add_main_entries(context, entries, NULL);
	g_option_context_add_main_entries(context, own, NULL);
	if (g_option_context_parse(context, &run->argc, &run->argv, &error)) {
		if (summary != NULL || run->argc == 1)
			return (*code = change_check(run)) == EXIT_DONE;
		*code = run_usage(
		    "\"%s\" does not take \"%s\"", program, run->argv[1]);
		return false;
	}
	*code = run_usage("%s; see \"%s --help\"", error->message, program);
	return false;
}

static char *
default_home(void)
{
	const char *set = g_getenv("TURNPOST_HOME");

	return set != NULL && set[0] != '\0'
		   ? g_strdup(set)
		   : g_build_filename(g_get_user_data_dir(), "turnpost", NULL);
}

/* Is standard error what systemd gave us for its journal? */
static bool
stderr_is_journal(void)
{
	g_autofree char *ours = NULL;
	struct stat st;

	if (fstat(STDERR_FILENO, &st) == -1)
		return false;
	ours = g_strdup_printf("%llu:%llu", (unsigned long long)st.st_dev,
	    (unsigned long long)st.st_ino);
	return g_strcmp0(g_getenv("JOURNAL_STREAM"), ours) == 0;
}

/* Take the global options off; they stand before the subcommand or after. */
static int
take_globals(struct run *run)
{
	int out = 1, verbose = 0;

	for (int i = 1; i < run->argc; i++) {
		char *arg = run->argv[i];
		char *next = i + 1 < run->argc ? run->argv[i + 1] : NULL;

		if (strcmp(arg, "--json") == 0)
			run->json = true;
		else if (strcmp(arg, "--reveal") == 0)
			run->reveal = true;
		else if (strcmp(arg, "-v") == 0 ||
			 strcmp(arg, "--verbose") == 0)
			verbose++;
		else if (strcmp(arg, "--home") == 0 ||
			 strcmp(arg, "--now") == 0) {
			if (next == NULL)
				return run_usage("%s needs a value", arg);
			if (arg[2] == 'h' && next[0] == '\0')
				return run_usage("--home needs a folder");
			if (arg[2] == 'h') {
				g_free(run->home);
				run->home = g_strdup(next);
			} else if ((run->fixed_now = time_read(next)) < 0)
				return run_usage("--now must be a time like "
						 "2026-11-21T12:00:00Z");
			i++;
		} else if (strcmp(arg, "--") == 0) {
			while (i < run->argc)
				run->argv[out++] = run->argv[i++];
		} else
			run->argv[out++] = arg;
	}
	run->argv[out] = NULL;
	run->argc = out;
	log_level_set(verbose == 0   ? LOG_WARN
		      : verbose == 1 ? LOG_INFO
				     : LOG_DEBUG);
	return EXIT_DONE;
}

/* What an organiser does may bring letters: they leave at once. */
static int
work_and_ring(struct run *run, int (*work)(struct run *))
{
	int code = change_end(run, work(run));
	/* Only now its words stand where they belong. */
	const struct change *change = change_of(run);

	if (change != NULL && change->why_not == NULL && code == EXIT_DONE &&
	    !run->dry)
		run_ring(run);
	return code;
}

static int
dispatch(struct run *run)
{
	const char *word = run->argc > 1 ? run->argv[1] : NULL;

	/* A mail that is delivered, and its addresses, are bytes to us. */
	if (g_strcmp0(word, "deliver") != 0)
		setlocale(LC_CTYPE, "C.UTF-8");
	if (word == NULL) {
		print_help();
		return EXIT_USAGE;
	}
	if (is_help(word)) {
		print_help();
		return EXIT_DONE;
	}
	if (strcmp(word, "--version") == 0) {
		puts("turnpost " TURNPOST_VERSION);
		return EXIT_DONE;
	}
	for (const struct subcommand *s = subcommands; s->word != NULL; s++)
		if (strcmp(s->word, word) == 0) {
			run->argc--;
			run->argv++;
			return work_and_ring(run, s->work);
		}
	if (word[0] == '-')
		return run_usage("\"%s\" cannot stand before the subcommand; "
				 "\"turnpost --help\" lists what can",
		    word);
	return run_usage(
	    "there is no subcommand \"%s\"; \"turnpost --help\" lists them",
	    word);
}

/*
 * What a command did last, such as noting what became of letters, may not be on
 * the disk yet.  The exit code.
 */
static int
close_home(const struct run *run, int code)
{
	struct err e = { 0 };

	if (run->opened == NULL)
		return code;
	if (step_rest(run->opened, &e) == -1) {
		int failed = run_fail(&e);

		code = code == EXIT_DONE ? failed : code;
	}
	home_close(run->opened);
	return code;
}

/* Says so if what was printed did not fit, as on a full disk; a reader that
 * reads no further (EPIPE) knows that.  errno is 0 if a part before the last
 * one was lost.  The exit code. */
static int
end_output(int code)
{
	errno = 0;
	if ((fflush(stdout) == 0 && !ferror(stdout)) || code != EXIT_DONE)
		return code;
	if (errno != EPIPE)
		fprintf(stderr, "turnpost: standard output: %s\n",
		    errno != 0 ? g_strerror(errno)
			       : "not all could be written");
	return EXIT_IO;
}

int
main(int argc, char **argv)
{
	const char *stop = g_getenv("TURNPOST_STOP_AT");
	struct run run = { .fixed_now = -1, .argc = argc };
	g_autofree char **args =
	    g_memdup2(argv, ((gsize)argc + 1) * sizeof(*argv));
	int code;

	if (stop != NULL)
		checkpoint_stop_at((unsigned)g_ascii_strtoull(stop, NULL, 10));
	library_bind_deep();
	run.argv = args;
	run.home = default_home();
	log_journal_set(stderr_is_journal());
	code = take_globals(&run);
	if (code == EXIT_DONE)
		code = dispatch(&run);
	code = close_home(&run, code);
	/* A mail server bounces the mail for any other code. */
	if (code == EXIT_USAGE &&
	    g_strv_contains((const char *const *)argv, "deliver"))
		code = EXIT_AGAIN;
	g_free(run.home);
	exit(end_output(code));
}

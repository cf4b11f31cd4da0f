/* SPDX-License-Identifier: ISC */
/*
 * What subcommands change or mail: these take --quiet, and --dry-run if it can
 * be taken back.  All others only show something.
 */
#include "cmd/changes.h"

#include "app/home/home.h"
#include "base/err.h"
#include "cmd/cmd.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MAILS "mails that came and mail servers cannot be taken back"

/* tests/e2e/test_rehearsal.py tries each of them. */
const struct change changes[] = {
	{ "init", "nothing is written before the last answer", false },
	{ "check", "it changes nothing, and mails only with --mail", false },
	{ "match new", NULL, false },
	{ "match pause", NULL, false },
	{ "match resume", NULL, false },
	{ "match extend", NULL, false },
	{ "match remind", NULL, false },
	{ "match replace", NULL, false },
	{ "match robot", NULL, false },
	{ "match undo", NULL, false },
	{ "match end", NULL, false },
	{ "match move", "to try a move is to look at a hand", false },
	{ "match watch", NULL, false },
	{ "match unwatch", NULL, false },
	{ "match approve", NULL, false },
	{ "match refuse", NULL, false },
	{ "match delete", NULL, false },
	{ "person set", NULL, false },
	{ "person forget-address", NULL, false },
	{ "person standin", NULL, false },
	{ "person approve", NULL, false },
	{ "person refuse", NULL, false },
	{ "person delete", NULL, false },
	{ "person import", NULL, true },
	{ "series new", NULL, false },
	{ "series seat", NULL, false },
	{ "series invite", NULL, false },
	{ "series unseat", NULL, false },
	{ "series start", NULL, false },
	{ "series stop", NULL, false },
	{ "rating on", NULL, false },
	{ "rating off", NULL, false },
	{ "import", NULL, true },
	{ "key rotate", NULL, false },
	{ "inbox retry", NULL, false },
	{ "inbox release", NULL, false },
	{ "inbox drop", NULL, false },
	{ "outbox retry", NULL, false },
	{ "outbox drop", NULL, false },
	{ "outbox release", NULL, false },
	{ "outbox resume", NULL, false },
	{ "run", MAILS, false },
	{ "serve", MAILS, false },
	{ "receive", MAILS, false },
	{ "handle", MAILS, false },
	{ "tick", MAILS, false },
	{ "send", MAILS, false },
	{ "deliver", "it only puts a mail into the spool", false },
	{ "page", "it only writes its own folder, and can be run again",
	    false },
	{ "backup", "it leaves the home as it is", false },
	{ "restore", "it checks all of the file before it writes anything",
	    false },
	{ "store", "it only fills a place where no home is", false },
	{ NULL, NULL, false },
};

/* Does it begin with that word, or is it that? */
static bool
is_below(const struct change *c, const char *word)
{
	size_t length = strlen(word);

	return strncmp(c->word, word, length) == 0 &&
	       (c->word[length] == '\0' || c->word[length] == ' ');
}

const struct change *
change_of(const struct run *run)
{
	g_autofree char *below =
	    run->argc < 2
		? NULL
		: g_strdup_printf("%s %s", run->argv[0], run->argv[1]);

	for (const struct change *c = changes; c->word != NULL; c++)
		if (strcmp(c->word, run->argv[0]) == 0 ||
		    g_strcmp0(c->word, below) == 0)
			return c;
	return NULL;
}

void
change_options(struct run *run, GOptionEntry entries[3], const char **why_not)
{
	bool changes_any = false, dry = false;

	*why_not = NULL;
	for (const struct change *c = changes; c->word != NULL; c++)
		if (is_below(c, run->argv[0])) {
			changes_any = true;
			dry = dry || c->why_not == NULL;
			*why_not = c->why_not;
		}
	if (dry)
		*entries++ = (GOptionEntry){ "dry-run", 0, 0, G_OPTION_ARG_NONE,
			&run->dry,
			"change and mail nothing; say who would get a letter",
			NULL };
	if (changes_any)
		*entries++ = (GOptionEntry){ "quiet", 'q', 0, G_OPTION_ARG_NONE,
			&run->quiet, "say nothing unless something is wrong",
			NULL };
	*entries = (GOptionEntry)G_OPTION_ENTRY_NULL;
}

/* What is printed goes nowhere from now on. */
static void
silence(void)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	fflush(stdout);
	if (nowhere == -1)
		return;
	dup2(nowhere, STDOUT_FILENO);
	close(nowhere);
}

int
change_check(struct run *run)
{
	const struct change *c = change_of(run);

	if (!run->dry && !run->quiet)
		return EXIT_DONE;
	if (c == NULL)
		return run_usage(
		    "\"turnpost %s%s%s\" changes nothing and takes "
		    "neither --dry-run nor --quiet",
		    run->argv[0], run->argc > 1 ? " " : "",
		    run->argc > 1 ? run->argv[1] : "");
	if (run->quiet)
		silence();
	return EXIT_DONE;
}

/* ---- a dry run ---- */

int
change_rehearse(struct run *run, struct home *home, struct err *e)
{
	const struct change *c = change_of(run);

	if (!run->dry || c == NULL || c->tells)
		return 0;
	if (rehearsal_begin(home, run_now(run), &run->rehearsal, e) == -1)
		return -1;
	run->rehearses = true;
	if (!run->json) {
		puts("(--dry-run: nothing of this is done)");
		return 0;
	}
	/* Of JSON there is one object. */
	fflush(stdout);
	run->kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	silence();
	return 0;
}

static void
print_letters(const struct run *run, json_t *would)
{
	static const char *const written[] = { "to", "kind", "match", "due",
		NULL };
	static const char *const left[] = { "letter", "to", "kind", "match",
		NULL };
	json_t *letters = json_object_get(would, "letters");
	json_t *leaving = json_object_get(would, "leaving");

	if (run->json) {
		json_object_set_new(would, "dry_run", json_true());
		print_object(run, would);
		return;
	}
	if (json_array_size(letters) > 0) {
		puts("letters that would be written:");
		print_list(run, letters, written);
	}
	if (json_array_size(leaving) > 0) {
		puts("letters that would leave:");
		print_list(run, leaving, left);
	}
	if (json_array_size(letters) + json_array_size(leaving) == 0)
		puts("no letter would be written");
}

int
change_end(struct run *run, int code)
{
	struct err e = { 0 };
	json_t *would;

	if (!run->rehearses)
		return code;
	would = rehearsal_end(run->opened, &run->rehearsal, &e);
	if (run->kept > 0) {
		fflush(stdout);
		dup2(run->kept, STDOUT_FILENO);
		close(run->kept);
	}
	if (would == NULL)
		return run_fail(&e);
	if (code == EXIT_DONE)
		print_letters(run, would);
	json_decref(would);
	return code;
}

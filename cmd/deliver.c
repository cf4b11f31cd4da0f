/* SPDX-License-Identifier: ISC */
/*
 * The pipe of a mail server.  A mail server bounces a mail for almost any
 * exit code, and some do when a signal ends the program; only 75 makes all of
 * them keep the mail and try again.  So whatever goes wrong, it is 75.
 */
#include "cmd/cmd.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* Less than the time that mail servers give; Postfix bounces after 1000 s. */
#define SECONDS_MAX 300

static void
end_by_signal(int number)
{
	(void)number;
	_exit(EXIT_AGAIN);
}

/* Writing past a limit or to nobody is an error like others, no death. */
static void
tame_signals(void)
{
	static const int again[] = { SIGALRM, SIGHUP, SIGINT, SIGTERM,
		SIGXCPU };
	static const int ignored[] = { SIGPIPE, SIGXFSZ };
	struct sigaction act = { .sa_handler = end_by_signal };

	for (size_t i = 0; i < G_N_ELEMENTS(again); i++)
		sigaction(again[i], &act, NULL);
	act.sa_handler = SIG_IGN;
	for (size_t i = 0; i < G_N_ELEMENTS(ignored); i++)
		sigaction(ignored[i], &act, NULL);
	alarm(SECONDS_MAX);
}

/* Some mail servers take it for an error if a mail is not read to its end. */
static void
read_to_end(int fd)
{
	char buffer[4096];

	if (isatty(fd))
		return;
	while (read(fd, buffer, sizeof(buffer)) > 0)
		continue;
}

static int
deliver_it(const struct run *run, struct piped_mail *mail)
{
	struct err e = { 0 };

	mail->fd = STDIN_FILENO;
	mail->now_usec = run_now_usec(run);
	if (deliver(run->home, mail, &e) == 0)
		return EXIT_DONE;
	/* The code in front is for mail servers (RFC 3463). */
	fprintf(stderr, "4.3.0 turnpost: %s\n", e.text);
	return EXIT_AGAIN;
}

/* Addresses are bytes to us, so they are "file names" to GLib. */
int
cmd_deliver(struct run *run)
{
	g_autofree char *from = NULL, *to = NULL;
	const GOptionEntry entries[] = {
		{ "from", 0, 0, G_OPTION_ARG_FILENAME, &from,
		    "sender of the envelope", "ADDRESS" },
		{ "to", 0, 0, G_OPTION_ARG_FILENAME, &to,
		    "recipient of the envelope", "ADDRESS" },
		G_OPTION_ENTRY_NULL,
	};
	struct piped_mail mail = { 0 };
	int code;

	tame_signals();
	if (!run_options(run, entries, NULL, &code)) {
		read_to_end(STDIN_FILENO);
		return EXIT_AGAIN;
	}
	mail.sender = from != NULL ? from : g_getenv("SENDER");
	if (to != NULL)
		mail.recipient = to;
	else {
		mail.recipient = g_getenv("RECIPIENT");
		mail.original_recipient = g_getenv("ORIGINAL_RECIPIENT");
	}
	code = deliver_it(run, &mail);
	read_to_end(STDIN_FILENO);
	return code;
}

/* SPDX-License-Identifier: ISC */
/*
 * The pipe of a mail server.  A mail server bounces a mail for almost any
 * exit code, and some do when a signal ends the program; only 75 makes all of
 * them keep the mail and try again.  So whatever goes wrong, it is 75, until
 * the mail lies in the spool: from then on nothing makes it anything but 0.
 */
#include "cmd/cmd.h"

#include "app/home/whose.h"
#include "app/transport/deliver.h"
#include "base/err.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* Less than the time that mail servers give; Postfix bounces after 1000 s. */
#define SECONDS_MAX 300

static const int ending[] = { SIGALRM, SIGHUP, SIGINT, SIGTERM, SIGXCPU };
static volatile sig_atomic_t stored;

static void
end_by_signal(int number)
{
	(void)number;
	_exit(stored ? EXIT_DONE : EXIT_AGAIN);
}

static void
hold_signals(int how)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < G_N_ELEMENTS(ending); i++)
		sigaddset(&set, ending[i]);
	sigprocmask(how, &set, NULL);
}

/* Between its appearing there and our knowing of it nothing ends us. */
static void
about_to_store(void)
{
	hold_signals(SIG_BLOCK);
}

/* Writing past a limit or to nobody is an error like others, no death. */
static void
tame_signals(void)
{
	static const int ignored[] = { SIGPIPE, SIGXFSZ };
	struct sigaction act = { .sa_handler = end_by_signal };

	for (size_t i = 0; i < G_N_ELEMENTS(ending); i++)
		sigaction(ending[i], &act, NULL);
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
	mail->placing = about_to_store;
	stored = deliver(run->home, mail, &e) == 0;
	hold_signals(SIG_UNBLOCK);
	if (stored)
		return EXIT_DONE;
	if (e.code == ERR_MISSING)
		home_whose(run->home, &e);
	/* The code in front is for mail servers (RFC 3463). */
	fprintf(stderr, "4.3.0 turnpost: %s\n", e.text);
	return EXIT_AGAIN;
}

/* The options come before what sendmail takes, that before the environment. */
static void
fill_envelope(struct piped_mail *mail, const struct sendmail *s)
{
	mail->submitted = s->used;
	mail->more = (char *const *)s->to->pdata;
	if (mail->sender == NULL)
		mail->sender = s->used ? s->sender : g_getenv("SENDER");
	if (mail->recipient == NULL && !s->used) {
		mail->recipient = g_getenv("RECIPIENT");
		mail->original_recipient = g_getenv("ORIGINAL_RECIPIENT");
	}
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
	struct sendmail sendmail = { 0 };
	struct piped_mail mail = { 0 };
	int code = EXIT_AGAIN;

	tame_signals();
	if (sendmail_take(run, &sendmail) &&
	    run_options(run, entries, NULL, &code)) {
		mail.sender = from;
		mail.recipient = to;
		fill_envelope(&mail, &sendmail);
		code = deliver_it(run, &mail);
	} else
		code = EXIT_AGAIN;
	read_to_end(STDIN_FILENO);
	g_ptr_array_unref(sendmail.to);
	return code;
}

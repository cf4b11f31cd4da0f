/* SPDX-License-Identifier: ISC */
/*
 * turnpost init: on a terminal a dialogue that finds the servers and tries
 * everything; elsewhere the options are all that is known.  The home is made at
 * the very end, so that leaving before leaves nothing behind.
 */
#include "cmd/init.h"

#include "app/home/folder.h"
#include "base/err.h"
#include "cmd/cmd.h"
#include "cmd/dialogue.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

struct side
init_side(struct init *i, bool is_imap)
{
	return is_imap ? (struct side){ true, "Server to receive from (IMAP)",
		&i->s.imap, &i->s.in, SETUP_IN }
		       : (struct side){ false, "Server to send by (SMTP)",
				 &i->s.smtp, &i->s.out, SETUP_OUT };
}

bool
init_has_password(const struct first_login *login)
{
	return login->password != NULL || login->password_file != NULL ||
	       login->password_command != NULL;
}

bool
init_try(struct init *i, enum setup_part part)
{
	bool well = setup_try(
	    i->run->home, &i->s, part, i->wait, run_now(i->run), &i->watch);

	trying_end();
	return well;
}

void
init_share_login(struct init *i)
{
	const struct first_login *in = &i->s.in;
	struct first_login *out = &i->s.out;

	if (i->s.imap == NULL || init_has_password(out))
		return;
	if (out->user == NULL)
		out->user = g_strdup(in->user);
	out->password = g_strdup(in->password);
	out->password_file = g_strdup(in->password_file);
	out->password_command = g_strdup(in->password_command);
}

int
init_settle_server(const struct side *side, struct err *e)
{
	g_autofree char *host = NULL;

	if (*side->url == NULL || strcmp(*side->url, NONE) == 0) {
		g_clear_pointer(side->url, g_free);
		first_login_clear(side->login);
		return 0;
	}
	if (strstr(*side->url, "://") == NULL) {
		host = g_steal_pointer(side->url);
		*side->url = g_strconcat(
		    side->is_imap ? "imaps://" : "smtps://", host, NULL);
	}
	return first_check_server(*side->url, side->is_imap, e);
}

/* ---- without anybody to ask ---- */

static int
complete(struct init *i, bool is_imap)
{
	struct side side = init_side(i, is_imap);
	struct err e = { 0 };

	if ((*side.url == NULL || strcmp(*side.url, NONE) == 0) &&
	    (side.login->user != NULL || init_has_password(side.login)))
		return run_usage("a login needs its server: give --%s, or "
				 "leave the login out%s",
		    is_imap ? "imap" : "smtp",
		    is_imap && i->s.smtp != NULL
			? "; --smtp-user and --smtp-password-file are for the "
			  "SMTP server"
			: "");
	if (init_settle_server(&side, &e) == -1)
		return run_fail(&e);
	if (*side.url == NULL)
		return EXIT_DONE;
	if (!is_imap)
		init_share_login(i);
	if (is_imap && side.login->user == NULL)
		side.login->user = g_strdup(i->s.address);
	if (side.login->user != NULL && !init_has_password(side.login))
		return run_usage("the login at %s needs --%spassword-file or "
				 "--%spassword-command, because nobody can be "
				 "asked",
		    *side.url, is_imap ? "" : "smtp-", is_imap ? "" : "smtp-");
	if (side.login->user == NULL && init_has_password(side.login))
		return run_usage(
		    "a password for %s needs --smtp-user", *side.url);
	return EXIT_DONE;
}

static int
take_all(struct init *i)
{
	struct err e = { 0 };
	int code;

	if (i->s.address == NULL)
		i->s.address = g_strdup("turnpost@localhost");
	if (g_strcmp0(i->s.organiser, NONE) == 0)
		g_clear_pointer(&i->s.organiser, g_free);
	if (first_check_address(i->s.address, &e) == -1 ||
	    first_check_organiser(i->s.address, i->s.organiser, &e) == -1)
		return run_fail(&e);
	if ((code = complete(i, true)) != EXIT_DONE ||
	    (code = complete(i, false)) != EXIT_DONE)
		return code;
	i->well = (i->s.imap == NULL || init_try(i, SETUP_IN)) &&
		  (i->s.smtp == NULL || init_try(i, SETUP_OUT)) &&
		  (i->s.imap == NULL || i->s.smtp == NULL ||
		      init_try(i, SETUP_LETTER));
	if (i->well || i->yes)
		return EXIT_DONE;
	fputs("turnpost: nothing was written because not everything works; "
	      "--yes writes it all the same\n",
	    stderr);
	return EXIT_REFUSED;
}

/* ---- all of it ---- */

static int
make_home(const struct init *i)
{
	const char *home = i->run->home;
	struct err e = { 0 };
	int r;

	ask_holds(true);
	r = home_create_with(home, &i->s, &e);
	ask_end();
	if (r == -1)
		return run_fail(&e);
	if (i->joined.there)
		g_print("%s has joined the home that the database holds, with "
			"%lld match%s.  What comes next:\n  1. copy "
			"turnpost.yaml of another machine of that home to "
			"%s/turnpost.yaml, with the files that it names\n  2. "
			"turnpost --home %s check\n",
		    home, (long long)i->joined.matches,
		    i->joined.matches == 1 ? "" : "es", home, home);
	else if (i->s.imap == NULL && i->s.smtp == NULL)
		g_print("%s is now a turnpost home.  What comes next:\n  1. "
			"write into %s/turnpost.yaml how mail comes and goes\n "
			" 2. turnpost --home %s check\n  3. turnpost --home %s "
			"match new --help\n",
		    home, home, home, home);
	else
		g_print("%s is now a turnpost home.  What comes next:\n  1. "
			"look into %s/turnpost.yaml\n  2. turnpost --home %s "
			"check\n  3. turnpost --home %s match new --help\n",
		    home, home, home, home);
	return EXIT_DONE;
}

/* How letters of the home would leave that the database holds already. */
static void
tell_joined(const struct init *i)
{
	const struct joined *j = &i->joined;

	if (j->matches == 0)
		return;
	fprintf(stderr,
	    "turnpost: the database holds a home already, with %lld match%s%s%s"
	    "; %s joins it, so its address and its servers must be those of "
	    "the other machines\n",
	    (long long)j->matches, j->matches == 1 ? "" : "es",
	    j->domain == NULL ? "" : " and an address at ",
	    j->domain == NULL ? "" : j->domain, i->run->home);
}

/* Letters that wait there would go to a folder here, and be sent for good. */
static int
check_joined(const struct init *i)
{
	const char *address = i->s.address;

	if (i->joined.matches == 0 || i->yes ||
	    (address != NULL && i->s.smtp != NULL &&
		!joined_differs(i->joined.domain, address)))
		return EXIT_DONE;
	return run_usage(
	    "nothing was written, because letters that wait there would leave "
	    "by these settings; give --address, --imap and --smtp as "
	    "turnpost.yaml on the other machines has them, or --yes, and then "
	    "put that turnpost.yaml here before anything runs");
}

static int
init(struct init *i)
{
	struct err e = { 0 };
	int code;

	if (home_can_be(i->run->home, &e) == -1)
		return run_fail(&e);
	/* A server that hangs up is an error to be told, not the end. */
	signal(SIGPIPE, SIG_IGN);
	home_joined(i->s.store, run_now(i->run), &i->joined);
	tell_joined(i);
	if (i->silent || !ask_can()) {
		if ((code = check_joined(i)) == EXIT_DONE)
			code = take_all(i);
		return code != EXIT_DONE ? code : make_home(i);
	}
	ask_begin();
	if (init_ask(i))
		return make_home(i);
	fputs("\nturnpost: nothing was written\n", stderr);
	return EXIT_REFUSED;
}

/* Names of files are relative to where the program was called. */
static void
make_absolute(char **path)
{
	g_autofree char *before = g_steal_pointer(path);

	if (before != NULL)
		*path = g_canonicalize_filename(before, NULL);
}

static int
settle_options(struct init *i)
{
	static const char *const delimiters[] = { "+", "-", ".", NULL };
	struct first_login *logins[] = { &i->s.in, &i->s.out };

	make_absolute(&i->s.ca_file);
	for (size_t n = 0; n < G_N_ELEMENTS(logins); n++) {
		make_absolute(&logins[n]->password_file);
		if (logins[n]->password_file != NULL &&
		    logins[n]->password_command != NULL)
			return run_usage("a password comes either from a file "
					 "or from a command; leave one out");
	}
	if (i->s.delimiter != NULL &&
	    !g_strv_contains(delimiters, i->s.delimiter))
		return run_usage("--delimiter must be one of + - .");
	if (i->wait < 1 || i->wait > MAIL_WAIT_MAX)
		return run_usage(
		    "--wait must be a number of seconds from 1 to %d",
		    MAIL_WAIT_MAX);
	return EXIT_DONE;
}

#define TEXT(name, at, what, arg)                                 \
	{                                                         \
		name, 0, 0, G_OPTION_ARG_STRING, &(at), what, arg \
	}
#define PATH(name, at, what)                                           \
	{                                                              \
		name, 0, 0, G_OPTION_ARG_FILENAME, &(at), what, "FILE" \
	}
#define FLAG(name, at, what)                                     \
	{                                                        \
		name, 0, 0, G_OPTION_ARG_NONE, &(at), what, NULL \
	}

int
cmd_init(struct run *run)
{
	struct init i = { .run = run, .wait = MAIL_WAIT };
	struct first_settings *s = &i.s;
	const GOptionEntry entries[] = {
		TEXT("address", s->address, "the mail address of this turnpost",
		    "ADDRESS"),
		TEXT("organiser", s->organiser,
		    "the person who gets a letter when something needs "
		    "attention",
		    "\"NAME <ADDRESS>\""),
		TEXT("store", s->store,
		    "the PostgreSQL database for all rows, instead of a file",
		    "postgresql://..."),
		TEXT("imap", s->imap, "the server to receive from, or none",
		    "URL"),
		TEXT("user", s->in.user, "the user name there", "NAME"),
		PATH("password-file", s->in.password_file,
		    "a file with the password"),
		TEXT("password-command", s->in.password_command,
		    "a command that prints the password", "COMMAND"),
		TEXT("smtp", s->smtp, "the server to send by, or none", "URL"),
		TEXT("smtp-user", s->out.user,
		    "the user name there, if it is another one", "NAME"),
		PATH("smtp-password-file", s->out.password_file,
		    "a file with the password there"),
		TEXT("smtp-password-command", s->out.password_command,
		    "a command that prints the password there", "COMMAND"),
		PATH("ca-file", s->ca_file,
		    "certificates to trust, of a server that made its own"),
		TEXT("delimiter", s->delimiter,
		    "the character between name and key: + - .", "CHARACTER"),
		{ "wait", 0, 0, G_OPTION_ARG_INT, &i.wait,
		    "how long a mail to itself may take (60)", "SECONDS" },
		FLAG("yes", i.yes,
		    "write the settings without asking, whatever works"),
		FLAG("no-dialogue", i.silent,
		    "ask nothing: the options are all answers"),
		G_OPTION_ENTRY_NULL,
	};
	int code = EXIT_DONE;

	app_init();
	i.watch = trying_watch(false);
	if (run_options(run, entries, NULL, &code) &&
	    (code = settle_options(&i)) == EXIT_DONE)
		code = init(&i);
	first_clear(&i.s);
	joined_clear(&i.joined);
	return code;
}

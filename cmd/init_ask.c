/* SPDX-License-Identifier: ISC */
/*
 * The dialogue of turnpost init.  An answer that an option gave is not asked
 * for; what does not work is asked for again, with the answer of before.
 */
#include "cmd/init.h"

#include "base/err.h"
#include "cmd/cmd.h"
#include "cmd/dialogue.h"

#include <stdio.h>
#include <string.h>

static void
forget_password(struct first_login *login)
{
	g_autofree char *user = g_steal_pointer(&login->user);

	first_login_clear(login);
	login->user = g_steal_pointer(&user);
}

/* Functions return false if the input has ended. */

static bool
ask_address(struct init *i)
{
	struct err e = { 0 };

	for (;;) {
		if (i->s.address == NULL)
			i->s.address =
			    ask_line("Mail address of this turnpost, such as "
				     "robot@example.org",
				NULL);
		if (i->s.address == NULL)
			return false;
		if (first_check_address(i->s.address, &e) == 0)
			return true;
		printf("%s.\n", e.text);
		g_clear_pointer(&i->s.address, g_free);
	}
}

static bool
ask_organiser(struct init *i)
{
	struct err e = { 0 };

	for (;;) {
		if (i->s.organiser == NULL)
			i->s.organiser = ask_line(
			    "Who gets a letter when something needs attention, "
			    "as NAME <ADDRESS>",
			    NONE);
		if (i->s.organiser == NULL)
			return false;
		if (strcmp(i->s.organiser, NONE) == 0) {
			g_clear_pointer(&i->s.organiser, g_free);
			return true;
		}
		if (first_check_organiser(i->s.address, i->s.organiser, &e) ==
		    0)
			return true;
		printf("%s.\n", e.text);
		g_clear_pointer(&i->s.organiser, g_free);
	}
}

/* The preset is what was answered before, or else what can be found. */
static bool
ask_server(struct init *i, const struct side *side, bool again)
{
	struct err e = { 0 };
	bool given = *side->url != NULL && !again;

	for (;; given = false) {
		g_autofree char *preset = g_strdup(*side->url);

		if (preset == NULL) {
			preset = setup_find(i->s.address, side->is_imap,
			    i->s.ca_file, &i->watch);
			trying_end();
		}
		if (!given) {
			g_free(*side->url);
			*side->url = ask_line(
			    side->question, preset != NULL ? preset : NONE);
		}
		if (*side->url == NULL)
			return false;
		if (init_settle_server(side, &e) == 0)
			return true;
		printf("%s.\n", e.text);
		g_clear_pointer(side->url, g_free);
	}
}

static bool
ask_password(const struct side *side, bool again)
{
	if (init_has_password(side->login) && !again)
		return true;
	for (;;) {
		char *secret = ask_secret(
		    init_has_password(side->login)
			? "Password (not shown; Enter keeps the one before)"
			: "Password (not shown)");

		if (secret == NULL)
			return false;
		if (secret[0] != '\0') {
			forget_password(side->login);
			side->login->password = secret;
			return true;
		}
		g_free(secret);
		if (init_has_password(side->login))
			return true;
		puts("A password is needed.");
	}
}

static bool
ask_login(struct init *i, const struct side *side, bool again)
{
	struct first_login *login = side->login;

	if (login->user == NULL || again) {
		g_autofree char *before = g_steal_pointer(&login->user);

		login->user = ask_line(
		    side->is_imap
			? "User name there"
			: "User name there (\"none\": it wants no login)",
		    before != NULL ? before : i->s.address);
		if (login->user == NULL)
			return false;
	}
	if (!side->is_imap && strcmp(login->user, NONE) == 0) {
		first_login_clear(login);
		return true;
	}
	return ask_password(side, again);
}

/* The last two labels of a server's name, such as example.org. */
static char *
domain_of(const char *url)
{
	g_autoptr(GUri) uri = g_uri_parse(url, G_URI_FLAGS_NONE, NULL);
	const char *host = uri != NULL ? g_uri_get_host(uri) : url;
	const char *at = strrchr(host, '.');

	while (at != NULL && at > host && at[-1] != '.')
		at--;
	return g_strdup(at != NULL ? at : host);
}

/* The password of one provider does not go to another one unasked.  -1: the
 * organiser leaves. */
static int
ask_to_share(struct init *i)
{
	g_autofree char *in = NULL, *out = NULL;
	int share = 1;

	if (i->s.imap == NULL || init_has_password(&i->s.out))
		return 1;
	in = domain_of(i->s.imap);
	out = domain_of(i->s.smtp);
	if (g_ascii_strcasecmp(in, out) != 0)
		share = ask_yes(
		    "Does it take the same user name and password", true);
	if (share == 1)
		init_share_login(i);
	return share;
}

/* Until it works, or the organiser wants to go on without that. */
static bool
ask_side(struct init *i, bool is_imap)
{
	struct side side = init_side(i, is_imap);

	for (bool again = false;; again = true) {
		int more;

		if (!ask_server(i, &side, again))
			return false;
		if (*side.url == NULL)
			return true;
		if (!is_imap && !again && ask_to_share(i) == -1)
			return false;
		if (!ask_login(i, &side, again))
			return false;
		if (init_try(i, side.part))
			return true;
		more = ask_yes("Answer these questions again", true);
		if (more != 1) {
			i->well = false;
			return more == 0;
		}
	}
}

bool
init_ask(struct init *i)
{
	g_autofree char *question = NULL;
	int write;

	puts("Enter takes what stands in brackets; Ctrl-C leaves, and nothing "
	     "is written.");
	i->well = true;
	if (!ask_address(i) || !ask_organiser(i) || !ask_side(i, true) ||
	    !ask_side(i, false))
		return false;
	if (i->well && i->s.imap != NULL && i->s.smtp != NULL &&
	    !init_try(i, SETUP_LETTER))
		i->well = false;
	if (i->yes)
		return true;
	question = g_strdup_printf(
	    i->well ? "Write all this into %s"
		    : "Not everything works.  Write it into %s all the same",
	    i->run->home);
	write = ask_yes(question, i->well);
	return write == 1;
}

/* SPDX-License-Identifier: ISC */
/* Checks of how mail comes and goes: passwords, servers, addresses. */
#include "app/organiser/checks/check.h"

#include "app/home/config.h"
#include "app/home/first_settings.h"
#include "app/home/mailbox_config.h"
#include "base/address.h"
#include "base/err.h"
#include "mail/senders/authres.h"
#include "mail/servers/probe.h"
#include "mail/servers/server.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_lists.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* false: there is no way to log in. */
static bool
check_password(struct check *c, const char *part, const struct server *s)
{
	struct stat st;

	if (s->password != NULL || s->password_file == NULL)
		return true;
	if (stat(s->password_file, &st) == -1) {
		check_wrong(c, part,
		    "%s: %s; write the password of %s at %s into it, readable "
		    "by nobody else (chmod 600)",
		    s->password_file,
		    errno == ENOENT ? "there is no such file"
				    : g_strerror(errno),
		    s->user, s->host);
		return false;
	}
	if (st.st_mode & S_IRWXO)
		check_wrong(c, part,
		    "%s, which holds a password, is open to everybody on this "
		    "machine (mode %03o); close it with \"chmod 600 %s\"",
		    s->password_file, (unsigned)st.st_mode & 0777,
		    s->password_file);
	return true;
}

/* ---- receiving ---- */

/* Some servers have all folders of a user below one of them. */
static bool
lacks_prefix(const struct probe_imap *found, const char *folder)
{
	return folder != NULL && found->prefix[0] != '\0' &&
	       !g_str_has_prefix(folder, found->prefix);
}

static void
tell_mailbox(struct check *c, const struct mailbox_config *m,
    const struct probe_imap *found)
{
	const char *done = found->done_there ? "" : ", not there yet";

	if (c->first != NULL && !found->done_there &&
	    lacks_prefix(found, m->done)) {
		g_free(c->first->done);
		c->first->done = g_strconcat(found->prefix, m->done, NULL);
		check_ok(c, m->name, "login works; when done, mails go to %s",
		    c->first->done);
		return;
	}
	if (!found->done_there && lacks_prefix(found, m->done)) {
		check_wrong(c, m->name,
		    "all folders there begin with \"%s\"; write \"done: "
		    "%s%s\"",
		    found->prefix, found->prefix, m->done);
		return;
	}
	check_ok(c, m->name,
	    "login works; %ld mail%s there; when done, they %s%s%s%s%s",
	    found->mails, found->mails == 1 ? "" : "s",
	    m->done == NULL ? "are deleted" : "go to ",
	    m->done == NULL ? "" : m->done, m->done == NULL ? "" : done,
	    found->move ? "" : "; the server has no MOVE, so they are copied",
	    found->idle
		? ""
		: "; the server has no IDLE, so it is asked every minute");
}

static void
check_mailbox(struct check *c, const struct mailbox_config *m)
{
	struct probe_imap found = { 0 };
	struct err e = { 0 };

	if (!check_password(c, m->name, &m->server))
		return;
	check_trying(c, m->name);
	if (probe_imap(&m->server, m->folder, m->done, &found, &e) == 0)
		tell_mailbox(c, m, &found);
	else
		check_wrong(c, m->name, "%s", e.text);
	probe_imap_clear(&found);
}

void
check_receive(struct check *c)
{
	const GPtrArray *list = c->config->mailboxes;

	for (guint i = 0; i < list->len; i++)
		check_mailbox(c, list->pdata[i]);
	if (list->len == 0)
		check_ok(c, "receive",
		    "mail comes in through %s/spool/in, where \"turnpost "
		    "deliver\" puts it",
		    c->dir);
}

/* ---- sending ---- */

static void
check_smtp(struct check *c, const struct server *s)
{
	struct err e = { 0 };

	if (s->user != NULL && !check_password(c, "send", s))
		return;
	check_trying(c, s->host);
	if (probe_smtp(s, &e) == -1)
		check_wrong(c, "send", "%s", e.text);
	else if (s->user == NULL)
		check_ok(c, "send", "%s:%d answers", s->host, s->port);
	else
		check_ok(c, "send", "%s:%d accepts the login of %s", s->host,
		    s->port, s->user);
}

static void
check_command(struct check *c, const char *path)
{
	if (g_file_test(path, G_FILE_TEST_IS_DIR))
		check_wrong(c, "send",
		    "%s is a folder; name the program in it as command", path);
	else if (access(path, X_OK) == 0)
		check_ok(c, "send", "%s can be run", path);
	else
		check_wrong(c, "send",
		    "%s cannot be run: %s; install it, or name another "
		    "command",
		    path, g_strerror(errno));
}

void
check_send(struct check *c)
{
	const struct send_config *s = &c->config->send;

	switch (s->road) {
	case SEND_SMTP:
		check_smtp(c, &s->server);
		return;
	case SEND_COMMAND:
		check_command(c, s->command[0]);
		return;
	case SEND_MAILDIR:
		break;
	}
	if (c->config->mailboxes->len > 0)
		check_warn(c, "send",
		    "mail is read over IMAP, but letters go to %s/spool/out "
		    "only; set under send how they leave",
		    c->dir);
	else
		check_ok(c, "send",
		    "letters go to %s/spool/out, a Maildir for each address",
		    c->dir);
}

/* ---- addresses ---- */

static void
check_addresses(struct check *c)
{
	const struct config *config = c->config;
	const char *at = strchr(config->address, '@');
	int size = (int)(at - config->address);
	g_autofree char *organiser =
	    config->organiser == NULL ? NULL : address_shown(config->organiser);

	if (config->send.road != SEND_MAILDIR && strcmp(at, "@localhost") == 0)
		check_wrong(c, "addresses",
		    "nobody can answer to %s; set turnpost's address under "
		    "mail",
		    config->address);
	else
		check_ok(c, "addresses",
		    "answers come to %.*s%cKEY%s, which must be delivered like "
		    "%s; \"turnpost check --mail\" tries that",
		    size, config->address, config->delimiter, at,
		    config->address);
	if (config->organiser != NULL)
		check_ok(c, "organiser",
		    "%s gets a letter when something needs attention",
		    organiser);
	else if (config->send.road != SEND_MAILDIR)
		check_warn(c, "organiser",
		    "nobody gets a letter when something needs attention; name "
		    "somebody as organiser");
}

/* ---- what the mail server says of senders ---- */

#define NEWEST 20 /* mails that are looked at */
#define ENOUGH 3 /* of which some should have a field that counts */

/* *looked: at so many mails; in so many of them it says something.  What cannot
 * be read is told by check_database. */
static int
count_proofs(struct check *c, int *looked)
{
	g_autoptr(GPtrArray) list =
	    store_inbox_list(c->store, -1, INT64_MAX, NEWEST);
	int found = 0;

	*looked = 0;
	for (guint i = 0; list != NULL && i < list->len; i++) {
		const struct inbox_row *item = list->pdata[i];
		struct inbox_row *row = store_inbox(c->store, item->id);

		if (row != NULL && row->raw != NULL &&
		    g_bytes_get_size(row->raw) > 0) {
			++*looked;
			found += authres_found(row->raw, c->config->authserv);
		}
		inbox_row_free(row);
	}
	return found;
}

static void
check_authserv(struct check *c)
{
	const char *name = c->config->authserv;
	int looked = 0, found;

	if (name == NULL) {
		check_ok(c, "authserv",
		    "no Authentication-Results are trusted, so a mail needs "
		    "the key of a letter, or the tag of its subject");
		return;
	}
	found = c->store == NULL ? 0 : count_proofs(c, &looked);
	if (looked >= ENOUGH && found == 0)
		check_warn(c, "authserv",
		    "none of the newest %d mails has Authentication-Results of "
		    "%s where they count; look into one of them: that name "
		    "must follow \"Authentication-Results:\", and \"by\" in "
		    "each Received above it (*.NAME is for several)",
		    looked, name);
	else
		check_ok(c, "authserv",
		    "Authentication-Results of %s are trusted: the uppermost "
		    "with that exact name, unless they stand below a Received "
		    "that is not \"by\" that name; %d of the newest %d mails "
		    "have some; your mail server must remove those that come "
		    "with a mail",
		    name, found, looked);
}

void
check_mail(struct check *c)
{
	check_addresses(c);
	check_authserv(c);
	check_receive(c);
	check_send(c);
}

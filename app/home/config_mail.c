/* SPDX-License-Identifier: ISC */
/* turnpost.yaml, all below "mail:": the address, mailboxes, ways out. */
#include "app/home/config.h"

#include "base/address.h"
#include "base/err.h"
#include "base/yaml.h"
#include "mail/mail.h"
#include "mail/server.h"

#include <string.h>

#define BRAKE 2000 /* letters an hour, if nothing is said */
#define LETTERS_MAX 1000000

static int
read_number(int *out, const struct ynode *node, const char *what, struct err *e)
{
	size_t digits =
	    node->text == NULL ? 0 : strspn(node->text, "0123456789");
	long n;

	if (digits == 0 || digits > 7 || node->text[digits] != '\0' ||
	    (n = strtol(node->text, NULL, 10)) > LETTERS_MAX)
		return err_set(e, ERR_FORMAT,
		    "turnpost.yaml:%d: %s must be a number up to %d; 0 is no "
		    "limit",
		    node->line, what, LETTERS_MAX);
	*out = (int)n;
	return 0;
}

/* "yes" or "no", quoted or not. */
static int
read_yes(bool *out, const struct ynode *node, struct err *e)
{
	if (g_strcmp0(node->text, "yes") != 0 &&
	    g_strcmp0(node->text, "no") != 0)
		return config_fault(e, node, "here must stand yes or no");
	*out = strcmp(node->text, "yes") == 0;
	return 0;
}

/* ---- a server: what mailboxes and SMTP share ---- */

#define LOGIN_KEYS \
	"user", "password-file", "password-command", "ca-file", "without-tls"
#define SERVER_KEYS "server", LOGIN_KEYS

/* A line of text, if that key is there: to be handed on as it is. */
static int
read_line(
    const char **out, const struct ynode *map, const char *key, struct err *e)
{
	const struct ynode *node = ynode_get(map, key);

	*out = NULL;
	if (node == NULL)
		return 0;
	if (node->text == NULL || node->text[0] == '\0')
		return err_set(e, ERR_FORMAT,
		    "turnpost.yaml:%d: %s needs a text behind it", node->line,
		    key);
	for (const char *p = node->text; *p != '\0'; p++)
		if (g_ascii_iscntrl(*p))
			return err_set(e, ERR_FORMAT,
			    "turnpost.yaml:%d: %s must be one line without "
			    "control characters",
			    node->line, key);
	*out = node->text;
	return 0;
}

static int
read_secret(
    struct server *s, const char *dir, const struct ynode *map, struct err *e)
{
	const char *user, *file, *command, *ca;

	if (read_line(&user, map, "user", e) == -1 ||
	    read_line(&file, map, "password-file", e) == -1 ||
	    read_line(&command, map, "password-command", e) == -1 ||
	    read_line(&ca, map, "ca-file", e) == -1)
		return -1;
	if ((file != NULL && command != NULL) ||
	    (user != NULL) != (file != NULL || command != NULL))
		return config_fault(e,
		    user != NULL ? ynode_get(map, "user") : map,
		    "with a user must stand either password-file or "
		    "password-command, and neither without one");
	s->user = g_strdup(user);
	s->password_file = file != NULL ? config_path(dir, file) : NULL;
	s->password_command = g_strdup(command);
	s->ca_file = ca != NULL ? config_path(dir, ca) : NULL;
	return 0;
}

static int
read_without_tls(struct server *s, const struct ynode *node, struct err *e)
{
	bool without;

	if (read_yes(&without, node, e) == -1)
		return -1;
	if (!without)
		return 0;
	if (s->security == SERVER_TLS || !server_is_local(s))
		return config_fault(e, node,
		    "without-tls is only for imap:// or smtp:// to this very "
		    "machine (localhost)");
	s->security = SERVER_PLAIN;
	return 0;
}

/* ---- receive ---- */

/* Such as may stand in a quoted string and in a URL (RFC 9051). */
static bool
folder_ok(const char *name)
{
	if (name[0] == '\0' || strlen(name) > 100)
		return false;
	for (const char *p = name; *p != '\0'; p++)
		if (!g_ascii_isprint(*p) || strchr("\"\\*%", *p) != NULL)
			return false;
	return true;
}

static int
read_folder(char **out, const struct ynode *node, struct err *e)
{
	if (node->text == NULL || !folder_ok(node->text))
		return config_fault(e, node,
		    "a folder must be 1 to 100 ASCII letters without \" \\ * "
		    "%");
	g_free(*out);
	*out = g_strdup(node->text);
	return 0;
}

static int
read_folders(struct mailbox_config *m, const struct ynode *map, struct err *e)
{
	const struct ynode *node;
	bool deleted = false;

	m->folder = g_strdup("INBOX");
	m->done = g_strdup("Processed");
	if ((node = ynode_get(map, "folder")) != NULL &&
	    read_folder(&m->folder, node, e) == -1)
		return -1;
	if ((node = ynode_get(map, "done")) != NULL &&
	    read_folder(&m->done, node, e) == -1)
		return -1;
	if ((node = ynode_get(map, "delete")) != NULL &&
	    read_yes(&deleted, node, e) == -1)
		return -1;
	if (deleted && ynode_get(map, "done") != NULL)
		return config_fault(e, ynode_get(map, "done"),
		    "a mail cannot both go to a done folder and be deleted; "
		    "take one of the two out");
	if (deleted)
		g_clear_pointer(&m->done, g_free);
	/* libcurl takes such two for one, and so do some servers */
	else if (g_ascii_strcasecmp(m->folder, m->done) == 0)
		return config_fault(e,
		    ynode_get(map, ynode_get(map, "done") ? "done" : "folder"),
		    "folder and done must be two folders");
	return 0;
}

static int
read_mailbox(struct mailbox_config *m, const char *dir, const struct ynode *map,
    struct err *e)
{
	static const char *const keys[] = { SERVER_KEYS, "folder", "done",
		"delete", NULL };
	const struct ynode *node;

	if (config_keys(map, keys, e) == -1)
		return -1;
	node = ynode_get(map, "server");
	if (node == NULL || node->text == NULL ||
	    !server_read(&m->server, node->text, "imaps", 993, "imap", 143))
		return config_fault(e, node != NULL ? node : map,
		    "a mailbox needs a server like imaps://mail.example.org, "
		    "or imap:// for STARTTLS");
	if (read_secret(&m->server, dir, map, e) == -1 ||
	    read_folders(m, map, e) == -1)
		return -1;
	if (m->server.user == NULL)
		return config_fault(e, map, "a mailbox needs a user");
	if ((node = ynode_get(map, "without-tls")) != NULL &&
	    read_without_tls(&m->server, node, e) == -1)
		return -1;
	m->name = g_strdup_printf(
	    "imap:%s@%s/%s", m->server.user, m->server.host, m->folder);
	return 0;
}

void
mailbox_config_free(void *mailbox)
{
	struct mailbox_config *m = mailbox;

	server_clear(&m->server);
	g_free(m->folder);
	g_free(m->done);
	g_free(m->name);
	g_free(m);
}

static bool
is_same_account(const struct server *a, const struct server *b)
{
	return g_ascii_strcasecmp(a->host, b->host) == 0 &&
	       g_ascii_strcasecmp(a->user, b->user) == 0;
}

/* Mails that one is done with would come in again by the other, for ever if
 * both are done with them so. */
static bool
is_fed(const struct mailbox_config *m, const struct mailbox_config *by)
{
	return by->done != NULL && g_ascii_strcasecmp(by->done, m->folder) == 0;
}

static int
compare_mailboxes(const struct mailbox_config *m,
    const struct mailbox_config *other, const struct ynode *map, struct err *e)
{
	if (g_ascii_strcasecmp(m->name, other->name) == 0)
		return config_fault(e, map, "this mailbox stands here twice");
	if (is_same_account(&m->server, &other->server) &&
	    (is_fed(m, other) || is_fed(other, m)))
		return config_fault(e, map,
		    "the done folder of one mailbox is the folder of another, "
		    "so that mails would come in twice; name another one as "
		    "done");
	return 0;
}

static int
read_receive(
    struct config *c, const char *dir, const struct ynode *list, struct err *e)
{
	if (list->kind != YNODE_LIST)
		return config_fault(e, list,
		    "receive must be a list of mailboxes, each beginning with "
		    "\"- server: imaps://...\"");
	for (guint i = 0; i < list->children->len; i++) {
		const struct ynode *map = list->children->pdata[i];
		struct mailbox_config *m = g_new0(struct mailbox_config, 1);

		g_ptr_array_add(c->mailboxes, m);
		if (read_mailbox(m, dir, map, e) == -1)
			return -1;
		for (guint k = 0; k < i; k++)
			if (compare_mailboxes(
				m, c->mailboxes->pdata[k], map, e) == -1)
				return -1;
	}
	return 0;
}

/* ---- send ---- */

static int
read_command(struct send_config *s, const struct ynode *map, struct err *e)
{
	static const char *const login[] = { LOGIN_KEYS };
	const struct ynode *node;

	for (size_t i = 0; i < G_N_ELEMENTS(login); i++)
		if ((node = ynode_get(map, login[i])) != NULL)
			return err_set(e, ERR_FORMAT,
			    "turnpost.yaml:%d: %s goes with a server, not "
			    "with a command",
			    node->line, login[i]);
	node = ynode_get(map, "command");
	if (node->text == NULL ||
	    !g_shell_parse_argv(node->text, NULL, &s->command, NULL) ||
	    !g_path_is_absolute(s->command[0]))
		return config_fault(e, node,
		    "command must be like /usr/sbin/sendmail, with the whole "
		    "path");
	s->road = SEND_COMMAND;
	return 0;
}

static int
read_road(struct send_config *s, const char *dir, const struct ynode *map,
    struct err *e)
{
	const struct ynode *server = ynode_get(map, "server");
	const struct ynode *command = ynode_get(map, "command");
	const struct ynode *node;

	if ((server != NULL) == (command != NULL))
		return config_fault(e, map,
		    "send needs either a server like smtps://mail.example.org "
		    "or a command like /usr/sbin/sendmail");
	if (command != NULL)
		return read_command(s, map, e);
	if (server->text == NULL ||
	    !server_read(&s->server, server->text, "smtps", 465, "smtp", 587))
		return config_fault(e, server,
		    "server must be like smtps://mail.example.org, or "
		    "smtp:// for STARTTLS");
	s->road = SEND_SMTP;
	if (read_secret(&s->server, dir, map, e) == -1)
		return -1;
	node = ynode_get(map, "without-tls");
	return node == NULL ? 0 : read_without_tls(&s->server, node, e);
}

static int
read_send(
    struct config *c, const char *dir, const struct ynode *map, struct err *e)
{
	static const char *const keys[] = { SERVER_KEYS, "command", "envelope",
		"per-hour", "brake", NULL };
	struct send_config *s = &c->send;
	const struct ynode *node;

	s->brake = BRAKE;
	if (config_keys(map, keys, e) == -1 || read_road(s, dir, map, e) == -1)
		return -1;
	if ((node = ynode_get(map, "per-hour")) != NULL &&
	    read_number(&s->per_hour, node, "per-hour", e) == -1)
		return -1;
	if ((node = ynode_get(map, "brake")) != NULL &&
	    read_number(&s->brake, node, "brake", e) == -1)
		return -1;
	if ((node = ynode_get(map, "envelope")) == NULL)
		return 0;
	s->plain_envelope = g_strcmp0(node->text, "plain") == 0;
	if (!s->plain_envelope && g_strcmp0(node->text, "keyed") != 0)
		return config_fault(e, node, "envelope must be keyed or plain");
	return 0;
}

/* ---- all of it ---- */

static int
read_address(struct config *c, const struct ynode *mail, struct err *e)
{
	const struct ynode *node;

	if ((node = ynode_get(mail, "address")) != NULL) {
		char *address =
		    node->text == NULL ? NULL : home_address(node->text);

		if (address == NULL)
			return config_fault(e, node,
			    "mail address must be like robot@example.org, with "
			    "at most 24 ASCII characters before the @");
		g_free(c->address);
		c->address = address;
	}
	if ((node = ynode_get(mail, "name")) != NULL) {
		if (node->text == NULL || !name_ok(node->text))
			return config_fault(e, node,
			    "mail name must be 1 to 40 letters, digits, "
			    "blanks, - ' .");
		g_free(c->name);
		c->name = g_strdup(node->text);
	}
	if ((node = ynode_get(mail, "delimiter")) != NULL) {
		if (node->text == NULL || strlen(node->text) != 1 ||
		    strchr("+-.", node->text[0]) == NULL)
			return config_fault(
			    e, node, "mail delimiter must be one of + - .");
		c->delimiter = node->text[0];
	}
	return 0;
}

static int
read_authserv(struct config *c, const struct ynode *node, struct err *e)
{
	const char *text = node->text == NULL ? "" : node->text;
	bool below = g_str_has_prefix(text, "*.");
	g_autofree char *host = host_plain(below ? text + 2 : text);

	if (host == NULL || !host_name_ok(host))
		return config_fault(e, node,
		    "authserv must be the name with which your mail server "
		    "begins its Authentication-Results, or *.NAME");
	c->authserv = g_strconcat(below ? "*." : "", host, NULL);
	return 0;
}

int
config_mail(
    struct config *c, const char *dir, const struct ynode *mail, struct err *e)
{
	static const char *const keys[] = { "address", "name", "delimiter",
		"receive", "send", "authserv", NULL };
	const struct ynode *node;

	if (config_keys(mail, keys, e) == -1 || read_address(c, mail, e) == -1)
		return -1;
	if ((node = ynode_get(mail, "receive")) != NULL &&
	    read_receive(c, dir, node, e) == -1)
		return -1;
	if ((node = ynode_get(mail, "send")) != NULL &&
	    read_send(c, dir, node, e) == -1)
		return -1;
	if ((node = ynode_get(mail, "authserv")) != NULL &&
	    read_authserv(c, node, e) == -1)
		return -1;
	return 0;
}

void
config_mail_free(struct config *c)
{
	g_ptr_array_unref(c->mailboxes);
	server_clear(&c->send.server);
	g_strfreev(c->send.command);
	g_free(c->authserv);
}

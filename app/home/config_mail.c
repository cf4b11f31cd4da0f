/* SPDX-License-Identifier: ISC */
/* turnpost.yaml, all below "mail:": the address, mailboxes, ways out. */
#include "app/home/mailbox_config.h"

#include "app/home/config.h"
#include "app/home/settings.h"
#include "base/address.h"
#include "base/err.h"
#include "base/yaml.h"
#include "mail/address.h"
#include "mail/servers/server.h"
#include "mail/servers/server_login.h"

#include <string.h>

/*
 * Keys are put behind the local part, which has 64 bytes in all; it is ASCII,
 * for the server of a player who answers need not know SMTPUTF8.
 */
char *
home_address(const char *text)
{
	g_autofree char *address = address_read(text);

	if (address == NULL || strcspn(address, "@") > 24 ||
	    !g_str_is_ascii(address) || strpbrk(text, "\"\\") != NULL)
		return NULL;
	return g_steal_pointer(&address);
}

/* ---- a server: what mailboxes and SMTP share ---- */

static int
check_login(struct setting_reader *r, void *into, const struct ynode *map)
{
	const struct ynode *user = ynode_get(map, "user");
	bool file = ynode_get(map, "password-file") != NULL;
	bool command = ynode_get(map, "password-command") != NULL;

	(void)into;
	if ((file && command) || (user != NULL) != (file || command))
		return setting_fault(r, user != NULL ? user : map,
		    "a user needs either password-file or password-command; "
		    "without a user, neither is allowed");
	return 0;
}

static int
read_without_tls(struct setting_reader *r, void *at, const struct ynode *node)
{
	struct server *s = at;

	if (g_strcmp0(node->text, "no") == 0)
		return 0;
	if (g_strcmp0(node->text, "yes") != 0)
		return setting_fault(r, node, YES_OR_NO);
	if (s->security == SERVER_TLS || !server_is_local(s))
		return setting_fault(r, node,
		    "without-tls is only for imap:// or smtp:// to this "
		    "machine (localhost)");
	s->security = SERVER_PLAIN;
	return 0;
}

/* A login at that server of a struct. */
#define LOGIN(of, server)                                                    \
	S_LINE("user", offsetof(struct of, server.user)),                    \
	    S_PATH(                                                          \
		"password-file", offsetof(struct of, server.password_file)), \
	    S_LINE("password-command",                                       \
		offsetof(struct of, server.password_command)),               \
	    S_PATH("ca-file", offsetof(struct of, server.ca_file)),          \
	    S_CHECK(check_login)
#define WITHOUT_TLS(of) \
	S_NODE("without-tls", offsetof(struct of, server), read_without_tls)

/* ---- receive ---- */

#define BOX_SERVER                                                    \
	"a mailbox needs a server like imaps://mail.example.org, or " \
	"imap:// for STARTTLS"

static bool
take_mailbox_server(void *at, const char *text)
{
	return server_read(at, text, "imaps", 993, "imap", 143);
}

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

static char *
folder_clean(const char *text)
{
	return folder_ok(text) ? g_strdup(text) : NULL;
}

static int
check_folders(struct setting_reader *r, void *into, const struct ynode *map)
{
	struct mailbox_config *m = into;
	const struct ynode *done = ynode_get(map, "done");

	if (m->deletes && done != NULL)
		return setting_fault(r, done,
		    "a mail cannot both go to a done folder and be deleted; "
		    "remove one of the two");
	if (m->deletes)
		g_clear_pointer(&m->done, g_free);
	/* libcurl takes such two for one, and so do some servers */
	else if (g_ascii_strcasecmp(m->folder, m->done) == 0)
		return setting_fault(r,
		    done != NULL ? done : ynode_get(map, "folder"),
		    "folder and done must be different folders");
	if (m->server.user == NULL)
		return setting_fault(r, map, "a mailbox needs a user");
	return 0;
}

static int
check_mailbox_server(
    struct setting_reader *r, void *into, const struct ynode *map)
{
	(void)into;
	return ynode_get(map, "server") != NULL
		   ? 0
		   : setting_fault(r, map, BOX_SERVER);
}

#define AT(field) offsetof(struct mailbox_config, field)
#define FOLDER(key, field, dflt)                   \
	S_TEXT(key, AT(field), dflt, folder_clean, \
	    "a folder must be 1 to 100 ASCII letters without \" \\ * %")

static const struct setting mailbox_settings[] = {
	S_VALUE("server", AT(server), NULL, take_mailbox_server, BOX_SERVER),
	S_CHECK(check_mailbox_server),
	LOGIN(mailbox_config, server),
	FOLDER("folder", folder, "INBOX"),
	FOLDER("done", done, "Processed"),
	S_FLAG("delete", AT(deletes), no_yes, YES_OR_NO),
	S_CHECK(check_folders),
	WITHOUT_TLS(mailbox_config),
	S_END,
};
#undef AT

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
    const struct mailbox_config *other, const struct ynode *map,
    struct setting_reader *r)
{
	if (g_ascii_strcasecmp(m->name, other->name) == 0)
		return setting_fault(r, map, "this mailbox is listed twice");
	if (is_same_account(&m->server, &other->server) &&
	    (is_fed(m, other) || is_fed(other, m)))
		return setting_fault(r, map,
		    "the done folder of one mailbox is the folder of another, "
		    "so that mails would come in twice; name another one as "
		    "done");
	return 0;
}

static int
read_receive(struct setting_reader *r, void *at, const struct ynode *list)
{
	GPtrArray *mailboxes = *(GPtrArray **)at;

	if (list->kind != YNODE_LIST)
		return setting_fault(r, list,
		    "receive must be a list of mailboxes, each beginning with "
		    "\"- server: imaps://...\"");
	for (guint i = 0; i < list->children->len; i++) {
		const struct ynode *map = list->children->pdata[i];
		struct mailbox_config *m = g_new0(struct mailbox_config, 1);

		g_ptr_array_add(mailboxes, m);
		if (settings_read(r, mailbox_settings, m, map) == -1)
			return -1;
		m->name = g_strdup_printf(
		    "imap:%s@%s/%s", m->server.user, m->server.host, m->folder);
		for (guint k = 0; k < i; k++)
			if (compare_mailboxes(m, mailboxes->pdata[k], map, r) ==
			    -1)
				return -1;
	}
	return 0;
}

/* ---- send ---- */

static bool
take_smtp_server(void *at, const char *text)
{
	return server_read(at, text, "smtps", 465, "smtp", 587);
}

static bool
take_command(void *at, const char *text)
{
	char **command = NULL;

	if (!g_shell_parse_argv(text, NULL, &command, NULL))
		return false;
	*(char ***)at = command;
	return g_path_is_absolute(command[0]);
}

#define AT(field) offsetof(struct send_config, field)
#define LETTERS(key, field, dflt)               \
	S_NUMBER(key, AT(field), dflt, 1000000, \
	    key " must be a number up to 1000000; 0 is no limit")

static const char *const envelope_words[] = { "keyed", "plain", NULL };
static const struct setting login_settings[] = { LOGIN(send_config, server),
	WITHOUT_TLS(send_config), S_END };
static const struct setting send_settings[] = {
	S_VALUE("server", AT(server), NULL, take_smtp_server,
	    "server must be like smtps://mail.example.org, or smtp:// for "
	    "STARTTLS"),
	LOGIN(send_config, server),
	WITHOUT_TLS(send_config),
	S_VALUE("command", AT(command), NULL, take_command,
	    "command must be like /usr/sbin/sendmail, with the full path"),
	LETTERS("per-hour", per_hour, "0"),
	LETTERS("brake", brake, "2000"),
	S_FLAG("envelope", AT(plain_envelope), envelope_words,
	    "envelope must be keyed or plain"),
	S_END,
};
#undef AT

static int
check_road(struct setting_reader *r, const struct ynode *map)
{
	const struct ynode *node;

	if ((ynode_get(map, "server") != NULL) ==
	    (ynode_get(map, "command") != NULL))
		return setting_fault(r, map,
		    "send needs either a server like smtps://mail.example.org "
		    "or a command like /usr/sbin/sendmail");
	if (ynode_get(map, "server") != NULL)
		return 0;
	for (const struct setting *s = login_settings; s->kind != SETTING_END;
	     s++)
		if (s->key != NULL && (node = ynode_get(map, s->key)) != NULL)
			return err_set(r->e, ERR_FORMAT,
			    "turnpost.yaml:%d: %s belongs with a server, not "
			    "with a command",
			    node->line, s->key);
	return 0;
}

static int
read_send(struct setting_reader *r, void *at, const struct ynode *map)
{
	struct send_config *s = at;

	if (settings_keys(r, send_settings, map) == -1 ||
	    check_road(r, map) == -1 ||
	    settings_read(r, send_settings, s, map) == -1)
		return -1;
	s->road = s->command != NULL ? SEND_COMMAND : SEND_SMTP;
	return 0;
}

/* ---- all of it ---- */

static char *
name_clean(const char *text)
{
	return name_ok(text) ? g_strdup(text) : NULL;
}

static bool
take_delimiter(void *at, const char *text)
{
	*(char *)at = text[0];
	return strlen(text) == 1 && strchr("+-.", text[0]) != NULL;
}

static char *
authserv_clean(const char *text)
{
	bool below = g_str_has_prefix(text, "*.");
	g_autofree char *host = host_plain(below ? text + 2 : text);

	return host == NULL || !host_name_ok(host)
		   ? NULL
		   : g_strconcat(below ? "*." : "", host, NULL);
}

#define AT(field) offsetof(struct config, field)

const struct setting mail_settings[] = {
	S_TEXT("address", AT(address), "turnpost@localhost", home_address,
	    "mail address must be like robot@example.org, with at most 24 "
	    "ASCII characters before the @"),
	S_TEXT("name", AT(name), "turnpost", name_clean,
	    "mail name must be 1 to 40 letters, digits, blanks, - ' ."),
	S_VALUE("delimiter", AT(delimiter), "+", take_delimiter,
	    "mail delimiter must be one of + - ."),
	S_NODE("receive", AT(mailboxes), read_receive),
	S_NODE("send", AT(send), read_send),
	S_TEXT("authserv", AT(authserv), NULL, authserv_clean,
	    "authserv must be the name with which your mail server begins its "
	    "Authentication-Results, or *.NAME"),
	S_END,
};

void
config_mail_free(struct config *c)
{
	g_ptr_array_unref(c->mailboxes);
	server_clear(&c->send.server);
	g_strfreev(c->send.command);
	g_free(c->authserv);
}

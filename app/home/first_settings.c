/* SPDX-License-Identifier: ISC */
/*
 * The first turnpost.yaml.  It is the sample of etc/, in which lines that are
 * examples give way to real ones, so that all its comments stay.
 */
#include "app/home/first_settings.h"

#include "app/home/config.h"
#include "app/home/mailbox_config.h"
#include "base/embed.h"
#include "base/err.h"
#include "base/file.h"
#include "mail/address.h"
#include "mail/servers/server_login.h"

#include <string.h>

/* Lines of etc/turnpost.yaml that are replaced by real ones. */
#define SAMPLE_ADDRESS "turnpost@localhost"
#define SAMPLE_ORGANISER "\n# organiser: \"Olga <olga@example.org>\"\n"
#define SAMPLE_DELIMITER "\n  # delimiter: \"+\"\n"
#define SAMPLE_STORE "\n# store: postgresql://db.example.org/turnpost\n"
#define SAMPLE_RECEIVE                               \
	"\n  # receive:\n"                           \
	"  #   - server: imaps://mail.example.org\n" \
	"  #     user: robot@example.org\n"          \
	"  #     password-file: password\n"
#define SAMPLE_SEND                                \
	"\n  # send:\n"                            \
	"  #   server: smtps://mail.example.org\n" \
	"  #   user: robot@example.org\n"          \
	"  #   password-file: password\n"
#define SAMPLE_ENVELOPE "\n  #   envelope: keyed\n"

/* ---- what is possible ---- */

int
first_check_address(const char *address, struct err *e)
{
	g_autofree char *own = home_address(address);

	return own != NULL
		   ? 0
		   : err_set(e, ERR_FORMAT,
			 "\"%s\" cannot be its mail address; give one like "
			 "robot@example.org, with at most 24 ASCII characters "
			 "before the @",
			 address);
}

/* As config.c will take it: nothing that YAML would read otherwise. */
int
first_check_organiser(const char *address, const char *organiser, struct err *e)
{
	g_autofree char *name = NULL, *whom = NULL;
	g_autofree char *own = home_address(address);

	if (organiser == NULL)
		return 0;
	if (!address_split(organiser, &name, &whom) ||
	    strpbrk(organiser, "\"\\") != NULL ||
	    (name[0] != '\0' && !name_ok(name)) ||
	    address_is_automatic(whom, own))
		return err_set(e, ERR_FORMAT,
		    "\"%s\" cannot be the organiser; give somebody like "
		    "\"Olga <olga@example.org>\"",
		    organiser);
	return 0;
}

int
first_check_server(const char *url, bool is_imap, struct err *e)
{
	struct server server = { 0 };
	bool good = is_imap
			? server_read(&server, url, "imaps", 993, "imap", 143)
			: server_read(&server, url, "smtps", 465, "smtp", 587);

	server_clear(&server);
	if (good)
		return 0;
	return is_imap ? err_set(e, ERR_FORMAT,
			     "\"%s\" is no IMAP server; give one like "
			     "imaps://mail.example.org, or imap:// for "
			     "STARTTLS",
			     url)
		       : err_set(e, ERR_FORMAT,
			     "\"%s\" is no SMTP server; give one like "
			     "smtps://mail.example.org, or smtp:// for "
			     "STARTTLS",
			     url);
}

/* ---- the text ---- */

static void
replace(char **text, const char *what, const char *by)
{
	g_auto(GStrv) parts = g_strsplit(*text, what, -1);

	g_free(*text);
	*text = g_strjoinv(by, parts);
}

/* "KEY: "VALUE"" in double quotes, in which YAML knows these escapes. */
static void
add_line(GString *to, const char *key, const char *value)
{
	if (value == NULL)
		return;
	g_string_append_printf(to, "%s: \"", key);
	for (const char *p = value; *p != '\0'; p++) {
		if ((guchar)*p < ' ' || *p == '\x7f') {
			g_string_append_printf(to, "\\x%02x", (unsigned)*p);
			continue;
		}
		if (*p == '"' || *p == '\\')
			g_string_append_c(to, '\\');
		g_string_append_c(to, *p);
	}
	g_string_append(to, "\"\n");
}

static void
add_login(GString *to, const char *indent, const struct first_settings *s,
    const struct first_login *login, const char *file)
{
	g_autofree char *user = g_strconcat(indent, "user", NULL);
	g_autofree char *from = g_strconcat(indent, "password-file", NULL);
	g_autofree char *command =
	    g_strconcat(indent, "password-command", NULL);
	g_autofree char *ca = g_strconcat(indent, "ca-file", NULL);

	add_line(to, user, login->user);
	add_line(
	    to, from, login->password != NULL ? file : login->password_file);
	add_line(to, command, login->password_command);
	add_line(to, ca, s->ca_file);
}

/* Is the typed password of both the same login's? */
static bool
share_password(const struct first_settings *s)
{
	return s->imap != NULL && s->in.password != NULL &&
	       g_strcmp0(s->in.password, s->out.password) == 0;
}

static const char *
file_out(const struct first_settings *s)
{
	return s->imap == NULL || share_password(s) ? FIRST_PASSWORD
						    : FIRST_PASSWORD_SMTP;
}

static void
put_receive(char **text, const struct first_settings *s)
{
	GString *lines = g_string_new("\n  receive:\n");

	add_line(lines, "    - server", s->imap);
	add_login(lines, "      ", s, &s->in, FIRST_PASSWORD);
	add_line(lines, "      done", s->done);
	replace(text, SAMPLE_RECEIVE, lines->str);
	g_string_free(lines, TRUE);
}

static void
put_send(char **text, const struct first_settings *s)
{
	GString *lines = g_string_new("\n  send:\n");

	add_line(lines, "    server", s->smtp);
	add_login(lines, "    ", s, &s->out, file_out(s));
	replace(text, SAMPLE_SEND, lines->str);
	g_string_free(lines, TRUE);
	if (s->plain_envelope)
		replace(text, SAMPLE_ENVELOPE, "\n    envelope: plain\n");
}

char *
first_text(const struct first_settings *s)
{
	const struct embedded *sample = embedded_find("etc/turnpost.yaml");
	g_autofree char *address = g_strdup_printf("\"%s\"", s->address);
	char *text = g_strdup(sample->data);
	GString *line = g_string_new("\n");

	replace(&text, SAMPLE_ADDRESS, address);
	add_line(line, "organiser", s->organiser);
	if (s->organiser != NULL)
		replace(&text, SAMPLE_ORGANISER, line->str);
	g_string_assign(line, "\n");
	add_line(line, "  delimiter", s->delimiter);
	if (s->delimiter != NULL)
		replace(&text, SAMPLE_DELIMITER, line->str);
	g_string_free(line, TRUE);
	if (s->store != NULL) {
		g_autoptr(GString) store = g_string_new("\n");

		add_line(store, "store", s->store);
		replace(&text, SAMPLE_STORE, store->str);
	}
	if (s->imap != NULL)
		put_receive(&text, s);
	if (s->smtp != NULL)
		put_send(&text, s);
	return text;
}

/* ---- settings before there is a file ---- */

static void
use_password(struct server *server, const struct first_login *login)
{
	if (login->password == NULL)
		return;
	g_clear_pointer(&server->password_file, g_free);
	server->password = g_strdup(login->password);
}

struct config *
first_config(const char *dir, const struct first_settings *s, struct err *e)
{
	g_autofree char *text = first_text(s);
	struct config *c = config_parse(dir, text, strlen(text), e);

	if (c == NULL)
		return NULL;
	if (s->imap != NULL) {
		struct mailbox_config *m = c->mailboxes->pdata[0];

		use_password(&m->server, &s->in);
	}
	if (s->smtp != NULL)
		use_password(&c->send.server, &s->out);
	return c;
}

static int
write_password(
    const char *dir, const char *name, const char *password, struct err *e)
{
	g_autofree char *path = g_build_filename(dir, name, NULL);

	return file_replace_private(path, password, strlen(password), e);
}

int
first_write_passwords(
    const char *dir, const struct first_settings *s, struct err *e)
{
	if (s->imap != NULL && s->in.password != NULL &&
	    write_password(dir, FIRST_PASSWORD, s->in.password, e) == -1)
		return -1;
	if (s->smtp == NULL || s->out.password == NULL || share_password(s))
		return 0;
	return write_password(dir, file_out(s), s->out.password, e);
}

void
first_login_clear(struct first_login *login)
{
	g_free(login->user);
	server_forget(login->password);
	g_free(login->password_file);
	g_free(login->password_command);
	*login = (struct first_login){ 0 };
}

void
first_clear(struct first_settings *s)
{
	first_login_clear(&s->in);
	first_login_clear(&s->out);
	g_free(s->address);
	g_free(s->organiser);
	g_free(s->delimiter);
	g_free(s->imap);
	g_free(s->smtp);
	g_free(s->done);
	g_free(s->ca_file);
	g_free(s->store);
	*s = (struct first_settings){ 0 };
}

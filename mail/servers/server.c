/* SPDX-License-Identifier: ISC */
/*
 * Mail servers: their names, and their passwords, which are never in the
 * settings themselves, on a command line or in a message.
 */
#include "mail/servers/server.h"

#include "base/err.h"
#include "base/file.h"
#include "mail/address.h"
#include "mail/servers/server_login.h"

#include <errno.h>
#include <glib.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define PASSWORD_MAX 4096
#define PATIENCE 60 /* seconds for a command */

static bool
server_host_ok(const char *host)
{
	/* [::1] */
	if (host[0] == '[')
		return g_str_has_suffix(host, "]") &&
		       strspn(host + 1, "0123456789abcdefABCDEF:.") ==
			   strlen(host) - 2;
	return host_name_ok(host);
}

/* Behind the host: nothing, or ":PORT". */
static bool
read_port(const char *text, int *port)
{
	char *end;
	gint64 n;

	if (*text == '\0')
		return true;
	if (*text != ':' || !g_ascii_isdigit(text[1]))
		return false;
	n = g_ascii_strtoll(text + 1, &end, 10);
	if (*end != '\0' || n < 1 || n > 65535)
		return false;
	*port = (int)n;
	return true;
}

bool
server_read(struct server *server, const char *url, const char *tls,
    int tls_port, const char *plain, int plain_port)
{
	g_autofree char *scheme = g_uri_parse_scheme(url);
	g_autofree char *host = NULL;
	const char *rest;
	bool is_tls = g_strcmp0(scheme, tls) == 0;
	size_t size;

	if (scheme == NULL || (!is_tls && strcmp(scheme, plain) != 0) ||
	    strncmp(url + strlen(scheme), "://", 3) != 0)
		return false;
	rest = url + strlen(scheme) + 3;
	size = rest[0] == '[' ? strcspn(rest, "]") + 1 : strcspn(rest, ":");
	if (size > strlen(rest))
		return false;
	host = g_strndup(rest, size);
	server->port = is_tls ? tls_port : plain_port;
	if (!server_host_ok(host) || !read_port(rest + size, &server->port))
		return false;
	server->security = is_tls ? SERVER_TLS : SERVER_STARTTLS;
	g_free(server->host);
	server->host = g_steal_pointer(&host);
	return true;
}

bool
server_is_local(const struct server *server)
{
	return g_ascii_strcasecmp(server->host, "localhost") == 0 ||
	       (g_str_has_prefix(server->host, "127.") &&
		   strspn(server->host, "0123456789.") ==
		       strlen(server->host)) ||
	       strcmp(server->host, "[::1]") == 0;
}

void
server_forget(char *password)
{
	if (password == NULL)
		return;
	sodium_memzero(password, strlen(password));
	g_free(password);
}

void
server_clear(struct server *server)
{
	g_free(server->host);
	g_free(server->user);
	server_forget(server->password);
	g_free(server->password_file);
	g_free(server->password_command);
	g_free(server->ca_file);
}

static char *
from_file(const char *path, struct err *e)
{
	GBytes *bytes = file_read(path, PASSWORD_MAX, NULL, e);
	gsize size;
	char *text;

	if (bytes == NULL) {
		err_more(e, "password");
		return NULL;
	}
	/* not copied, so that there is but one to be wiped */
	text = g_bytes_unref_to_data(bytes, &size);
	return text != NULL ? text : g_strdup("");
}

/* Signals that we have blocked reach the command. */
static void
unblock(gpointer data)
{
	sigset_t none;

	(void)data;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Can that be read before then? */
static bool
wait_until(int fd, gint64 end)
{
	struct pollfd p = { fd, POLLIN, 0 };
	gint64 left;

	while ((left = (end - g_get_monotonic_time()) / 1000) > 0)
		if (poll(&p, 1, (int)left) > 0)
			return true;
	return false;
}

/* What it prints, at most PASSWORD_MAX bytes; what is more is let go. */
static bool
hear(int fd, char *text, gint64 end)
{
	char more[512];
	size_t size = 0;
	ssize_t n = 1;

	while (n > 0) {
		bool full = size == PASSWORD_MAX;

		if (!wait_until(fd, end))
			return false;
		n = full ? read(fd, more, sizeof(more))
			 : read(fd, text + size, PASSWORD_MAX - size);
		if (n > 0 && !full)
			size += (size_t)n;
	}
	sodium_memzero(more, sizeof(more));
	return n == 0;
}

/* false: it had to be ended. */
static bool
attend(GPid pid, int out, char *text, gint64 end, int *status)
{
	int watch = pidfd_open(pid, 0);
	bool ended =
	    watch != -1 && hear(out, text, end) && wait_until(watch, end);

	if (!ended)
		kill(pid, SIGKILL);
	while (waitpid(pid, status, 0) == -1 && errno == EINTR)
		;
	if (watch != -1)
		close(watch);
	return ended;
}

/*
 * What it prints on its standard error goes to ours.  One that waits, for a
 * key's passphrase, say, must not hold up everything for ever.
 */
static char *
from_command(const char *command, int patience, struct err *e)
{
	char *argv[] = { (char *)(uintptr_t) "/bin/sh",
		(char *)(uintptr_t) "-c", (char *)(uintptr_t)command, NULL };
	gint64 end = g_get_monotonic_time() + patience * G_USEC_PER_SEC;
	g_autoptr(GError) error = NULL;
	char *text;
	int out, status = 0;
	bool ended;
	GPid pid;

	if (!g_spawn_async_with_pipes(NULL, argv, NULL,
		G_SPAWN_DO_NOT_REAP_CHILD, unblock, NULL, &pid, NULL, &out,
		NULL, &error)) {
		err_set(
		    e, ERR_IO, "password-command failed: %s", error->message);
		return NULL;
	}
	text = g_malloc0(PASSWORD_MAX + 1);
	ended = attend(pid, out, text, end, &status);
	close(out);
	if (ended && g_spawn_check_wait_status(status, &error))
		return text;
	server_forget(text);
	if (ended)
		err_set(
		    e, ERR_IO, "password-command failed: %s", error->message);
	else
		err_set(e, ERR_IO,
		    "password-command did not end within %d seconds; it must "
		    "not ask for anything",
		    patience);
	return NULL;
}

char *
server_password(const struct server *server, struct err *e)
{
	char *text;
	size_t size;

	if (server->password != NULL)
		return g_strdup(server->password);
	text = server->password_file != NULL
		   ? from_file(server->password_file, e)
		   : from_command(server->password_command,
			 server->patience > 0 ? server->patience : PATIENCE, e);
	if (text == NULL)
		return NULL;
	size = strcspn(text, "\r\n");
	/* of a longer one only a part was read */
	if (size >= PASSWORD_MAX) {
		server_forget(text);
		err_set(e, ERR_FORMAT,
		    "the password for %s is longer than %d bytes", server->user,
		    PASSWORD_MAX - 1);
		return NULL;
	}
	sodium_memzero(text + size, strlen(text + size));
	if (size > 0)
		return text;
	server_forget(text);
	err_set(e, ERR_FORMAT, "the password for %s is empty", server->user);
	return NULL;
}

/* SPDX-License-Identifier: ISC */
/* Trying mail servers out (libcurl). */
#include "mail/servers/probe.h"

#include "base/err.h"
#include "mail/servers/curl.h"
#include "mail/servers/server.h"
#include "mail/servers/server_login.h"

#include <glib.h>
#include <string.h>

/* Somebody waits for it. */
#define ALL_SECONDS 5
/* Servers let whoever gives a wrong password wait, longer each time. */
#define LOGIN_SECONDS 20
#define ANSWER_MAX 65536

struct probe {
	CURL *curl;
	const struct server *server;
	const char *scheme; /* imap, smtp */
	char text[CURL_ERROR_SIZE]; /* libcurl's words on what went wrong */
	char words[LAST_WORDS_SIZE]; /* what the server said last */
	GString *answer; /* of the last request */
	gint64 end; /* of the monotonic clock: longer it is not tried */
	bool heard; /* the server has said something */
	bool tried; /* the login was sent */
	bool inside; /* and then let us in, or wanted no login */
};

static size_t
overhear(char *data, size_t one, size_t size, void *arg)
{
	struct probe *p = arg;

	p->heard = true;
	return server_overhear(data, one, size, p->words);
}

static bool
is_login(const char *line)
{
	return strncmp(line, "AUTH ", 5) == 0 ||
	       strstr(line, " LOGIN ") != NULL ||
	       strstr(line, " AUTHENTICATE ") != NULL;
}

/* Called with what libcurl sends and hears, which nobody else is shown. */
static int
notice(CURL *curl, curl_infotype what, char *data, size_t size, void *arg)
{
	struct probe *p = arg;
	g_autofree char *line = NULL;

	(void)curl;
	if (what != CURLINFO_HEADER_OUT || p->tried)
		return 0;
	line = g_strndup(data, size);
	p->tried = is_login(line);
	server_forget(g_steal_pointer(&line));
	return 0;
}

/* A server that greets has more time, for the login. */
static int
is_too_late(void *arg, curl_off_t all, curl_off_t now, curl_off_t all_up,
    curl_off_t now_up)
{
	const struct probe *p = arg;

	(void)all;
	(void)now;
	(void)all_up;
	(void)now_up;
	return !p->heard && g_get_monotonic_time() > p->end;
}

static size_t
take_answer(char *data, size_t one, size_t size, void *arg)
{
	struct probe *p = arg;

	(void)one;
	if (p->answer->len + size > ANSWER_MAX)
		return 0;
	g_string_append_len(p->answer, data, (gssize)size);
	return size;
}

static int
probe_begin(struct probe *p, const struct server *server, const char *scheme,
    struct err *e)
{
	int bad = 0;

	*p = (struct probe){
		.curl = server_curl(e), .server = server, .scheme = scheme
	};
	p->answer = g_string_new(NULL);
	if (p->curl == NULL ||
	    server_handle(p->curl, server, scheme, p->text, e) == -1)
		return -1;
	p->end = g_get_monotonic_time() + ALL_SECONDS * G_USEC_PER_SEC;
	bad +=
	    libcurl.easy_setopt(p->curl, CURLOPT_HEADERFUNCTION, overhear) != 0;
	bad += libcurl.easy_setopt(p->curl, CURLOPT_HEADERDATA, p) != 0;
	bad += libcurl.easy_setopt(
		   p->curl, CURLOPT_XFERINFOFUNCTION, is_too_late) != 0;
	bad += libcurl.easy_setopt(p->curl, CURLOPT_XFERINFODATA, p) != 0;
	bad += libcurl.easy_setopt(p->curl, CURLOPT_DEBUGFUNCTION, notice) != 0;
	bad += libcurl.easy_setopt(p->curl, CURLOPT_DEBUGDATA, p) != 0;
	bad += libcurl.easy_setopt(p->curl, CURLOPT_VERBOSE, 1L) != 0;
	bad += libcurl.easy_setopt(p->curl, CURLOPT_NOPROGRESS, 0L) != 0;
	bad += libcurl.easy_setopt(
		   p->curl, CURLOPT_WRITEFUNCTION, take_answer) != 0;
	bad += libcurl.easy_setopt(p->curl, CURLOPT_WRITEDATA, p) != 0;
	return bad == 0 ? 0 : err_set(e, ERR_IO, "libcurl is too old");
}

static void
probe_end(struct probe *p)
{
	server_drop(&p->curl);
	g_string_free(p->answer, TRUE);
}

static CURLcode
request(struct probe *p, const char *url, const char *command)
{
	bool login = p->server->user != NULL && !p->inside;
	gint64 left = (p->end - g_get_monotonic_time()) / 1000;
	long most = login ? LOGIN_SECONDS * 1000L : (long)MAX(left, 1);
	CURLcode code;

	g_string_truncate(p->answer, 0);
	p->text[0] = '\0';
	libcurl.easy_setopt(p->curl, CURLOPT_TIMEOUT_MS, most);
	/* to libcurl, the login is a part of connecting */
	libcurl.easy_setopt(p->curl, CURLOPT_CONNECTTIMEOUT_MS, most);
	libcurl.easy_setopt(p->curl, CURLOPT_URL, url);
	libcurl.easy_setopt(p->curl, CURLOPT_CUSTOMREQUEST, command);
	code = libcurl.easy_perform(p->curl);
	if (login)
		p->end = g_get_monotonic_time() + ALL_SECONDS * G_USEC_PER_SEC;
	p->inside = p->inside || code == CURLE_OK;
	return code == CURLE_ABORTED_BY_CALLBACK ? CURLE_OPERATION_TIMEDOUT
						 : code;
}

/* The certificate is good, but of another name. */
static bool
is_other_name(const struct probe *p, CURLcode code)
{
	return code == CURLE_PEER_FAILED_VERIFICATION &&
	       strstr(p->text, "match") != NULL;
}

static const char *
password_setting(const struct server *s)
{
	if (s->password != NULL)
		return "password";
	return s->password_file != NULL ? "password-file" : "password-command";
}

/* At which step it stayed silent; false: nothing more is known. */
static bool
fail_silent(const struct probe *p, struct err *e)
{
	const struct server *s = p->server;

	if (p->heard && s->user != NULL && !p->inside && !p->tried)
		err_set(e, ERR_IO,
		    "%s:%d greets, but falls silent before the login, for %d "
		    "seconds; user and password were not sent, so look at the "
		    "port and at TLS",
		    s->host, s->port, LOGIN_SECONDS);
	else if (p->heard && s->user != NULL && !p->inside)
		err_set(e, ERR_IO,
		    "%s:%d greets, but does not answer to the login of %s in "
		    "%d seconds; check that user and %s are right, because "
		    "some servers refuse slowly",
		    s->host, s->port, s->user, LOGIN_SECONDS,
		    password_setting(s));
	else if (!p->heard && s->security != SERVER_TLS)
		err_set(e, ERR_IO,
		    "%s:%d does not greet in time; check that server and port "
		    "are right, and write %ss:// if that port is TLS from the "
		    "first byte",
		    s->host, s->port, p->scheme);
	else
		return false;
	return true;
}

static int
probe_fail(const struct probe *p, CURLcode code, struct err *e)
{
	const struct server *s = p->server;

	if (code == CURLE_OPERATION_TIMEDOUT && fail_silent(p, e))
		return -1;
	if (code == CURLE_LOGIN_DENIED)
		return err_set(e, ERR_IO,
		    "%s:%d refuses the login of %s; check that user and %s are "
		    "right (some providers want a password for programs, made "
		    "in their settings)",
		    s->host, s->port, s->user, password_setting(s));
	if (is_other_name(p, code))
		return err_set(e, ERR_IO,
		    "%s:%d shows a certificate for another name; write that "
		    "name as server",
		    s->host, s->port);
	return server_lost(e, s, code, p->text, p->words);
}

/* ---- IMAP ---- */

static bool
has_word(const char *line, const char *word)
{
	g_auto(GStrv) words = g_strsplit_set(line, " \r\n", -1);

	for (int i = 0; words[i] != NULL; i++)
		if (g_ascii_strcasecmp(words[i], word) == 0)
			return true;
	return false;
}

/* "* 12 EXISTS" */
static long
read_exists(const char *answer)
{
	g_auto(GStrv) lines = g_strsplit(answer, "\n", -1);

	for (int i = 0; lines[i] != NULL; i++) {
		char *rest;
		long n;

		if (!g_str_has_prefix(lines[i], "* "))
			continue;
		n = strtol(lines[i] + 2, &rest, 10);
		if (rest != lines[i] + 2 &&
		    g_ascii_strncasecmp(rest, " EXISTS", 7) == 0)
			return n;
	}
	return 0;
}

/* * NAMESPACE (("INBOX." ".")) ...: the first personal one. */
static char *
read_prefix(const char *answer)
{
	const char *start = strstr(answer, "((\"");
	const char *end = start == NULL ? NULL : strchr(start + 3, '"');

	return end == NULL ? g_strdup("")
			   : g_strndup(start + 3, (gsize)(end - start - 3));
}

/* Looked at only: EXAMINE changes nothing, not even which mails are new. */
static CURLcode
examine(struct probe *p, const char *url, const char *folder)
{
	g_autofree char *command = g_strdup_printf("EXAMINE \"%s\"", folder);

	return request(p, url, command);
}

static int
look_at_folders(struct probe *p, const char *url, const char *folder,
    const char *done, struct probe_imap *out, struct err *e)
{
	CURLcode code = examine(p, url, folder);

	if (code == CURLE_QUOTE_ERROR)
		return err_set(e, ERR_MISSING,
		    "%s:%d: %s has no folder \"%s\"; check the setting folder",
		    p->server->host, p->server->port, p->server->user, folder);
	if (code != CURLE_OK)
		return probe_fail(p, code, e);
	out->mails = read_exists(p->answer->str);
	if (done == NULL)
		return 0;
	code = examine(p, url, done);
	out->done_there = code == CURLE_OK;
	return code == CURLE_OK || code == CURLE_QUOTE_ERROR
		   ? 0
		   : probe_fail(p, code, e);
}

static int
look_at_imap(struct probe *p, const char *folder, const char *done,
    struct probe_imap *out, struct err *e)
{
	g_autofree char *url = server_url(p->server, "imap");
	CURLcode code = request(p, url, "CAPABILITY");
	bool namespaces;

	if (code != CURLE_OK)
		return probe_fail(p, code, e);
	out->move = has_word(p->answer->str, "MOVE");
	out->idle = has_word(p->answer->str, "IDLE");
	namespaces = has_word(p->answer->str, "NAMESPACE");
	if (namespaces && request(p, url, "NAMESPACE") == CURLE_OK) {
		g_free(out->prefix);
		out->prefix = read_prefix(p->answer->str);
	}
	return look_at_folders(p, url, folder, done, out, e);
}

void
probe_imap_clear(struct probe_imap *out)
{
	g_free(out->prefix);
}

int
probe_imap(const struct server *server, const char *folder, const char *done,
    struct probe_imap *out, struct err *e)
{
	struct probe p;
	int r;

	*out = (struct probe_imap){ .prefix = g_strdup("") };
	r = probe_begin(&p, server, "imap", e);
	if (r == 0)
		r = look_at_imap(&p, folder, done, out, e);
	probe_end(&p);
	return r;
}

int
probe_imap_hello(const struct server *server, struct err *e)
{
	struct server nobody = *server;
	g_autofree char *url = server_url(server, "imap");
	struct probe p;
	CURLcode code;
	int r;

	nobody.user = NULL;
	r = probe_begin(&p, &nobody, "imap", e);
	if (r == 0 && (code = request(&p, url, "CAPABILITY")) != CURLE_OK)
		r = probe_fail(&p, code, e);
	probe_end(&p);
	return r;
}

/* ---- SMTP ---- */

/* Of what the server said: does it let anybody log in? */
static bool
offers_login(const char *lines)
{
	return strstr(lines, "250-AUTH") != NULL ||
	       strstr(lines, "250 AUTH") != NULL;
}

static size_t
take_line(char *data, size_t one, size_t size, void *arg)
{
	struct probe *p = arg;

	if (p->answer->len + size <= ANSWER_MAX)
		g_string_append_len(p->answer, data, (gssize)size);
	return overhear(data, one, size, p);
}

static int
look_at_smtp(struct probe *p, struct err *e)
{
	g_autofree char *url = server_url(p->server, "smtp");
	CURLcode code;

	libcurl.easy_setopt(p->curl, CURLOPT_HEADERFUNCTION, take_line);
	libcurl.easy_setopt(p->curl, CURLOPT_HEADERDATA, p);
	libcurl.easy_setopt(p->curl, CURLOPT_NOBODY, 1L);
	code = request(p, url, "NOOP");
	if (code != CURLE_OK)
		return probe_fail(p, code, e);
	if (p->server->user != NULL && !offers_login(p->answer->str))
		return err_set(e, ERR_FORMAT,
		    "%s:%d does not offer a login; leave user and "
		    "password-file out, or use its port for mail programs "
		    "(465, 587)",
		    p->server->host, p->server->port);
	return 0;
}

int
probe_smtp(const struct server *server, struct err *e)
{
	struct probe p;
	int r;

	r = probe_begin(&p, server, "smtp", e);
	if (r == 0)
		r = look_at_smtp(&p, e);
	probe_end(&p);
	return r;
}

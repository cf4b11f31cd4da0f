/* SPDX-License-Identifier: ISC */
/*
 * libcurl as we use it: never without the encryption that the settings ask
 * for, never past a certificate that does not fit, never waiting for ever.
 */
#include "mail/servers/curl.h"

#include "base/err.h"
#include "base/library.h"
#include "mail/servers/imap.h"
#include "mail/servers/server.h"
#include "mail/servers/server_login.h"

#include <glib.h>
#include <string.h>

#define CONNECT_SECONDS 30L
#define REQUEST_SECONDS 300L
#define SILENT_SECONDS 60L

struct libcurl libcurl;

CURL *
server_curl(struct err *e)
{
#define CALL(call) LIBRARY_CALL(curl_, call, libcurl)
	static const struct library_call calls[] = { LIBCURL_CALLS(CALL) };
#undef CALL
	static struct library library = { library_curl, calls,
		G_N_ELEMENTS(calls), false };
	CURL *curl;

	if (library_need(&library, e) == -1)
		return NULL;
	if ((curl = libcurl.easy_init()) == NULL)
		err_set(e, ERR_IO, "libcurl does not start");
	return curl;
}

void
server_drop(CURL **curl)
{
	if (*curl != NULL)
		libcurl.easy_cleanup(*curl);
	*curl = NULL;
}

char *
server_url(const struct server *server, const char *scheme)
{
	return g_strdup_printf("%s%s://%s:%d", scheme,
	    server->security == SERVER_TLS ? "s" : "", server->host,
	    server->port);
}

/* How many options were refused. */
static int
set_encryption(CURL *curl, const struct server *server, const char *scheme)
{
	g_autofree char *protocol = g_strconcat(
	    scheme, server->security == SERVER_TLS ? "s" : "", NULL);
	long use = server->security == SERVER_PLAIN ? (long)CURLUSESSL_NONE
						    : (long)CURLUSESSL_ALL;
	int bad = 0;

	bad += libcurl.easy_setopt(curl, CURLOPT_PROTOCOLS_STR, protocol) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_USE_SSL, use) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_SSLVERSION,
		   (long)CURL_SSLVERSION_TLSv1_2) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L) != 0;
	if (server->ca_file == NULL)
		return bad;
	/* These and no others: the folder of this machine's is left out. */
	bad += libcurl.easy_setopt(curl, CURLOPT_CAINFO, server->ca_file) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_CAPATH, NULL) != 0;
	return bad;
}

static int
set_patience(CURL *curl)
{
	int bad = 0;

	/* Its own use of signals would be in the way of ours. */
	bad += libcurl.easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) != 0;
	bad += libcurl.easy_setopt(
		   curl, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_TIMEOUT, REQUEST_SECONDS) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L) != 0;
	bad += libcurl.easy_setopt(
		   curl, CURLOPT_LOW_SPEED_TIME, SILENT_SECONDS) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L) != 0;
	/* The environment does not lead us elsewhere: a server on this very
	 * machine may be spoken to without encryption. */
	bad += libcurl.easy_setopt(curl, CURLOPT_PROXY, "") != 0;
	return bad;
}

int
server_handle(CURL *curl, const struct server *server, const char *scheme,
    char *text, struct err *e)
{
	char *password;
	int bad = 0;

	text[0] = '\0';
	bad += libcurl.easy_setopt(curl, CURLOPT_ERRORBUFFER, text) != 0;
	bad += set_encryption(curl, server, scheme);
	bad += set_patience(curl);
	if (server->user != NULL) {
		if ((password = server_password(server, e)) == NULL)
			return -1;
		bad += libcurl.easy_setopt(
			   curl, CURLOPT_USERNAME, server->user) != 0;
		bad +=
		    libcurl.easy_setopt(curl, CURLOPT_PASSWORD, password) != 0;
		server_forget(password);
	}
	if (bad == 0)
		return 0;
	return err_set(e, ERR_IO,
	    "libcurl cannot do what %s:%d needs; install one with TLS for %s",
	    server->host, server->port, scheme);
}

/* What to do about it, or NULL if nothing but waiting helps. */
static const char *
remedy(CURLcode code)
{
	/* libcurl has many more codes */
	if (code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_CONNECT)
		return "check that server and port are right and that it is "
		       "running";
	if (code == CURLE_PEER_FAILED_VERIFICATION)
		return "nothing was sent; if the server has a self-made "
		       "certificate, name its file as ca-file";
	if (code == CURLE_SSL_CACERT_BADFILE)
		return "check that ca-file is a readable file of certificates";
	if (code == CURLE_USE_SSL_FAILED)
		return "nothing was sent because it offers no STARTTLS; check "
		       "that server and port are right";
	if (code == CURLE_SSL_CONNECT_ERROR)
		return "check that the port is one for TLS";
	if (code == CURLE_LOGIN_DENIED)
		return "check that user and password are right";
	return NULL;
}

/*
 * libcurl's own words for these hold milliseconds and error numbers: the same
 * fault must read the same each time, so that it is logged once.
 */
static const char *
plain_words(CURLcode code)
{
	if (code == CURLE_COULDNT_CONNECT)
		return "cannot be connected to";
	if (code == CURLE_OPERATION_TIMEDOUT)
		return "does not answer in time";
	/* not CURLE_SEND_ERROR, under which SMTP's refusals come */
	if (code == CURLE_RECV_ERROR || code == CURLE_GOT_NOTHING ||
	    code == CURLE_PARTIAL_FILE)
		return "the connection was lost";
	return NULL;
}

/* Their way in without TLS is another port: the wrong scheme was written. */
static const char *
tls_hint(const struct server *server, CURLcode code)
{
	if (server->security == SERVER_TLS ||
	    (server->port != 993 && server->port != 465) ||
	    code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_CONNECT)
		return NULL;
	return server->port == 993
		   ? "port 993 is TLS from the first byte: write imaps://"
		   : "port 465 is TLS from the first byte: write smtps://";
}

/* "550 go away", "* BYE", "A1 NO", "A1 BAD": not what went well. */
static bool
is_complaint(const char *line, size_t size)
{
	const char *text;

	if (line[0] == '4' || line[0] == '5')
		return true;
	switch (imap_read_end(line, size, &text)) {
	case 'N':
	case 'B':
	case 'Y':
		return true;
	default:
		return false;
	}
}

size_t
server_overhear(char *data, size_t one, size_t size, void *arg)
{
	char *words = arg;
	size_t n = MIN(size, LAST_WORDS_SIZE - 1);

	while (n > 0 && g_ascii_isspace(data[n - 1]))
		n--;
	if (n > 0) {
		memcpy(words, data, n);
		words[is_complaint(data, n) ? n : 0] = '\0';
	}
	return one * size;
}

/* Was it the server that hung up? */
static bool
hung_up(CURLcode code)
{
	return code == CURLE_RECV_ERROR || code == CURLE_GOT_NOTHING ||
	       code == CURLE_PARTIAL_FILE || code == CURLE_SEND_ERROR ||
	       code == CURLE_WEIRD_SERVER_REPLY ||
	       code == CURLE_OPERATION_TIMEDOUT;
}

int
server_lost(struct err *e, const struct server *server, CURLcode code,
    const char *text, const char *words)
{
	g_autofree char *last = NULL;

	server_fail(e, server, code, text);
	if (words == NULL || words[0] == '\0' || !hung_up(code))
		return -1;
	last = g_utf8_make_valid(words, -1);
	for (char *p = last; *p != '\0'; p++)
		if (g_ascii_iscntrl(*p))
			*p = ' ';
	g_strlcat(e->text, "; its last words: ", sizeof(e->text));
	g_strlcat(e->text, g_strchomp(last), sizeof(e->text));
	return -1;
}

int
server_fail(
    struct err *e, const struct server *server, CURLcode code, const char *text)
{
	const char *hint = tls_hint(server, code);
	const char *todo = hint != NULL ? hint : remedy(code);
	const char *words = plain_words(code);
	g_autofree char *why = NULL;

	if (words == NULL)
		words = text[0] != '\0' ? text : libcurl.easy_strerror(code);
	why = g_strdup(words);
	g_strchomp(g_strdelimit(why, "\r\n\t", ' '));
	return err_set(e, ERR_IO, "%s:%d: %s%s%s", server->host, server->port,
	    why, todo != NULL ? "; " : "", todo != NULL ? todo : "");
}

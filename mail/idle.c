/* SPDX-License-Identifier: ISC */
/*
 * The bell: a connection of its own on which the server says when mail comes
 * (IDLE, RFC 2177).  libcurl makes the connection and logs in; the few words
 * after that are ours.  Nothing is fetched here, so that a mail's bytes never
 * pass; and whatever goes wrong, looking every minute does as well.
 */
#include "mail/imap.h"

#include "base/err.h"
#include "base/log.h"
#include "mail/curl.h"
#include "mail/server.h"

#include <string.h>

#define CONNECT_SECONDS 10L
#define ANSWER_SECONDS 30 /* then the other end is gone */
/* Servers may hang up after 30 minutes, routers forget earlier. */
#define RENEW_SECONDS (10 * 60)
/* A server that cannot do it may learn it. */
#define UNABLE_SECONDS 3600
/* One that held for so long was none of a row of failures. */
#define HELD_SECONDS 60
#define LINE_SIZE_MAX 8192
#define READ_MAX 262144 /* in one go: a bell needs a few bytes */

/* Seconds until the next try. */
static const int backoff[] = { 5, 60, 120, 300, 900 };

enum bell_state {
	BELL_CLOSED,
	BELL_ASKING, /* CAPABILITY */
	BELL_OPENING, /* EXAMINE */
	BELL_ENTERING, /* IDLE */
	BELL_WAITING,
	BELL_LEAVING /* DONE */
};

struct bell {
	const struct server *server;
	const char *folder;
	CURL *curl; /* NULL if closed */
	char text[CURL_ERROR_SIZE];
	enum bell_state state;
	int64_t next; /* when something is to be done by ourselves */
	int64_t since; /* of waiting for the first time */
	size_t fails;
	bool fresh; /* it has not waited yet */
	bool rang;
	unsigned abilities;
	GString *line; /* read so far */
};

struct bell *
bell_new(const struct server *server, const char *folder)
{
	struct bell *bell = g_new0(struct bell, 1);

	bell->server = server;
	bell->folder = folder;
	bell->line = g_string_new(NULL);
	return bell;
}

static void
hang_up(struct bell *bell)
{
	server_drop(&bell->curl);
	bell->state = BELL_CLOSED;
}

void
bell_free(struct bell *bell)
{
	if (bell == NULL)
		return;
	hang_up(bell);
	g_string_free(bell->line, TRUE);
	g_free(bell);
}

/* Closed for a while. */
static void
give_up(struct bell *bell, int64_t now, const char *why)
{
	bool held =
	    (bell->state == BELL_WAITING || bell->state == BELL_LEAVING) &&
	    now - bell->since >= HELD_SECONDS;

	hang_up(bell);
	if (held)
		bell->fails = 0;
	bell->next = now + backoff[MIN(bell->fails, G_N_ELEMENTS(backoff) - 1)];
	bell->fails++;
	log_info("no bell for mail at %s@%s: %s; looking every minute",
	    bell->server->user, bell->server->host, why);
}

/* A line of our own; the state in which we are until it is answered. */
static void
say(struct bell *bell, int64_t now, enum bell_state state, const char *words)
{
	g_autofree char *line = g_strconcat(words, "\r\n", NULL);
	size_t sent = 0, size = strlen(line);

	if (libcurl.easy_send(bell->curl, line, size, &sent) != CURLE_OK ||
	    sent != size) {
		give_up(bell, now, "the connection was lost");
		return;
	}
	bell->state = state;
	bell->next = now + ANSWER_SECONDS;
}

/* ---- what the server says ---- */

static void
begin_waiting(struct bell *bell, int64_t now)
{
	bell->state = BELL_WAITING;
	bell->next = now + RENEW_SECONDS;
	if (!bell->fresh)
		return;
	/* What came before this may have been overlooked by everybody. */
	bell->rang = true;
	bell->fresh = false;
	bell->since = now;
	log_debug("waiting for mail at %s@%s", bell->server->user,
	    bell->server->host);
}

/* Our line was carried out. */
static void
go_on(struct bell *bell, int64_t now)
{
	g_autofree char *examine = NULL;

	if (bell->state == BELL_ASKING) {
		if ((bell->abilities & IMAP_IDLE) == 0) {
			give_up(bell, now, "the server has no IDLE");
			bell->next = now + UNABLE_SECONDS;
			return;
		}
		examine = g_strdup_printf("B2 EXAMINE \"%s\"", bell->folder);
		say(bell, now, BELL_OPENING, examine);
	} else
		say(bell, now, BELL_ENTERING, "B3 IDLE");
}

static void
hear(struct bell *bell, int64_t now)
{
	const char *line = bell->line->str, *text;
	size_t size = bell->line->len;
	unsigned abilities;
	uint32_t n;

	if (imap_read_exists(line, size, &n))
		bell->rang = true;
	if (imap_read_capability(line, size, &abilities))
		bell->abilities |= abilities;
	switch (imap_read_end(line, size, &text)) {
	case 0:
		return;
	case '+':
		if (bell->state == BELL_ENTERING)
			begin_waiting(bell, now);
		return;
	case 'O':
		if (bell->state != BELL_WAITING) {
			go_on(bell, now);
			return;
		}
		break;
	default:
		break;
	}
	give_up(bell, now, "the server ended the wait");
}

static void
take_in(struct bell *bell, int64_t now, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size && bell->curl != NULL; i++)
		if (bytes[i] == '\n') {
			if (g_str_has_suffix(bell->line->str, "\r"))
				g_string_truncate(
				    bell->line, bell->line->len - 1);
			hear(bell, now);
			g_string_truncate(bell->line, 0);
		} else if (bell->line->len < LINE_SIZE_MAX)
			g_string_append_c(bell->line, bytes[i]);
}

/* All that is there: what TLS has unpacked already wakes nobody. */
static void
read_all(struct bell *bell, int64_t now)
{
	char bytes[4096];
	size_t size, sum = 0;
	CURLcode code;

	while (bell->curl != NULL) {
		code =
		    libcurl.easy_recv(bell->curl, bytes, sizeof(bytes), &size);
		if (code == CURLE_AGAIN)
			return;
		sum += size;
		if (code != CURLE_OK || size == 0 || sum > READ_MAX) {
			give_up(bell, now, "the connection was lost");
			return;
		}
		take_in(bell, now, bytes, size);
	}
}

/* ---- the caller's side ---- */

static void
dial(struct bell *bell, int64_t now)
{
	g_autofree char *url = server_url(bell->server, "imap");
	struct err e = { 0 };
	CURLcode code;

	if ((bell->curl = server_curl(&e)) == NULL ||
	    server_handle(bell->curl, bell->server, "imap", bell->text, &e) ==
		-1) {
		give_up(bell, now, e.text);
		return;
	}
	libcurl.easy_setopt(bell->curl, CURLOPT_URL, url);
	libcurl.easy_setopt(bell->curl, CURLOPT_CONNECT_ONLY, 1L);
	libcurl.easy_setopt(
	    bell->curl, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS);
	libcurl.easy_setopt(bell->curl, CURLOPT_TIMEOUT, (long)BELL_SECONDS);
	code = libcurl.easy_perform(bell->curl);
	if (code != CURLE_OK) {
		server_fail(&e, bell->server, code, bell->text);
		give_up(bell, now, e.text);
		return;
	}
	g_string_truncate(bell->line, 0);
	bell->abilities = 0;
	bell->fresh = true;
	say(bell, now, BELL_ASKING, "B1 CAPABILITY");
}

bool
bell_listen(struct bell *bell, int64_t now)
{
	bell->rang = false;
	if (bell->state == BELL_CLOSED && now >= bell->next)
		dial(bell, now);
	read_all(bell, now);
	if (bell->state == BELL_CLOSED || now < bell->next)
		return bell->rang;
	if (bell->state == BELL_WAITING)
		say(bell, now, BELL_LEAVING, "DONE");
	else
		give_up(bell, now, "the server does not answer");
	return bell->rang;
}

int
bell_socket(const struct bell *bell)
{
	curl_socket_t fd = CURL_SOCKET_BAD;

	if (bell->curl != NULL)
		libcurl.easy_getinfo(bell->curl, CURLINFO_ACTIVESOCKET, &fd);
	return fd;
}

int64_t
bell_next(const struct bell *bell)
{
	return bell->next;
}

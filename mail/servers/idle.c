/* SPDX-License-Identifier: ISC */
/*
 * The bell: a connection of its own on which the server says when mail comes
 * (IDLE, RFC 2177).  libcurl makes the connection and logs in; the few words
 * after that are ours.  Nothing is fetched here, so that a mail's bytes never
 * pass; and whatever goes wrong, looking every minute does as well.
 */
#include "mail/servers/imap.h"

#include "base/err.h"
#include "base/log.h"
#include "mail/servers/curl.h"
#include "mail/servers/server.h"

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

enum idle_state {
	BELL_CLOSED,
	BELL_ASKING, /* CAPABILITY */
	BELL_OPENING, /* EXAMINE */
	BELL_ENTERING, /* IDLE */
	BELL_WAITING,
	BELL_LEAVING /* DONE */
};

struct idle {
	const struct server *server;
	const char *folder;
	CURL *curl; /* NULL if closed */
	char text[CURL_ERROR_SIZE];
	enum idle_state state;
	int64_t next; /* when something is to be done by ourselves */
	int64_t since; /* of waiting for the first time */
	size_t fails;
	bool fresh; /* it has not waited yet */
	bool rang;
	unsigned abilities;
	GString *line; /* read so far */
};

struct idle *
idle_new(const struct server *server, const char *folder)
{
	struct idle *idle = g_new0(struct idle, 1);

	idle->server = server;
	idle->folder = folder;
	idle->line = g_string_new(NULL);
	return idle;
}

static void
hang_up(struct idle *idle)
{
	server_drop(&idle->curl);
	idle->state = BELL_CLOSED;
}

void
idle_free(struct idle *idle)
{
	if (idle == NULL)
		return;
	hang_up(idle);
	g_string_free(idle->line, TRUE);
	g_free(idle);
}

/* Closed for a while. */
static void
give_up(struct idle *idle, int64_t now, const char *why)
{
	bool held =
	    (idle->state == BELL_WAITING || idle->state == BELL_LEAVING) &&
	    now - idle->since >= HELD_SECONDS;

	hang_up(idle);
	if (held)
		idle->fails = 0;
	idle->next = now + backoff[MIN(idle->fails, G_N_ELEMENTS(backoff) - 1)];
	idle->fails++;
	log_info("idle-impossible",
	    "no notice of new mail from %s@%s: %s; looking every minute",
	    idle->server->user, idle->server->host, why);
}

/* A line of our own; the state in which we are until it is answered. */
static void
say(struct idle *idle, int64_t now, enum idle_state state, const char *words)
{
	g_autofree char *line = g_strconcat(words, "\r\n", NULL);
	size_t sent = 0, size = strlen(line);

	if (libcurl.easy_send(idle->curl, line, size, &sent) != CURLE_OK ||
	    sent != size) {
		give_up(idle, now, "the connection was lost");
		return;
	}
	idle->state = state;
	idle->next = now + ANSWER_SECONDS;
}

/* ---- what the server says ---- */

static void
begin_waiting(struct idle *idle, int64_t now)
{
	idle->state = BELL_WAITING;
	idle->next = now + RENEW_SECONDS;
	if (!idle->fresh)
		return;
	/* What came before this may have been overlooked by everybody. */
	idle->rang = true;
	idle->fresh = false;
	idle->since = now;
	log_debug("idle-waits", "waiting for mail at %s@%s", idle->server->user,
	    idle->server->host);
}

/* Our line was carried out. */
static void
go_on(struct idle *idle, int64_t now)
{
	g_autofree char *examine = NULL;

	if (idle->state == BELL_ASKING) {
		if ((idle->abilities & IMAP_IDLE) == 0) {
			give_up(idle, now, "the server has no IDLE");
			idle->next = now + UNABLE_SECONDS;
			return;
		}
		examine = g_strdup_printf("B2 EXAMINE \"%s\"", idle->folder);
		say(idle, now, BELL_OPENING, examine);
	} else
		say(idle, now, BELL_ENTERING, "B3 IDLE");
}

static void
hear(struct idle *idle, int64_t now)
{
	const char *line = idle->line->str, *text;
	size_t size = idle->line->len;
	unsigned abilities;
	uint32_t n;

	if (imap_read_exists(line, size, &n))
		idle->rang = true;
	if (imap_read_capability(line, size, &abilities))
		idle->abilities |= abilities;
	switch (imap_read_end(line, size, &text)) {
	case 0:
		return;
	case '+':
		if (idle->state == BELL_ENTERING)
			begin_waiting(idle, now);
		return;
	case 'O':
		if (idle->state != BELL_WAITING) {
			go_on(idle, now);
			return;
		}
		break;
	default:
		break;
	}
	give_up(idle, now, "the server ended the wait");
}

static void
take_in(struct idle *idle, int64_t now, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size && idle->curl != NULL; i++)
		if (bytes[i] == '\n') {
			if (g_str_has_suffix(idle->line->str, "\r"))
				g_string_truncate(
				    idle->line, idle->line->len - 1);
			hear(idle, now);
			g_string_truncate(idle->line, 0);
		} else if (idle->line->len < LINE_SIZE_MAX)
			g_string_append_c(idle->line, bytes[i]);
}

/* All that is there: what TLS has unpacked already wakes nobody. */
static void
read_all(struct idle *idle, int64_t now)
{
	char bytes[4096];
	size_t size, sum = 0;
	CURLcode code;

	while (idle->curl != NULL) {
		code =
		    libcurl.easy_recv(idle->curl, bytes, sizeof(bytes), &size);
		if (code == CURLE_AGAIN)
			return;
		sum += size;
		if (code != CURLE_OK || size == 0 || sum > READ_MAX) {
			give_up(idle, now, "the connection was lost");
			return;
		}
		take_in(idle, now, bytes, size);
	}
}

/* ---- the caller's side ---- */

static void
dial(struct idle *idle, int64_t now)
{
	g_autofree char *url = server_url(idle->server, "imap");
	struct err e = { 0 };
	CURLcode code;

	if ((idle->curl = server_curl(&e)) == NULL ||
	    server_handle(idle->curl, idle->server, "imap", idle->text, &e) ==
		-1) {
		give_up(idle, now, e.text);
		return;
	}
	libcurl.easy_setopt(idle->curl, CURLOPT_URL, url);
	libcurl.easy_setopt(idle->curl, CURLOPT_CONNECT_ONLY, 1L);
	libcurl.easy_setopt(
	    idle->curl, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS);
	libcurl.easy_setopt(idle->curl, CURLOPT_TIMEOUT, (long)BELL_SECONDS);
	code = libcurl.easy_perform(idle->curl);
	if (code != CURLE_OK) {
		server_fail(&e, idle->server, code, idle->text);
		give_up(idle, now, e.text);
		return;
	}
	g_string_truncate(idle->line, 0);
	idle->abilities = 0;
	idle->fresh = true;
	say(idle, now, BELL_ASKING, "B1 CAPABILITY");
}

bool
idle_listen(struct idle *idle, int64_t now)
{
	idle->rang = false;
	if (idle->state == BELL_CLOSED && now >= idle->next)
		dial(idle, now);
	read_all(idle, now);
	if (idle->state == BELL_CLOSED || now < idle->next)
		return idle->rang;
	if (idle->state == BELL_WAITING)
		say(idle, now, BELL_LEAVING, "DONE");
	else
		give_up(idle, now, "the server does not answer");
	return idle->rang;
}

int
idle_socket(const struct idle *idle)
{
	curl_socket_t fd = CURL_SOCKET_BAD;

	if (idle->curl != NULL)
		libcurl.easy_getinfo(idle->curl, CURLINFO_ACTIVESOCKET, &fd);
	return fd;
}

int64_t
idle_next(const struct idle *idle)
{
	return idle->next;
}

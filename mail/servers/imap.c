/* SPDX-License-Identifier: ISC */
/*
 * A session with one mailbox (libcurl).  Mails are fetched by URL, for only so
 * does libcurl count the bytes of a mail instead of reading them as protocol;
 * requests of our own words are those whose answers are short lines.
 */
#include "mail/servers/imap.h"

#include "base/err.h"
#include "mail/servers/curl.h"
#include "mail/servers/imap_inner.h"
#include "mail/servers/server.h"

#include <string.h>

#define ANSWER_MAX 65536

struct imap *
imap_new(const struct server *server, const char *folder, const char *done)
{
	struct imap *imap = g_new0(struct imap, 1);
	g_autofree char *escaped = g_uri_escape_string(folder, NULL, FALSE);

	imap->server = server;
	imap->folder = folder;
	imap->done = done;
	imap->url = server_url(server, "imap");
	imap->path = g_strconcat("/", escaped, NULL);
	imap->no = g_string_new(NULL);
	return imap;
}

static void
hang_up(struct imap *imap)
{
	server_drop(&imap->curl);
	imap->used = imap->opened = imap->able = false;
}

void
imap_free(struct imap *imap)
{
	if (imap == NULL)
		return;
	hang_up(imap);
	g_free(imap->url);
	g_free(imap->path);
	g_string_free(imap->no, TRUE);
	g_free(imap);
}

/* ---- one request ---- */

static size_t
collect(char *bytes, size_t one, size_t size, void *arg)
{
	struct imap *imap = arg;

	if (size > imap->room - imap->answer->len)
		return 0;
	g_byte_array_append(imap->answer, (const guint8 *)bytes, (guint)size);
	return one * size;
}

/* Every line of the protocol passes here: keep why the server said no, unless
 * it said yes later, and how it took its leave. */
static size_t
overhear(char *bytes, size_t one, size_t size, void *arg)
{
	struct imap *imap = arg;
	const char *line, *at = bytes, *text;
	size_t left = size, length;
	char end;

	while (imap_next_line(&at, &left, &line, &length)) {
		end = imap_read_end(line, length, &text);
		if (end == 'Y')
			imap->bye = true;
		/* What comes behind a goodbye is no answer to us. */
		if (imap->bye || (end != 'N' && end != 'B' && end != 'O'))
			continue;
		g_string_truncate(imap->no, 0);
		if (end != 'O')
			g_string_append_len(
			    imap->no, text, MIN(line + length - text, 200));
	}
	return server_overhear(bytes, one, size, imap->words);
}

/* Why the server will not. */
static const char *
words_of(const struct imap *imap)
{
	return imap->no->len > 0	? imap->no->str
	       : imap->words[0] != '\0' ? imap->words
					: imap->text;
}

static int
set_up(struct imap *imap, struct err *e)
{
	if (imap->curl != NULL)
		return 0;
	if ((imap->curl = server_curl(e)) == NULL)
		return -1;
	if (server_handle(imap->curl, imap->server, "imap", imap->text, e) ==
	    -1) {
		hang_up(imap);
		return -1;
	}
	libcurl.easy_setopt(imap->curl, CURLOPT_MAXCONNECTS, 1L);
	libcurl.easy_setopt(imap->curl, CURLOPT_WRITEFUNCTION, collect);
	libcurl.easy_setopt(imap->curl, CURLOPT_WRITEDATA, imap);
	libcurl.easy_setopt(imap->curl, CURLOPT_HEADERFUNCTION, overhear);
	libcurl.easy_setopt(imap->curl, CURLOPT_HEADERDATA, imap);
	return 0;
}

/* The folder could not be opened: the same code as for a wrong password. */
static bool
is_select_failed(const struct imap *imap, CURLcode code)
{
	return code == CURLE_LOGIN_DENIED &&
	       strstr(imap->text, "Select failed") != NULL;
}

static bool
is_renumbered(const struct imap *imap, CURLcode code)
{
	return code == CURLE_REMOTE_FILE_NOT_FOUND &&
	       strstr(imap->text, "UIDVALIDITY") != NULL;
}

/* A connection that was there broke, or its other end fell silent. */
static bool
is_lost(CURLcode code)
{
	return code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR ||
	       code == CURLE_GOT_NOTHING || code == CURLE_PARTIAL_FILE ||
	       code == CURLE_OPERATION_TIMEDOUT;
}

static int
fail(struct imap *imap, CURLcode code, struct err *e)
{
	const struct server *server = imap->server;

	if (is_select_failed(imap, code))
		err_set(e, ERR_IO,
		    "%s: the folder \"%s\" cannot be opened; check that it "
		    "exists under this name",
		    server->host, imap->folder);
	else if (is_renumbered(imap, code))
		err_set(e, ERR_IO,
		    "%s: the folder \"%s\" has just been created anew; the "
		    "next run reads it",
		    server->host, imap->folder);
	else if (code == CURLE_QUOTE_ERROR || code == CURLE_WEIRD_SERVER_REPLY)
		return err_set(
		    e, ERR_CLASH, "%s says: %s", server->host, words_of(imap));
	else if (code == CURLE_REMOTE_FILE_NOT_FOUND)
		return err_set(
		    e, ERR_MISSING, "%s does not hand it over", server->host);
	else if (code == CURLE_WRITE_ERROR)
		return err_set(e, ERR_CLASH, "%s says more than was asked for",
		    server->host);
	else {
		server_lost(e, server, code, imap->text, imap->words);
		if (is_lost(code)) {
			e->code = ERR_BUSY;
			return -1;
		}
	}
	/* The next one asks for the password again. */
	hang_up(imap);
	return -1;
}

/*
 * path: behind the server's URL; custom: our own words, or NULL to fetch.
 * The answer is in imap->answer, at most so many bytes.
 */
static CURLcode
try_request(
    struct imap *imap, const char *path, const char *custom, size_t room)
{
	g_autofree char *url = g_strconcat(imap->url, path, NULL);

	g_string_truncate(imap->no, 0);
	imap->words[0] = '\0';
	imap->bye = false;
	g_byte_array_set_size(imap->answer, 0);
	imap->room = room;
	imap->text[0] = '\0';
	if (libcurl.easy_setopt(imap->curl, CURLOPT_URL, url) != CURLE_OK ||
	    libcurl.easy_setopt(imap->curl, CURLOPT_CUSTOMREQUEST, custom) !=
		CURLE_OK)
		return CURLE_OUT_OF_MEMORY;
	return libcurl.easy_perform(imap->curl);
}

int
imap_request(struct imap *imap, const char *path, const char *custom,
    size_t room, CURLcode *code, struct err *e)
{
	for (;;) {
		bool was_used = imap->used;

		if (set_up(imap, e) == -1)
			return -1;
		*code = try_request(imap, path, custom, room);
		if (*code == CURLE_OK) {
			imap->used = true;
			return 0;
		}
		if (*code != CURLE_LOGIN_DENIED || !was_used ||
		    is_select_failed(imap, *code))
			return fail(imap, *code, e);
		/* The password that was right is not any more: a new one
		 * may have been set meanwhile. */
		hang_up(imap);
	}
}

int
imap_ask(struct imap *imap, bool in_folder, const char *custom, struct err *e)
{
	g_autofree char *path =
	    in_folder ? g_strdup_printf("%s;UIDVALIDITY=%" G_GUINT32_FORMAT,
			    imap->path, imap->validity)
		      : g_strdup("/");
	CURLcode code;

	imap->opened = imap->opened || in_folder;
	return imap_request(imap, path, custom, ANSWER_MAX, &code, e);
}

struct imap_lines
imap_answer_lines(const struct imap *imap)
{
	return (struct imap_lines){ .at = (const char *)imap->answer->data,
		.left = imap->answer->len };
}

bool
imap_answer_next(struct imap_lines *lines)
{
	return imap_next_line(
	    &lines->at, &lines->left, &lines->line, &lines->size);
}

/* ---- what waits ---- */

static int
ask_status(struct imap *imap, struct imap_status *status, struct err *e)
{
	g_autofree char *custom = g_strdup_printf(
	    "STATUS \"%s\" (UIDVALIDITY UIDNEXT MESSAGES)", imap->folder);
	struct imap_lines lines;

	if (imap_ask(imap, false, custom, e) == -1)
		return -1;
	for (lines = imap_answer_lines(imap); imap_answer_next(&lines);)
		if (imap_read_status(lines.line, lines.size, status))
			return 0;
	return err_set(e, ERR_IO,
	    "%s: the server does not number the mails of \"%s\" permanently "
	    "(UIDVALIDITY); turnpost cannot use it",
	    imap->server->host, imap->folder);
}

/*
 * Of a folder that is open on the same connection servers tell what they knew
 * when they last looked, and new mails would never be seen: then another
 * connection takes its place.
 */
static void
leave_folder(struct imap *imap, bool leave)
{
	if (imap->curl != NULL)
		libcurl.easy_setopt(
		    imap->curl, CURLOPT_FRESH_CONNECT, leave ? 1L : 0L);
	imap->opened = false;
}

int
imap_status(struct imap *imap, struct imap_status *status, struct err *e)
{
	bool was_used = imap->used;
	int r;

	imap->answer = g_byte_array_new();
	leave_folder(imap, imap->opened);
	r = ask_status(imap, status, e);
	leave_folder(imap, false);
	/* The connection of the last time may have ended since. */
	if (r == -1 && e->code == ERR_BUSY && was_used)
		r = ask_status(imap, status, e);
	g_byte_array_unref(imap->answer);
	if (r == 0)
		imap->validity = status->validity;
	else if (e->code == ERR_CLASH) {
		e->code = ERR_IO;
		err_more(e, "folder \"%s\"", imap->folder);
	}
	return r;
}

int
imap_ask_abilities(struct imap *imap, struct err *e)
{
	struct imap_lines lines;
	unsigned some;

	if (imap->able)
		return 0;
	if (imap_ask(imap, false, "CAPABILITY", e) == -1)
		return -1;
	imap->abilities = 0;
	for (lines = imap_answer_lines(imap); imap_answer_next(&lines);)
		if (imap_read_capability(lines.line, lines.size, &some))
			imap->abilities |= some;
	imap->able = true;
	return 0;
}

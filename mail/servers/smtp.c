/* SPDX-License-Identifier: ISC */
/*
 * Letters out over SMTP (libcurl).  What became of one is judged by the
 * server's reply and by how far we had come, not by libcurl's codes, which
 * mix both up.  Of what passes over the wire only the first word of our
 * commands and the server's replies are looked at.
 */
#include "mail/servers/delivery.h"

#include "base/err.h"
#include "mail/servers/curl.h"
#include "mail/servers/server.h"

#include <string.h>

#define ERROR_SIZE CURL_ERROR_SIZE
#define WORDS_MAX 400 /* bytes kept of a reply */
#define UTF8_WORD "SMTPUTF8" /* RFC 6531 */

/* How far a transaction has come: the last thing we said. */
enum stage {
	STAGE_GREETING, /* up to and with the login */
	STAGE_MAIL,
	STAGE_RCPT,
	STAGE_DATA,
	STAGE_LETTER /* the server let us begin (354) */
};

struct smtp {
	const struct server *server;
	char *url;
	long patience;
	CURL *curl; /* NULL: to be made */
	char text[ERROR_SIZE]; /* libcurl's words */

	/* Of the letter that is under way. */
	const char *data;
	size_t left;
	enum stage stage;
	GString *words; /* of the server's last reply */
	bool more; /* it has more lines */
	bool bye; /* we have said goodbye; what is said then is no reply */
	bool utf8; /* it needs SMTPUTF8 */

	/* Of the connection: that is offered, by the last answer to EHLO. */
	bool offers_utf8;
};

struct smtp *
smtp_open(const struct server *server, const char *helo, int patience)
{
	struct smtp *s = g_new0(struct smtp, 1);
	g_autofree char *url = server_url(server, "smtp");
	g_autofree char *name = g_uri_escape_string(helo, NULL, FALSE);

	s->server = server;
	s->url = g_strconcat(url, "/", name, NULL);
	s->patience = patience;
	s->words = g_string_new(NULL);
	return s;
}

static void
drop_handle(struct smtp *s)
{
	server_drop(&s->curl);
}

void
smtp_close(struct smtp *s)
{
	if (s == NULL)
		return;
	drop_handle(s);
	g_string_free(s->words, TRUE);
	g_free(s->url);
	g_free(s);
}

/* ---- what libcurl asks and tells ---- */

static size_t
give_letter(char *to, size_t size, size_t n, void *smtp)
{
	struct smtp *s = smtp;
	size_t some = MIN(size * n, s->left);

	memcpy(to, s->data, some);
	s->data += some;
	s->left -= some;
	return some;
}

/* One line of a reply; of several lines the words are joined. */
static void
hear(struct smtp *s, const char *line, size_t size)
{
	size_t begin = s->more ? 4 : 0;

	while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r'))
		size--;
	if (size < 3 || s->bye)
		return;
	if (!s->more)
		g_string_truncate(s->words, 0);
	else if (size > begin)
		g_string_append_c(s->words, ' ');
	if (size > begin && s->words->len < WORDS_MAX)
		g_string_append_len(s->words, line + begin,
		    (gssize)MIN(size - begin, WORDS_MAX));
	s->more = size > 3 && line[3] == '-';
	if (s->stage == STAGE_GREETING && size >= 4 + strlen(UTF8_WORD) &&
	    g_ascii_strncasecmp(line + 4, UTF8_WORD, strlen(UTF8_WORD)) == 0)
		s->offers_utf8 = true;
	if (s->stage == STAGE_DATA && strncmp(line, "354", 3) == 0)
		s->stage = STAGE_LETTER;
}

static void
say(struct smtp *s, const char *line, size_t size)
{
	static const char *const words[] = { [STAGE_MAIL] = "MAIL",
		[STAGE_RCPT] = "RCPT",
		[STAGE_DATA] = "DATA" };

	s->more = false;
	/* with encryption it may offer more */
	if (size >= 4 && memcmp(line, "EHLO", 4) == 0)
		s->offers_utf8 = false;
	s->bye = s->bye || (size >= 4 && memcmp(line, "QUIT", 4) == 0);
	for (size_t i = STAGE_MAIL; i < G_N_ELEMENTS(words); i++)
		if (size >= 4 && memcmp(line, words[i], 4) == 0)
			s->stage = (enum stage)i;
}

static int
listen_in(CURL *curl, curl_infotype kind, char *data, size_t size, void *smtp)
{
	(void)curl;
	if (kind == CURLINFO_HEADER_IN)
		hear(smtp, data, size);
	else if (kind == CURLINFO_HEADER_OUT)
		say(smtp, data, size);
	return 0;
}

/* libcurl must not print replies. */
static size_t
ignore(char *data, size_t size, size_t n, void *smtp)
{
	(void)data;
	(void)smtp;
	return size * n;
}

/*
 * libcurl names an address beyond ASCII also to servers that do not offer to
 * take one, and some would, and lose it later: there it ends, before RCPT.
 */
static size_t
stop_utf8(char *data, size_t size, size_t n, void *smtp)
{
	const struct smtp *s = smtp;

	(void)data;
	return s->utf8 && !s->offers_utf8 && s->stage == STAGE_MAIL ? 0
								    : size * n;
}

static int
set_up(struct smtp *s, CURL *curl, struct err *e)
{
	int bad = 0;

	if (server_handle(curl, s->server, "smtp", s->text, e) == -1)
		return -1;
	bad += libcurl.easy_setopt(curl, CURLOPT_URL, s->url) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_UPLOAD, 1L) != 0;
	bad +=
	    libcurl.easy_setopt(curl, CURLOPT_READFUNCTION, give_letter) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_READDATA, s) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_WRITEFUNCTION, ignore) != 0;
	bad +=
	    libcurl.easy_setopt(curl, CURLOPT_HEADERFUNCTION, stop_utf8) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_HEADERDATA, s) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_VERBOSE, 1L) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_DEBUGFUNCTION, listen_in) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_DEBUGDATA, s) != 0;
	/* RFC 5321, 4.5.3.2: a server may think long about a letter that it
	 * has; a client that hangs up earlier sends it twice. */
	bad += libcurl.easy_setopt(
		   curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, s->patience) != 0;
	bad +=
	    libcurl.easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, s->patience) != 0;
	bad += libcurl.easy_setopt(curl, CURLOPT_TIMEOUT, 3 * s->patience) != 0;
	return bad == 0 ? 0 : err_set(e, ERR_IO, "libcurl refuses a setting");
}

static int
ready(struct smtp *s, struct err *e)
{
	if (s->curl != NULL)
		return 0;
	if ((s->curl = server_curl(e)) == NULL)
		return -1;
	if (set_up(s, s->curl, e) == 0)
		return 0;
	drop_handle(s);
	return -1;
}

/* ---- judging ---- */

/* "550 5.1.1 No such user" */
static void
read_code(struct delivery *d, const char *words)
{
	const char *p = words + MIN(4, strlen(words));
	size_t size = strspn(p, "0123456789.");

	if (size < 5 || size >= sizeof(d->code) || p[1] != '.' ||
	    strchr("245", p[0]) == NULL || strchr(p + 2, '.') == NULL)
		return;
	memcpy(d->code, p, size);
	d->code[size] = '\0';
}

/* It is us, not the letter: what to do about it. */
static void
fault(struct smtp *s, const char *todo, struct delivery *d)
{
	d->fate = DELIVERY_FAULT;
	err_set(&d->err, ERR_IO, "%s:%d says: %s; %s", s->server->host,
	    s->server->port, s->words->str, todo);
}

static void
judge_greeting(struct smtp *s, CURLcode code, struct delivery *d)
{
	d->fate = DELIVERY_FAULT;
	if (code == CURLE_LOGIN_DENIED && d->reply / 100 == 5)
		fault(s, "check that user and password are right", d);
	else if (d->reply / 100 >= 4 && s->words->len > 0)
		fault(s, "if this continues, ask those who run that server", d);
	else
		server_fail(&d->err, s->server, code, s->text);
}

/* The sender was refused. */
static void
judge_mail(struct smtp *s, const char *sender, struct delivery *d)
{
	if (d->reply == 552)
		d->fate = DELIVERY_REFUSED; /* the letter is too big */
	else if (sender[0] == '\0' && d->reply / 100 == 5)
		/* Some servers take no null sender: no reason to stop all. */
		d->fate = DELIVERY_LATER;
	else if (d->reply / 100 == 4)
		fault(s, "it is tried again", d);
	else if (d->reply == 530)
		fault(s, "give it user and password", d);
	else
		fault(s,
		    "if it only accepts its own user's address as sender, set "
		    "\"envelope: plain\"",
		    d);
}

/* Is that said of us, or of a policy, rather than of the recipient? */
static bool
is_policy(const struct delivery *d)
{
	return g_str_has_prefix(d->code, "5.7.") ||
	       g_str_equal(d->code, "5.1.7") || g_str_equal(d->code, "5.1.8");
}

static void
judge_rcpt(struct smtp *s, struct delivery *d)
{
	if (d->reply / 100 == 4)
		d->fate = DELIVERY_LATER;
	else if (d->reply == 530 || d->reply == 535)
		fault(s, "check that user and password are right", d);
	else
		/* By policy it may be the next one too: no verdict yet. */
		d->fate = is_policy(d) ? DELIVERY_LATER : DELIVERY_REFUSED;
}

/* No reply of any use: how far had we come? */
static void
judge_silence(struct smtp *s, CURLcode code, struct delivery *d)
{
	if (s->stage == STAGE_GREETING)
		d->fate = DELIVERY_FAULT;
	else
		d->fate = s->stage == STAGE_LETTER ? DELIVERY_UNKNOWN
						   : DELIVERY_LATER;
	d->reply = 0;
	server_fail(&d->err, s->server, code, s->text);
	if (d->fate == DELIVERY_UNKNOWN)
		err_more(&d->err, "no answer came after the letter");
}

/* No other try will do, as long as the letters leave by that server. */
static void
refuse_utf8(const struct smtp *s, struct delivery *d)
{
	d->fate = DELIVERY_REFUSED;
	memcpy(d->code, "5.6.7", sizeof("5.6.7")); /* RFC 6531 */
	err_set(&d->err, ERR_IO,
	    "%s:%d accepts no address with letters beyond ASCII before the @ "
	    "(it does not offer SMTPUTF8); give that person another address",
	    s->server->host, s->server->port);
}

static void
judge(struct smtp *s, CURLcode code, const char *sender, struct delivery *d)
{
	long reply = 0;

	if (s->utf8 && !s->offers_utf8 && s->stage == STAGE_MAIL) {
		refuse_utf8(s, d);
		return;
	}
	libcurl.easy_getinfo(s->curl, CURLINFO_RESPONSE_CODE, &reply);
	d->reply = (int)reply;
	d->slow = code == CURLE_OPERATION_TIMEDOUT;
	if (d->reply / 100 == 4 || d->reply / 100 == 5)
		read_code(d, s->words->str);
	if (s->stage == STAGE_LETTER && d->reply / 100 == 2) {
		d->fate = DELIVERY_SENT;
		return;
	}
	err_set(&d->err, ERR_IO, "%s", s->words->str);
	if (s->stage == STAGE_GREETING)
		judge_greeting(s, code, d);
	else if (d->reply / 100 != 4 && d->reply / 100 != 5)
		judge_silence(s, code, d);
	else if (s->stage == STAGE_MAIL)
		judge_mail(s, sender, d);
	else if (s->stage == STAGE_RCPT)
		judge_rcpt(s, d);
	else
		d->fate =
		    d->reply / 100 == 4 ? DELIVERY_LATER : DELIVERY_REFUSED;
}

/* ---- sending ---- */

static CURLcode
perform(struct smtp *s, const char *sender, const char *recipient, GBytes *raw)
{
	struct curl_slist *to = libcurl.slist_append(NULL, recipient);
	CURLcode code = CURLE_OUT_OF_MEMORY;
	gsize size;

	s->data = g_bytes_get_data(raw, &size);
	s->left = size;
	s->stage = STAGE_GREETING;
	s->more = s->bye = false;
	s->utf8 = !g_str_is_ascii(recipient);
	s->text[0] = '\0';
	g_string_truncate(s->words, 0);
	if (to != NULL &&
	    libcurl.easy_setopt(s->curl, CURLOPT_MAIL_FROM, sender) == 0 &&
	    libcurl.easy_setopt(s->curl, CURLOPT_MAIL_RCPT, to) == 0 &&
	    libcurl.easy_setopt(
		s->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)size) == 0)
		code = libcurl.easy_perform(s->curl);
	libcurl.easy_setopt(s->curl, CURLOPT_MAIL_RCPT, NULL);
	libcurl.slist_free_all(to);
	return code;
}

/*
 * Had an old connection gone stale?  Servers close them after a while, or
 * after so many letters (421), and a letter that was not begun is no try.
 */
static bool
was_stale(struct smtp *s, const struct delivery *d)
{
	long made = 0;

	libcurl.easy_getinfo(s->curl, CURLINFO_NUM_CONNECTS, &made);
	return made == 0 && s->stage <= STAGE_MAIL &&
	       d->fate != DELIVERY_SENT && d->fate != DELIVERY_REFUSED &&
	       !d->slow && (d->reply < 400 || d->reply == 421);
}

static void
try(struct smtp *s, const char *sender, const char *recipient, GBytes *raw,
    struct delivery *d)
{
	*d = (struct delivery){ .fate = DELIVERY_FAULT };
	if (ready(s, &d->err) == 0)
		judge(s, perform(s, sender, recipient, raw), sender, d);
}

void
smtp_send(struct smtp *s, const char *sender, const char *recipient,
    GBytes *raw, struct delivery *d)
{
	try(s, sender, recipient, raw, d);
	if (s->curl != NULL && was_stale(s, d)) {
		drop_handle(s);
		try(s, sender, recipient, raw, d);
	}
	/* After a plain refusal libcurl knows how to go on; else a handle may
	 * still believe in a connection that is none. */
	if (d->fate != DELIVERY_SENT &&
	    (d->fate == DELIVERY_FAULT || d->reply == 0))
		drop_handle(s);
}

/* SPDX-License-Identifier: ISC */
/*
 * What becomes of a letter, by the server's replies at each stage: against a
 * server that says what it is told to, byte by byte on a socket.
 */
#include "base/err.h"
#include "mail/mail.h"
#include "mail/servers/delivery.h"
#include "mail/servers/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>

#define LETTERS 4

/*
 * Replies in order, parted by '|': the greeting, then one to each command and
 * to the letter.  "cut" closes the connection, "hang" says nothing more.  The
 * next connection goes on with what is behind it.
 */
struct peer {
	int listening;
	int port;
	const char *script;
	GThread *thread;
	GString *heard; /* all that came */
	int connections;
};

static bool
hear_line(FILE *in, struct peer *p)
{
	char line[2048];

	if (fgets(line, sizeof(line), in) == NULL)
		return false;
	g_string_append(p->heard, line);
	return true;
}

static bool
hear_letter(FILE *in, struct peer *p)
{
	do
		if (!hear_line(in, p))
			return false;
	while (!g_str_has_suffix(p->heard->str, "\r\n.\r\n"));
	return true;
}

/* One connection; the place in the script where the next one begins. */
static const char *
serve(struct peer *p, int fd, const char *script)
{
	FILE *in = fdopen(fd, "r+");
	bool letter = false, first = true;

	while (*script != '\0') {
		size_t size = strcspn(script, "|");
		g_autofree char *reply = g_strndup(script, size);
		bool hang = strcmp(reply, "hang") == 0;
		bool cut = hang || strcmp(reply, "cut") == 0;

		script += size + (script[size] == '|');
		if (!first && !(letter ? hear_letter(in, p) : hear_line(in, p)))
			break;
		while (hang && hear_line(in, p))
			;
		if (!cut)
			fprintf(in, "%s\r\n", reply);
		fflush(in);
		if (cut)
			break;
		letter = g_str_has_prefix(reply, "354");
		first = false;
	}
	fclose(in);
	return script;
}

static void *
peer_thread(void *peer)
{
	struct peer *p = peer;
	const char *script = p->script;

	while (*script != '\0') {
		int fd = accept(p->listening, NULL, NULL);

		if (fd == -1)
			break;
		p->connections++;
		script = serve(p, fd, script);
	}
	return NULL;
}

static void
peer_start(struct peer *p, const char *script)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t size = sizeof(at);

	*p = (struct peer){ .script = script, .heard = g_string_new(NULL) };
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	p->listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(
	    bind(p->listening, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(listen(p->listening, 5), 0);
	getsockname(p->listening, (struct sockaddr *)&at, &size);
	p->port = ntohs(at.sin_port);
	p->thread = g_thread_new("peer", peer_thread, p);
}

static void
peer_stop(struct peer *p)
{
	shutdown(p->listening, SHUT_RDWR);
	g_thread_join(p->thread);
	close(p->listening);
	g_string_free(p->heard, TRUE);
}

/* So many letters to such a server, each to the next of these recipients. */
static void
send_letters_to(const char *const *to, const char *script, const char *sender,
    int n, struct delivery d[LETTERS], struct peer *p)
{
	struct server server = { .host = (char *)"127.0.0.1",
		.security = SERVER_PLAIN };
	g_autoptr(GBytes) letter =
	    g_bytes_new_static("To: x\r\n\r\n.\r\nhello\r\n", 19);
	struct smtp *smtp;

	peer_start(p, script);
	server.port = p->port;
	smtp = smtp_open(&server, "games.example", 1);
	for (int i = 0; i < n; i++)
		smtp_send(smtp, sender, to[i], letter, &d[i]);
	smtp_close(smtp);
}

static void
send_letters(const char *script, const char *sender, int n,
    struct delivery d[LETTERS], struct peer *p)
{
	static const char *const to[LETTERS] = { "anna@example.org",
		"anna@example.org", "anna@example.org", "anna@example.org" };

	send_letters_to(to, script, sender, n, d, p);
}

#define HELLO "220 hi|250 hello|"

static const struct {
	const char *script;
	const char *sender;
	enum delivery_fate fate;
	int reply;
	const char *code;
	const char *says; /* in the note */
} cases[] = {
	{ HELLO "250 ok|250 ok|354 go|250 2.0.0 done", "r@x", DELIVERY_SENT,
	    250, "", "" },
	/* greeting */
	{ "554 5.7.1 not you", "r@x", DELIVERY_FAULT, 554, "5.7.1",
	    "554 5.7.1 not you" },
	{ "421 4.3.2 busy", "r@x", DELIVERY_FAULT, 421, "4.3.2",
	    "421 4.3.2 busy" },
	{ "cut", "r@x", DELIVERY_FAULT, 0, "", "127.0.0.1:" },
	{ "hang", "r@x", DELIVERY_FAULT, 0, "", "127.0.0.1:" },
	{ "220 hi|502 no|502 no", "r@x", DELIVERY_FAULT, 502, "", "502 no" },
	/* MAIL */
	{ HELLO "450 4.3.2 later", "r@x", DELIVERY_FAULT, 450, "4.3.2",
	    "tried again" },
	{ HELLO "553 5.7.1 not yours", "r@x", DELIVERY_FAULT, 553, "5.7.1",
	    "envelope: plain" },
	{ HELLO "530 5.7.0 login", "r@x", DELIVERY_FAULT, 530, "5.7.0",
	    "give it user and password" },
	{ HELLO "552 5.3.4 too big", "r@x", DELIVERY_REFUSED, 552, "5.3.4",
	    "552 5.3.4 too big" },
	{ HELLO "550 5.1.0 no null sender", "", DELIVERY_LATER, 550, "5.1.0",
	    "" },
	{ HELLO "450 4.3.2 later", "", DELIVERY_FAULT, 450, "4.3.2", "" },
	{ HELLO "cut", "r@x", DELIVERY_LATER, 0, "", "127.0.0.1:" },
	/* RCPT */
	{ HELLO "250 ok|550 5.1.1 nobody|221 bye", "r@x", DELIVERY_REFUSED, 550,
	    "5.1.1", "550 5.1.1 nobody" },
	{ HELLO "250 ok|550-5.1.1 nobody\r\n550-5.1.1 here\r\n"
		"550 5.1.1 at all",
	    "r@x", DELIVERY_REFUSED, 550, "5.1.1",
	    "550-5.1.1 nobody 5.1.1 here 5.1.1 at all" },
	{ HELLO "250 ok|550 nobody", "r@x", DELIVERY_REFUSED, 550, "",
	    "550 nobody" },
	{ HELLO "250 ok|554 5.7.1 relay denied", "r@x", DELIVERY_LATER, 554,
	    "5.7.1", "" },
	{ HELLO "250 ok|530 5.7.0 login", "r@x", DELIVERY_FAULT, 530, "5.7.0",
	    "" },
	{ HELLO "250 ok|452 4.2.2 full", "r@x", DELIVERY_LATER, 452, "4.2.2",
	    "452 4.2.2 full" },
	{ HELLO "250 ok|cut", "r@x", DELIVERY_LATER, 0, "", "" },
	/* DATA and the letter */
	{ HELLO "250 ok|250 ok|451 4.3.0 no", "r@x", DELIVERY_LATER, 451,
	    "4.3.0", "" },
	{ HELLO "250 ok|250 ok|554 5.5.1 no", "r@x", DELIVERY_REFUSED, 554,
	    "5.5.1", "" },
	{ HELLO "250 ok|250 ok|354 go|554 5.6.0 spam", "r@x", DELIVERY_REFUSED,
	    554, "5.6.0", "554 5.6.0 spam" },
	{ HELLO "250 ok|250 ok|354 go|451 4.7.1 wait", "r@x", DELIVERY_LATER,
	    451, "4.7.1", "451 4.7.1 wait" },
	{ HELLO "250 ok|250 ok|354 go|cut", "r@x", DELIVERY_UNKNOWN, 0, "",
	    "no answer came after the letter" },
	{ HELLO "250 ok|250 ok|354 go|hang", "r@x", DELIVERY_UNKNOWN, 0, "",
	    "no answer came after the letter" },
};

static void
fates(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct delivery d[LETTERS];
		struct peer p;

		send_letters(cases[i].script, cases[i].sender, 1, d, &p);
		if (d[0].fate != cases[i].fate ||
		    d[0].reply != cases[i].reply ||
		    strcmp(d[0].code, cases[i].code) != 0 ||
		    strstr(d[0].err.text, cases[i].says) == NULL)
			fail_msg("%s: %d %d \"%s\" %s", cases[i].script,
			    (int)d[0].fate, d[0].reply, d[0].code,
			    d[0].err.text);
		assert_int_equal(
		    d[0].slow, strstr(cases[i].script, "hang") != NULL);
		peer_stop(&p);
	}
}

static void
on_the_wire(void **state)
{
	struct delivery d[LETTERS];
	struct peer p;

	(void)state;
	send_letters(HELLO "250 ok|250 ok|354 go|250 ok|"
			   "250 ok|250 ok|354 go|250 ok|221 bye",
	    "", 2, d, &p);
	assert_int_equal(d[0].fate, DELIVERY_SENT);
	assert_int_equal(d[1].fate, DELIVERY_SENT);
	assert_int_equal(p.connections, 1);
	assert_string_equal(p.heard->str,
	    "EHLO games.example\r\n"
	    "MAIL FROM:<>\r\nRCPT TO:<anna@example.org>\r\nDATA\r\n"
	    "To: x\r\n\r\n..\r\nhello\r\n.\r\n"
	    "MAIL FROM:<>\r\nRCPT TO:<anna@example.org>\r\nDATA\r\n"
	    "To: x\r\n\r\n..\r\nhello\r\n.\r\n"
	    "QUIT\r\n");
	peer_stop(&p);
}

/* An old connection that serves no more is no try. */
static void
stale(void **state)
{
	static const char *const ends[] = { "421 4.7.0 enough|", "cut|" };
	struct delivery d[LETTERS];
	struct peer p;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
		g_autofree char *script =
		    g_strconcat(HELLO "250 ok|250 ok|354 go|250 ok|", ends[i],
			i == 0 ? "221 bye|cut|" : "",
			HELLO "250 ok|250 ok|354 go|250 ok|221 bye", NULL);

		send_letters(script, "r@x", 2, d, &p);
		assert_int_equal(d[0].fate, DELIVERY_SENT);
		if (d[1].fate != DELIVERY_SENT)
			fail_msg("%s: %s", script, d[1].err.text);
		assert_int_equal(p.connections, 2);
		peer_stop(&p);
	}
}

/* After anything odd the next letter has a connection of its own. */
static void
goes_on(void **state)
{
	struct delivery d[LETTERS];
	struct peer p;

	(void)state;
	send_letters(HELLO "250 ok|250 ok|354 go|hang|" HELLO
			   "250 ok|550 no|221 bye|cut|" HELLO
			   "250 ok|250 ok|354 go|cut|" HELLO
			   "250 ok|250 ok|354 go|250 ok|221 bye",
	    "r@x", 4, d, &p);
	assert_int_equal(d[0].fate, DELIVERY_UNKNOWN);
	assert_int_equal(d[1].fate, DELIVERY_REFUSED);
	assert_int_equal(d[2].fate, DELIVERY_UNKNOWN);
	assert_int_equal(d[3].fate, DELIVERY_SENT);
	assert_int_equal(p.connections, 4);
	peer_stop(&p);
}

#define UTF8_HELLO "220 hi|250-hello\r\n250-SMTPUTF8\r\n250 8BITMIME|"
#define TAKEN "250 ok|250 ok|354 go|250 ok|"

/* Only what stands before the '@' needs SMTPUTF8. */
static void
beyond_ascii(void **state)
{
	static const char *const to[LETTERS] = { "анна@xn--e1afmkfd.xn--p1ai",
		"anna@xn--e1afmkfd.xn--p1ai", "анна@example.org",
		"анна@example.org" };
	struct delivery d[LETTERS];
	struct peer p;

	(void)state;
	send_letters_to(to, UTF8_HELLO TAKEN TAKEN "221 bye", "r@x", 2, d, &p);
	assert_int_equal(d[0].fate, DELIVERY_SENT);
	assert_int_equal(d[1].fate, DELIVERY_SENT);
	assert_int_equal(p.connections, 1);
	assert_non_null(
	    strstr(p.heard->str, "MAIL FROM:<r@x> SMTPUTF8\r\n"
				 "RCPT TO:<анна@xn--e1afmkfd.xn--p1ai>\r\n"));
	assert_non_null(strstr(p.heard->str,
	    "MAIL FROM:<r@x>\r\nRCPT TO:<anna@xn--e1afmkfd.xn--p1ai>\r\n"));
	peer_stop(&p);
}

/* Refused before it is named, whatever the server would say; others go on. */
static void
beyond_ascii_not_offered(void **state)
{
	static const char *const replies[] = { "250 ok|cut|", "555 what|cut|",
		"501 5.5.4 what|cut|" };
	static const char *const to[LETTERS] = { "anna@example.org",
		"анна@example.org", "berta@example.org", "анна@example.org" };
	struct delivery d[LETTERS];
	struct peer p;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(replies); i++) {
		g_autofree char *script = g_strconcat(
		    HELLO TAKEN, replies[i], HELLO TAKEN, replies[i], NULL);

		send_letters_to(to, script, "r@x", 4, d, &p);
		for (int k = 0; k < 4; k += 2)
			if (d[k].fate != DELIVERY_SENT)
				fail_msg("%d: %s", k, d[k].err.text);
		for (int k = 1; k < 4; k += 2) {
			assert_int_equal(d[k].fate, DELIVERY_REFUSED);
			assert_string_equal(d[k].code, "5.6.7");
			assert_non_null(strstr(d[k].err.text, "SMTPUTF8"));
		}
		assert_null(strstr(p.heard->str, "анна"));
		assert_int_equal(p.connections, 2);
		peer_stop(&p);
	}
}

/* A password that cannot be had is no reason to speak to anybody. */
static void
without_password(void **state)
{
	struct server server = { .host = (char *)"127.0.0.1",
		.port = 9,
		.security = SERVER_PLAIN,
		.user = (char *)"robot",
		.password_file = (char *)"/nowhere/password" };
	g_autoptr(GBytes) letter = g_bytes_new_static("x\r\n", 3);
	struct smtp *smtp = smtp_open(&server, "games.example", 1);
	struct delivery d;

	(void)state;
	smtp_send(smtp, "", "anna@example.org", letter, &d);
	assert_int_equal(d.fate, DELIVERY_FAULT);
	assert_non_null(strstr(d.err.text, "/nowhere/password"));
	smtp_close(smtp);
	smtp_close(NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fates),
		cmocka_unit_test(on_the_wire),
		cmocka_unit_test(stale),
		cmocka_unit_test(goes_on),
		cmocka_unit_test(beyond_ascii),
		cmocka_unit_test(beyond_ascii_not_offered),
		cmocka_unit_test(without_password),
	};

	mail_init();
	signal(SIGPIPE, SIG_IGN); /* of the server's thread */
	return cmocka_run_group_tests_name("smtp", tests, NULL, NULL);
}

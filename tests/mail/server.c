/* SPDX-License-Identifier: ISC */
/* Mail servers as the settings name them, and their passwords. */
#include "base/err.h"
#include "mail/mail.h"
#include "mail/servers/server.h"
#include "mail/servers/server_login.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <string.h>
#include <cmocka.h>
#include <glib.h>
#include <glib/gstdio.h>

static bool
reads(struct server *s, const char *url)
{
	return server_read(s, url, "imaps", 993, "imap", 143);
}

static void
test_read(void **state)
{
	static const struct {
		const char *url, *host;
		int port;
		enum server_security security;
	} good[] = {
		{ "imaps://mail.example.org", "mail.example.org", 993,
		    SERVER_TLS },
		{ "imap://mail.example.org", "mail.example.org", 143,
		    SERVER_STARTTLS },
		{ "imaps://mail.example.org:1", "mail.example.org", 1,
		    SERVER_TLS },
		{ "imap://localhost:65535", "localhost", 65535,
		    SERVER_STARTTLS },
		{ "imaps://127.0.0.1:993", "127.0.0.1", 993, SERVER_TLS },
		{ "imaps://[::1]", "[::1]", 993, SERVER_TLS },
		{ "imap://[fe80::1]:1143", "[fe80::1]", 1143, SERVER_STARTTLS },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
		struct server s = { 0 };

		if (!reads(&s, good[i].url))
			fail_msg("%s refused", good[i].url);
		assert_string_equal(s.host, good[i].host);
		assert_int_equal(s.port, good[i].port);
		assert_int_equal(s.security, good[i].security);
		server_clear(&s);
	}
}

static void
test_read_refuses(void **state)
{
	static const char *const bad[] = { "", "imaps", "imaps:", "imaps://",
		"imaps:/host", "imaps:host", "host", "smtps://host",
		"https://host", "imapss://host",
		"imaps://host:", "imaps://host:0", "imaps://host:65536",
		"imaps://host:+1", "imaps://host: 1",
		"imaps://host:99999999999999999999", "imaps://host:1/",
		"imaps://host/", "imaps://host/INBOX", "imaps://u@host",
		"imaps://u:p@host", "imaps://host?x", "imaps://host#x",
		"imaps://ho st", "imaps://host\n", "imaps://-host",
		"imaps://host-", "imaps://a..b", "imaps://h\xc3\xb6st",
		"imaps://[::1", "imaps://[]x", "imaps://[::1]x",
		"imaps://[::1]:", "imaps://[::g]", "imaps://*",
		"imaps://:993" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		struct server s = { 0 };

		if (reads(&s, bad[i]))
			fail_msg("\"%s\" taken", bad[i]);
		assert_null(s.host);
		server_clear(&s);
	}
}

static void
test_local(void **state)
{
	static const char *const local[] = { "localhost", "LOCALHOST",
		"127.0.0.1", "127.1.2.3", "[::1]" };
	static const char *const far[] = { "localhost.example.org", "128.0.0.1",
		"127.0.0.1.example.org", "127.example.org", "mail", "[::2]",
		"[::ffff:1]", "xlocalhost", "12.7.0.1" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(local); i++) {
		struct server s = { .host = (char *)(uintptr_t)local[i] };

		if (!server_is_local(&s))
			fail_msg("%s is far", local[i]);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(far); i++) {
		struct server s = { .host = (char *)(uintptr_t)far[i] };

		if (server_is_local(&s))
			fail_msg("%s is local", far[i]);
	}
}

/* ---- passwords ---- */

static char *
put(const char *content, gssize size)
{
	char *path = g_strdup("/tmp/turnpost-test-XXXXXX");
	int fd = g_mkstemp(path);

	assert_true(fd >= 0);
	assert_true(g_close(fd, NULL));
	assert_true(g_file_set_contents(path, content, size, NULL));
	return path;
}

static void
assert_password(const struct server *s, const char *want)
{
	struct err e = { 0 };
	char *got = server_password(s, &e);

	if (got == NULL)
		fail_msg("wanted \"%s\": %s", want, e.text);
	assert_string_equal(got, want);
	server_forget(got);
}

static void
assert_none(const struct server *s, enum err_code code, const char *says)
{
	struct err e = { 0 };

	assert_null(server_password(s, &e));
	assert_int_equal(e.code, code);
	if (strstr(e.text, says) == NULL)
		fail_msg("\"%s\" lacks \"%s\"", e.text, says);
	if (strstr(e.text, "tell-nobody") != NULL)
		fail_msg("told: %s", e.text);
}

static void
test_file(void **state)
{
	static const char *const good[][2] = { { "pw\n", "pw" }, { "pw", "pw" },
		{ "pw\r\n", "pw" }, { "pw\nsecond line\n", "pw" },
		{ " a b \t\n", " a b \t" }, { "p\"w\\'$x\n", "p\"w\\'$x" },
		{ "z\xc5\xbc\n", "z\xc5\xbc" } };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
		g_autofree char *path = put(good[i][0], -1);
		struct server s = { .user = (char *)(uintptr_t) "robot",
			.password_file = path };

		assert_password(&s, good[i][1]);
		g_unlink(path);
	}
}

static void
test_file_faults(void **state)
{
	static const char *const empty[] = { "", "\n", "\r\n",
		"\ntell-nobody\n" };
	g_autofree char *many = g_strnfill(5000, 'x');
	g_autofree char *whole = g_strconcat("tell-nobody", many, "\n", NULL);
	g_autofree char *path = put(whole, -1);
	struct server s = { .user = (char *)(uintptr_t) "robot",
		.password_file = path };

	(void)state;
	assert_none(&s, ERR_FORMAT, "password for robot is longer than 4095");
	for (size_t i = 0; i < G_N_ELEMENTS(empty); i++) {
		assert_true(g_file_set_contents(path, empty[i], -1, NULL));
		assert_none(&s, ERR_FORMAT, "the password for robot is empty");
	}
	g_unlink(path);
	assert_none(&s, ERR_MISSING, path);
	s.password_file = (char *)(uintptr_t) "/tmp";
	assert_none(&s, ERR_FORMAT, "password: /tmp: this is a folder");
}

static void
test_longest(void **state)
{
	g_autofree char *longest = g_strnfill(4095, 'y');
	g_autofree char *line = g_strconcat(longest, "\n", NULL);
	g_autofree char *path = put(line, -1);
	struct server s = { .user = (char *)(uintptr_t) "robot",
		.password_file = path };

	(void)state;
	assert_password(&s, longest);
	g_unlink(path);
}

static void
test_command(void **state)
{
	static const char *const good[][2] = { { "echo pw", "pw" },
		{ "printf pw", "pw" }, { "printf 'pw\\r\\nmore\\n'", "pw" },
		{ "echo 'a b' | tr b c", "a c" },
		/* standard input is empty */
		{ "cat; echo pw", "pw" } };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
		struct server s = { .user = (char *)(uintptr_t) "robot",
			.password_command = (char *)(uintptr_t)good[i][0] };

		assert_password(&s, good[i][1]);
	}
}

static void
test_command_faults(void **state)
{
	static const struct {
		const char *command;
		enum err_code code;
		const char *says;
	} bad[] = {
		{ "echo tell-nobody; exit 3", ERR_IO, "code 3" },
		{ "echo tell-nobody; kill -9 $$", ERR_IO, "signal 9" },
		{ "exit 127", ERR_IO, "password-command failed" },
		{ "true", ERR_FORMAT, "the password for robot is empty" },
		{ "echo; echo tell-nobody", ERR_FORMAT, "is empty" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		struct server s = { .user = (char *)(uintptr_t) "robot",
			.password_command = (char *)(uintptr_t)bad[i].command };

		assert_none(&s, bad[i].code, bad[i].says);
	}
}

/* The command does not end, whether or not it closes its output. */
static void
test_command_hangs(void **state)
{
	static const char *const slow[] = { "echo tell-nobody; exec sleep 60",
		"echo tell-nobody; exec >&-; exec sleep 60" };
	gint64 begin = g_get_monotonic_time();

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(slow); i++) {
		struct server s = { .user = (char *)(uintptr_t) "robot",
			.password_command = (char *)(uintptr_t)slow[i],
			.patience = 1 };

		assert_none(&s, ERR_IO, "did not end within 1 seconds");
	}
	assert_true(g_get_monotonic_time() - begin < 20 * G_USEC_PER_SEC);
}

/* Signals are blocked in serve, but not in what it starts. */
static void
test_command_signals(void **state)
{
	struct server s = { .user = (char *)(uintptr_t) "robot",
		.password_command = (char *)(uintptr_t) "kill $$; echo pw",
		.patience = 20 };
	sigset_t term, old;

	(void)state;
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	sigprocmask(SIG_BLOCK, &term, &old);
	assert_none(&s, ERR_IO, "signal 15");
	sigprocmask(SIG_SETMASK, &old, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_read_refuses),
		cmocka_unit_test(test_local),
		cmocka_unit_test(test_file),
		cmocka_unit_test(test_file_faults),
		cmocka_unit_test(test_longest),
		cmocka_unit_test(test_command),
		cmocka_unit_test(test_command_faults),
		cmocka_unit_test(test_command_hangs),
		cmocka_unit_test(test_command_signals),
	};

	mail_init();
	return cmocka_run_group_tests_name("mail/server", tests, NULL, NULL);
}

/* SPDX-License-Identifier: ISC */
/* turnpost.yaml, all below "mail:": keys, and refusals with their lines. */
#include "app/home/config.h"
#include "app/home/mailbox_config.h"
#include "mail/servers/server.h"
#include "tests/app/settings.h"

static void
test_mailboxes(void **state)
{
	struct config *c = good("mail:\n"
				"  receive:\n"
				"    - server: imaps://mail.example.org\n"
				"      user: robot\n"
				"      password-file: pw\n"
				"    - server: imap://[::1]:1143\n"
				"      user: \"robot@example.org\"\n"
				"      password-command: gpg -d pw.gpg\n"
				"      ca-file: /etc/ca.pem\n"
				"      without-tls: yes\n"
				"      folder: Games/In\n"
				"      done: Games/Done\n"
				"    - server: imap://mail.example.org\n"
				"      user: robot\n"
				"      password-file: /run/pw\n"
				"      folder: Other\n"
				"      without-tls: no\n"
				"      delete: yes\n");
	const struct mailbox_config *m;
	g_autofree char *pw = in_home("pw");

	(void)state;
	assert_int_equal(c->mailboxes->len, 3);
	m = c->mailboxes->pdata[0];
	assert_string_equal(m->server.host, "mail.example.org");
	assert_int_equal(m->server.port, 993);
	assert_int_equal(m->server.security, SERVER_TLS);
	assert_string_equal(m->server.user, "robot");
	assert_string_equal(m->server.password_file, pw);
	assert_null(m->server.password_command);
	assert_null(m->server.ca_file);
	assert_string_equal(m->folder, "INBOX");
	assert_string_equal(m->done, "Processed");
	assert_string_equal(m->name, "imap:robot@mail.example.org/INBOX");
	m = c->mailboxes->pdata[1];
	assert_int_equal(m->server.port, 1143);
	assert_int_equal(m->server.security, SERVER_PLAIN);
	assert_null(m->server.password_file);
	assert_string_equal(m->server.password_command, "gpg -d pw.gpg");
	assert_string_equal(m->server.ca_file, "/etc/ca.pem");
	assert_string_equal(m->folder, "Games/In");
	assert_string_equal(m->done, "Games/Done");
	m = c->mailboxes->pdata[2];
	assert_int_equal(m->server.security, SERVER_STARTTLS);
	assert_string_equal(m->server.password_file, "/run/pw");
	assert_null(m->done);
	config_free(c);
}

static void
test_send(void **state)
{
	struct config *c = good("mail:\n"
				"  send:\n"
				"    server: smtps://mail.example.org\n"
				"    user: robot\n"
				"    password-file: pw\n"
				"    ca-file: ca.pem\n"
				"    envelope: plain\n"
				"    per-hour: 100\n"
				"    brake: 0\n");
	g_autofree char *ca = in_home("ca.pem");

	(void)state;
	assert_int_equal(c->send.road, SEND_SMTP);
	assert_int_equal(c->send.server.port, 465);
	assert_int_equal(c->send.server.security, SERVER_TLS);
	assert_string_equal(c->send.server.ca_file, ca);
	assert_true(c->send.plain_envelope);
	assert_int_equal(c->send.per_hour, 100);
	assert_int_equal(c->send.brake, 0);
	config_free(c);
	c = good("mail:\n  send:\n    server: smtp://localhost:25\n"
		 "    without-tls: \"yes\"\n    envelope: keyed\n");
	assert_int_equal(c->send.server.port, 25);
	assert_int_equal(c->send.server.security, SERVER_PLAIN);
	assert_null(c->send.server.user);
	assert_false(c->send.plain_envelope);
	assert_int_equal(c->send.per_hour, 0);
	assert_int_equal(c->send.brake, 2000);
	config_free(c);
	c = good("mail:\n  send:\n"
		 "    command: /usr/bin/msmtp -a 'my games' --\n"
		 "    per-hour: 1000000\n    brake: 50\n");
	assert_int_equal(c->send.road, SEND_COMMAND);
	assert_int_equal(g_strv_length(c->send.command), 4);
	assert_string_equal(c->send.command[2], "my games");
	assert_int_equal(c->send.per_hour, 1000000);
	assert_int_equal(c->send.brake, 50);
	config_free(c);
}

/* ---- what is refused ---- */

static void
test_refused_mail(void **state)
{
	static const char address[] =
	    AT(2) "mail address must be like robot@example.org, with at most "
		  "24 ASCII characters before the @";
	static const char name[] =
	    AT(2) "mail name must be 1 to 40 letters, digits, blanks, - ' .";
	static const char delimiter[] =
	    AT(2) "mail delimiter must be one of + - .";
	static const char authserv[] =
	    AT(2) "authserv must be the name with which your mail server "
		  "begins its Authentication-Results, or *.NAME";

	(void)state;
	refused("mail:\n  adress: a@b\n",
	    AT(2) "there is no setting \"adress\" below \"mail\"" NO_KEY);
	refused("mail:\n  address: robot\n", address);
	refused("mail:\n  address: abcdefghijklmnopqrstuvwxy@b\n", address);
	refused("mail:\n  address: [a@b]\n", address);
	refused("mail:\n  address: \"a\\r@b\"\n", address);
	refused("mail:\n  name: \"a: b\"\n", name);
	refused("mail:\n  name:\n", name);
	refused("mail:\n  name: \"a\\nb\"\n", name);
	refused("mail:\n  delimiter: \"++\"\n", delimiter);
	refused("mail:\n  delimiter: \"=\"\n", delimiter);
	refused("mail:\n  delimiter:\n", delimiter);
	refused("mail:\n  authserv: \"a b\"\n", authserv);
	refused("mail:\n  authserv:\n", authserv);
	refused("mail:\n  authserv: \"*\"\n", authserv);
	refused("mail:\n  authserv: \"*.\"\n", authserv);
	refused("mail:\n  authserv: [a]\n", authserv);
}

#define BOX "mail:\n  receive:\n    - server: imaps://a\n"
#define LOGIN "      user: u\n      password-file: p\n"
#define BOTH                                    \
	"a user needs either password-file or " \
	"password-command; without a user, neither is allowed"
#define FED                                                                 \
	"the done folder of one mailbox is the folder of another, so that " \
	"mails would come in twice; name another one as done"
#define FOLDER "a folder must be 1 to 100 ASCII letters without \" \\ * %"

static void
test_refused_receive(void **state)
{
	static const char server[] =
	    "a mailbox needs a server like imaps://mail.example.org, or "
	    "imap:// for STARTTLS";
	g_autofree char *three = g_strconcat(AT(3), server, NULL);
	g_autofree char *four = g_strconcat(AT(4), server, NULL);

	(void)state;
	refused("mail:\n  receive: imaps://a\n",
	    AT(2) "receive must be a list of mailboxes, each beginning with "
		  "\"- server: imaps://...\"");
	refused("mail:\n  receive:\n    server: x\n",
	    AT(2) "receive must be a list of mailboxes, each beginning with "
		  "\"- server: imaps://...\"");
	refused("mail:\n  receive:\n    - imaps://a\n",
	    AT(3) "\"key: value\" lines are needed here");
	refused("mail:\n  receive:\n    - user: u\n", three);
	refused("mail:\n  receive:\n    - server: smtps://a\n", three);
	refused("mail:\n  receive:\n    - user: u\n      server: [a]\n", four);
	refused(BOX "      port: 1\n",
	    AT(4) "there is no setting \"port\" here" NO_KEY);
	refused(BOX, AT(3) "a mailbox needs a user");
	refused(BOX LOGIN "    - server: imaps://A\n" LOGIN,
	    AT(6) "this mailbox is listed twice");
	refused(BOX LOGIN "      done: Old\n    - server: imaps://A\n" LOGIN
			  "      folder: old\n      done: INBOX\n",
	    AT(7) FED);
	refused(BOX LOGIN "      folder: Processed\n      done: X\n"
			  "    - server: imaps://A\n" LOGIN,
	    AT(8) FED);
}

static void
test_refused_login(void **state)
{
	(void)state;
	refused(BOX "      user: u\n", AT(4) BOTH);
	refused(BOX "      password-file: p\n", AT(3) BOTH);
	refused(BOX "      password-command: p\n", AT(3) BOTH);
	refused(BOX LOGIN "      password-command: c\n", AT(4) BOTH);
	refused(BOX "      user:\n      password-file: p\n",
	    AT(4) "user needs a text after it");
	refused(BOX "      user: u\n      password-file: [p]\n",
	    AT(5) "password-file needs a text after it");
	refused(BOX "      user: u\n      password-command:\n",
	    AT(5) "password-command needs a text after it");
	refused(BOX LOGIN "      ca-file: {a: b}\n",
	    AT(6) "ca-file needs a text after it");
	refused(BOX "      user: \"u\\r\\nx\"\n      password-file: p\n",
	    AT(4) "user must be one line without control characters");
}

/* Nor is it told again. */
static void
test_refused_password(void **state)
{
	static const char no[] =
	    "a password is not allowed here; write it into a file that only "
	    "you can read and name that file as password-file";
	g_autofree char *four = g_strconcat(AT(4), no, NULL);
	g_autofree char *one = g_strconcat(AT(1), no, NULL);

	(void)state;
	refused(BOX "      password: geheim\n" LOGIN, four);
	refused("mail:\n  send:\n    server: smtps://a\n"
		"    password: geheim\n",
	    four);
	refused("password: geheim\n", one);
	refused("mail:\n  receive:\n    - server: imaps://u:geheim@a\n" LOGIN,
	    AT(3) "a mailbox needs a server like imaps://mail.example.org, or "
		  "imap:// for STARTTLS");
}

static void
test_refused_folders(void **state)
{
	static const char *const bad[] = { "\"\"", "\"a*\"", "\"%\"", "'a\"b'",
		"'a\\b'", "\"a\\r\\nb\"", "\"a\\x7f\"", "W\xc4\x85tki", "[a]" };
	g_autofree char *over = g_strnfill(101, 'x');
	g_autofree char *far =
	    g_strconcat(BOX LOGIN "      done: ", over, "\n", NULL);
	struct config *c;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		g_autofree char *folder =
		    g_strconcat(BOX LOGIN "      folder: ", bad[i], "\n", NULL);
		g_autofree char *done =
		    g_strconcat(BOX LOGIN "      done: ", bad[i], "\n", NULL);

		refused(folder, AT(6) FOLDER);
		refused(done, AT(6) FOLDER);
	}
	refused(far, AT(6) FOLDER);
	over[100] = '\0';
	g_free(far);
	far = g_strconcat(BOX LOGIN "      done: ", over, "\n", NULL);
	c = good(far);
	config_free(c);
	refused(BOX LOGIN "      done: inbox\n",
	    AT(6) "folder and done must be different folders");
	refused(BOX LOGIN "      delete: maybe\n",
	    AT(6) "yes or no is needed here");
	refused(BOX LOGIN "      done: X\n      delete: yes\n",
	    AT(6) "a mail cannot both go to a done folder and be deleted; "
		  "remove one of the two");
}

static void
test_refused_without_tls(void **state)
{
	static const char local[] = "without-tls is only for imap:// or "
				    "smtp:// to this machine (localhost)";
	g_autofree char *six = g_strconcat(AT(6), local, NULL);
	g_autofree char *four = g_strconcat(AT(4), local, NULL);

	(void)state;
	refused(BOX LOGIN "      without-tls: yes\n", six);
	refused("mail:\n  receive:\n    - server: imap://a\n" LOGIN
		"      without-tls: yes\n",
	    six);
	refused("mail:\n  receive:\n    - server: imaps://localhost\n" LOGIN
		"      without-tls: yes\n",
	    six);
	refused("mail:\n  send:\n    server: smtp://a\n    without-tls: yes\n",
	    four);
	refused("mail:\n  send:\n    server: smtp://localhost\n"
		"    without-tls: maybe\n",
	    AT(4) "yes or no is needed here");
}

#define SEND "mail:\n  send:\n    server: smtps://a\n"

static void
test_refused_send(void **state)
{
	static const char road[] =
	    AT(2) "send needs either a server like smtps://mail.example.org "
		  "or a command like /usr/sbin/sendmail";
	static const char command[] =
	    AT(3) "command must be like /usr/sbin/sendmail, with the full path";

	(void)state;
	refused(
	    "mail:\n  send: x\n", AT(2) "\"key: value\" lines are needed here");
	refused("mail:\n  send:\n    brake: 1\n", road);
	refused(SEND "    command: /bin/true\n", road);
	refused("mail:\n  send:\n    server: imaps://a\n",
	    AT(3) "server must be like smtps://mail.example.org, or smtp:// "
		  "for STARTTLS");
	refused("mail:\n  send:\n    command: sendmail\n", command);
	refused("mail:\n  send:\n    command: \"/bin/x 'y\"\n", command);
	refused("mail:\n  send:\n    command:\n", command);
	refused("mail:\n  send:\n    command: [/bin/x]\n", command);
	refused("mail:\n  send:\n    command: /bin/x\n    user: u\n",
	    AT(4) "user belongs with a server, not with a command");
	refused("mail:\n  send:\n    command: /bin/x\n    ca-file: u\n",
	    AT(4) "ca-file belongs with a server, not with a command");
	refused(SEND "    folder: x\n",
	    AT(4) "there is no setting \"folder\" below \"send\"" NO_KEY);
	refused(SEND "    envelope: none\n",
	    AT(4) "envelope must be keyed or plain");
	refused(SEND "    envelope: [plain]\n",
	    AT(4) "envelope must be keyed or plain");
	refused(SEND "    user: u\n", AT(4) BOTH);
}

static void
test_refused_numbers(void **state)
{
	static const char *const bad[] = { "-1", "x", "1x", "1000001", "1.5",
		"99999999999999999999", "", "[1]", "0x10" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		g_autofree char *hour =
		    g_strconcat(SEND "    per-hour: ", bad[i], "\n", NULL);
		g_autofree char *brake =
		    g_strconcat(SEND "    brake: ", bad[i], "\n", NULL);

		refused(hour, AT(4) "per-hour must be a number up to 1000000; "
				    "0 is no limit");
		refused(brake, AT(4) "brake must be a number up to 1000000; "
				     "0 is no limit");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mailboxes),
		cmocka_unit_test(test_send),
		cmocka_unit_test(test_refused_mail),
		cmocka_unit_test(test_refused_receive),
		cmocka_unit_test(test_refused_login),
		cmocka_unit_test(test_refused_password),
		cmocka_unit_test(test_refused_folders),
		cmocka_unit_test(test_refused_without_tls),
		cmocka_unit_test(test_refused_send),
		cmocka_unit_test(test_refused_numbers),
	};

	return cmocka_run_group_tests_name(
	    "app/config_mail", tests, set_up, tear_down);
}

/* SPDX-License-Identifier: ISC */
/* The first turnpost.yaml: what was answered is what its reader finds there. */
#include "app/home/first_settings.h"

#include "app/home/config.h"
#include "app/home/folder.h"
#include "app/home/mailbox_config.h"
#include "base/err.h"
#include "mail/servers/server_login.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>
#include <glib.h>
#include <glib/gstdio.h>

#define ROBOT "robot@example.org"

static struct first_settings
answers(const char *in, const char *out)
{
	struct first_settings s = { .address = g_strdup(ROBOT) };

	if (in != NULL) {
		s.imap = g_strdup("imap://mail.example.org:1143");
		s.in.user = g_strdup("ro\"b\\ot: #1");
		s.in.password = g_strdup(in);
	}
	if (out != NULL) {
		s.smtp = g_strdup("smtps://mail.example.org");
		s.out.user = g_strdup("sender");
		s.out.password = g_strdup(out);
	}
	return s;
}

static char *
made_home(const struct first_settings *s)
{
	struct err e = { 0 };
	char *dir = g_dir_make_tmp("turnpost-XXXXXX", NULL);

	if (home_create_with(dir, s, &e) == -1)
		fail_msg("%s", e.text);
	return dir;
}

static void
remove_home(const char *dir)
{
	g_autofree char *command = g_strdup_printf("rm -r '%s'", dir);

	assert_true(g_spawn_command_line_sync(command, NULL, NULL, NULL, NULL));
}

static void
logs_in(const struct server *server, const char *password)
{
	struct err e = { 0 };
	char *found = server_password(server, &e);

	if (found == NULL)
		fail_msg("%s", e.text);
	assert_string_equal(found, password);
	server_forget(found);
}

/* Before there is a home, and from its files. */
static void
test_logins(void **state)
{
	static const char *const passwords[][2] = { { "pw", "pw" },
		{ "pw", "other" }, { "pw", NULL }, { NULL, "pw" } };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(passwords); i++) {
		const char *in = passwords[i][0], *out = passwords[i][1];
		struct first_settings s = answers(in, out);
		g_autofree char *dir = made_home(&s);
		struct err e = { 0 };

		for (int kept = 0; kept < 2; kept++) {
			struct config *c = kept ? config_read(dir, &e)
						: first_config(dir, &s, &e);

			if (c == NULL)
				fail_msg("%s", e.text);
			assert_string_equal(c->address, ROBOT);
			assert_int_equal(c->mailboxes->len, in != NULL);
			if (in != NULL) {
				const struct mailbox_config *m =
				    c->mailboxes->pdata[0];

				assert_string_equal(
				    m->server.user, "ro\"b\\ot: #1");
				assert_int_equal(m->server.port, 1143);
				logs_in(&m->server, in);
			}
			assert_int_equal(c->send.road,
			    out == NULL ? SEND_MAILDIR : SEND_SMTP);
			if (out != NULL)
				logs_in(&c->send.server, out);
			config_free(c);
		}
		remove_home(dir);
		first_clear(&s);
	}
}

static void
test_private(void **state)
{
	static const char *const files[] = { "password", "password-smtp" };
	struct first_settings s = answers("pw", "sesame");
	g_autofree char *dir = made_home(&s), *text = first_text(&s);

	(void)state;
	assert_null(strstr(text, "sesame"));
	for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *path = g_build_filename(dir, files[i], NULL);
		struct stat st;

		assert_int_equal(stat(path, &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
	}
	remove_home(dir);
	first_clear(&s);
}

static void
test_all_of_it(void **state)
{
	struct first_settings s = answers("pw", "pw");
	struct err e = { 0 };
	struct config *c;
	const struct mailbox_config *m;

	(void)state;
	s.organiser = g_strdup("Olga <olga@example.org>");
	s.delimiter = g_strdup("-");
	s.done = g_strdup("INBOX.Processed");
	s.ca_file = g_strdup("/ca \"1\".pem");
	s.plain_envelope = true;
	c = first_config("/nowhere", &s, &e);
	if (c == NULL)
		fail_msg("%s", e.text);
	m = c->mailboxes->pdata[0];
	assert_string_equal(c->organiser, "olga@example.org");
	assert_int_equal(c->delimiter, '-');
	assert_string_equal(m->done, "INBOX.Processed");
	assert_string_equal(m->server.ca_file, "/ca \"1\".pem");
	assert_string_equal(c->send.server.ca_file, "/ca \"1\".pem");
	assert_true(c->send.plain_envelope);
	config_free(c);
	first_clear(&s);
}

static void
test_refuses(void **state)
{
	struct err e = { 0 };

	(void)state;
	assert_int_equal(first_check_address("nobody", &e), -1);
	assert_int_equal(first_check_address(ROBOT, &e), 0);
	assert_int_equal(first_check_organiser(ROBOT, NULL, &e), 0);
	assert_int_equal(first_check_organiser(ROBOT, ROBOT, &e), -1);
	assert_int_equal(first_check_server("imaps://a.b", true, &e), 0);
	assert_int_equal(first_check_server("imaps://a.b", false, &e), -1);
	assert_int_equal(first_check_server("smtp://a.b:25", false, &e), 0);
	assert_int_equal(first_check_server("imaps://u:p@a.b", true, &e), -1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_logins),
		cmocka_unit_test(test_private),
		cmocka_unit_test(test_all_of_it),
		cmocka_unit_test(test_refuses),
	};

	app_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}

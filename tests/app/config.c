/* SPDX-License-Identifier: ISC */
/* turnpost.yaml: what every key means, and every refusal with its line. */
#include "app/home/config.h"
#include "app/home/place.h"
#include "base/err.h"
#include "base/log_target.h"
#include "tests/app/settings.h"

/* ---- what is there ---- */

static void
test_defaults(void **state)
{
	static const char *const least[] = { "", "# nothing\n", "mail: {}\n",
		"{}" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(least); i++) {
		struct config *c = good(least[i]);

		assert_string_equal(c->address, "turnpost@localhost");
		assert_string_equal(c->name, "turnpost");
		assert_int_equal(c->delimiter, '+');
		assert_string_equal(c->zone, "UTC");
		assert_int_equal(c->mailboxes->len, 0);
		assert_int_equal(c->send.road, SEND_MAILDIR);
		assert_null(c->authserv);
		assert_null(c->organiser);
		assert_int_equal(c->log, LOG_TO_STDERR);
		assert_null(c->metrics);
		assert_null(c->page);
		assert_int_equal(g_hash_table_size(c->data), 0);
		assert_null(c->backup.folder);
		assert_int_equal(c->backup.within, 3 * 86400);
		config_free(c);
	}
}

static void
test_store(void **state)
{
	struct config *c = good("store: postgresql://db.example.org/t\n");
	g_autofree char *there = home_place("/x", c);
	g_autofree char *file = home_place("/x", NULL);

	(void)state;
	assert_string_equal(there, "postgresql://db.example.org/t");
	assert_string_equal(file, "/x/turnpost.db");
	config_free(c);
	refused("store: other.db\n",
	    AT(1) "store must be like postgresql://HOST/DATABASE; "
		  "without it, all is in turnpost.db");
}

static void
test_backup(void **state)
{
	struct config *c = good("backup:\n  folder: kept\n  within: 36h\n");
	g_autofree char *kept = in_home("kept");

	(void)state;
	assert_string_equal(c->backup.folder, kept);
	assert_int_equal(c->backup.within, 36 * 3600);
	config_free(c);
	refused(
	    "backup:\n  within: none\n", AT(2) "within must be a time like 3d");
	refused(
	    "backup:\n  within: soon\n", AT(2) "within must be a time like 3d");
	refused("backup:\n  fold: x\n",
	    AT(2) "there is no setting \"fold\" below \"backup\"; "
		  "turnpost.yaml(5) lists "
		  "them all");
}

static void
test_home(void **state)
{
	struct config *c = good("zone: Europe/Warsaw\n"
				"organiser: Olga Maj <Olga@Example.org>\n"
				"log: syslog\n"
				"metrics: turnpost.prom\n"
				"page: site\n"
				"data:\n"
				"  mutineer: islands.yaml\n"
				"mail:\n"
				"  address: Robot@Example.org\n"
				"  name: Games by mail\n"
				"  delimiter: \"-\"\n"
				"  authserv: \"*.Example.ORG\"\n");
	g_autofree char *islands = in_home("islands.yaml");
	g_autofree char *metrics = in_home("turnpost.prom");
	g_autofree char *page = in_home("site");

	(void)state;
	assert_string_equal(c->zone, "Europe/Warsaw");
	assert_string_equal(c->organiser, "olga@example.org");
	assert_string_equal(c->organiser_name, "Olga Maj");
	assert_int_equal(c->log, LOG_TO_SYSLOG);
	assert_string_equal(c->metrics, metrics);
	assert_string_equal(c->page, page);
	assert_string_equal(g_hash_table_lookup(c->data, "mutineer"), islands);
	assert_string_equal(c->address, "robot@example.org");
	assert_string_equal(c->name, "Games by mail");
	assert_int_equal(c->delimiter, '-');
	assert_string_equal(c->authserv, "*.example.org");
	config_free(c);
	c = good("organiser: olga@example.org\nlog: stderr\n"
		 "data:\n  mutineer: /etc/islands.yaml\n");
	assert_string_equal(c->organiser_name, "");
	assert_int_equal(c->log, LOG_TO_STDERR);
	assert_string_equal(
	    g_hash_table_lookup(c->data, "mutineer"), "/etc/islands.yaml");
	config_free(c);
}

/* ---- what is refused ---- */

static void
test_refused_home(void **state)
{
	(void)state;
	refused(
	    "mails: x\n", AT(1) "there is no setting \"mails\" here" NO_KEY);
	refused("- a\n", AT(1) "\"key: value\" lines are needed here");
	refused("# x\nzone: Mars\n",
	    AT(2) "zone must be a time zone like Europe/Warsaw");
	refused("zone:\n", AT(1) "zone must be a time zone like Europe/Warsaw");
	refused("zone: [UTC]\n", AT(1) "zone must be a time zone like "
				       "Europe/Warsaw");
	refused("log: both\n", AT(1) "log must be stderr or syslog");
	refused("log: [stderr]\n", AT(1) "log must be stderr or syslog");
	refused("data: x\n", AT(1) "data must hold \"GAME: FILE\" lines");
	refused("data:\n  chess: x\n",
	    AT(2) "there is no game of that name with data");
	refused("data:\n  mutineer: [x]\n", AT(2) "a file name is needed here");
	refused("mail: x\n", AT(1) "\"key: value\" lines are needed here");
	refused("zone: UTC\nzone: UTC\n", AT(2) "\"zone\" occurs here twice");
}

static void
test_signup(void **state)
{
	static const char limit[] =
	    AT(2) "a limit must be a number from 0 to 10000";
	struct config *c = good("mail:\n  address: robot@example.org\n");

	(void)state;
	assert_int_equal(c->signup.mode, SIGNUP_MODE_CLOSED);
	assert_false(c->signup.approval);
	assert_int_equal(c->signup.people, 20);
	config_free(c);
	c = good("signup: open\napproval: \"yes\"\n"
		 "organiser: olga@example.org\nlimits:\n  matches: 0\n"
		 "  people: 5\n  invitations: 7\n");
	assert_int_equal(c->signup.mode, SIGNUP_MODE_ANY);
	assert_true(c->signup.approval);
	assert_int_equal(c->signup.matches, 0);
	assert_int_equal(c->signup.people, 5);
	assert_int_equal(c->signup.invitations, 7);
	config_free(c);
	c = good("signup: invite\n");
	assert_int_equal(c->signup.mode, SIGNUP_MODE_INVITE);
	config_free(c);
	refused("signup: all\n", AT(1) "signup must be closed, invite or open");
	refused("approval: maybe\n", AT(1) "approval must be yes or no");
	refused("approval: \"yes\"\n",
	    AT(1) "approval needs an organiser, who gets a letter: set "
		  "organiser as well");
	refused("limits:\n  people: many\n", limit);
	refused("limits:\n  people: 10001\n", limit);
	refused("limits:\n  cats: 1\n",
	    AT(2) "there is no setting \"cats\" below \"limits\"; "
		  "turnpost.yaml(5) lists them all");
}

static void
test_refused_organiser(void **state)
{
	static const char like[] =
	    AT(2) "organiser must be like \"Olga <olga@example.org>\"";

	(void)state;
	refused("log: stderr\norganiser: Olga\n", like);
	refused("log: stderr\norganiser: Olga <olga>\n", like);
	refused("log: stderr\norganiser: [a@b]\n", like);
	refused("log: stderr\norganiser: \"Ol\\tga <a@b>\"\n", like);
	refused("log: stderr\norganiser: \"O <a\\n@b>\"\n", like);
	refused("mail:\n  address: r@b\norganiser: r+x@b\n",
	    AT(3) "organiser must be a person's address, not the robot's");
	refused("organiser: mailer-daemon@b\n",
	    AT(1) "organiser must be a person's address, not the robot's");
}

/* Nothing is cut off silently. */
static void
test_refused_size(void **state)
{
	GString *text = g_string_new("zone: UTC\n");

	(void)state;
	while (text->len < 65536)
		g_string_append_c(text, '#');
	config_free(good(text->str));
	g_string_append_c(text, '#');
	refused(text->str,
	    "turnpost.yaml has more than 65536 bytes; make it shorter");
	g_string_free(text, TRUE);
}

static void
test_missing(void **state)
{
	struct err e = { 0 };

	(void)state;
	assert_null(config_read("/nonexistent", &e));
	assert_int_equal(e.code, ERR_MISSING);
}

/* All that the sample has in remarks is taken, and is what holds anyway. */
static void
test_sample(void **state)
{
	g_autofree char *sample = NULL;
	GString *text = g_string_new(NULL);
	g_auto(GStrv) lines = NULL;
	struct config *c;

	(void)state;
	assert_true(
	    g_file_get_contents("etc/turnpost.yaml", &sample, NULL, NULL));
	config_free(good(sample));
	lines = g_strsplit(sample, "\n", -1);
	for (int i = 0; lines[i] != NULL; i++) {
		const char *mark = strstr(lines[i], "# ");
		size_t indent = strspn(lines[i], " ");

		/* a setting in a remark: "# KEY:" or "#   more" */
		if (mark == lines[i] + indent && lines[i][0] != '\0' &&
		    (strchr(mark, ':') != NULL &&
			strspn(mark + 2, "abcdefghijklmnopqrstuvwxyz- ") ==
			    strcspn(mark + 2, ":")))
			g_string_append_printf(text, "%.*s%s\n", (int)indent,
			    "        ", mark + 2);
		else
			g_string_append_printf(text, "%s\n", lines[i]);
	}
	c = good(text->str);
	assert_true(c->mailboxes->len > 0);
	assert_int_equal(c->send.road, SEND_SMTP);
	assert_non_null(c->organiser);
	assert_int_equal(c->send.brake, 2000);
	assert_string_equal(c->zone, "UTC");
	assert_non_null(c->authserv);
	config_free(c);
	g_string_free(text, TRUE);
}

/* So are the examples of the manual page. */
static void
test_examples(void **state)
{
	static const char begin[] = ".Bd -literal\n", end[] = ".Ed\n";
	g_autofree char *page = NULL;
	int n = 0;

	(void)state;
	assert_true(
	    g_file_get_contents("man/turnpost.yaml.5", &page, NULL, NULL));
	for (char *at = page; (at = strstr(at, begin)) != NULL;) {
		char *stop = strstr(at, end);

		assert_non_null(stop);
		*stop = '\0';
		config_free(good(at + strlen(begin)));
		at = stop + 1;
		n++;
	}
	assert_int_equal(n, 5);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_home),
		cmocka_unit_test(test_store),
		cmocka_unit_test(test_backup),
		cmocka_unit_test(test_refused_home),
		cmocka_unit_test(test_signup),
		cmocka_unit_test(test_refused_organiser),
		cmocka_unit_test(test_refused_size),
		cmocka_unit_test(test_missing),
		cmocka_unit_test(test_sample),
		cmocka_unit_test(test_examples),
	};

	return cmocka_run_group_tests_name(
	    "app/config", tests, set_up, tear_down);
}

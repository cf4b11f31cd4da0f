/* SPDX-License-Identifier: ISC */
/*
 * Letters by a command: what it is given, what its end means, and that it can
 * neither hang us nor break a pipe.
 */
#include "base/err.h"
#include "mail/mail.h"
#include "mail/servers/delivery.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* The script of a shell as command; what is put behind becomes its $1... */
static void
run(const char *script, GBytes *letter, int limit, struct delivery *d)
{
	char *command[] = { (char *)"/bin/sh", (char *)"-c",
		(char *)(uintptr_t)script, (char *)"sendmail", NULL };

	command_send(
	    command, "robot@example.org", "anna@example.org", letter, limit, d);
}

static void
run_small(const char *script, struct delivery *d)
{
	g_autoptr(GBytes) letter = g_bytes_new_static("To: x\n\nhello\n", 13);

	run(script, letter, 20, d);
}

static void
words_and_letter(void **state)
{
	struct delivery d;

	(void)state;
	run_small("test \"$*\" = "
		  "'-i -f robot@example.org -- anna@example.org' "
		  "&& test $# = 5 && test \"$(tail -n 1)\" = hello",
	    &d);
	assert_int_equal(d.fate, DELIVERY_SENT);
	assert_int_equal(d.err.code, 0);
}

static void
ends(void **state)
{
	static const struct {
		const char *script;
		enum delivery_fate fate;
		int reply;
		const char *code;
	} cases[] = {
		{ "exit 0", DELIVERY_SENT, 0, "" },
		{ "exit 1", DELIVERY_LATER, 1, "" },
		{ "exit 64", DELIVERY_FAULT, 64, "" },
		{ "exit 65", DELIVERY_REFUSED, 65, "" },
		{ "exit 67", DELIVERY_REFUSED, 67, "5.1.1" },
		{ "exit 68", DELIVERY_LATER, 68, "" },
		{ "exit 69", DELIVERY_LATER, 69, "" },
		{ "exit 75", DELIVERY_LATER, 75, "" },
		{ "exit 77", DELIVERY_FAULT, 77, "" },
		{ "exit 78", DELIVERY_FAULT, 78, "" },
		{ "exit 126", DELIVERY_FAULT, 126, "" },
		{ "no-such-program-here", DELIVERY_FAULT, 127, "" },
		{ "kill -TERM $$", DELIVERY_UNKNOWN, 0, "" },
	};
	struct delivery d;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		run_small(cases[i].script, &d);
		if (d.fate != cases[i].fate || d.reply != cases[i].reply ||
		    strcmp(d.code, cases[i].code) != 0)
			fail_msg("%s: %d %d %s", cases[i].script, (int)d.fate,
			    d.reply, d.code);
		assert_false(d.slow);
	}
}

static void
what_it_says(void **state)
{
	struct delivery d;

	(void)state;
	run_small("echo out; echo 'no\x1b such\377 user' >&2; exit 67", &d);
	assert_string_equal(
	    d.err.text, "/bin/sh ended with 67: out no? such\xef\xbf\xbd user");
	run_small("exit 75", &d);
	assert_string_equal(
	    d.err.text, "/bin/sh ended with 75: (it said nothing)");
	/* and without end, until it breaks off by itself */
	run_small("yes 0123456789 | head -n 100000; exit 75", &d);
	assert_int_equal(d.fate, DELIVERY_LATER);
	assert_true(strlen(d.err.text) > 300);
}

/* Soon gone, or waiting to be buried. */
static bool
is_dead(const char *pid)
{
	g_autofree char *path = g_strdup_printf("/proc/%s/stat", pid);

	for (int i = 0; i < 100; i++, g_usleep(50000)) {
		g_autofree char *stat = NULL;

		if (!g_file_get_contents(path, &stat, NULL, NULL) ||
		    strstr(stat, ") Z ") != NULL)
			return true;
	}
	return false;
}

static void
hangs(void **state)
{
	g_autoptr(GBytes) letter = g_bytes_new_static("x\n", 2);
	struct delivery d;
	gint64 begin = g_get_monotonic_time();

	(void)state;
	/* its children too, and whoever holds its output open */
	run("sleep 1000 & echo pid $!; sleep 1000", letter, 1, &d);
	assert_int_equal(d.fate, DELIVERY_UNKNOWN);
	assert_true(d.slow);
	assert_non_null(strstr(d.err.text, "did not end within 1 seconds"));
	assert_non_null(strstr(d.err.text, ": pid "));
	assert_true(is_dead(strstr(d.err.text, ": pid ") + 6));
	assert_true(g_get_monotonic_time() - begin < 15 * G_USEC_PER_SEC);
}

static void
leaves_a_child(void **state)
{
	struct delivery d;
	gint64 begin = g_get_monotonic_time();

	(void)state;
	/* as a sendmail that delivers in the background */
	run_small("sleep 15 & exit 0", &d);
	assert_int_equal(d.fate, DELIVERY_SENT);
	assert_true(g_get_monotonic_time() - begin < 10 * G_USEC_PER_SEC);
}

static void
reads_nothing(void **state)
{
	g_autofree char *much = g_strnfill(3000000, 'x');
	g_autoptr(GBytes) letter = g_bytes_new(much, 3000000);
	struct delivery d;

	(void)state;
	run("exec <&-; exit 0", letter, 20, &d);
	assert_int_equal(d.fate, DELIVERY_SENT);
	run("test $(wc -c) = 3000000", letter, 20, &d);
	assert_int_equal(d.fate, DELIVERY_SENT);
}

static void
starts_clean(void **state)
{
	sigset_t set, old;
	struct delivery d;
	int fd = dup(2); /* not closed on exec */

	(void)state;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, &old);
	signal(SIGPIPE, SIG_IGN);
	/* the C library has two signals of its own, 32 and 33 */
	run_small("grep -q '^SigBlk:.0*$' /proc/self/status && "
		  "grep -q '^SigIgn:.*[08]0000000$' /proc/self/status",
	    &d);
	assert_int_equal(d.fate, DELIVERY_SENT);
	run_small(
	    "ls /proc/self/fd | grep -qv '^[0-3]$' && exit 75; exit 0", &d);
	assert_int_equal(d.fate, DELIVERY_SENT);
	signal(SIGPIPE, SIG_DFL);
	sigprocmask(SIG_SETMASK, &old, NULL);
	close(fd);
}

static void
no_such_program(void **state)
{
	char *command[] = { (char *)"/nowhere/sendmail", NULL };
	g_autoptr(GBytes) letter = g_bytes_new_static("x\n", 2);
	struct delivery d;

	(void)state;
	command_send(command, "", "anna@example.org", letter, 5, &d);
	assert_int_equal(d.fate, DELIVERY_FAULT);
	assert_non_null(strstr(
	    d.err.text, "/nowhere/sendmail cannot be run: No such file"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_and_letter),
		cmocka_unit_test(ends),
		cmocka_unit_test(what_it_says),
		cmocka_unit_test(hangs),
		cmocka_unit_test(leaves_a_child),
		cmocka_unit_test(reads_nothing),
		cmocka_unit_test(starts_clean),
		cmocka_unit_test(no_such_program),
	};

	mail_init();
	return cmocka_run_group_tests_name("command", tests, NULL, NULL);
}

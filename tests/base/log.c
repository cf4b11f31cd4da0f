/* SPDX-License-Identifier: ISC */
/*
 * The log on standard error, to the journal and to syslog, and the checkpoints
 * that end the program.
 */
#include "base/checkpoint.h"
#include "base/file.h"
#include "base/log.h"
#include "base/log_target.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include <glib.h>

/* Runs it in a child; what it wrote on standard error, and how it ended. */
static char *
stderr_of(void (*what)(void), int *status)
{
	g_autoptr(GBytes) data = NULL;
	int ends[2];
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		what();
		_exit(0);
	}
	close(ends[1]);
	data = file_read_fd(ends[0], 65536, NULL);
	close(ends[0]);
	assert_non_null(data);
	assert_int_equal(waitpid(pid, status, 0), pid);
	return g_strndup(g_bytes_get_data(data, NULL), g_bytes_get_size(data));
}

static void
one_of_each(void)
{
	log_warn("first", "a %d", 1);
	log_info("second", "b");
	log_debug("third-one", "c");
}

static void
all_levels(void)
{
	log_level_set(LOG_DEBUG);
	one_of_each();
}

static void
forged(void)
{
	log_warn("forged", "from %s", "x\nturnpost: all is well\xff");
}

static void
for_the_journal(void)
{
	log_journal_set(true);
	all_levels();
}

/* In the place of the C library's: on standard error instead. */
void openlog(const char *ident, int option, int facility);
void syslog(int priority, const char *fmt, ...);

void
openlog(const char *ident, int option, int facility)
{
	fprintf(stderr, "open %s %d %d\n", ident, option, facility);
}

void __attribute__((format(printf, 2, 3)))
syslog(int priority, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%d ", priority);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

static void
for_syslog(void)
{
	log_target_set(LOG_TO_SYSLOG);
	all_levels();
	log_warn("percent", "100%% %s", "%s%n");
	log_target_set(LOG_TO_STDERR);
	log_warn("here", "back");
}

static void
test_journal(void **state)
{
	g_autofree char *text = NULL;
	int status;

	(void)state;
	text = stderr_of(for_the_journal, &status);
	assert_string_equal(
	    text, "<4>[first] a 1\n<6>[second] b\n<7>[third-one] c\n");
}

/* LOG_PID is 1, LOG_DAEMON 3 << 3. */
static void
test_syslog(void **state)
{
	g_autofree char *text = NULL;
	int status;

	(void)state;
	text = stderr_of(for_syslog, &status);
	assert_string_equal(text,
	    "open turnpost 1 24\n4 [first] a 1\n6 [second] b\n"
	    "7 [third-one] c\n4 [percent] 100% %s%n\n"
	    "turnpost: warning: [here] back\n");
}

static void
test_levels(void **state)
{
	g_autofree char *quiet = NULL, *loud = NULL;
	int status;

	(void)state;
	quiet = stderr_of(one_of_each, &status);
	assert_string_equal(quiet, "turnpost: warning: [first] a 1\n");
	loud = stderr_of(all_levels, &status);
	assert_string_equal(loud,
	    "turnpost: warning: [first] a 1\nturnpost: [second] b\n"
	    "turnpost: [third-one] c\n");
}

static void
test_one_line(void **state)
{
	g_autofree char *text = NULL;
	int status;

	(void)state;
	text = stderr_of(forged, &status);
	assert_string_equal(text, "turnpost: warning: [forged] from x "
				  "turnpost: all is well\xef\xbf\xbd\n");
}

static void
three_places(void)
{
	checkpoint("a");
	checkpoint("b");
	checkpoint("c");
	fprintf(stderr, "%u reached\n", checkpoint_count());
}

static void
stop_at_second(void)
{
	checkpoint_stop_at(2);
	three_places();
}

static void
test_checkpoint_never(void **state)
{
	g_autofree char *text = NULL;
	int status;

	(void)state;
	text = stderr_of(three_places, &status);
	assert_string_equal(text, "3 reached\n");
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void
test_checkpoint_dies(void **state)
{
	g_autofree char *text = NULL;
	int status;

	(void)state;
	text = stderr_of(stop_at_second, &status);
	assert_string_equal(text, "");
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_levels),
		cmocka_unit_test(test_journal),
		cmocka_unit_test(test_syslog),
		cmocka_unit_test(test_one_line),
		cmocka_unit_test(test_checkpoint_never),
		cmocka_unit_test(test_checkpoint_dies),
	};

	return cmocka_run_group_tests_name("base/log", tests, NULL, NULL);
}

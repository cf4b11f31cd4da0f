/* SPDX-License-Identifier: ISC */
/* Questions on a terminal. */
#include "cmd/dialogue.h"

#include <errno.h>
#include <glib.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define LINE_MAX_SIZE 4096 /* as long as a terminal takes them */

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

/* The terminal as it was, while it shows nothing of what is typed. */
static struct termios shown;
static volatile sig_atomic_t is_hidden;

bool
ask_can(void)
{
	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* Only calls that a handler may make. */
static void
leave(int signal_number)
{
	static const char words[] = "\nturnpost: nothing was written\n";

	if (is_hidden)
		tcsetattr(STDIN_FILENO, TCSANOW, &shown);
	if (write(STDERR_FILENO, words, sizeof(words) - 1) == -1)
		is_hidden = 0; /* nobody sees it */
	/* No core file, in which a password may stand. */
	if (signal_number == SIGQUIT)
		signal_number = SIGTERM;
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

void
ask_begin(void)
{
	struct sigaction action = { .sa_handler = leave };

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < G_N_ELEMENTS(signals); i++)
		sigaction(signals[i], &action, NULL);
}

void
ask_holds(bool hold)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < G_N_ELEMENTS(signals); i++)
		sigaddset(&set, signals[i]);
	sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

void
ask_end(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(signals); i++) {
		signal(signals[i], SIG_IGN); /* drops one that waits */
		signal(signals[i], SIG_DFL);
	}
	ask_holds(false);
}

static void
hide(bool hidden)
{
	struct termios silent;

	if (!hidden) {
		if (is_hidden)
			tcsetattr(STDIN_FILENO, TCSANOW, &shown);
		is_hidden = 0;
		return;
	}
	if (tcgetattr(STDIN_FILENO, &shown) == -1)
		return;
	silent = shown;
	silent.c_lflag &= ~(tcflag_t)ECHO;
	/* A program that is stopped here would leave the terminal so. */
	silent.c_cc[VSUSP] = _POSIX_VDISABLE;
	is_hidden = 1;
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
}

/*
 * Byte by byte, because the standard library would keep a copy of a password
 * where nobody wipes it.  false: the input has ended.
 */
static bool
read_line(char line[LINE_MAX_SIZE])
{
	size_t size = 0;
	ssize_t n;
	char c;

	for (;;) {
		n = read(STDIN_FILENO, &c, 1);
		if (n == -1 && errno == EINTR)
			continue;
		/* a line that its end does not follow was not meant */
		if (n <= 0)
			return false;
		if (c == '\n')
			break;
		if (size < LINE_MAX_SIZE - 1)
			line[size++] = c;
	}
	line[size] = '\0';
	return true;
}

char *
ask_line(const char *question, const char *preset)
{
	char line[LINE_MAX_SIZE];

	if (preset != NULL)
		printf("%s [%s]: ", question, preset);
	else
		printf("%s: ", question);
	fflush(stdout);
	if (!read_line(line))
		return NULL;
	g_strstrip(line);
	return g_strdup(line[0] == '\0' && preset != NULL ? preset : line);
}

char *
ask_secret(const char *question)
{
	char line[LINE_MAX_SIZE], *answer = NULL;

	printf("%s: ", question);
	fflush(stdout);
	hide(true);
	if (read_line(line))
		answer = g_strdup(line);
	hide(false);
	putchar('\n');
	explicit_bzero(line, sizeof(line));
	return answer;
}

int
ask_yes(const char *question, bool preset)
{
	for (;;) {
		g_autofree char *answer =
		    ask_line(question, preset ? "yes" : "no");

		if (answer == NULL)
			return -1;
		if (g_ascii_strcasecmp(answer, "yes") == 0 ||
		    g_ascii_strcasecmp(answer, "y") == 0)
			return 1;
		if (g_ascii_strcasecmp(answer, "no") == 0 ||
		    g_ascii_strcasecmp(answer, "n") == 0)
			return 0;
		puts("Please answer yes or no.");
	}
}
